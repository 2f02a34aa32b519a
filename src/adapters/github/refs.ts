import { Conflict, Unanswered } from '../../errors.js';
import type { Refs } from '../../ports.js';
import { type Client, statusOf } from './client.js';
import type { Opening } from './opening.js';
import { unseen } from './unseen.js';

/** Files in refs, written through the API: content first, then the ref moves, or does not. */
export function githubRefs(
  { rest, request, paginate }: Client,
  at: { owner: string; repo: string },
  opening?: Opening,
): Refs {
  const tipOf = async (ref: string): Promise<string | null> => {
    try {
      return (await rest.git.getRef({ ...at, ref })).data.object.sha;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  };

  const move = async (ref: string, from: string | null, to: string): Promise<void> => {
    if (from === null) await rest.git.createRef({ ...at, ref: `refs/${ref}`, sha: to });
    else await rest.git.updateRef({ ...at, ref, sha: to, force: false });
  };

  /** A reply that was lost, or a "no" to what was sent again: the ref itself says whether it is ours. */
  const moveOnce = async (ref: string, from: string | null, to: string): Promise<void> => {
    try {
      await move(ref, from, to);
    } catch (error) {
      const lost = error instanceof Unanswered;
      if (!lost && statusOf(error) !== 422) throw error;
      const tip = await tipOf(ref);
      if (tip === to) return;
      if (lost && tip === from) return move(ref, from, to);
      throw new Conflict(ref);
    }
  };

  return {
    async list(prefix) {
      const found = await paginate(rest.git.listMatchingRefs, { ...at, ref: prefix }).catch((error: unknown) => {
        throw statusOf(error) === 404 ? unseen(at, error) : error;
      });
      return found.map(({ ref }) => ref.slice('refs/'.length));
    },
    async read(ref, file, commit) {
      const known = commit === undefined ? await opening?.kept(ref, file) : undefined;
      if (known === null) return null;
      if (known?.text !== undefined) return { text: known.text, at: known.at };
      const tip = commit ?? known?.at ?? (await tipOf(ref));
      if (tip === null) return null;
      const { data } = await request('GET /repos/{owner}/{repo}/contents/{path}', {
        ...at,
        path: file,
        ref: tip,
        headers: { accept: 'application/vnd.github.raw+json' },
      });
      return { text: String(data), at: tip };
    },
    async write(ref, { file, text, at: from, message }) {
      opening?.moves(ref);
      const tree = [{ path: file, mode: '100644' as const, type: 'blob' as const, content: text }];
      const made = await rest.git.createTree({ ...at, tree });
      const parents = from === null ? [] : [from];
      const commit = await rest.git.createCommit({ ...at, message, tree: made.data.sha, parents });
      await moveOnce(ref, from, commit.data.sha);
      return commit.data.sha;
    },
    async remove(ref) {
      opening?.moves(ref);
      await rest.git.deleteRef({ ...at, ref }).catch((error: unknown) => {
        if (statusOf(error) !== 404 && statusOf(error) !== 422) throw error;
      });
    },
  };
}
