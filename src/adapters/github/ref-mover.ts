import { Conflict, Unanswered, UserError } from '../../ports/errors.js';
import { type Client, statusOf } from './client.js';

/** Reads and moves refs with compare-and-swap. Ref names have no `refs/` prefix. */
export interface RefMover {
  tip(ref: string): Promise<string | null>;
  /** Throws Conflict if the ref is not at `from` (null: must not exist). Never forced. */
  move(ref: string, way: { from: string | null; to: string }): Promise<void>;
}

/** GitHub's messages when another writer was faster. */
const LATE = /fast.?forward|already exists/i;

/** The refs of one repository. */
export function refMover({ rest }: Pick<Client, 'rest'>, at: { owner: string; repo: string }): RefMover {
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
    /** After a lost reply or a refusal it reads the ref to find out whether the write succeeded. */
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

/** The ref is unchanged, but GitHub refuses the update: a rule, or an invalid name. */
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
