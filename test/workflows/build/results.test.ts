import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { openWorkFolder, writtenFiles } from '../../../src/workflows/build/agents/work-folder.js';
import {
  afterAttempt,
  bisect,
  failedDependency,
  failedTasks,
  failedTasksLine,
  failureSummary,
  isHalfFailed,
  judgeAttempt,
  overallStatus,
  reconcile,
  shareOf,
  skippedError,
  type TaskEnd,
} from '../../../src/workflows/build/rules/attempts.js';
import {
  failedResult,
  NO_FILE,
  readFrontMatter,
  Scanner,
  validateResult,
  withDefaults,
} from '../../../src/workflows/build/rules/result.js';
import { newFolder } from '../../build/folder.js';

const FRONT =
  '---\nstatus: success\nquality: GREEN\ncompleteness: 90\nerrors: []\nwarnings: ["slow"]\noutput_files:\n  - a.ts\ntask_id: task_1\ndoc_impact: []\n---\n';
const whole = `${FRONT}${'line\n'.repeat(20)}## Sources\n\`\`\`ts\nx\n\`\`\`\n<!-- COMPLETE -->\n`;

function scanned(text: string, piece = 7) {
  const scanner = new Scanner();
  for (let at = 0; at < text.length; at += piece) scanner.add(text.slice(at, at + piece));
  return scanner.end();
}

describe('the front matter of a result', () => {
  it('has the fields of the specification', () => {
    expect(readFrontMatter(FRONT)).toEqual({
      status: 'success',
      quality: 'GREEN',
      completeness: 90,
      errors: [],
      warnings: ['slow'],
      output_files: ['a.ts'],
      task_id: 'task_1',
      doc_impact: [],
    });
  });

  it.each([
    ['nothing', ''],
    ['garbage', '---\n: : {[\n---\n'],
    ['no front matter', '# Result\nstatus: success\n'],
    ['other words', '---\nstatus: great\nquality: purple\ncompleteness: 900\n---\n'],
  ])('of %s is failure, YELLOW and 0, each said', (_, text) => {
    expect(withDefaults(readFrontMatter(text))).toEqual({
      status: 'failure',
      quality: 'YELLOW',
      completeness: 0,
      issues: [
        'status missing, defaulted to failure',
        'quality missing, defaulted to YELLOW',
        'completeness missing, defaulted to 0',
      ],
    });
  });

  it('never throws, whatever a worker wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void withDefaults(readFrontMatter(`---\n${text}\n---`))),
    );
  });

  it('beyond the twentieth line is not read', () => {
    const late = `---\n${'# comment\n'.repeat(19)}status: success\n---\n`;
    expect(readFrontMatter(late).status).toBeUndefined();
  });
});

describe('validate_result', () => {
  const of = (text: string, persona: 'coder' | 'researcher' | 'writer' = 'writer') =>
    validateResult(scanned(text), readFrontMatter(text), persona);

  it('passes a whole result, with every field of its JSON', () => {
    expect(of(whole, 'coder')).toEqual({
      complete_marker: true,
      line_count: 36,
      has_sources: true,
      has_code_blocks: true,
      status: 'pass',
      issues: [],
      result_status: 'success',
      result_quality: 'GREEN',
      result_completeness: 90,
    });
  });

  it('fails what has no file, no marker at its end, or fewer than 20 lines', () => {
    expect(validateResult(NO_FILE, readFrontMatter(''), 'coder')).toMatchObject({
      status: 'fail',
      issues: ['E128: result file not found'],
    });
    expect(of(`${whole}more\n`)).toMatchObject({ status: 'fail', issues: ['E134: complete marker missing'] });
    expect(of(`${FRONT}\n<!-- COMPLETE -->`)).toMatchObject({
      status: 'fail',
      issues: ['E135: 13 lines, fewer than 20'],
    });
  });

  it('warns of a researcher without sources and a coder without code, and passes them', () => {
    const bare = `${FRONT}${'line\n'.repeat(20)}<!-- COMPLETE -->\n`;
    expect(of(bare, 'researcher')).toMatchObject({ status: 'pass', issues: ['E136: Sources section missing'] });
    expect(of(bare, 'coder')).toMatchObject({ status: 'pass', issues: ['E137: no code block'] });
  });

  it('counts the same however the file comes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (piece) => expect(scanned(whole, piece)).toEqual(scanned(whole))),
    );
  });

  it('takes a result that the program wrote for a missing one as a failure', () => {
    const text = failedResult({ task: 3, error: 'no "result"\nat all' });
    expect(readFrontMatter(text)).toMatchObject({
      status: 'failure',
      task_id: 'task_3',
      errors: ['no "result" at all'],
    });
    expect(scanned(text).complete_marker).toBe(true);
  });
});

describe('an attempt', () => {
  const judged = (text: string, more: object = {}) =>
    judgeAttempt({
      validation: validateResult(scanned(text), readFrontMatter(text), 'writer'),
      metadata: withDefaults(readFrontMatter(text)),
      isTimeout: false,
      ...more,
    });

  it('succeeds only where the result says so and nothing speaks against it', () => {
    expect(judged(whole)).toEqual({ status: 'success', error: null, metadata_issues: [] });
    expect(judged(whole, { violation: 'it wrote b.ts' })).toMatchObject({ status: 'failure', error: 'it wrote b.ts' });
    expect(judged(whole, { isTimeout: true })).toMatchObject({ status: 'timeout', error: 'turn limit reached' });
  });

  it('that says partial or failure is tried again, and so is one whose result cannot be used', () => {
    for (const status of ['partial', 'failure', 'timeout'] as const)
      expect(afterAttempt(status, { retries: 1, maxRetries: 2 })).toBe('retry');
    expect(judged(whole.replace('success', 'partial'), { error: 'half of it' })).toMatchObject({
      status: 'partial',
      error: 'half of it',
    });
    expect(judged(whole.replace('status: success', 'state: success'))).toMatchObject({
      status: 'failure',
      metadata_issues: ['status missing, defaulted to failure'],
    });
  });

  it('at the retry limit ends the task; a time-out leaves it partly done', () => {
    expect(afterAttempt('failure', { retries: 2, maxRetries: 2 })).toBe('failure');
    expect(afterAttempt('timeout', { retries: 2, maxRetries: 2 })).toBe('partial');
    expect(afterAttempt('success', { retries: 2, maxRetries: 2 })).toBe('success');
  });
});

describe('what a failure leads to', () => {
  const ends = new Map<number, TaskEnd>([
    [1, 'success'],
    [2, 'failure'],
    [3, 'partial'],
    [4, 'skipped'],
  ]);

  it('dependents of a task that failed, is partly done or was skipped are skipped', () => {
    expect(failedDependency({ dependsOn: [1] }, ends)).toBeUndefined();
    for (const id of [2, 3, 4]) expect(failedDependency({ dependsOn: [1, id] }, ends)).toBe(id);
    expect(skippedError(2)).toBe('dependency task_2 failed');
  });

  it('the aggregator is told of them', () => {
    expect(failedTasksLine(failedTasks(ends))).toBe('FAILED_TASKS: [2, 3, 4]');
    expect(overallStatus(ends)).toBe('partial');
    expect(overallStatus(new Map([[1, 'failure']]))).toBe('failure');
    expect(overallStatus(new Map([[1, 'success']]))).toBe('success');
  });

  it('half of all planned tasks or more makes the plan anew', () => {
    expect(isHalfFailed(ends, 4)).toBe(true);
    expect(isHalfFailed(ends, 6)).toBe(true);
    expect(isHalfFailed(ends, 7)).toBe(false);
    expect(isHalfFailed(new Map(), 0)).toBe(false);
  });

  it('is summed up in the words of the specification', () => {
    expect(failureSummary([], 'aggregate')).toBeNull();
    expect(
      failureSummary([{ task: 2, persona: 'coder', status: 'failure', error: 'it\nwrote b.ts' }], 'aggregate'),
    ).toBe('⚠️ Phase 2 completed with failures:\n- Task 2 (coder): failure — it wrote b.ts\nAction: 集約続行');
  });

  it('results that are missing are found at the end', () => {
    expect(reconcile([1, 2], new Map([[1, 'success']]))).toEqual({ missing: [2], status: 'incomplete' });
    expect(reconcile([1], new Map([[1, 'success']]))).toEqual({ missing: [], status: 'success' });
  });

  it('children of a wave never share more than what is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 50 }), (left, running) => {
        expect(Math.min(left, running) * shareOf(left)).toBeLessThan(1);
      }),
    );
  });

  it('the merge that broke a verification is found by halves, in as few verifications as that takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (merges, seed) => {
        const broken = (seed % merges) + 1;
        let [good, bad, asked] = [0, merges, 0];
        for (;;) {
          const step = bisect(good, bad);
          if ('found' in step) {
            expect(step.found).toBe(broken);
            break;
          }
          asked += 1;
          if (step.next >= broken) bad = step.next;
          else good = step.next;
        }
        expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(merges)));
      }),
    );
  });
});

describe('the work folder', () => {
  it('gives the program the first lines of a file, whatever follows, and counts them', async () => {
    const folder = await openWorkFolder(await newFolder(), 'cmd_001');
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ maxLength: 200 }).map((line) => line.replaceAll('\n', '')),
          { maxLength: 60 },
        ),
        async (lines) => {
          const text = lines.join('\n');
          writeFileSync(path.join(folder.root, 'results/result_1.md'), text);
          expect(await folder.head('results/result_1.md')).toBe(lines.slice(0, 20).join('\n'));
        },
      ),
    );
    const before = folder.reads.get('results/result_1.md') ?? 0;
    const text = `---\nstatus: success\n---\n${'a long line of a body\n'.repeat(5000)}<!-- COMPLETE -->\n`;
    await folder.write('results/result_1.md', text);
    const { result, front } = await folder.validate('results/result_1.md', 'writer');
    expect(result).toMatchObject({ status: 'pass', line_count: 5004, result_status: 'success' });
    expect(front.status).toBe('success');
    const read = (folder.reads.get('results/result_1.md') ?? 0) - before;
    expect(read).toBe(Buffer.byteLength(text.split('\n').slice(0, 20).join('\n')));
  });

  it('gives the end of a file from a line’s beginning', async () => {
    const folder = await openWorkFolder(await newFolder(), 'cmd_001');
    await folder.write('plan_review.md', `${'x'.repeat(3000)}\nAPPROVE: fine`);
    expect(await folder.tail('plan_review.md', 100)).toBe('APPROVE: fine');
    expect(await folder.tail('none.md', 100)).toBeNull();
    expect(await folder.head('none.md')).toBeNull();
    expect((await folder.validate('none.md', 'coder')).result.issues).toEqual(['E128: result file not found']);
  });
});

describe('the files that agents wrote, for a machine without the work folder', () => {
  const step = (name: string, value: unknown) => ({ name, began: 0, at: 0, value });
  /** The steps of an agent that writes files in its first turn. */
  const agent = (who: string, files: Readonly<Record<string, string>>) => [
    step(`${who} turn 1`, {
      is: 'told',
      turn: {
        blocks: Object.entries(files).map(([file, content]) => ({
          kind: 'call',
          tool: 'work-write',
          input: { path: `work/cmd_1/${file}`, content },
        })),
      },
    }),
    ...Object.keys(files).map((_, n) => step(`${who} call 1.${n + 1}`, { text: 'Written.' })),
    step(`${who} ended`, {}),
  ];
  const filesOf = (...steps: readonly ReturnType<typeof step>[][]) =>
    Object.fromEntries(writtenFiles(steps.flat(), 'work/cmd_1/'));
  const first = agent('task_2.1', { 'results/result_2.md': 'first' });

  it('are the last content of each', () => {
    const planner = agent('decomposer', { 'plan.md': 'plan', 'tasks/task_2.md': 'do it' });
    expect(filesOf(planner, first, agent('task_2.2', { 'results/result_2.md': 'second' }))).toEqual({
      'plan.md': 'plan',
      'tasks/task_2.md': 'do it',
      'results/result_2.md': 'second',
    });
  });

  it.each(['task_2.2', 'task_2.1.1', 'task_2-merge.1'])(
    'have no result of a task whose latest attempt %s left none',
    (who) => {
      expect(filesOf(first, agent('task_21.1', { 'results/result_21.md': 'kept' }), agent(who, {}))).toEqual({
        'results/result_21.md': 'kept',
      });
    },
  );

  it('keep the result of an attempt during the later steps of the same attempt', () => {
    const later = [step('task_2.1 turn 2', { is: 'lost' }), step('task_2.1 result', {}), step('memory task_2.2', {})];
    expect(filesOf(first, later)).toEqual({ 'results/result_2.md': 'first' });
  });
});
