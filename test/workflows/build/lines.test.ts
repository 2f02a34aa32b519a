import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { entriesOf, type LogEvent, localTime, logText } from '../../../src/workflows/build/rules/execution-log.js';
import { ganttSvg } from '../../../src/workflows/build/rules/gantt.js';
import {
  minimalSummary,
  needsAggregator,
  needsNewPlan,
  overallMetadata,
  phasesWithInstructions,
  promptText,
  shownSummary,
  summaryProblems,
  verdictOf,
} from '../../../src/workflows/build/rules/phases.js';
import {
  durationWarning,
  etaOf,
  phaseEndLine,
  roundEta,
  statsOf,
  waveEndLine,
  waveStartLine,
} from '../../../src/workflows/build/rules/progress.js';

const NONE = statsOf([]);
const AT = Date.UTC(2026, 1, 7, 10, 0, 0);

describe('progress lines', () => {
  it('are exactly those of the specification', () => {
    const wave = { wave: 1, of: 3, tasks: 3 };
    expect(waveStartLine(wave, 120)).toBe('Wave 1/3: 3 tasks running (~2 min est.)');
    expect(waveStartLine(wave, null)).toBe('Wave 1/3: 3 tasks running');
    expect(waveEndLine(wave, 3)).toBe('Wave 1/3 完了 (3/3 success)');
    expect(phaseEndLine(5, 5)).toBe('Phase 2 完了: 5/5 タスク success');
  });

  it.each([
    [0, '~1 min'],
    [89.9, '~1 min'],
    [90, '~2 min'],
    [150, '~2 min'],
    [150.1, '~3 min'],
    [209, '~3 min'],
    [211, '~4 min'],
  ])('round %d seconds to %s', (seconds, text) => expect(roundEta(seconds)).toBe(text));

  it('estimate a wave by the sum of its tasks over max_parallel', () => {
    expect(etaOf(['researcher', 'writer', 'coder', 'reviewer'], { stats: NONE, maxParallel: 5 })).toBe(
      (60 + 90 + 120 + 45) / 5,
    );
    expect(etaOf(['dancer'], { stats: NONE, maxParallel: 1 })).toBeNull();
  });

  it('use the averages of earlier builds from the tenth log on', () => {
    const log = [
      { persona: 'coder', seconds: 30 },
      { persona: 'coder', seconds: 50 },
    ];
    const stats = (logs: number) => statsOf(Array.from({ length: logs }, () => log));
    expect(etaOf(['coder'], { stats: stats(9), maxParallel: 1 })).toBe(120);
    expect(etaOf(['coder', 'writer'], { stats: stats(10), maxParallel: 1 })).toBe(40 + 90);
  });

  it('warn of a long run, and only then', () => {
    expect(durationWarning('cmd_007', 1801.5, 1800)).toBe('⚠️ cmd_007 has exceeded max duration (1801s > 1800s)');
    expect(durationWarning('cmd_007', 1800, 1800)).toBeNull();
    expect(durationWarning('cmd_007', 9999, undefined)).toBeNull();
  });
});

const started = (key: string, at: number, more: object = {}): LogEvent => ({
  is: 'started',
  key,
  role: 'worker_coder',
  task: key,
  model: 'sonnet',
  at,
  ...more,
});
const finished = (
  key: string,
  at: number,
  status: 'success' | 'failure' | 'timeout' | 'skipped' = 'success',
  more: object = {},
): LogEvent => ({
  is: 'finished',
  key,
  at,
  status,
  error: null,
  metadata_issues: [],
  ...more,
});

describe('execution_log.yaml', () => {
  it('has the fields of the specification, in its order and its time format', () => {
    const decomposer: LogEvent = {
      is: 'started',
      key: 'decomposer',
      role: 'decomposer',
      task: null,
      model: 'sonnet',
      at: AT,
    };
    const text = logText({
      cmd_id: 'cmd_007',
      started: AT,
      finished: null,
      status: 'running',
      base_commit: 'cfa49a0',
      plan_validation: { enabled: true, verdict: 'APPROVE-WITH-NOTES', retry_occurred: false, notes: 'a "note"' },
      tasks: entriesOf([decomposer, finished('decomposer', AT + 90_000), started('task_1', AT + 120_000)]),
    });
    expect(text).toBe(`cmd_id: cmd_007
started: "${localTime(AT)}"
finished: null
status: running
base_commit: "cfa49a0"
plan_validation:
  enabled: true
  verdict: "APPROVE-WITH-NOTES"
  retry_occurred: false
  notes: "a \\"note\\""

tasks:
  - id: 1
    role: decomposer
    task: null
    model: sonnet
    started: "${localTime(AT)}"
    finished: "${localTime(AT + 90_000)}"
    duration_sec: 90
    status: success
    error: null
    retries: 0
    metadata_issues: []
  - id: 2
    role: worker_coder
    task: task_1
    model: sonnet
    started: "${localTime(AT + 120_000)}"
    finished: null
    duration_sec: null
    status: running
    error: null
    retries: 0
    metadata_issues: []
`);
    expect(localTime(AT)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('is YAML whatever an error says', () => {
    const error = 'broke: "x" # \\ \u0000 [';
    const text = logText({
      cmd_id: 'cmd_001',
      started: AT,
      finished: AT,
      status: 'failure',
      base_commit: 'a',
      tasks: entriesOf([
        started('task_1', AT),
        finished('task_1', AT, 'failure', { error, metadata_issues: ['a: b'] }),
      ]),
    });
    expect(parse(text)).toMatchObject({ tasks: [{ error, metadata_issues: ['a: b'], status: 'failure' }] });
  });

  it('of a retry has the same entry: retrying, a new start, one retry more', () => {
    const [entry] = entriesOf([
      started('task_1', AT),
      finished('task_1', AT + 5000, 'timeout'),
      started('task_1', AT + 9000),
    ]);
    expect(entry).toMatchObject({ id: 1, status: 'retrying', started: AT + 9000, finished: null, retries: 1 });
  });

  it('of a resumed attempt counts no retry', () => {
    const [entry] = entriesOf([started('task_1', AT), started('task_1', AT + 9000, { resumed: true })]);
    expect(entry).toMatchObject({ status: 'running', started: AT + 9000, retries: 0 });
  });

  it('shows a planned task as pending, and a skipped one without times', () => {
    const planned: LogEvent = { is: 'planned', key: 'task_2', role: 'worker_writer', task: 'task_2', model: 'haiku' };
    expect(entriesOf([planned])[0]).toMatchObject({ status: 'pending', started: null, finished: null });
    const skipped = finished('task_2', AT, 'skipped', { error: 'dependency task_1 failed' });
    expect(entriesOf([planned, skipped])[0]).toMatchObject({
      ...{ status: 'skipped', error: 'dependency task_1 failed', started: null, finished: null, duration_sec: null },
    });
  });
});

describe('phases', () => {
  it('one task without dependencies needs no aggregator; everything else is aggregated', () => {
    expect(needsAggregator(1, false)).toBe(false);
    expect(needsAggregator(1, true)).toBe(true);
    expect(needsAggregator(2, false)).toBe(true);
    expect(needsAggregator(3, false)).toBe(true);
  });

  it('a skipped phase 3 has the minimal summary of the specification', () => {
    const text = minimalSummary({
      version: '0.1.0',
      date: '2026-02-07',
      cmd: 'cmd_007',
      status: 'success',
      quality: 'GREEN',
      completeness: 100,
      failed: [],
    });
    expect(text).toBe(`---
generated_by: "crew v0.1.0"
date: "2026-02-07"
cmd_id: "cmd_007"
status: success
quality: GREEN
completeness: 100
task_count: 1
failed_tasks: []
---
# Summary: cmd_007
(Phase 3 skipped — single task)
`);
    expect(summaryProblems(text)).toEqual([]);
  });

  it('report_summary.md has at most 50 lines and its front matter', () => {
    expect(summaryProblems(null)).toEqual(['report_summary.md is missing']);
    const long = `---\nstatus: success\n---\n${'line\n'.repeat(60)}`;
    expect(summaryProblems(long)).toEqual([
      'report_summary.md has 63 lines; 50 is the most',
      'the front matter of report_summary.md lacks generated_by, date, cmd_id, quality, completeness, task_count, failed_tasks',
    ]);
    expect(shownSummary(long).split('\n')).toHaveLength(50);
  });

  it('instructions are added after the role’s own prompt, under their heading, and not where they are empty', () => {
    const prompt = {
      fields: { PLAN_PATH: 'work/cmd_001/plan.md' },
      inputs: ['work/cmd_001/tasks/task_1.md'],
      outputs: ['work/cmd_001/results/result_1.md'],
    };
    const plain = `## タスク固有情報
- PLAN_PATH: work/cmd_001/plan.md
- 入力ファイル: work/cmd_001/tasks/task_1.md を読め
- 出力ファイル: work/cmd_001/results/result_1.md に書け
`;
    expect(promptText({ ...prompt, instructions: ' ' })).toBe(plain);
    expect(promptText({ ...prompt, instructions: 'Never touch vendor/.' })).toBe(
      `このフェーズの追加指示:\nNever touch vendor/.\n\n${plain}`,
    );
    expect(phasesWithInstructions({ decompose: 'x', execute: '', aggregate: ' ' })).toEqual(['decompose']);
  });

  it.each([
    ['All good.\n\nAPPROVE: Plan does it', { verdict: 'APPROVE', notes: 'Plan does it' }],
    ['- **APPROVE-WITH-NOTES**: split task 2', { verdict: 'APPROVE-WITH-NOTES', notes: 'split task 2' }],
    ['REJECT: no tests\n', { verdict: 'REJECT', notes: 'no tests' }],
    ['APPROVE\n... but then\nREJECT', { verdict: 'REJECT', notes: '' }],
    ['APPROVED by all', null],
    ['', null],
  ])('the verdict of a plan review is its last verdict line: %j', (text, verdict) =>
    expect(verdictOf(text)).toEqual(verdict),
  );

  it('only a first rejection makes the plan anew', () => {
    expect(needsNewPlan('REJECT', 1)).toBe(true);
    expect(needsNewPlan('REJECT', 2)).toBe(false);
    expect(needsNewPlan('APPROVE-WITH-NOTES', 1)).toBe(false);
    expect(needsNewPlan(null, 1)).toBe(false);
  });

  it('the whole is as good as the worst of its results', () => {
    expect(
      overallMetadata([
        { quality: 'GREEN', completeness: 100 },
        { quality: 'RED', completeness: 50 },
      ]),
    ).toEqual({ quality: 'RED', completeness: 75 });
    expect(overallMetadata([{}])).toEqual({ quality: 'YELLOW', completeness: 0 });
  });
});

describe('the picture of the waves', () => {
  it('has a bar for each agent in the time in which it worked, and escapes what it shows', () => {
    const entries = entriesOf([
      started('task_1', AT, { role: 'worker_<b>' }),
      finished('task_1', AT + 10_000),
      started('task_2', AT + 5000),
      { is: 'planned', key: 'task_3', role: 'worker_writer', task: 'task_3', model: 'haiku' },
    ]);
    const words = { title: 'Waves & tasks', wave: (n: number) => `Wave ${n}`, status: (status: string) => status };
    const svg = ganttSvg({ entries, waves: [['task_1', 'task_2'], ['task_3']], now: AT + 20_000, words });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 760 \d+"/);
    expect(svg).toContain('<title>Waves &amp; tasks</title>');
    expect(svg).not.toContain('<b>');
    // Task 1 has half of the time, task 2 three quarters of it, task 3 has not begun.
    expect([...svg.matchAll(/width="([\d.]+)" height="16"/g)].map(([, width]) => Number(width))).toEqual([255, 382.5]);
    expect(svg).toContain('>Wave 1</text>');
    expect(svg).not.toContain('>Wave 2</text>');
    expect(svg).toContain('>pending</text>');
  });
});
