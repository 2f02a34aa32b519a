// The types of an effect, which is one kind of change: how it is found on GitHub and how it is made. check.ts, code.ts and thread.ts contain
// the effects; apply.ts runs them. src/runs/services.ts builds the context.

import type { FileChange, GitHub } from '../ports/index.js';

/** The state of a change on GitHub. `made` is what a later step needs of it, such as its number. */
export type Found =
  /** It exists `count` times. If that is more than once, `removeDuplicates` removes all but the oldest. */
  | { readonly is: 'there'; readonly count: number; readonly made: unknown }
  /** Its precondition does not hold. `existing`: the digest of the comment that is there; null if there is none. */
  | { readonly is: 'skipped'; readonly why: string; readonly existing?: string | null }
  /**
   * It has to be made or updated. `repeatable`: making it twice has the same effect as making it once. `count`: how often it exists with an
   * older content; `removeDuplicates` then removes all but the oldest.
   */
  | {
      readonly is: 'due';
      readonly repeatable: boolean;
      readonly count?: number;
      readonly make: () => Promise<unknown>;
    };

/** How one change is found and made. */
export interface Effect {
  find(): Promise<Found>;
  /** Removes duplicates and keeps the oldest. Absent if GitHub cannot remove this kind. */
  removeDuplicates?: () => Promise<void>;
}

/** The repository to which changes are applied, and what is needed to write there. */
export interface EffectContext {
  readonly github: GitHub;
  readonly repo: string;
  /** Returns GitHub with the same identity in another repository. A board may contain issues of several repositories. */
  readonly elsewhere?: ((repo: string) => GitHub) | undefined;
  /** The key that signs markers, if one is configured. */
  readonly markerKey?: string | undefined;
  /** The changed files of a diff, by the digest of the diff. */
  readonly files?: ((diff: string) => Promise<readonly FileChange[]>) | undefined;
  /** Redacts a text before it is posted. */
  readonly outgoing: (text: string) => string;
}

/** The repository of a change, and GitHub for it. */
export function placeOf(
  { repo }: { repo?: string | undefined },
  target: EffectContext,
): { repo: string; github: GitHub } {
  if (repo === undefined || repo === target.repo) return target;
  if (!target.elsewhere) throw new Error(`no access to ${repo} from here`);
  return { repo, github: target.elsewhere(repo) };
}
