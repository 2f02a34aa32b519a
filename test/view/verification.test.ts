import { describe, expect, it } from '@jest/globals';
import { languages } from '../../src/text/lang/index.js';
import { verifyWords } from '../../src/text/lang/verify/index.js';
import type { StepRecord, TamperFinding, VerificationRecord } from '../../src/verify/records.js';
import { displayWidth, paintFor } from '../../src/view/terminal.js';
import { type VerificationReport, type VerificationScreen, verificationTable } from '../../src/view/verification.js';
import { relevantLines } from '../../src/view/verification-lines.js';
import { plannedSteps } from '../../src/view/verification-plan.js';

const step = (of: Partial<StepRecord> & { readonly reason?: unknown } = {}): StepRecord => ({
  name: 'test',
  command: 'npm test',
  cwd: '.',
  status: 'PASS',
  exit: 0,
  ended: 'itself',
  ms: 1234,
  log: '01-test.log',
  sha256: '0'.repeat(64),
  format: 'exit',
  ...of,
});

const record = (status: VerificationRecord['status'], ...steps: readonly StepRecord[]): VerificationRecord => ({
  run_id: '20261118T120000Z-0a1b2c3d',
  status,
  ref: 'verify-job',
  commit: null,
  dirty: false,
  startedAt: '2026-11-18T12:00:00.000Z',
  ms: 2345,
  steps,
  artifacts: '/srv/crew/artifacts/20261118T120000Z-0a1b2c3d',
});

const passed = step({ format: 'node-tap', tests: [{ id: 'a › b', name: 'a › b', status: 'passed' }] });
const failed = step({
  status: 'FAIL',
  exit: 1,
  format: 'junit',
  tests: [
    { id: 'tests/a.py › one', name: 'one', status: 'passed' },
    {
      id: 'tests/a.py › two',
      name: 'two',
      status: 'failed',
      message: 'assert 1 == 2\nmore',
      at: { file: 'tests/a.py', line: 7 },
    },
    { id: 'tests/a.py › three', name: 'three', status: 'skipped' },
  ],
});
const lint = step({
  name: 'lint',
  command: 'npm run lint',
  status: 'FAIL',
  exit: 2,
  tail: 'a.js:3 unused\n\nb.js:4 unused',
});
const unable = step({
  name: 'build',
  command: 'go build ./...',
  status: 'INFRA_ERROR',
  exit: 127,
  reason: { is: 'no-tool', name: 'go' },
});

const tampered = (weight: TamperFinding['weight'], kind: string, file: string): TamperFinding => ({
  ...{ file, kind, line: 3, weight },
  why: 'What was asked for before is not asked for any more, and nothing else asks for it.',
});

const STORIES: Readonly<Record<string, VerificationReport>> = {
  'everything passed': {
    record: record('PASS', passed),
    because: [{ name: 'test', why: { is: 'script', file: 'package.json', name: 'test' } }],
  },
  'no test ran': { record: record('PASS', step()), because: [] },
  'some failed': { record: record('FAIL', passed, { ...lint }, failed), because: [], unaffected: ['core', 'web'] },
  'something could not run': {
    record: record('INFRA_ERROR', unable, failed),
    because: [{ name: 'build', why: { is: 'file', file: 'go.mod' } }],
  },
  'nothing to run': { record: record('INFRA_ERROR'), because: [] },
  'no worse than the base': {
    record: record('FAIL', failed),
    because: [],
    comparison: { verdict: 'same', reasons: ['1 failed on base and still fails on head: tests/a.py › two.'] },
  },
  'worse than the base, though something could not run': {
    record: record('INFRA_ERROR', unable, failed),
    because: [],
    comparison: { verdict: 'worse', reasons: ['1 passed on base and failed on head: tests/a.py › two.'] },
  },
  'bent what judges it': {
    record: record('PASS', passed),
    because: [],
    comparison: { verdict: 'same', reasons: [] },
    tamper: [tampered('ask', 'lock-changed', 'package-lock.json'), tampered('blocks', 'test-skipped', 'test/a.js')],
  },
  'asks for a look': {
    record: record('PASS', passed),
    because: [],
    comparison: { verdict: 'same', reasons: [] },
    tamper: [tampered('ask', 'lock-changed', 'package-lock.json')],
  },
};

const plain = (of: Partial<VerificationScreen> = {}): VerificationScreen => ({
  lang: 'en',
  paint: paintFor(false),
  columns: 100,
  ...of,
});

describe.each(languages)('a verification at the terminal, in %s', (lang) => {
  it.each(Object.entries(STORIES))('%s', (_, shown) => {
    expect(verificationTable(shown, plain({ lang }))).toMatchSnapshot();
  });

  it('keeps to the width of the terminal, but for what somebody is going to copy', () => {
    for (const columns of [40, 60, 80])
      for (const shown of Object.values(STORIES))
        for (const line of verificationTable(shown, plain({ lang, columns })).split('\n'))
          if (!/^ +(?:- uses|with): /.test(line)) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  });
});

it('begins with what the change broke, not with what failed before it', () => {
  const tests = ['old', 'new'].map(
    (id) => ({ id, name: id, status: 'failed', at: { file: `${id}.js`, line: 1 } }) as const,
  );
  const text = verificationTable(
    {
      record: record('FAIL', step({ status: 'FAIL', exit: 1, tests })),
      because: [],
      comparison: { verdict: 'worse', reasons: [], broke: ['new'] },
    },
    plain(),
  );
  expect(text.indexOf('✗ new')).toBeLessThan(text.indexOf('✗ old'));
  expect(text).toContain('Next step: Start with new.js:1.');
});

it.each(languages)('names no file that the reader cannot open, in %s', (lang) => {
  for (const shown of Object.values(STORIES)) {
    const text = verificationTable(shown, plain({ lang, hidesLogPaths: true }));
    expect(text).not.toContain(shown.record.artifacts);
    expect(text).not.toMatch(/undefined|(?:log|Log|ログ): *$/m);
  }
});

it('begins with its title', () => {
  const shown = { title: 'Compared with main', record: record('PASS', passed), because: [] };
  expect(verificationTable(shown, plain()).split('\n').slice(0, 2)).toEqual(['Compared with main', '']);
});

describe.each(languages)('what is to be done, in %s', (lang) => {
  const said = (shown: VerificationReport) => verificationTable(shown, plain({ lang }));
  const passing = { record: record('PASS', passed), because: [] };

  it('where the base cannot be compared with is not nothing', () => {
    const unknown = said({ ...passing, comparison: { verdict: 'unknown', reasons: [] } });
    expect(unknown).not.toMatch(/Nothing to do|することはありません/);
    expect(unknown).toContain(verifyWords(lang).next.unknown.slice(0, 20));
  });

  it('names a manifest that cannot be read', () => {
    const shown = said({ record: record('INFRA_ERROR'), because: [], unread: ['package.json'] });
    expect(shown).toContain(verifyWords(lang).unread(['package.json']));
    expect(shown).toContain(verifyWords(lang).next.unread('package.json').slice(0, 20));
  });

  it('by a dry run, stands there with the reason of every step', () => {
    const why = { is: 'script', file: 'package.json', name: 'test' } as const;
    const steps = [{ name: 'test', command: 'npm test', why }];
    const shown = plannedSteps({ steps, unaffected: ['core'], unread: [] }, plain({ lang, fence: 'x1' }));
    expect(shown.split('\n')).toEqual([
      '::stop-commands::x1',
      `${verifyWords(lang).planned.heading}:`,
      `  test  npm test  ${verifyWords(lang).stepSource(why)}`,
      verifyWords(lang).unaffected(['core']),
      '::x1::',
    ]);
    expect(plannedSteps({ steps: [], unaffected: [], unread: [] }, plain({ lang }))).toBe(
      verifyWords(lang).planned.nothing,
    );
  });
});

describe('what programs and repositories say', () => {
  const evil = '::error file=a::b ##[error]c \u001b]0;title\u0007\u001b[31mred\r::stop-commands::x';
  const shown: VerificationReport = {
    record: record(
      'FAIL',
      step({ name: evil, command: evil, status: 'FAIL', exit: 1, tail: `${evil}\n::error::x`, tests: [] }),
      step({
        status: 'FAIL',
        exit: 1,
        tests: [{ id: evil, name: evil, status: 'failed', message: evil, at: { file: evil, line: 1 } }],
      }),
    ),
    because: [{ name: evil, why: { is: 'ci', file: evil, job: evil } }],
    unaffected: [evil],
    comparison: { verdict: 'worse', reasons: [evil] },
    tamper: [{ file: evil, kind: evil, line: 1, weight: 'blocks', why: evil }],
  };

  it('is no command of the runner that reads along, and steers no terminal', () => {
    const text = verificationTable(shown, plain());
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what must not be there
    expect(text).not.toMatch(/^\s*::|##\[|[\u0000-\u0009\u000b-\u001f\u007f]/m);
  });

  it('stands between a fence in the log of an action', () => {
    const lines = verificationTable(shown, plain({ fence: 'b0f1' })).split('\n');
    expect([lines.at(0), lines.at(-1)]).toEqual(['::stop-commands::b0f1', '::b0f1::']);
  });
});

const gist = (...lines: readonly string[]) => relevantLines(lines.join('\n'));

describe('the gist of a failure', () => {
  it('is what was expected and what was there, without the way there', () => {
    expect(
      gist('expect(received).toBe(expected)', '', 'Expected: 3', 'Received: -1', '    at add.test.js:4:3'),
    ).toEqual(['expect(received).toBe(expected)', 'Expected: 3', 'Received: -1']);
  });

  it('begins behind a traceback of Python', () => {
    expect(
      gist(
        'Traceback (most recent call last):',
        '  File "a.py", line 3, in test_a',
        '    self.fail()',
        'AssertionError: no',
      ),
    ).toEqual(['AssertionError: no']);
  });

  it.each(['self = <test_a.A object>', '    def test_a():', '>   assert x', 'E   assert 1 == 2'])(
    'ends where pytest goes on with "%s"',
    (source) => {
      expect(gist('assert 1 == 2', ' + where 1 = one()', source, 'more')).toEqual([
        'assert 1 == 2',
        ' + where 1 = one()',
      ]);
    },
  );

  it('says something of every message that says anything, in a few lines', () => {
    expect(gist('Traceback (most recent call last):')).toEqual(['Traceback (most recent call last):']);
    expect(gist(...Array.from({ length: 40 }, (_, n) => `line ${n}`))).toHaveLength(6);
    expect(gist('')).toEqual([]);
  });
});
