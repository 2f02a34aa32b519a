// What a review is about: the head of an open pull request, against the branch that it is to be merged into. Pure.
import type { Pull } from '../../../ports/index.js';

export interface ReviewTarget {
  readonly pull: number;
  /** The head, which is read and verified. */
  readonly commit: string;
  /** Where its base branch ended; what came to that later is not the change's doing. */
  readonly against: string;
}

/** Why there is nothing to review. */
export type WhyNone = 'no pull request' | 'closed' | 'merged';

/** Where it aims; `tip` is where the base branch ends now, null where it is gone. */
export function reviewTarget(pull: Pull | null, tip: string | null): ReviewTarget | { readonly why: WhyNone } {
  if (!pull) return { why: 'no pull request' };
  if (pull.state !== 'open') return { why: pull.state };
  return { pull: pull.number, commit: pull.head.sha, against: tip ?? pull.base.sha };
}
