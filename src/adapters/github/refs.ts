// Implements the port Refs: files in crew's refs, written with compare-and-swap. branches.ts moves branches with it, and the board's scan
// record replaces its ref.

import { randomUUID } from 'node:crypto';
import { Conflict, UnansweredWrite, UserError } from '../../ports/errors.js';
import type { Refs } from '../../ports/index.js';
import { type Client, cacheSuccess, type RepositoryName, statusOf } from './client.js';
import type { Prefetch } from './prefetch.js';
import { notVisible } from './repository.js';

/** Maximum number of cached texts. */
const MAX_CACHED = 50;

/** Files in refs through the API: uploads the content first, then moves the ref. */
export function githubRefs(client: Client, repository: RepositoryName, prefetch?: Prefetch): Refs {
  const { rest, paginate } = client;
  const { tip, move } = refMover({ rest }, repository);
  const { read, remember } = fileReader(client, repository, { tip, prefetch });
  const repositoryId = cacheSuccess(async () => (await rest.repos.get(repository)).data.node_id);
  const createCommit = async (input: { message: string; tree: string; parents: string[] }): Promise<string> =>
    (await rest.git.createCommit({ ...repository, ...input })).data.sha;
  const rememberAll = (files: Readonly<Record<string, string | null>>, commit: string): void => {
    for (const [file, text] of Object.entries(files)) if (text !== null) remember(file, commit, text);
  };
  return {
    async list(prefix) {
      const response = await paginate(rest.git.listMatchingRefs, { ...repository, ref: prefix }).catch(
        (error: unknown) => {
          throw statusOf(error) === 404 ? notVisible(repository, error) : error;
        },
      );
      return response.map(({ ref }) => ref.slice('refs/'.length));
    },
    tip,
    read,
    async commit(ref, { files, version, message }) {
      prefetch?.refMoved(ref);
      const tree = await treeWith(client, repository, { files, from: version });
      const commit = await createCommit({ message, tree, parents: version === null ? [] : [version] });
      await move(ref, { from: version, to: commit });
      rememberAll(files, commit);
      return commit;
    },
    async replace(ref, { files, version, message }) {
      prefetch?.refMoved(ref);
      const tree = await treeWith(client, repository, { files, from: version });
      // Two writers may write equal texts within a second. Their commits must differ, so that neither takes the other's for its own.
      const unique = `${message}\n\nWrite: ${randomUUID()}`;
      const after = await createCommit({ message: unique, tree, parents: [] });
      const id = version === null ? '' : await repositoryId();
      await replaceRef(client, repository, { ref, before: version, after, repositoryId: id });
      rememberAll(files, after);
      return after;
    },
    async remove(ref) {
      prefetch?.refMoved(ref);
      await rest.git.deleteRef({ ...repository, ref }).catch((error: unknown) => {
        if (statusOf(error) !== 404 && statusOf(error) !== 422) throw error;
      });
    },
  };
}

/** Reads files of commits, from the prefetched answer if possible. Texts are cached by commit, which never changes. */
function fileReader(
  { request }: Client,
  repository: RepositoryName,
  { tip: tipOf, prefetch }: { tip: RefMover['tip']; prefetch: Prefetch | undefined },
): { readonly read: Refs['read']; readonly remember: (file: string, commit: string, text: string) => void } {
  const texts = new Map<string, string>();
  const remember = (file: string, commit: string, text: string): void => {
    if (texts.size >= MAX_CACHED) texts.clear();
    texts.set(`${commit}:${file}`, text);
  };
  const read: Refs['read'] = async (ref, file, commit) => {
    const prefetched = commit === undefined ? await prefetch?.refFile(ref, file) : undefined;
    if (prefetched === null) return null;
    if (prefetched?.text !== undefined) {
      remember(file, prefetched.at, prefetched.text);
      return { text: prefetched.text, version: prefetched.at };
    }
    const tip = commit ?? prefetched?.at ?? (await tipOf(ref));
    if (tip === null) return null;
    const cached = texts.get(`${tip}:${file}`);
    if (cached !== undefined) return { text: cached, version: tip };
    const raw = { accept: 'application/vnd.github.raw+json' };
    const parameters = { ...repository, path: file, ref: tip, headers: raw };
    const response = await request('GET /repos/{owner}/{repo}/contents/{path}', parameters).catch((error: unknown) => {
      if (statusOf(error) === 404) return null;
      throw error;
    });
    if (response === null) return null;
    const text = String(response.data);
    remember(file, tip, text);
    return { text, version: tip };
  };
  return { read, remember };
}

/** Creates the tree of a commit with these files in it; null removes a file. */
async function treeWith(
  { rest }: Client,
  repository: RepositoryName,
  { files, from: parent }: { files: Readonly<Record<string, string | null>>; from: string | null },
): Promise<string> {
  const base =
    parent === null ? undefined : (await rest.git.getCommit({ ...repository, commit_sha: parent })).data.tree.sha;
  const tree = Object.entries(files).map(([path, content]) => {
    const entry = { path, mode: '100644', type: 'blob' } as const;
    return content === null ? { ...entry, sha: null } : { ...entry, content };
  });
  return (await rest.git.createTree({ ...repository, tree, ...(base && { base_tree: base }) })).data.sha;
}

/** Reads and moves refs with compare-and-swap. Ref names have no `refs/` prefix. */
interface RefMover {
  tip(ref: string): Promise<string | null>;
  /** Moves a ref forward, never by force. Throws Conflict if the ref is not at `from` (null: if it exists). */
  move(ref: string, commits: { from: string | null; to: string }): Promise<void>;
}

/** GitHub's messages when another writer was faster. */
const LOST_RACE = /fast.?forward|already exists/i;

/** The refs of one repository. */
export function refMover({ rest }: Pick<Client, 'rest'>, repository: RepositoryName): RefMover {
  const tip = async (ref: string): Promise<string | null> => {
    try {
      return (await rest.git.getRef({ ...repository, ref })).data.object.sha;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  };

  const send = async (ref: string, parent: string | null, to: string): Promise<void> => {
    if (parent === null) await rest.git.createRef({ ...repository, ref: `refs/${ref}`, sha: to });
    else await rest.git.updateRef({ ...repository, ref, sha: to, force: false });
  };

  return {
    tip,
    // After a lost reply or a refusal, the ref tells whether the write succeeded.
    async move(ref, { from: parent, to }) {
      try {
        await send(ref, parent, to);
      } catch (error) {
        const isReplyLost = error instanceof UnansweredWrite;
        if (!isReplyLost && statusOf(error) !== 422) throw error;
        const now = await tip(ref);
        if (now === to) return;
        if (isReplyLost && now === parent) return send(ref, parent, to);
        if (!isReplyLost && now === parent && !LOST_RACE.test(String(error))) throw refusedUpdate(ref, error);
        throw new Conflict(ref);
      }
    },
  };
}

/** The error if GitHub refuses the update of an unchanged ref: a rule forbids it, or the name is invalid. */
const refusedUpdate = (ref: string, cause: unknown): UserError =>
  new UserError(
    {
      expected: `to be allowed to write to ${ref.replace(/^heads\//, 'the branch ')}`,
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
  repository: RepositoryName,
  { ref, before, after, repositoryId }: { ref: string; before: string | null; after: string; repositoryId: string },
): Promise<void> {
  const name = `refs/${ref}`;
  try {
    if (before === null) await client.rest.git.createRef({ ...repository, ref: name, sha: after });
    else {
      const refUpdates = [{ name, beforeOid: before, afterOid: after, force: true }];
      await client.graphql(UPDATE, { input: { repositoryId, refUpdates } });
    }
  } catch (error) {
    const now = await client.rest.git.getRef({ ...repository, ref }).then(
      ({ data }) => data.object.sha,
      (failed: unknown) => (statusOf(failed) === 404 ? null : Promise.reject(failed)),
    );
    // The write succeeded and its reply was lost.
    if (now === after) return;
    // Unchanged: GitHub refused. Changed: another writer was faster.
    throw now === before ? error : new Conflict(ref);
  }
}
