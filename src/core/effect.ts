// How a change is looked for, and made. Looking comes first, always.
import type { FileChange, GitHub } from '../ports.js';

export type Look =
  /** It stands already, `count` times. More than once is to be settled. */
  | { readonly is: 'there'; readonly count: number; readonly applied: unknown }
  /** `standing`: the digest of what stands there instead of what was expected; null: nothing does. */
  | { readonly is: 'skipped'; readonly why: string; readonly standing?: string | null }
  /** To be made. What may be repeated without harm says so. */
  | { readonly is: 'absent'; readonly repeatable: boolean; readonly make: () => Promise<unknown> };

export interface Effect {
  look(): Promise<Look>;
  /** Of what only the run itself makes, and has not begun yet: what a look would give. It spares one. */
  readonly unmade?: Extract<Look, { is: 'absent' }> | undefined;
  /** Removes what came about twice; the oldest stays. None for what cannot be taken back. */
  settle?: () => Promise<void>;
}

export interface Hands {
  readonly github: GitHub;
  readonly repo: string;
  /** The same identity in another repository, for a board over several. */
  readonly elsewhere?: ((repo: string) => GitHub) | undefined;
  /** Signs markers, when one is configured. */
  readonly markerKey?: string | undefined;
  /** The files of a change, by the digest of its diff: as they are after it. */
  readonly files?: ((diff: string) => Promise<readonly FileChange[]>) | undefined;
  /** The last gate before anything leaves: what must never be posted is replaced. */
  readonly outgoing: (text: string) => string;
}

/** Where a change belongs, and the ports for it. */
export function placeOf({ repo }: { repo?: string | undefined }, hands: Hands): { repo: string; github: GitHub } {
  if (repo === undefined || repo === hands.repo) return hands;
  if (!hands.elsewhere) throw new Error(`no way to ${repo} from here`);
  return { repo, github: hands.elsewhere(repo) };
}
