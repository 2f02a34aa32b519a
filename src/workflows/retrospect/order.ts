// What the gate of `retrospect` orders. Types only.

export interface ReviewOrder {
  readonly is: 'review';
  /** The run that is looked back on. */
  readonly of: string;
  /** Its folder, `cmd_007`; of a run that is no build, its name. */
  readonly cmd: string;
  readonly workflow: string;
}

export interface DecideOrder {
  readonly is: 'decide';
  readonly decision: 'approve' | 'reject';
  readonly ids: readonly string[];
  readonly category?: string | undefined;
  /** `as TEXT`, `replace`, `condition TEXT`, `retire`. */
  readonly how?: string | undefined;
  readonly why?: string | undefined;
  readonly by: string;
}

export type RetrospectOrder = ReviewOrder | DecideOrder;
