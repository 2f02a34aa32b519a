import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CommandResult } from '../../../src/ports/index.js';
import { judge, type StepFacts } from '../../../src/verify/pipeline/judge.js';
import type { TestRecord } from '../../../src/verify/records.js';
import { runners } from '../../../src/verify/results/runners/index.js';

const ran = (of: Partial<CommandResult> = {}): CommandResult => ({
  started: true,
  exit: 0,
  ended: 'itself',
  ms: 1,
  refused: [],
  ...of,
});
const seen = (of: Partial<StepFacts> = {}): StepFacts => ({
  purpose: 'test',
  ran: ran(),
  timeoutMs: 60_000,
  isLogIncomplete: false,
  ...of,
});
const tests = (...statuses: readonly TestRecord['status'][]): readonly TestRecord[] =>
  statuses.map((status, n) => ({ id: `${n}`, name: `${n}`, status }));
const results = (of: Partial<NonNullable<StepFacts['results']>> = {}) => ({
  format: 'junit' as const,
  files: 1,
  hooks: [],
  tests: tests('passed'),
  ...of,
});
const refused = [{ host: 'registry.example', remedy: 'Name it in sandbox.hosts.' }];

describe('the end of a step', () => {
  it.each<readonly [string, Partial<StepFacts>, string, string | undefined]>([
    ['exit 0', {}, 'PASS', undefined],
    ['exit 0 with passing tests', { results: results() }, 'PASS', undefined],
    ['exit 1', { ran: ran({ exit: 1 }) }, 'FAIL', undefined],
    [
      'exit 1 with a failed test',
      { ran: ran({ exit: 1 }), results: results({ tests: tests('failed') }) },
      'FAIL',
      undefined,
    ],
    ['exit 1 with passing tests alone', { ran: ran({ exit: 1 }), results: results() }, 'FAIL', 'passed-but-failed'],
    ['exit 1 without tests', { ran: ran({ exit: 1 }), results: results({ tests: [] }) }, 'FAIL', 'no-tests'],
    [
      'exit 0 with a failed test',
      { results: results({ tests: tests('passed', 'failed') }) },
      'FAIL',
      'failed-but-passed',
    ],
    ['exit 0 without a test', { results: results({ tests: [] }) }, 'PASS', 'no-tests'],
    ['exit 0 without results', { results: results({ files: 0, tests: [], silent: true }) }, 'FAIL', 'no-results'],
    [
      'exit 0 without results, of a tool that writes none without tests',
      { results: results({ files: 0, tests: [] }) },
      'PASS',
      'no-tests',
    ],
    [
      'results that did not come',
      { results: results({ files: 0, tests: [], lost: true }) },
      'INFRA_ERROR',
      'not-fetched',
    ],
    ['a full disk', { ran: ran({ exit: null, ended: 'full disk' }) }, 'INFRA_ERROR', 'no-disk'],
    ['exit 0 with broken results', { results: results({ flaw: 'unreadable' }) }, 'FAIL', 'broken-results'],
    [
      'exit 0 with odd results in a stream that others write to',
      { results: results({ format: 'tap', isMixedWithOutput: true, flaw: 'not adding up' }) },
      'PASS',
      'doubtful-results',
    ],
    [
      'exit 0 with such a stream cut off',
      { results: results({ format: 'tap', isMixedWithOutput: true, flaw: 'cut off' }) },
      'FAIL',
      'broken-results',
    ],
    ['a time-out', { ran: ran({ exit: null, ended: 'time-out' }) }, 'FAIL', 'time-out'],
    ['a signal', { ran: ran({ exit: null, ended: 'signal', signal: 'SIGKILL' }) }, 'FAIL', 'killed'],
    ['no start', { ran: ran({ started: false, exit: null }) }, 'INFRA_ERROR', 'not-started'],
    ['a full disk, even with exit 0', { isLogIncomplete: true }, 'INFRA_ERROR', 'no-disk'],
    ['a tool that is not there', { ran: ran({ exit: 127 }), missing: 'go' }, 'INFRA_ERROR', 'no-tool'],
    ['exit 127 with everything there', { ran: ran({ exit: 127 }) }, 'FAIL', undefined],
    ['setup that failed', { purpose: 'setup', ran: ran({ exit: 1 }) }, 'INFRA_ERROR', 'setup-failed'],
    ['an installation that failed', { purpose: 'install', ran: ran({ exit: 1 }) }, 'FAIL', undefined],
    [
      'an installation whose downloads were left out',
      { purpose: 'install', ran: ran({ exit: 0 }), skipped: ['puppeteer'] },
      'PASS',
      'downloads-skipped',
    ],
    [
      'such an installation that failed',
      { purpose: 'install', ran: ran({ exit: 1 }), skipped: ['puppeteer'] },
      'FAIL',
      undefined,
    ],
    [
      'an installation that was not let out',
      { purpose: 'install', ran: ran({ exit: 1, refused }) },
      'INFRA_ERROR',
      'refused',
    ],
    [
      'a script behind the tests that was not let out',
      { ran: ran({ exit: 1, refused }), results: results({ hooks: ['posttest'] }) },
      'PASS',
      'hook-refused',
    ],
    [
      'such a script where nothing was refused',
      { ran: ran({ exit: 1 }), results: results({ hooks: ['posttest'] }) },
      'FAIL',
      'passed-but-failed',
    ],
    [
      'such a script beside a failed test',
      { ran: ran({ exit: 1, refused }), results: results({ hooks: ['posttest'], tests: tests('failed') }) },
      'FAIL',
      undefined,
    ],
    ['tests that were not let out', { ran: ran({ exit: 1, refused }) }, 'FAIL', undefined],
  ])('%s', (_, of, status, reason) => {
    const judged = judge(seen(of));
    expect([judged.status, judged.reason?.is]).toEqual([status, reason]);
  });

  it('is never better than the exit code and the tests, whatever a runner left', () => {
    const status = fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const);
    const told = fc.record({
      format: fc.constantFrom(...runners.map(({ format }) => format)),
      hooks: fc.constant([]),
      files: fc.nat(2),
      tests: fc.array(status).map((all) => tests(...all)),
    });
    const flawed = fc.record({
      told,
      flaw: fc.option(fc.constantFrom('cut off', 'not adding up', 'unreadable'), { nil: undefined }),
    });
    const exits = fc.constantFrom(0, 1, 2, 126, 127, 137);
    fc.assert(
      fc.property(exits, fc.option(flawed, { nil: undefined }), (exit, left) => {
        const all = left && { ...left.told, ...(left.flaw ? { flaw: left.flaw } : {}) };
        const judged = judge(seen({ ran: ran({ exit }), ...(all ? { results: all } : {}) }));
        if (exit !== 0) expect(judged.status).not.toBe('PASS');
        if (judged.status === 'PASS')
          expect(judged.tests?.some((each) => each.status === 'failed') ?? false).toBe(false);
        if (judged.format === 'exit') expect(judged.tests).toBeUndefined();
      }),
    );
  });
});
