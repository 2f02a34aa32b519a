import { randomUUID } from 'node:crypto';
import type { Refs } from '../../ports/index.js';
import { type Client, statusOf } from './client.js';
import { notVisible } from './not-visible.js';
import type { Opening } from './opening/index.js';
import { refMover } from './ref-mover.js';
import { replaceRef } from './replace-ref.js';

/** Maximum number of cached texts. */
const REMEMBERED = 50;

/** Files in refs through the API: uploads the content first, then moves the ref. */
export function githubRefs(client: Client, at: { owner: string; repo: string }, opening?: Opening): Refs {
  const { rest, request, paginate } = client;
  const { tip: tipOf, move } = refMover({ rest }, at);
  let repositoryId: Promise<string> | undefined;
  const idOfRepository = (): Promise<string> => {
    repositoryId ??= rest.repos.get(at).then(({ data }) => data.node_id);
    return repositoryId;
  };
  /** Cached by commit, which never changes. */
  const texts = new Map<string, string>();
  const remember = (file: string, commit: string, text: string): void => {
    if (texts.size >= REMEMBERED) texts.clear();
    texts.set(`${commit}:${file}`, text);
  };

  /** The tree of a commit with these files in it; null removes one. */
  const treeWith = async (files: Readonly<Record<string, string | null>>, from: string | null): Promise<string> => {
    const base = from === null ? undefined : (await rest.git.getCommit({ ...at, commit_sha: from })).data.tree.sha;
    const tree = Object.entries(files).map(([path, content]) => {
      const entry = { path, mode: '100644', type: 'blob' } as const;
      return content === null ? { ...entry, sha: null } : { ...entry, content };
    });
    return (await rest.git.createTree({ ...at, tree, ...(base && { base_tree: base }) })).data.sha;
  };

  return {
    async list(prefix) {
      const found = await paginate(rest.git.listMatchingRefs, { ...at, ref: prefix }).catch((error: unknown) => {
        throw statusOf(error) === 404 ? notVisible(at, error) : error;
      });
      return found.map(({ ref }) => ref.slice('refs/'.length));
    },
    tip: tipOf,
    async read(ref, file, commit) {
      const known = commit === undefined ? await opening?.refFile(ref, file) : undefined;
      if (known === null) return null;
      if (known?.text !== undefined) {
        remember(file, known.at, known.text);
        return { text: known.text, at: known.at };
      }
      const tip = commit ?? known?.at ?? (await tipOf(ref));
      if (tip === null) return null;
      const there = texts.get(`${tip}:${file}`);
      if (there !== undefined) return { text: there, at: tip };
      const { data } = await request('GET /repos/{owner}/{repo}/contents/{path}', {
        ...at,
        path: file,
        ref: tip,
        headers: { accept: 'application/vnd.github.raw+json' },
      });
      const text = String(data);
      remember(file, tip, text);
      return { text, at: tip };
    },
    async write(ref, { file, text, at: from, message }) {
      opening?.refMoved(ref);
      const tree = [{ path: file, mode: '100644' as const, type: 'blob' as const, content: text }];
      const made = await rest.git.createTree({ ...at, tree });
      const parents = from === null ? [] : [from];
      const commit = await rest.git.createCommit({ ...at, message, tree: made.data.sha, parents });
      await move(ref, { from, to: commit.data.sha });
      remember(file, commit.data.sha, text);
      return commit.data.sha;
    },
    async commit(ref, { files, at: from, message }) {
      opening?.refMoved(ref);
      const tree = await treeWith(files, from);
      const parents = from === null ? [] : [from];
      const commit = await rest.git.createCommit({ ...at, message, tree, parents });
      await move(ref, { from, to: commit.data.sha });
      for (const [file, text] of Object.entries(files)) if (text !== null) remember(file, commit.data.sha, text);
      return commit.data.sha;
    },
    async replace(ref, { files, at: before, message }) {
      opening?.refMoved(ref);
      const tree = await treeWith(files, before);
      // Two writers may leave equal texts within a second; their commits must differ, so that neither takes the other's for its own.
      const unique = `${message}\n\nWrite: ${randomUUID()}`;
      const commit = await rest.git.createCommit({ ...at, message: unique, tree, parents: [] });
      const after = commit.data.sha;
      await replaceRef(client, at, { ref, before, after, repositoryId: before === null ? '' : await idOfRepository() });
      for (const [file, text] of Object.entries(files)) if (text !== null) remember(file, after, text);
      return after;
    },
    async remove(ref) {
      opening?.refMoved(ref);
      await rest.git.deleteRef({ ...at, ref }).catch((error: unknown) => {
        if (statusOf(error) !== 404 && statusOf(error) !== 422) throw error;
      });
    },
  };
}
