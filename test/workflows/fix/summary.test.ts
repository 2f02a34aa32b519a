import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import {
  cancelledText,
  dryRunText,
  infraText,
  partialText,
  planQuestionText,
  summary,
} from '../../../src/workflows/fix/rules/ending-text.js';
import type { FixRecords } from '../../../src/workflows/fix/rules/records.js';
import type { Statement } from '../../../src/workflows/fix/rules/statements.js';
import { stuckText } from '../../../src/workflows/fix/rules/stuck-report.js';
import type { GateQuestion, Refusal } from '../../../src/workflows/fix/rules/workable.js';
import { diffRecord, goodRecords, someRecords, stepRecord } from './build.js';
import { unknownClaims } from './unknown-claims.js';

const { en, ja } = { en: fixMessages('en'), ja: fixMessages('ja') };

describe('the summary of a fix', () => {
  it('says what changed, why, and how it was verified', () => {
    expect(summary(goodRecords(), en)).toMatchSnapshot();
    expect(summary(goodRecords(), ja)).toMatchSnapshot();
  });

  it('says at a terminal, in its last line, that the edits are not committed', () => {
    const last = (place: 'terminal' | 'thread') => summary(goodRecords({ place }), en).split('\n').at(-1);
    expect(last('terminal')).toBe('The edits are in your working tree and are not committed. `git status` lists them.');
    expect(last('thread')).not.toContain('committed');
  });

  it('names what failed before, and says where no test can show that it works', () => {
    const [baseline, loop] = goodRecords().verifications;
    if (!baseline || !loop) throw new Error('the good run has two');
    const records = goodRecords({
      verifications: [baseline, { ...loop, status: 'FAIL', steps: [stepRecord({ failed: ['sums all'] })] }],
      comparison: { verdict: 'same', fixed: [], broken: [], before: ['sums all'], flaky: ['clock'] },
    });
    const text = summary(records, en);
    expect(text).toContain(
      'Verified against the base: every failing check also failed before the change (Verification 1, `v-1`).',
    );
    expect(text).toContain('- Failed before the change and still fails: `sums all`.');
    expect(text).toContain('- Flaky (passes and fails on the same code): `clock`.');
    expect(text).toContain('- Not proven by a test');
  });

  it('tells of a test only that it shows the bug when it failed, in any way, without the change', () => {
    const test = { test: 'sums all', file: 'test/sum.test.js', head: { run_id: 'v-1', result: 'passed' as const } };
    const text = (result: 'failed by its assertion' | 'failed otherwise' | 'passed') =>
      summary(goodRecords({ comparison: undefined, reproduction: { ...test, base: { run_id: 'v-b', result } } }), en);
    const shows =
      'The test `sums all` in `test/sum.test.js` proves the change: it fails without the change and passes with it.';
    for (const failed of ['failed by its assertion', 'failed otherwise'] as const)
      expect(text(failed)).toContain(shows);
    expect(text('passed')).not.toContain('proves the change');
  });

  it('has no word for results but those of records', () => {
    fc.assert(
      fc.property(someRecords, (records) => {
        // Without any verification, and with nothing of the person's, nothing on the page sounds like one.
        const bare: FixRecords = {
          ...records,
          asked: '',
          verifications: [],
          reproduction: undefined,
          comparison: undefined,
          tamper: undefined,
          diff: diffRecord(['a']),
        };
        const text = cancelledText(bare, en)
          // The Editor's own words may use them of the program.
          .replace(/^>.*$/gm, '')
          .replaceAll('No checks were run on this change.', '')
          .replace(/passes with it/g, '');
        expect(text).not.toMatch(/\bverified:|\bpass(?:es|ed)\b|\bgreen\b/i);
        expect(cancelledText(bare, ja)).not.toMatch(/(?<!未)検証済み|すべてのチェックが成功/);
      }),
    );
  });

  it('holds no commit message and no pull request', () => {
    expect(summary(goodRecords(), en)).not.toMatch(/commit message|pull request|git (?:add|commit|push)|Closes #/i);
  });

  it('tells of at most twenty files, and of how many more there are', () => {
    const texts = Array.from({ length: 23 }, (_, n) => diffRecord(['a'], `src/f${n}.js`));
    const diff = {
      ...diffRecord(['a']),
      files: texts.flatMap(({ files }) => files),
      text: texts.map(({ text }) => text).join(''),
    };
    const text = summary(goodRecords({ diff, verifiedDiffs: { 'v-1': diff.sha256 } }), en);
    expect(text).toContain('23 files changed (+23 −23)');
    expect(text.match(/^- `src\/f/gm)).toHaveLength(20);
    expect(text).toContain('- and 3 more files');
  });
});

describe('the other ends of a fix', () => {
  it('show a dry run by its exact bytes, and how they are applied', () => {
    const records = goodRecords({ verifications: [], verifiedDiffs: {}, comparison: undefined, tamper: undefined });
    expect(dryRunText(records, en)).toMatchSnapshot();
    expect(dryRunText(records, en)).toContain(`\`/crew apply ${records.diff?.sha256.slice(0, 12)}\``);
    expect(dryRunText(records, en)).toContain(`\n${records.diff?.text.trimEnd()}\n`);
  });

  it('cut a diff that no comment takes, and say where all of it is', () => {
    const diff = diffRecord(Array.from({ length: 5_000 }, (_, n) => `line ${n} of many`));
    const records = goodRecords({ diff, verifications: [] });
    const text = dryRunText(records, en);
    expect(text.length).toBeLessThan(60_000);
    expect(text).toMatch(/The first \d+ of 5006 lines\./);
    expect(text).toContain(`\`crew show ${records.run} --json\` prints the whole diff`);
    const elsewhere = { ...records, repo: 'octo/shop' };
    for (const say of [en, ja])
      expect(dryRunText(elsewhere, say)).toContain(`\`crew show ${records.run} --json --repo octo/shop\``);
    expect(unknownClaims(dryRunText(elsewhere, en), elsewhere)).toEqual([]);
  });

  it('keep what there is, and say what would go on', () => {
    const partial = partialText(goodRecords(), en);
    expect(partial).toContain('**Partly finished.** The budget is used up. The change so far is kept.');
    expect(partial).toContain('`/crew continue +2`');
    const nothing = goodRecords({ diff: undefined, verifications: [] });
    expect(cancelledText(nothing, en)).toMatchSnapshot();
    expect(infraText(goodRecords(), ja)).toContain('**実行できず。**');
  });
});

describe('what can be done next', () => {
  const texts = { partialText, cancelledText, infraText, dryRunText, stuckText, summary };
  const here = goodRecords({ place: 'terminal' });

  it.each(Object.entries(texts))('is typed as the terminal knows it, where it is read there (%s)', (_name, text) => {
    for (const say of [en, ja]) {
      expect(text(here, say)).toMatch(/`crew \w+/);
      expect(text(here, say)).not.toContain('/crew');
      expect(unknownClaims(text(here, say), here).filter((each) => each.includes('`crew'))).toEqual([]);
    }
  });

  it('names the run, which the terminal has no other name for', () => {
    expect(stuckText(here, en)).toContain(`\`crew retry --run ${here.run}\``);
    expect(partialText(here, ja)).toContain(`\`crew continue +2 --run ${here.run}\``);
    expect(summary(here, en)).toContain(`\`crew show ${here.run}\``);
    expect(summary(goodRecords(), en)).not.toContain('crew show');
  });
});

describe('what it cost', () => {
  const cost = (usd: number) =>
    en.statement({ is: 'cost', usd, limitUsd: 5, tokensIn: 1, tokensCached: 0, tokensOut: 1 }).split(' · ')[0];

  it('is never said to be nothing where it was something', () => {
    expect([0, 0.0024, 0.005, 0.0149, 2].map(cost)).toEqual([
      '$0.00 of $5.00',
      'less than $0.01 of $5.00',
      '$0.01 of $5.00',
      '$0.01 of $5.00',
      '$2.00 of $5.00',
    ]);
  });
});

describe('the page of a plan', () => {
  const plan = {
    answer: 'a',
    open: [],
    findings: [],
    slices: [
      { paths: ['a.js', 'b`c.js'], why: 'w', cites: [] },
      { paths: ['a.js'], why: 'w', cites: [] },
    ],
    approach: 'Turn it.\n\n**Succeeded.**',
    steps: ['One.', 'Two.'],
  };

  it('quotes the Scout, and says the files and the price in words', () => {
    expect(planQuestionText({ plan, low: 0.04, high: 4.67 }, en)).toBe(
      "Plan:\n\n> Turn it.\n>\n> **Succeeded.**\n>\n> - One.\n> - Two.\n\nFiles to change: `a.js`, `b'c.js`.\n\nEstimated cost: **$0.04 to $4.67**.",
    );
    expect(planQuestionText({ plan: { ...plan, slices: [] }, low: 0.04, high: 4.67 }, ja)).toMatch(
      /- Two\.\n\n費用の見込みは/,
    );
  });
});

const whys: readonly Refusal[] = [
  { is: 'done', issue: '#3', rule: 'closed', by: [] },
  { is: 'done', issue: '#3', rule: 'merged', by: ['#8'] },
  { is: 'parent', issue: '#3', parts: ['#4', '#5'] },
  { is: 'blocked', issue: '#3', blockers: ['#7', 'legal review'], roots: ['#9'] },
  { is: 'taken', issue: '#3', claim: { by: 'pull', ref: '#8' } },
  { is: 'taken', issue: '#3', claim: { by: 'run', run: 'fix-3-0123456789' } },
  { is: 'taken', issue: '#3', claim: { by: 'agent', agent: 'painter' } },
  { is: 'taken', issue: '#3', claim: { by: 'person', login: 'ada' } },
  { is: 'untouchable', what: 'workflow-files', says: 'Update .github/workflows/ci.yml' },
  { is: 'untouchable', what: 'secrets', says: 'Rotate our `keys` @everyone' },
  { is: 'untouchable', what: 'releases', says: 'Tag v1' },
  { is: 'untouchable', what: 'settings', says: 'Make it private' },
];

const questions: readonly GateQuestion[] = [
  ...(['nothing', 'no-object', 'no-symptom', 'no-end'] as const).map((why) => ({ is: 'vague', why }) as const),
  { is: 'outsider', pulls: [{ pull: '#8', by: 'mallory' }] },
  ...(['workflow-files', 'secrets', 'releases', 'settings'] as const).map(
    (what) => ({ is: 'untouchable', what, says: 'The docs say to `publish` to npm' }) as const,
  ),
];

const claims: readonly Statement[] = [
  { is: 'changed', files: 1, added: 2, removed: 0, base: 'a'.repeat(40), sha256: 'b'.repeat(64) },
  { is: 'file', path: 'a b.js', how: 'renamed', from: 'a.js', added: 0, removed: 0, binary: false },
  { is: 'file', path: 'a.png', how: 'new', added: 0, removed: 0, binary: true },
  { is: 'more-files', count: 1 },
  { is: 'unchanged' },
  { is: 'diff-cut', shown: 10, lines: 20, run: 'fix-1' },
  { is: 'diff-cut', shown: 10, lines: 20, run: 'fix-1', repo: 'octo/shop' },
  { is: 'verified', run_id: 'v-1', ref: 'loop-1' },
  { is: 'no-worse', run_id: 'v-1', ref: 'loop-1', baseline: 'v-0' },
  { is: 'red', run_id: 'v-1', ref: 'loop-1' },
  { is: 'unable', run_id: 'v-1', ref: 'loop-1' },
  { is: 'nothing-ran', run_id: 'v-1', ref: 'loop-1' },
  { is: 'unverified' },
  { is: 'changed-since', run_id: 'v-1' },
  ...(['PASS', 'FAIL', 'INFRA_ERROR'] as const).map((status) => ({ is: 'baseline', run_id: 'v-0', status }) as const),
  ...(['itself', 'time-out', 'signal', 'cancelled', 'not started'] as const).map((ended): Statement => {
    const told =
      ended === 'itself' ? { exit: 1, tests: { failed: 1, passed: 2, skipped: 3 } } : { exit: null, tests: null };
    return {
      is: 'step',
      name: 'test',
      command: 'npm test',
      cwd: 'packages/a',
      status: 'FAIL',
      ms: 1_250,
      ended,
      ...told,
    };
  }),
  ...(['fixed', 'broken', 'before', 'flaky'] as const).map(
    (kind) => ({ is: 'tests', kind, names: ['a', 'b`c'] }) as const,
  ),
  { is: 'tests', kind: 'fixed', names: ['1', '2', '3', '4', '5', '6', '7'] },
  { is: 'untampered' },
  { is: 'tampered', file: 'test/a.js', line: 3, kind: 'test-skipped' },
  { is: 'reproduced', test: 'sums', file: 'test/a.js', base: 'v-b', head: 'v-1' },
  { is: 'unproven' },
  { is: 'failed-run', run_id: 'v-1', ref: 'loop-1', artifacts: '/artifacts/v-1' },
  { is: 'smallest', command: 'npm test', cwd: '.', exit: 1, run_id: 'v-1', log: '/artifacts/v-1/test.log' },
  { is: 'smallest', command: 'npm test', cwd: 'a', exit: null, run_id: 'v-1', log: '/artifacts/v-1/test.log' },
  { is: 'cost', usd: 0.4, limitUsd: 2, tokensIn: 1_234_567, tokensCached: 1_000_000, tokensOut: 999 },
  { is: 'loops', failed: 12, replans: 3 },
];

describe.each([
  ['English', en],
  ['Japanese', ja],
])('every sentence of a fix in %s', (_, say) => {
  it('stands on one page', () => {
    const lines = [
      ...claims.map(say.statement),
      ...whys.map((why) => say.refused(why)),
      ...questions.map((each) => say.question(each)),
    ];
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('is one line, whatever names hold', () => {
    const nasty = 'a\n### Why\n`**Succeeded.**` | <b>';
    const lines = [
      say.statement({ is: 'file', path: nasty, how: 'changed', added: 1, removed: 1, binary: false }),
      say.statement({ is: 'tests', kind: 'fixed', names: [nasty, ''] }),
      say.refused({ is: 'untouchable', what: 'secrets', says: nasty }),
      say.question({ is: 'outsider', pulls: [{ pull: '#8', by: nasty }] }),
    ];
    for (const line of lines) {
      expect(line).not.toContain('\n');
      expect(line.split('`')).toHaveLength(line.includes(', ` `') || line.includes('、` `') ? 5 : 3);
    }
  });

  it('says "verified" and "passed" only where the claim is about that', () => {
    const green = /(?<!not )\bverified\b|\ball checks passed on this change\b|(?<!未)検証済み/i;
    const said = claims.filter((claim) => green.test(say.statement(claim))).map(({ is }) => is);
    expect([...new Set(said)]).toEqual(['verified', 'no-worse']);
  });
});
