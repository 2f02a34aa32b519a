import { Conflict, Unanswered, UserError } from '../../errors.js';
import { type Client, statusOf } from './client.js';

/** Where a ref is, and moving it: from where it was seen, or not at all. Refs are named without `refs/`. */
export interface Moving {
  tip(ref: string): Promise<string | null>;
  /** Refuses (Conflict) who thinks it is elsewhere; null means that it must not exist yet. Never forced. */
  move(ref: string, way: { from: string | null; to: string }): Promise<void>;
}

/** How GitHub says that somebody was faster. */
const LATE = /fast.?forward|already exists/i;

/** The refs of one repository. */
export function movingIn({ rest }: Pick<Client, 'rest'>, at: { owner: string; repo: string }): Moving {
  const tip = async (ref: string): Promise<string | null> => {
    try {
      return (await rest.git.getRef({ ...at, ref })).data.object.sha;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  };

  const send = async (ref: string, from: string | null, to: string): Promise<void> => {
    if (from === null) await rest.git.createRef({ ...at, ref: `refs/${ref}`, sha: to });
    else await rest.git.updateRef({ ...at, ref, sha: to, force: false });
  };

  return {
    tip,
    /** A reply that was lost, or a "no" to what was sent again: the ref itself says whether it is ours. */
    async move(ref, { from, to }) {
      try {
        await send(ref, from, to);
      } catch (error) {
        const lost = error instanceof Unanswered;
        if (!lost && statusOf(error) !== 422) throw error;
        const now = await tip(ref);
        if (now === to) return;
        if (lost && now === from) return send(ref, from, to);
        if (!lost && now === from && !LATE.test(String(error))) throw refused(ref, error);
        throw new Conflict(ref);
      }
    },
  };
}

/** It stands where it was thought to stand, and GitHub does not let it go on: a rule of the repository, or a name that cannot be. */
const refused = (ref: string, cause: unknown): UserError =>
  new UserError(
    {
      expected: `to be let write to ${ref.replace(/^heads\//, 'the branch ')}`,
      found: cause instanceof Error ? cause.message : String(cause),
      remedy: 'Look at the rules of the repository for this branch.',
      ends: 'refused',
    },
    { cause },
  );
