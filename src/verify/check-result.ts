// Reduces a verification to one result, the most severe one. Pure.
import type { OutcomeName } from '../ports/run.js';
import type { CheckResult } from '../text/lang/check/index.js';
import type { Comparison, TamperFinding, VerificationRecord } from './records.js';

export type { CheckResult } from '../text/lang/check/index.js';

export interface CheckFacts {
  readonly base: Pick<VerificationRecord, 'status'>;
  readonly head: Pick<VerificationRecord, 'status'>;
  readonly comparison: Pick<Comparison, 'verdict'>;
  /** Findings of the tamper check. A blocking one makes the result `weakened`, one of weight `ask` may make it `asks`; `named` changes nothing. */
  readonly tamper: { readonly total: number; readonly found: readonly Pick<TamperFinding, 'weight'>[] };
}

/** The result of a verification. */
export function checkResultOf({ base, head, comparison, tamper }: CheckFacts): CheckResult {
  if (tamper.found.some(({ weight }) => weight === 'blocks')) return 'weakened';
  if (comparison.verdict === 'worse') return 'worse';
  if (base.status === 'INFRA_ERROR' || head.status === 'INFRA_ERROR') return 'unable';
  if (comparison.verdict === 'unknown') return 'unknown';
  return tamper.found.some(({ weight }) => weight === 'ask') ? 'asks' : 'fine';
}

/** The run outcome for each result. */
export const OUTCOMES: Readonly<Record<CheckResult, OutcomeName>> = {
  weakened: 'failed',
  worse: 'failed',
  unable: 'infra_error',
  unknown: 'partial',
  asks: 'awaiting',
  fine: 'done',
};
