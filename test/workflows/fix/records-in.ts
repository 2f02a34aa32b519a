// What a run left, read off its journal by somebody who was not there: nothing of it is taken from the program that spoke.
import type { Entry, Journal } from '../../../src/core/journal.js';
import type { Outcome } from '../../../src/core/outcome.js';
import type { RunView } from '../../../src/core/view.js';
import type { Asks } from '../../../src/text/lang/agent/messages.js';
import { findTest, type Reproduction as Proof } from '../../../src/verify/prove/index.js';
import type { Comparison, TamperFinding, VerificationRecord } from '../../../src/verify/records.js';
import type { FixRecords, Reproduction } from '../../../src/workflows/fix/rules/records.js';

/** What stands in no record: what people and the model said. */
export type Said = Pick<FixRecords, 'asked' | 'words' | 'asks' | 'rejected'>;

/** Who waits on a page, and for what. */
export function asksOf(
  { run, outcome }: { readonly run: string; readonly outcome: Outcome },
  more: Partial<Asks> = {},
): Pick<Said, 'asks'> {
  const { awaits, result } = outcome;
  if (!awaits || awaits.kind === 'selection' || awaits.kind === 'storage') return {};
  const { stopped, lifts } = (result ?? {}) as Pick<Asks, 'stopped' | 'lifts'>;
  const { id, kind, question, choices } = awaits;
  return { asks: { role: 'Editor', run, place: 'terminal', id, kind, question, choices, stopped, lifts, ...more } };
}

/** The records of a run, by its journal and its view. */
export function recordsIn(journal: Journal, view: RunView, said: Said): FixRecords {
  const values = <T>(name: string): readonly T[] => valuesIn<T>(journal.entries, name);
  const { tokens, budget, diff, counters, run } = view;
  return {
    ...said,
    ...{ run, place: 'terminal', diff, counters },
    verifications: values<VerificationRecord>('verification'),
    verifiedDiffs: verifiedDiffs(journal),
    comparison: values<Comparison>('comparison').at(-1),
    tamper: values<readonly TamperFinding[]>('tamper').at(-1),
    reproduction: reproductionIn(journal),
    cost: {
      ...{ usd: budget.spentUsd, limitUsd: budget.limitUsd, tokensOut: tokens.out, tokensCached: tokens.cacheRead },
      tokensIn: tokens.in + tokens.cacheRead + tokens.cacheWrite,
    },
  };
}

function valuesIn<T>(entries: readonly Entry[], name: string): readonly T[] {
  return entries.flatMap((entry) =>
    entry.kind === 'step' && entry.name.startsWith(`${name} `) ? [entry.value as T] : [],
  );
}

/** Each verification was of the change that was written down last before it. */
function verifiedDiffs({ entries }: Journal): FixRecords['verifiedDiffs'] {
  const of: Record<string, string> = {};
  let last = '';
  for (const entry of entries) {
    if (entry.kind !== 'step') continue;
    if (entry.name.startsWith('diff ')) last = (entry.value as { sha256: string }).sha256;
    if (entry.name.startsWith('verification loop-')) of[(entry.value as VerificationRecord).run_id] = last;
  }
  return of;
}

/** The last one, where nothing was verified after it; what became of the test with the change, the verification before it says. */
function reproductionIn({ entries }: Journal): Reproduction | undefined {
  const at = entries.findLastIndex((entry) => entry.kind === 'step' && entry.name.startsWith('reproduction '));
  const [proof] = valuesIn<Proof>(entries.slice(at, at + 1), 'reproduction');
  const [shown] = proof?.tests ?? [];
  const later = at < 0 ? [] : valuesIn<VerificationRecord>(entries.slice(at), 'verification');
  if (!proof || !shown || later.length > 0) return undefined;
  const head = valuesIn<VerificationRecord>(entries.slice(0, at), 'verification').findLast(
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
