// REST route of files and folders. Loaded by rest/index.ts.

import { notFound } from '../api-error.js';
import { reads } from '../auth/required-permission.js';
import { readBlob, readTree, type TreeEntry } from '../git/objects.js';
import { resolveCommit, resolveObject } from '../git/refs.js';
import { ok, type Reply } from '../http/message.js';
import { type RepositoryCall, type Route, repositoryRoute } from '../http/route.js';
import { fullName } from '../state.js';
import { base64Lines } from './blobs.js';

function entryJson({ world, repository }: RepositoryCall, { entry, ref }: { entry: TreeEntry; ref: string }) {
  const name = fullName(repository);
  const isTree = entry.type === 'tree';
  const links = {
    self: `${world.urls.api}/repos/${name}/contents/${entry.path}?ref=${ref}`,
    git: `${world.urls.api}/repos/${name}/git/${isTree ? 'trees' : 'blobs'}/${entry.sha}`,
    html: `${world.urls.html}/${name}/${isTree ? 'tree' : 'blob'}/${ref}/${entry.path}`,
  };
  return {
    type: isTree ? 'dir' : 'file',
    name: entry.path.split('/').at(-1) ?? '',
    path: entry.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url: links.self,
    html_url: links.html,
    git_url: links.git,
    download_url: isTree ? null : `${world.urls.html}/${name}/raw/${ref}/${entry.path}`,
    _links: links,
  };
}

async function file(call: RepositoryCall, found: { entry: TreeEntry; ref: string }): Promise<Reply> {
  const content = await readBlob(call.repository.gitDir, found.entry.sha);
  if (String(call.headers.accept).includes('raw')) {
    return {
      status: 200,
      bytes: content,
      headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' },
    };
  }
  return ok({ ...entryJson(call, found), encoding: 'base64', content: base64Lines(content) });
}

async function get(call: RepositoryCall): Promise<Reply> {
  const { repository, query } = call;
  const dir = repository.gitDir;
  const path = (call.params.path ?? '').replace(/\/+$/, '');
  const ref = query.get('ref') ?? repository.defaultBranch;
  const commit = await resolveCommit(dir, ref);
  if (commit === null)
    throw notFound(query.has('ref') ? `No commit found for the ref ${ref}` : 'This repository is empty.');
  const all = await readTree(dir, { sha: commit, deep: true });
  const entry = all.find((one) => one.path === path);
  if (entry?.type === 'blob') return file(call, { entry, ref });
  const inside = path === '' ? await resolveObject(dir, `${commit}^{tree}`) : entry?.sha;
  if (inside === undefined || inside === null) throw notFound();
  const prefix = path === '' ? '' : `${path}/`;
  const direct = all.filter((one) => one.path.startsWith(prefix) && !one.path.slice(prefix.length).includes('/'));
  return ok(direct.map((one) => entryJson(call, { entry: one, ref })));
}

export const contentRoutes: readonly Route[] = [
  repositoryRoute('GET …/contents/{path}', { operation: 'repos/get-content', need: reads('contents') }, get),
];
