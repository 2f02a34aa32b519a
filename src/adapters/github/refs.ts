// Implements the port Refs: files in crew's refs, written with compare-and-swap.

import { randomUUID } from 'node:crypto';
import { Conflict, UnansweredWrite, UserError } from '../../ports/errors.js';
import type { Refs } from '../../ports/index.js';
import { type Client, cacheSuccess, statusOf } from './client.js';
import type { Prefetch } from './prefetch.js';
import { notVisible } from './repository.js';

type RepositoryName = { readonly owner: string; readonly repo: string };

/** Maximum number of cached texts. */
const MAX_CACHED = 50;

/** Files in refs through the API: uploads the content first, then moves the ref. */
export function githubRefs(client: Client, at: RepositoryName, prefetch?: Prefetch): Refs {
  const { rest, paginate } = client;
  const { tip, move } = refMover({ rest }, at);
  const { read, remember } = fileReader(client, at, { tip, prefetch });
  const repositoryId = cacheSuccess(async () => (await rest.repos.get(at)).data.node_id);
  const createCommit = async (input: { message: string; tree: string; parents: string[] }): Promise<string> =>
    (await rest.git.createCommit({ ...at, ...input })).data.sha;
  const rememberAll = (files: Readonly<Record<string, string | null>>, commit: string): void => {
    for (const [file, text] of Object.entries(files)) if (text !== null) remember(file, commit, text);
  };
  return {
    async list(prefix) {
      const found = await paginate(rest.git.listMatchingRefs, { ...at, ref: prefix }).catch((error: unknown) => {
        throw statusOf(error) === 404 ? notVisible(at, error) : error;
      });
      return found.map(({ ref }) => ref.slice('refs/'.length));
    },
    tip,
    read,
    async commit(ref, { files, version, message }) {
      prefetch?.refMoved(ref);
      const tree = await treeWith(client, at, { files, from: version });
      const commit = await createCommit({ message, tree, parents: version === null ? [] : [version] });
      await move(ref, { from: version, to: commit });
      rememberAll(files, commit);
      return commit;
    },
    async replace(ref, { files, version, message }) {
      prefetch?.refMoved(ref);
      const tree = await treeWith(client, at, { files, from: version });
      // Two writers may write equal texts within a second. Their commits must differ, so that neither takes the other's for its own.
      const unique = `${message}\n\nWrite: ${randomUUID()}`;
      const after = await createCommit({ message: unique, tree, parents: [] });
      const id = version === null ? '' : await repositoryId();
      await replaceRef(client, at, { ref, before: version, after, repositoryId: id });
      rememberAll(files, after);
      return after;
    },
    async remove(ref) {
      prefetch?.refMoved(ref);
      await rest.git.deleteRef({ ...at, ref }).catch((error: unknown) => {
        if (statusOf(error) !== 404 && statusOf(error) !== 422) throw error;
      });
    },
  };
}

/** Reads files of commits, from the prefetched answer if possible. Texts are cached by commit, which never changes. */
function fileReader(
  { request }: Client,
  at: RepositoryName,
  { tip: tipOf, prefetch }: { tip: RefMover['tip']; prefetch: Prefetch | undefined },
): { readonly read: Refs['read']; readonly remember: (file: string, commit: string, text: string) => void } {
  const texts = new Map<string, string>();
  const remember = (file: string, commit: string, text: string): void => {
    if (texts.size >= MAX_CACHED) texts.clear();
    texts.set(`${commit}:${file}`, text);
  };
  const read: Refs['read'] = async (ref, file, commit) => {
    const known = commit === undefined ? await prefetch?.refFile(ref, file) : undefined;
    if (known === null) return null;
    if (known?.text !== undefined) {
      remember(file, known.at, known.text);
      return { text: known.text, version: known.at };
    }
    const tip = commit ?? known?.at ?? (await tipOf(ref));
    if (tip === null) return null;
    const cached = texts.get(`${tip}:${file}`);
    if (cached !== undefined) return { text: cached, version: tip };
    const raw = { accept: 'application/vnd.github.raw+json' };
    const asked = { ...at, path: file, ref: tip, headers: raw };
    const found = await request('GET /repos/{owner}/{repo}/contents/{path}', asked).catch((error: unknown) => {
      if (statusOf(error) === 404) return null;
      throw error;
    });
    if (found === null) return null;
    const text = String(found.data);
    remember(file, tip, text);
    return { text, version: tip };
  };
  return { read, remember };
}

/** Creates the tree of a commit with these files in it; null removes a file. */
async function treeWith(
  { rest }: Client,
  at: RepositoryName,
  { files, from }: { files: Readonly<Record<string, string | null>>; from: string | null },
): Promise<string> {
  const base = from === null ? undefined : (await rest.git.getCommit({ ...at, commit_sha: from })).data.tree.sha;
  const tree = Object.entries(files).map(([path, content]) => {
    const entry = { path, mode: '100644', type: 'blob' } as const;
    return content === null ? { ...entry, sha: null } : { ...entry, content };
  });
  return (await rest.git.createTree({ ...at, tree, ...(base && { base_tree: base }) })).data.sha;
}

/** Reads and moves refs with compare-and-swap. Ref names have no `refs/` prefix. */
interface RefMover {
  tip(ref: string): Promise<string | null>;
  /** Throws Conflict if the ref is not at `from` (null: must not exist). Never forced. */
  move(ref: string, way: { from: string | null; to: string }): Promise<void>;
}

/** GitHub's messages when another writer was faster. */
const LOST_RACE = /fast.?forward|already exists/i;

/** The refs of one repository. */
export function refMover({ rest }: Pick<Client, 'rest'>, repository: { owner: string; repo: string }): RefMover {
  const tip = async (ref: string): Promise<string | null> => {
    try {
      return (await rest.git.getRef({ ...repository, ref })).data.object.sha;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  };

  const send = async (ref: string, from: string | null, to: string): Promise<void> => {
    if (from === null) await rest.git.createRef({ ...repository, ref: `refs/${ref}`, sha: to });
    else await rest.git.updateRef({ ...repository, ref, sha: to, force: false });
  };

  return {
    tip,
    /** After a lost reply or a refusal it reads the ref to find out whether the write succeeded. */
    async move(ref, { from, to }) {
      try {
        await send(ref, from, to);
      } catch (error) {
        const lost = error instanceof UnansweredWrite;
        if (!lost && statusOf(error) !== 422) throw error;
        const now = await tip(ref);
        if (now === to) return;
        if (lost && now === from) return send(ref, from, to);
        if (!lost && now === from && !LOST_RACE.test(String(error))) throw refused(ref, error);
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

const UPDATE = `mutation crewReplace($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }`;

/**
 * Points a ref (named without `refs/`) at another commit, related or not. Throws Conflict if the ref has moved since it was read. The old
 * commit becomes unreachable.
 */
export async function replaceRef(
  client: Pick<Client, 'rest' | 'graphql'>,
  at: { readonly owner: string; readonly repo: string },
  { ref, before, after, repositoryId }: { ref: string; before: string | null; after: string; repositoryId: string },
): Promise<void> {
  const name = `refs/${ref}`;
  try {
    if (before === null) await client.rest.git.createRef({ ...at, ref: name, sha: after });
    else {
      const refUpdates = [{ name, beforeOid: before, afterOid: after, force: true }];
      await client.graphql(UPDATE, { input: { repositoryId, refUpdates } });
    }
  } catch (error) {
    const now = await client.rest.git.getRef({ ...at, ref }).then(
      ({ data }) => data.object.sha,
      (failed: unknown) => (statusOf(failed) === 404 ? null : Promise.reject(failed)),
    );
    // Either the reply to this write was lost, or another writer was faster, or GitHub refuses.
    if (now === after) return;
    throw now === before ? error : new Conflict(ref);
  }
}
