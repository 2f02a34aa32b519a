// The result of a verification as one word, and the outcome of a run for it. Pure. Used by the check `crew/verify` (`check`, src/view/check) and
// by `crew verify`.
import type { OutcomeName } from '../ports/run.js';
import type { CheckResult } from '../text/lang/check/index.js';
import type { Comparison, TamperFinding, VerificationRecord } from './records.js';

export type { CheckResult } from '../text/lang/check/index.js';

/** The parts of a verification that decide its result. */
export interface CheckFacts {
  readonly base: Pick<VerificationRecord, 'status'>;
  readonly head: Pick<VerificationRecord, 'status'>;
  readonly comparison: Pick<Comparison, 'verdict'>;
  /** Findings of the tamper check. Weight `blocks` makes the result `weakened`, `ask` makes it `asks` if no other result applies, `named` changes nothing. */
  readonly tamper: { readonly total: number; readonly found: readonly Pick<TamperFinding, 'weight'>[] };
}

/** The most severe result that applies. */
export function checkResultOf({ base, head, comparison, tamper }: CheckFacts): CheckResult {
  if (tamper.found.some(({ weight }) => weight === 'blocks')) return 'weakened';
  if (comparison.verdict === 'worse') return 'worse';
  if (base.status === 'INFRA_ERROR' || head.status === 'INFRA_ERROR') return 'unable';
  if (comparison.verdict === 'unknown') return 'unknown';
  return tamper.found.some(({ weight }) => weight === 'ask') ? 'asks' : 'fine';
}

/** The outcome of a run for each result. */
export const OUTCOMES: Readonly<Record<CheckResult, OutcomeName>> = {
  weakened: 'failed',
  worse: 'failed',
  unable: 'infra_error',
  unknown: 'partial',
  asks: 'awaiting',
  fine: 'done',
};
