// Why a step ended as it did, as data beside its sentence: views say it in the language of who reads.
import type { Reason } from '../../text/lang/verify/index.js';
import type { StepRecord } from '../records.js';

export type { Reason } from '../../text/lang/verify/index.js';

/** A step's record with its reason beside the sentence. */
export interface ReasonedStep extends StepRecord {
  readonly reason?: Reason | undefined;
}

/** The reason of a record, where it has one. */
export function reasonOf(step: StepRecord): Reason | undefined {
  return (step as ReasonedStep).reason;
}
