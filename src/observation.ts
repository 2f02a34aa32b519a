// What a look at the field leaves for the next one: what was seen, what was judged, what was written.
import type { Field, Ref } from './field.js';

export interface Observation {
  /** The format; another one is no earlier look. */
  readonly format: 1;
  readonly at: string;
  /** As it was seen, so that only what changed is read again. */
  readonly field: Field;
  /** Text blockers of issues, each with the time from which it counts. */
  readonly texts: Readonly<Record<Ref, Readonly<Record<string, string>>>>;
  readonly issues: Readonly<Record<Ref, Seen>>;
  /** Issues where somebody said `/crew quiet`. */
  readonly quiet?: readonly Ref[] | undefined;
  /** What crew's digest says, where it keeps one. */
  readonly digest?: string | undefined;
  /** What was written within the hour before, so that the next look knows how much GitHub still bears. */
  readonly wrote?: readonly { readonly at: string; readonly count: number }[] | undefined;
}

/** An issue as it was left: what was judged, and what of crew's stands there. */
export interface Seen {
  readonly state: string;
  readonly rule: string;
  readonly freshness: string;
  /** Since when it has been in this state, as far as looks can tell. */
  readonly since: string;
  /** Digest of the evidence: a label that a person removed stays off until this changes. */
  readonly evidence: string;
  /** Looks in a row that judged it `unknown`. */
  readonly unknownLooks: number;
  /** The digest of crew's comment, where one stands: in a long thread the next look may not come upon it. */
  readonly says?: string | undefined;
  /** Labels of crew's that it put there; what of these is gone now, a person removed. */
  readonly labels: readonly string[];
  /** Labels that a person removed, with the evidence at which that was seen. */
  readonly removed: Readonly<Record<string, string>>;
  /** Somebody had to act at the last look: a new notifying comment is not due again. */
  readonly notified: boolean;
  /** Deferred by a limit, or left out at a first look: comes first next time, or when it changes. */
  readonly owed: boolean;
}
