// One kind of change: how it is found on GitHub and how it is made.
import type { FileChange, GitHub } from '../ports/index.js';

export type Found =
  /** It is there, `count` times; more than once, `settle` removes all but the oldest. */
  | { readonly is: 'there'; readonly count: number; readonly made: unknown }
  /** Its precondition does not hold. `existing`: the digest of the comment that is there; null if there is none. */
  | { readonly is: 'skipped'; readonly why: string; readonly existing?: string | null }
  /**
   * To be made. `repeatable`: making it twice has the same effect as making it once. `count`: it exists so many times and is updated;
   * `settle` then removes all but the oldest.
   */
  | {
      readonly is: 'absent';
      readonly repeatable: boolean;
      readonly count?: number;
      readonly make: () => Promise<unknown>;
    };

export interface Effect {
  find(): Promise<Found>;
  /** Removes duplicates and keeps the oldest. Absent if GitHub cannot remove this kind. */
  settle?: () => Promise<void>;
}

export interface Target {
  readonly github: GitHub;
  readonly repo: string;
  /** The same identity in another repository, for a board over several. */
  readonly elsewhere?: ((repo: string) => GitHub) | undefined;
  /** The key that signs markers, if one is configured. */
  readonly markerKey?: string | undefined;
  /** The changed files of a diff, by the digest of the diff. */
  readonly files?: ((diff: string) => Promise<readonly FileChange[]>) | undefined;
  /** Redacts a text before it is posted. */
  readonly outgoing: (text: string) => string;
}

/** The repository of a change, and GitHub for it. */
export function placeOf({ repo }: { repo?: string | undefined }, target: Target): { repo: string; github: GitHub } {
  if (repo === undefined || repo === target.repo) return target;
  if (!target.elsewhere) throw new Error(`no access to ${repo} from here`);
  return { repo, github: target.elsewhere(repo) };
}
