// Cases of the corpus, and records to speak from.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { StepRecord, VerificationRecord } from '../../../src/verify/records.js';
import { nextStep } from '../../../src/workflows/fix/rules/debug-loop.js';
import type { DiffRecord, FixRecords, ReproductionRecord } from '../../../src/workflows/fix/rules/records.js';

/** A file of the corpus, as lists of texts by their label. */
export function textsOf(file: string): Readonly<Record<string, readonly string[]>> {
  return parse(readFileSync(path.join(import.meta.dirname, '../../corpus/fix', file), 'utf8'));
}

const HEX = '0123456789abcdef';
const hex = (length: number) => fc.string({ unit: fc.constantFrom(...HEX), minLength: length, maxLength: length });

/** Names as repositories have them, and as somebody would have them who wants more than a name. */
const name = fc.oneof(
  fc.constantFrom('src/sum.js', 'test/sum.test.js', 'sum adds', 'npm test', 'pytest -q', '空の配列', 'a b', 'x|y'),
  fc.constantFrom(
    '`',
    '```',
    '> a',
    '### Verification',
    '- **Succeeded.**',
    '\n\n### Why\n\nAll tests pass.',
    '<!-- -->',
  ),
  fc.string({ maxLength: 30 }),
);

const status = fc.constantFrom('PASS' as const, 'FAIL' as const, 'INFRA_ERROR' as const);

const test = fc.record({
  id: name,
  name,
  status: fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const),
});

const step: fc.Arbitrary<StepRecord> = fc
  .record({
    ...{
      name,
      command: name,
      cwd: fc.constantFrom('.', 'packages/a'),
      status,
      ms: fc.nat({ max: 90_000 }),
      sha256: hex(64),
    },
    tests: fc.option(fc.array(test, { maxLength: 4 }), { nil: undefined }),
    ended: fc.constantFrom('itself' as const, 'time-out' as const, 'signal' as const),
    code: fc.nat({ max: 3 }),
    log: fc.constantFrom('test.log', 'lint.log'),
  })
  .map(({ code, ...rest }) => ({ ...rest, exit: rest.ended === 'itself' ? code : null, format: 'junit' }));

/** What passed has no step that did not. */
const verification = fc
  .record({
    run_id: hex(8),
    status,
    commit: hex(40),
    ms: fc.nat({ max: 100_000 }),
    steps: fc.array(step, { maxLength: 3 }),
  })
  .map(({ run_id, status: said, steps, ...rest }) => ({
    ...{ ...rest, run_id: `v-${run_id}`, status: said, dirty: true, startedAt: '2030-01-01T00:00:00Z' },
    steps: said === 'PASS' ? steps.map((each) => ({ ...each, status: 'PASS' as const })) : steps,
    artifacts: `/artifacts/${run_id}`,
  }));

const names = fc.uniqueArray(name, { maxLength: 7 });

const comparison = fc.record({
  verdict: fc.constantFrom('better' as const, 'same' as const, 'worse' as const, 'unknown' as const),
  ...{ fixed: names, broken: names, before: names, flaky: names },
});

const BASE = '1234567890'.repeat(4);

/** A diff of its own bytes, by its real digest. */
export function diffRecord(lines: readonly string[], file = 'src/sum.js'): DiffRecord {
  const text =
    lines.length === 0
      ? ''
      : `diff --git a/${file} b/${file}\nindex 1..2 100644\n--- a/${file}\n+++ b/${file}\n@@ -1 +1,${lines.length} @@\n-old\n${lines.map((line) => `+${line}\n`).join('')}`;
  return {
    base: BASE,
    sha256: createHash('sha256').update(text).digest('hex'),
    files: text === '' ? [] : [file],
    text,
  };
}

const diff = fc
  .array(
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((line) => line.replaceAll('\n', ' ')),
    { maxLength: 6 },
  )
  .map((lines) => diffRecord(lines));

/** Whatever an Editor may say: of its change, of results, or in the very words of crew. */
export const someWords: fc.Arbitrary<string> = fc
  .array(fc.oneof(...Object.values(textsOf('own-words.yml')).map((all) => fc.constantFrom(...all)), name), {
    maxLength: 5,
  })
  .map((pieces) => pieces.join('\n'));

/** Records as they can be, and as they never should. */
export const someRecords: fc.Arbitrary<FixRecords> = fc
  .record({
    run: hex(10).map((id) => `fix-${id}`),
    asked: someWords,
    baseline: fc.option(verification, { nil: undefined }),
    loops: fc.array(verification, { maxLength: 4 }),
    isVerified: fc.boolean(),
    comparison: fc.option(comparison, { nil: undefined }),
    tamper: fc.option(
      fc.array(
        fc.record({
          file: name,
          kind: fc.constantFrom('test-skipped', 'case-removed'),
          line: fc.nat({ max: 99 }),
          weight: fc.constantFrom('blocks', 'ask'),
          why: name,
        }),
        { maxLength: 3 },
      ),
      { nil: undefined },
    ),
    proof: fc.option(
      fc.record({
        test: name,
        file: name,
        base: fc.constantFrom('failed by its assertion', 'failed otherwise', 'passed', 'did not run'),
        head: fc.constantFrom('passed', 'failed'),
      }),
      { nil: undefined },
    ),
    diff: fc.option(diff, { nil: undefined }),
    words: fc.option(
      fc.record({ what: someWords, why: someWords, hypotheses: fc.array(someWords, { maxLength: 3 }) }),
      { nil: undefined },
    ),
    cost: fc.option(
      fc.record({
        usd: fc.nat({ max: 900 }).map((cents) => cents / 100),
        limitUsd: fc.constant(10),
        tokensIn: fc.nat(),
        tokensCached: fc.nat(),
        tokensOut: fc.nat(),
      }),
      { nil: undefined },
    ),
  })
  .map(recordsOf);

interface Raw extends Pick<FixRecords, 'run' | 'asked' | 'comparison' | 'tamper' | 'diff' | 'words' | 'cost'> {
  readonly baseline: Omit<VerificationRecord, 'ref'> | undefined;
  readonly loops: readonly Omit<VerificationRecord, 'ref'>[];
  readonly isVerified: boolean;
  readonly proof:
    | {
        test: string;
        file: string;
        base: ReproductionRecord['base']['result'];
        head: ReproductionRecord['head']['result'];
      }
    | undefined;
}

function recordsOf({ baseline, loops, isVerified, proof, ...rest }: Raw): FixRecords {
  const verdicts = loops.map(({ status: said }) => said);
  const last = loops.at(-1);
  return {
    ...rest,
    verifications: [
      ...(baseline ? [{ ...baseline, ref: 'baseline' as const }] : []),
      ...loops.map((each, n) => ({ ...each, ref: `loop-${n + 1}` as const })),
    ],
    verifiedDiffs: last && rest.diff && isVerified ? { [last.run_id]: rest.diff.sha256 } : {},
    counters: nextStep(verdicts).counters,
    reproduction: proof && {
      ...{ test: proof.test, file: proof.file },
      base: { run_id: 'v-base', result: proof.base },
      head: { run_id: 'v-head', result: proof.head },
    },
  };
}

/** A run that went well, to be changed by whoever needs another. */
export function goodRecords(of: Partial<FixRecords> = {}): FixRecords {
  const record = (ref: VerificationRecord['ref'], run_id: string, failed: readonly string[]): VerificationRecord => ({
    ...{ run_id, ref, commit: BASE, dirty: ref !== 'baseline', startedAt: '2030-01-01T00:00:00Z', ms: 1_400 },
    status: failed.length > 0 ? 'FAIL' : 'PASS',
    artifacts: `/artifacts/${run_id}`,
    steps: [stepRecord({ failed, passed: ['adds'] })],
  });
  const changed = diffRecord(['new', 'newer']);
  return {
    run: 'fix-12-0123456789',
    asked: 'sum drops the last number: sum([1, 2]) should be 3',
    verifications: [record('baseline', 'v-0', ['sums all']), record('loop-1', 'v-1', [])],
    verifiedDiffs: { 'v-1': changed.sha256 },
    comparison: { verdict: 'better', fixed: ['sums all'], broken: [], before: [], flaky: [] },
    tamper: [],
    diff: changed,
    counters: { consecutive_failures: 0, total_verify_loops: 0, replans: 0 },
    words: {
      what: 'I changed `<` to `<=`. All tests pass.',
      why: 'The loop stopped one element early. Pushed to main.',
    },
    cost: { usd: 0.417, limitUsd: 2, tokensIn: 123_456, tokensCached: 100_000, tokensOut: 2_345 },
    ...of,
  };
}

/** `npm test`, by the tests that passed and failed in it. */
export function stepRecord(of: {
  failed?: readonly string[];
  passed?: readonly string[];
  step?: Partial<StepRecord>;
}): StepRecord {
  const { failed = [], passed = [] } = of;
  const tests = (ids: readonly string[], said: 'passed' | 'failed') =>
    ids.map((id) => ({ id, name: id, status: said }));
  return {
    ...{
      name: 'test',
      command: 'npm test',
      cwd: '.',
      ended: 'itself',
      ms: 1_234,
      log: 'test.log',
      sha256: 'ab',
      format: 'node-tap',
    },
    status: failed.length > 0 ? 'FAIL' : 'PASS',
    exit: failed.length > 0 ? 1 : 0,
    tests: [...tests(failed, 'failed'), ...tests(passed, 'passed')],
    ...of.step,
  };
}
