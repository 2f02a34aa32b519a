// The records of a run as its journal has them; nothing is taken from the program that wrote the page.

import type { Outcome, Step } from '../../../src/ports/run.js';
import type { AskingRun } from '../../../src/text/lang/agent/asks.js';
import { findTest, type Reproduction as Proof } from '../../../src/verify/prove/index.js';
import type { Proof as Shown } from '../../../src/verify/prove/proof.js';
import type { Comparison, TamperFinding, VerificationRecord } from '../../../src/verify/records.js';
import type { RunView } from '../../../src/view/run/document.js';
import type { FixRecords, ReproductionRecord } from '../../../src/workflows/fix/rules/records.js';

/** What stands in no record: what people and the model said. */
export type Said = Pick<FixRecords, 'asked' | 'words' | 'asks' | 'planRejection'>;

/** Who waits on a page, and for what. */
export function asksOf(
  { run, outcome }: { readonly run: string; readonly outcome: Outcome },
  more: Partial<AskingRun> = {},
): Pick<Said, 'asks'> {
  const { awaits, result } = outcome;
  if (!awaits || awaits.kind === 'selection' || awaits.kind === 'storage') return {};
  const { stopped, lifts } = (result ?? {}) as Pick<AskingRun, 'stopped' | 'lifts'>;
  const { id, kind, question, choices } = awaits;
  return { asks: { role: 'The model', run, place: 'terminal', id, kind, question, choices, stopped, lifts, ...more } };
}

/** The records of a run, by its journal and its view. */
export function recordsIn(steps: readonly Step[], view: RunView, said: Said): FixRecords {
  const values = <T>(name: string): readonly T[] => valuesIn<T>(steps, name);
  const { tokens, budget, diff, counters, run } = view;
  return {
    ...said,
    ...{ run, place: 'terminal', diff, counters },
    verifications: values<VerificationRecord>('verification'),
    verifiedDiffs: verifiedDiffs(steps),
    comparison: values<Comparison>('comparison').at(-1),
    tamper: values<readonly TamperFinding[]>('tamper').at(-1),
    reproduction: reproductionIn(steps),
    cost: {
      ...{ usd: budget.spentUsd, limitUsd: budget.limitUsd, tokensOut: tokens.out, tokensCached: tokens.cacheRead },
      tokensIn: tokens.in + tokens.cacheRead + tokens.cacheWrite,
    },
  };
}

function valuesIn<T>(steps: readonly Step[], name: string): readonly T[] {
  return steps.flatMap((step) => (step.name.startsWith(`${name} `) ? [step.value as T] : []));
}

/** Each verification was of the change that was written down last before it. */
function verifiedDiffs(steps: readonly Step[]): FixRecords['verifiedDiffs'] {
  const of: Record<string, string> = {};
  let last = '';
  for (const entry of steps) {
    if (entry.name.startsWith('diff ')) last = (entry.value as { sha256: string }).sha256;
    if (entry.name.startsWith('verification loop-')) of[(entry.value as VerificationRecord).run_id] = last;
  }
  return of;
}

/** The last one, where nothing was verified after it; what became of the test with the change, the verification before it says. */
function reproductionIn(steps: readonly Step[]): ReproductionRecord | undefined {
  const proven = provenIn(steps);
  if (proven) return proven;
  const at = steps.findLastIndex((entry) => entry.name.startsWith('reproduction '));
  const [proof] = valuesIn<Proof>(steps.slice(at, at + 1), 'reproduction');
  const [shown] = proof?.tests ?? [];
  const later = at < 0 ? [] : valuesIn<VerificationRecord>(steps.slice(at), 'verification');
  if (!proof || !shown || later.length > 0) return undefined;
  const head = valuesIn<VerificationRecord>(steps.slice(0, at), 'verification').findLast(
    ({ ref }) => ref !== 'baseline',
  );
  const ran = head && findTest(head, shown).map(({ test }) => test.status);
  const { test, file, base, by } = shown;
  const failed = by === 'assertion' ? 'failed by its assertion' : 'failed otherwise';
  return {
    ...{ test, file },
    base: { run_id: proof.run_id, result: base === 'failed' ? failed : base === 'passed' ? 'passed' : 'did not run' },
    head: {
      run_id: head?.run_id ?? proof.run_id,
      result: !ran ? 'did not run' : ran.length > 0 && ran.every((each) => each === 'passed') ? 'passed' : 'failed',
    },
  };
}

/** What crew saw itself when it ran the tests of an accepted change on the base. */
function provenIn(steps: readonly Step[]): ReproductionRecord | undefined {
  const at = steps.findLastIndex(({ name }) => name.startsWith('proof '));
  const proof = steps[at]?.value as Shown | undefined;
  const tests = [...(proof?.tests ?? [])].sort((a, b) => Number(b.by === 'assertion') - Number(a.by === 'assertion'));
  const head = valuesIn<VerificationRecord>(steps.slice(0, Math.max(at, 0)), 'verification').findLast(
    ({ ref }) => ref !== 'baseline',
  );
  const [test] = tests;
  if (!test || !head) return undefined;
  const result = test.by === 'assertion' ? 'failed by its assertion' : 'failed otherwise';
  return {
    ...{ test: test.name, file: test.file ?? '', base: { run_id: proof?.run_id ?? '', result } },
    head: { run_id: head.run_id, result: 'passed' },
  };
}
