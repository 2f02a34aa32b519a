import { describe, expect, it } from '@jest/globals';
import {
  type Classification,
  exceptionOf,
  mayBeException,
  personaFor,
} from '../../../src/workflows/build/rules/exceptions.js';
import {
  assignmentOf,
  isOperationDelegated,
  isSuccessResponse,
  reactionToFailure,
  requestText,
  wavesInResponse,
} from '../../../src/workflows/build/rules/secretary.js';
import { task } from './plans.js';

const README = '# Shop\n\nAn exmaple of a shop.\n\n- apples\n- pears\n\n```sh\nnpm exmaple2\n```\n';
const CODE = '// An exmaple.\nexport const exmaple = 1; // an exmpl\n';
const CONFIG = 'lang: en\nbuild:\n  max_parallel: 5\n  max_retries: 2\n';

type Row = readonly [string, Classification, string | null, string | null];

const rows: readonly Row[] = [
  ['a typo in prose', { kind: 'typo', file: 'README.md', before: 'exmaple of', after: 'example of' }, README, 'typo'],
  ['a typo in a comment', { kind: 'typo', file: 'a.ts', before: 'An exmaple', after: 'An example' }, CODE, 'typo'],
  [
    'a typo in a code token',
    { kind: 'typo', file: 'a.ts', before: 'const exmaple', after: 'const example' },
    CODE,
    null,
  ],
  [
    'a typo in a comment behind code',
    { kind: 'typo', file: 'a.ts', before: 'an exmpl', after: 'an exampl' },
    CODE,
    null,
  ],
  [
    'a typo in a code block of prose',
    { kind: 'typo', file: 'README.md', before: 'exmaple2', after: 'example2' },
    README,
    null,
  ],
  [
    'a typo that is there twice',
    { kind: 'typo', file: 'README.md', before: 'exmaple', after: 'example' },
    README,
    null,
  ],
  [
    'a typo that changes the words',
    { kind: 'typo', file: 'README.md', before: 'a shop.', after: 'one shop.' },
    README,
    null,
  ],
  ['a typo in a file that is not there', { kind: 'typo', file: 'NONE.md', before: 'a', after: 'b' }, null, null],
  [
    'a typo that quotes what is not there',
    { kind: 'typo', file: 'README.md', before: 'nothign', after: 'nothing' },
    README,
    null,
  ],
  [
    'a line added to a list',
    { kind: 'one-line', file: 'README.md', before: '- pears', after: '- pears\n- plums' },
    README,
    'one-line',
  ],
  ['a line removed', { kind: 'one-line', file: 'README.md', before: '- apples\n', after: '' }, README, 'one-line'],
  [
    'a line that is changed',
    { kind: 'one-line', file: 'README.md', before: '- pears', after: '- plums' },
    README,
    null,
  ],
  [
    'a line of code',
    { kind: 'one-line', file: 'a.ts', before: '// An exmaple.', after: '// An exmaple.\nlet x;' },
    CODE,
    null,
  ],
  ['two lines', { kind: 'one-line', file: 'README.md', before: '- pears', after: '- pears\n- a\n- b' }, README, null],
  [
    'a single value',
    { kind: 'config-value', file: 'c.yml', before: 'max_parallel: 5', after: 'max_parallel: 8' },
    CONFIG,
    'config-value',
  ],
  [
    'two values',
    { kind: 'config-value', file: 'c.yml', before: '5\n  max_retries: 2', after: '8\n  max_retries: 3' },
    CONFIG,
    null,
  ],
  [
    'a new key',
    { kind: 'config-value', file: 'c.yml', before: 'max_parallel: 5', after: 'max_parallel: 5\n  x: 1' },
    CONFIG,
    null,
  ],
  ['a value of a program', { kind: 'config-value', file: 'a.ts', before: '1', after: '2' }, CODE, null],
  [
    'an execution log that quotes one place',
    { kind: 'execution-log', file: 'work/execution_log.yaml', before: 'lang: en', after: 'lang: ja' },
    CONFIG,
    'execution-log',
  ],
  [
    'an approval in free text',
    { kind: 'approval', file: 'README.md', before: 'a shop', after: 'b shop' },
    README,
    null,
  ],
  ['an explanation', { kind: 'report' }, null, 'report'],
  ['an explanation that changes a file', { kind: 'report', file: 'README.md' }, README, null],
  [
    'a path outside the tree',
    { kind: 'typo', file: '../README.md', before: 'exmaple of', after: 'example of' },
    README,
    null,
  ],
  ['anything else', { kind: 'other' }, README, null],
];

describe('the six exceptions', () => {
  it.each(rows)('%s', (_, said, text, exception) => expect(exceptionOf(said, { text })).toBe(exception));

  it('are delegated to a worker in every case', () => {
    for (const kind of ['typo', 'one-line', 'config-value', 'execution-log', 'approval'] as const)
      expect(personaFor(kind)).toBe('coder');
    expect(personaFor('report')).toBe('researcher');
  });

  it('are not even asked about where the request is long', () => {
    expect(mayBeException('Fix the typo in README.md')).toBe(true);
    expect(mayBeException('x'.repeat(601))).toBe(false);
  });
});

const config = {
  enabled: true,
  delegate_phases: ['phase2_wave_construct', 'phase3_report'],
  min_tasks_for_delegation: 5,
  fallback_on_failure: true,
};

describe('the Secretary', () => {
  const tasks = [task(1), task(2, { dependsOn: [1] }), task(3)];

  it('is given work when it is enabled, the phase is listed and there are enough tasks', () => {
    expect(isOperationDelegated(config, 'phase2_wave_construct', 5)).toBe(true);
    expect(isOperationDelegated(config, 'phase2_wave_construct', 4)).toBe(false);
    expect(isOperationDelegated({ ...config, enabled: false }, 'phase3_report', 9)).toBe(false);
    expect(isOperationDelegated({ ...config, delegate_phases: [] }, 'phase3_report', 9)).toBe(false);
  });

  it('is asked with the fields of the specification', () => {
    expect(requestText('phase2_wave_construct', 'work/cmd_007/')).toBe(`OPERATION: phase2_wave_construct
WORK_DIR: work/cmd_007/
PLAN_PATH: work/cmd_007/plan.md
WAVE_PLAN_JSON_PATH: work/cmd_007/wave_plan.json
`);
    expect(requestText('phase3_report', 'work/cmd_007/')).toBe(`OPERATION: phase3_report
RESULTS_DIR: work/cmd_007/results/
PLAN_PATH: work/cmd_007/plan.md
REPORT_PATH: work/cmd_007/report.md
REPORT_SUMMARY_PATH: work/cmd_007/report_summary.md
`);
  });

  it('is believed by the first 30 lines of its response', () => {
    expect(
      isSuccessResponse('phase2_wave_construct', '---\nstatus: success\nvalidation:\n  status: passed\n---\n'),
    ).toBe(true);
    expect(
      isSuccessResponse('phase2_wave_construct', '---\nstatus: success\nvalidation:\n  status: failed\n---\n'),
    ).toBe(false);
    expect(
      isSuccessResponse('phase2_wave_construct', '---\nstatus: failure\nvalidation:\n  status: passed\n---\n'),
    ).toBe(false);
    expect(isSuccessResponse('phase3_report', '---\nstatus: success\n---\n')).toBe(true);
    expect(isSuccessResponse('phase3_report', `---\n${'# x\n'.repeat(30)}status: success\n---\n`)).toBe(false);
    expect(isSuccessResponse('phase3_report', 'garbage')).toBe(false);
  });

  const response = (waves: string) =>
    `---\nstatus: success\nvalidation: { status: passed }\n---\n\n\`\`\`yaml\n${waves}\`\`\`\n`;
  const listed = (...waves: number[][]) =>
    `waves:\n${waves.map((ids, n) => `  - wave: ${n + 1}\n    tasks: [${ids.join(', ')}]\n    depends_on_wave: []\n`).join('')}`;

  it('assigns waves that are adopted where they hold', () => {
    expect(wavesInResponse(response(listed([1, 3], [2])), tasks)).toEqual({ is: 'waves', waves: [[1, 3], [2]] });
    expect(wavesInResponse(`---\nstatus: success\n---\n${listed([1], [3, 2])}`, tasks)).toEqual({
      is: 'waves',
      waves: [[1], [3, 2]],
    });
    expect(assignmentOf([[1, 3], [2]], tasks)).toEqual([
      { wave: 1, tasks: [1, 3], depends_on_wave: [] },
      { wave: 2, tasks: [2], depends_on_wave: [1] },
    ]);
  });

  it.each([
    ['a dependency that is not earlier', listed([1, 2, 3]), 'task 2 of wave 1 depends on task 1 of wave 1'],
    ['a missing task', listed([1], [2]), 'task 3 is in no wave'],
    ['a task that is there twice', listed([1, 3], [2, 3]), 'task 3 is listed twice'],
    ['an unknown task', listed([1, 3], [2, 9]), 'task 9 is not in plan.md'],
    ['no waves', 'nothing: here\n', 'the response has no list of waves'],
    ['another form', 'waves: [[1, 3], [2]]\n', 'wave 1 is not `{ wave: 1, tasks: [numbers] }`'],
  ])('has its waves refused for %s', (_, waves, problem) => {
    const read = wavesInResponse(response(waves), tasks);
    expect(read).toMatchObject({ is: 'refused', problems: expect.arrayContaining([problem]) });
  });

  it('that fails is replaced, or stops the phase, with the specified message', () => {
    expect(reactionToFailure('phase2_wave_construct', config)).toEqual({
      is: 'fallback',
      message: '⚠️ Secretary failed for Phase 2 wave construction, falling back to direct parsing',
    });
    expect(reactionToFailure('phase3_report', config).message).toBe(
      '⚠️ Secretary failed for Phase 3, falling back to aggregator',
    );
    const strict = { fallback_on_failure: false };
    expect(reactionToFailure('phase2_wave_construct', strict)).toEqual({
      is: 'stop',
      message: '❌ Secretary failed for Phase 2 and fallback is disabled',
    });
    expect(reactionToFailure('phase3_report', strict).message).toBe(
      '❌ Secretary failed for Phase 3 and fallback is disabled',
    );
  });
});
