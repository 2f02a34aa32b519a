// Reads and moves refs, and resolves revisions. Used by acts/, pulls/, REST, GraphQL, the git endpoint, seeds, the pages, workflow-files.ts
// and the runner host in src/actions; src/github/index.ts exports `resolveCommit`.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { emptyTree, readCommit } from './commits.js';
import { GitFailure, git, gitText } from './git.js';
import { isSha, isType, type ObjectType, readObject } from './object-store.js';
import { readEntries } from './write-tree.js';

/** In `before`: the ref does not exist yet. In `after`: the ref is deleted. */
export const zeroSha = '0'.repeat(40);

export type Ref = { readonly name: string; readonly sha: string; readonly type: ObjectType };

/** The refs with a prefix, sorted by name. */
export async function listRefs(dir: string, prefix: string): Promise<Ref[]> {
  const args = ['for-each-ref', '--format=%(refname) %(objectname) %(objecttype)'];
  const lines = (await gitText({ dir, args })).split('\n');
  return lines.flatMap((line) => {
    const [name = '', sha = '', type = ''] = line.split(' ');
    return name !== '' && name.startsWith(prefix) && isType(type) ? [{ name, sha, type }] : [];
  });
}

/** A ref by its full name. Refs are never packed here, so each is a file. */
export async function readRef(dir: string, name: string): Promise<Ref | null> {
  if (!name.startsWith('refs/') || name.includes('..')) return null;
  const sha = (await readFile(join(dir, name), 'utf8').catch(() => '')).trim();
  const found = await readObject(dir, sha);
  return found === null ? null : { name, sha, type: found.type };
}

/** The commit of a branch, tag, full ref or id. */
export async function resolveCommit(dir: string, name: string): Promise<string | null> {
  if (name === '' || name.startsWith('-')) return null;
  for (const candidate of [`refs/heads/${name}`, `refs/tags/${name}`, name]) {
    const sha = await resolveObject(dir, `${candidate}^{commit}`);
    if (sha !== null) return sha;
  }
  return null;
}

/** The object id of a revision, or null. Ids and full names, also with `^{commit}`, `^{tree}` or `:path`, need no git process. */
export async function resolveObject(dir: string, revision: string): Promise<string | null> {
  // Everything else is left to git: short names and ids, `~`, `^`, `@{…}`, `..`, `:/text`, and paths that git would normalize.
  const plain = /^(HEAD|refs\/[^\s~^:?*[\\]+|[0-9a-f]{40})(?:\^\{(commit|tree)\})?(?::(.*))?$/s.exec(revision);
  if (plain === null || /@\{|\.\.|\/\/|:\/|[:/]\.\/|\/\.?$/.test(revision)) {
    return nullIfGitFails(gitText({ dir, args: ['rev-parse', '--quiet', '--verify', '--end-of-options', revision] }));
  }
  const [, name = '', peel, path = ''] = plain;
  const sha = isSha(name) ? name : await shaOfName(dir, name);
  const wantedType = revision.includes(':') ? 'tree' : peel;
  if (sha === null || wantedType === undefined) return sha;
  const root = await peelTo(dir, sha, wantedType);
  return path === '' ? root : entryAt(dir, root, path.split('/'));
}

/** The id that a ref or HEAD holds, or null. */
async function shaOfName(dir: string, name: string): Promise<string | null> {
  const content = (await readFile(join(dir, name), 'utf8').catch(() => '')).trim();
  if (content.startsWith('ref: refs/')) return shaOfName(dir, content.slice('ref: '.length));
  return isSha(content) ? content : null;
}

/** The object of the wanted type that git's `^{type}` finds: from a tag the tagged object, from a commit its tree; null if there is none. */
async function peelTo(dir: string, sha: string, type: string): Promise<string | null> {
  const found = await readObject(dir, sha);
  if (found === null) return null;
  if (found.type === type) return sha;
  const nextObject = { commit: /^tree ([0-9a-f]{40})/, tag: /^object ([0-9a-f]{40})/, tree: null, blob: null }[
    found.type
  ];
  // From a commit only its tree can be reached.
  const next = nextObject?.exec(found.content.subarray(0, 60).toString())?.[1];
  return next === undefined || (found.type === 'commit' && type !== 'tree') ? null : peelTo(dir, next, type);
}

/** The id of a path below a tree, or null. */
async function entryAt(dir: string, tree: string | null, [name, ...below]: readonly string[]): Promise<string | null> {
  const entry = (await readEntries(dir, tree)).find((one) => one.name === name);
  return entry === undefined || below.length === 0 ? (entry?.sha ?? null) : entryAt(dir, entry.sha, below);
}

/** The type of an object; null if the repository does not contain it. `resolveObject` does not check whether an id exists. */
export async function typeOf(dir: string, sha: string): Promise<ObjectType | null> {
  return (await readObject(dir, sha))?.type ?? null;
}

/** Moves a ref if it is at `before`, otherwise returns false. `zeroSha` means that the ref does not exist. */
export async function moveRef(dir: string, moved: { name: string; before: string; after: string }): Promise<boolean> {
  const { name, before, after } = moved;
  const args = after === zeroSha ? ['update-ref', '-d', name, before] : ['update-ref', name, after, before];
  return (await nullIfGitFails(git({ dir, args }))) !== null;
}

/** Moves several refs, all or none. */
export async function moveRefs(
  dir: string,
  moves: readonly { name: string; before: string; after: string }[],
): Promise<boolean> {
  const lines = moves.map(({ name, before, after }) =>
    after === zeroSha ? `delete ${name} ${before}` : `update ${name} ${after} ${before}`,
  );
  const input = Buffer.from(['start', ...lines, 'prepare', 'commit', ''].join('\n'));
  return (await nullIfGitFails(git({ dir, args: ['update-ref', '--stdin'], input }))) !== null;
}

/** Whether a ref can move without losing commits; usually the new commit is a child. */
export async function isFastForward(dir: string, { from, to }: { from: string; to: string }): Promise<boolean> {
  if (from === to) return true;
  if ((await typeOf(dir, to)) === 'commit' && (await readCommit(dir, to)).parents.includes(from)) return true;
  return (await nullIfGitFails(git({ dir, args: ['merge-base', '--is-ancestor', from, to] }))) !== null;
}

/** Whether git accepts the name of a ref. */
export async function isRefName(dir: string, name: string): Promise<boolean> {
  return (await nullIfGitFails(git({ dir, args: ['check-ref-format', name] }))) !== null;
}

/** The first workflow file that differs between two commits; a new ref is compared with the default branch. */
export async function workflowFileBetween(dir: string, { before, after }: { before: string; after: string }) {
  if (after === zeroSha) return null;
  const base = (before === zeroSha ? await resolveObject(dir, 'HEAD^{commit}') : before) ?? emptyTree;
  if ((await workflowsOf(dir, base)) === (await workflowsOf(dir, after))) return null;
  // A new ref without workflow files removes nothing: bots push orphan branches such as gh-pages.
  const kinds = before === zeroSha ? ['--diff-filter=d'] : [];
  const args = ['diff', '--name-only', ...kinds, base, after, '--', '.github/workflows'];
  const [file = ''] = ((await nullIfGitFails(gitText({ dir, args }))) ?? '').split('\n');
  return file === '' ? null : file;
}

/** The tree id of a commit's workflow files; equal ids mean no change. */
async function workflowsOf(dir: string, sha: string): Promise<string | null> {
  const tree = (await typeOf(dir, sha)) === 'commit' ? (await readCommit(dir, sha)).tree : null;
  const folder = (await readEntries(dir, tree)).find(({ name }) => name === '.github');
  const workflows = (await readEntries(dir, folder?.sha ?? null)).find(({ name }) => name === 'workflows');
  return workflows?.sha ?? null;
}

/** Null if the git command ends with an error. */
async function nullIfGitFails<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (problem) {
    if (problem instanceof GitFailure) return null;
    throw problem;
  }
}

/** Writes a ref file directly, for seeds: a git process for each branch would be slow. */
export async function writeRefFile(dir: string, { name, sha }: { name: string; sha: string }): Promise<void> {
  await mkdir(dirname(join(dir, name)), { recursive: true });
  await writeFile(join(dir, name), `${sha}\n`);
}
