// Writes one commit of a seed. Used by history.ts and pulls.ts.

import { addAccount } from '../add-account.js';
import { signatureOf } from '../commit-author.js';
import { writeCommit } from '../git/commits.js';
import { writeBlob } from '../git/objects.js';
import { writeTree } from '../git/write-tree.js';
import type { Account, Repository } from '../state.js';
import { stamp, type World } from '../world.js';
import type { CommitSeed } from './shape.js';

export type Change = { readonly path: string; readonly mode: string; readonly sha: string | null };

type Draft = { readonly repository: Repository; readonly parents: readonly string[]; readonly seed: CommitSeed };

/** The changes of a seed commit, with blob ids. */
export async function changesIn({ repository, seed }: Omit<Draft, 'parents'>): Promise<Change[]> {
  const files = Object.entries(seed.files ?? {});
  return Promise.all(
    files.map(async ([path, text]) => {
      const sha = text === null ? null : await writeBlob(repository.gitDir, Buffer.from(text));
      return { path, mode: '100644', sha };
    }),
  );
}

/** Writes a seed commit on its first parent and adds it to the cache. */
export async function writeSeed(
  world: World,
  { repository, parents, seed, changes, by }: Draft & { readonly changes: readonly Change[]; readonly by: Account },
): Promise<string> {
  const { gitDir: dir, commits } = repository;
  const [first] = parents;
  const base = first === undefined ? null : (await commits.read(first)).tree;
  const tree = changes.length === 0 && base !== null ? base : await writeTree(dir, { base, changes });
  const date = new Date(seed.at ?? stamp(world)).toISOString().replace(/\.\d+Z$/, 'Z');
  const author = { ...signatureOf(seed.by === undefined ? by : addAccount(world, { login: seed.by })), date };
  const draft = { tree, parents, message: seed.message, author, committer: author };
  const sha = await writeCommit(dir, draft);
  commits.put({ sha, ...draft, message: seed.message.trimEnd() });
  if (seed.name !== undefined) repository.namedCommits.set(seed.name, sha);
  return sha;
}
