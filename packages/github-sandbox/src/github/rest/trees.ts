// REST routes of git trees. Loaded by rest/index.ts.

import { z } from 'zod';
import { notFound, unprocessable } from '../api-error.js';
import { reads, writes } from '../auth/required-permission.js';
import { readTree, type TreeChange, type TreeEntry, writeBlob } from '../git/objects.js';
import { resolveCommit, resolveObject, typeOf } from '../git/refs.js';
import { writeTree } from '../git/write-tree.js';
import { created, ok } from '../http/message.js';
import { readBody } from '../http/read-body.js';
import { type RepositoryAct, type RepositoryCall, type Route, repositoryAct, repositoryRoute } from '../http/route.js';
import { fullName } from '../state.js';

const entry = z.object({
  path: z.string(),
  mode: z.enum(['100644', '100755', '040000', '160000', '120000']),
  type: z.enum(['blob', 'tree', 'commit']).optional(),
  /** Null removes the path; absent if the content is given. */
  sha: z.string().nullable().optional(),
  content: z.string().optional(),
});
const draft = z.object({ tree: z.array(entry), base_tree: z.string().nullable().optional() });

async function show(call: RepositoryCall, { sha, deep }: { sha: string; deep: boolean }) {
  const git = `${call.world.urls.api}/repos/${fullName(call.repository)}/git`;
  const entries = await readTree(call.repository.gitDir, { sha, deep });
  const item = ({ path, mode, type, sha: id, size }: TreeEntry) => ({
    path,
    mode,
    type,
    sha: id,
    ...(size === null ? {} : { size }),
    url: `${git}/${type}s/${id}`,
  });
  return { sha, url: `${git}/trees/${sha}`, tree: entries.map(item), truncated: false };
}

/** Refuses paths that leave the tree or lie in `.git`. */
const isSafePath = (path: string): boolean =>
  path !== '' && path.split('/').every((part) => !['', '.', '..'].includes(part) && part.toLowerCase() !== '.git');

async function changeOf(
  { repository: { gitDir: dir } }: RepositoryAct,
  { wanted, base }: { wanted: z.infer<typeof entry>; base: string | null },
): Promise<TreeChange> {
  const { path, mode, sha, content } = wanted;
  if (!isSafePath(path)) throw unprocessable('tree.path contains a malformed path component');
  if (content !== undefined) return { path, mode, sha: await writeBlob(dir, Buffer.from(content)) };
  if (sha === undefined) throw unprocessable('Must supply either tree.sha or tree.content');
  if (sha === null && (base === null || (await resolveObject(dir, `${base}:${path}`)) === null)) {
    // A missing path cannot be removed.
    throw unprocessable('GitRPC::BadObjectState');
  }
  if (sha !== null && mode !== '160000' && (await typeOf(dir, sha)) === null) {
    throw unprocessable(`tree.sha ${sha} is not a valid ${wanted.type ?? 'blob'}`);
  }
  return { path, mode, sha };
}

async function create(call: RepositoryAct) {
  const { tree, base_tree: baseName } = readBody(call, draft);
  const dir = call.repository.gitDir;
  const base = typeof baseName === 'string' ? await resolveObject(dir, `${baseName}^{tree}`) : null;
  if (typeof baseName === 'string' && (base === null || (await typeOf(dir, base)) === null)) {
    throw unprocessable('base_tree is not a valid tree oid');
  }
  const changes: TreeChange[] = [];
  for (const wanted of tree) changes.push(await changeOf(call, { wanted, base }));
  return created(await show(call, { sha: await writeTree(dir, { base, changes }), deep: false }));
}

export const treeRoutes: readonly Route[] = [
  repositoryRoute(
    'GET …/git/trees/{tree_sha}',
    { operation: 'git/get-tree', need: reads('contents') },
    async (call) => {
      const dir = call.repository.gitDir;
      const name = call.params.tree_sha ?? '';
      const root = (await resolveCommit(dir, name)) ?? name;
      const sha = await resolveObject(dir, `${root}^{tree}`);
      if (sha === null) throw notFound();
      return ok(await show(call, { sha, deep: call.query.has('recursive') }));
    },
  ),
  repositoryAct(
    'POST …/git/trees',
    { operation: 'git/create-tree', need: writes({ role: 'write' }, 'contents'), hasContentRateLimit: false },
    create,
  ),
];
