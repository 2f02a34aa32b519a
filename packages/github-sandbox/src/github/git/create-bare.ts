// Creates bare repositories and fetches between them. Used by seeds, and by acts/pull-commits.ts for the heads of pull requests from forks.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './git.js';

export type Files = { readonly [path: string]: string };

/** Creates a bare repository with one commit, or without any if there are no files. Writes it without `git init`, which saves a process. */
export async function createBare(input: { dir: string; branch: string; files: Files; at: number }): Promise<void> {
  const { dir, branch, files } = input;
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'hooks']) {
    await mkdir(join(dir, folder), { recursive: true });
  }
  await writeFile(join(dir, 'HEAD'), `ref: refs/heads/${branch}\n`);
  await writeFile(join(dir, 'config'), settings);
  await writeFile(join(dir, 'hooks', 'pre-receive'), preReceiveHook, { mode: 0o755 });
  if (Object.keys(files).length > 0) await git({ dir, args: ['fast-import', '--quiet'], input: firstCommit(input) });
}

/** The git configuration. Like GitHub, it allows clients to fetch any commit by id, to use filters, and to push. */
const settings = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
[uploadpack]
\tallowFilter = true
\tallowAnySHA1InWant = true
[receive]
\tdenyDeleteCurrent = ignore
[gc]
\tauto = 0
`;

/**
 * Rejects pushes that change workflow files if the git endpoint has set SANDBOX_WORKFLOW_FILES. Only a hook can examine pushed objects before
 * git accepts them.
 */
const preReceiveHook = `#!/bin/sh
[ "$SANDBOX_WORKFLOW_FILES" = refused ] || exit 0
while read -r old new ref; do
  case $new in *[!0]*) ;; *) continue ;; esac
  kinds=
  case $old in *[!0]*) base=$old ;; *) base=$(git rev-parse --quiet --verify HEAD || git hash-object -t tree /dev/null) kinds=--diff-filter=d ;; esac
  file=$(git diff --name-only $kinds "$base" "$new" -- .github/workflows | head -n 1)
  [ -z "$file" ] && continue
  echo "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission" >&2
  exit 1
done
`;

function firstCommit({ branch, files, at }: { branch: string; files: Files; at: number }): string {
  const who = `GitHub <noreply@github.com> ${Math.floor(at / 1000)} +0000`;
  const head = `commit refs/heads/${branch}\nauthor ${who}\ncommitter ${who}\n${data('Initial commit')}`;
  const changes = Object.entries(files).map(([path, text]) => `M ${modeOf(text)} inline ${path}\n${data(text)}`);
  return `${head}${changes.join('')}\n`;
}

const modeOf = (text: string): string => (text.startsWith('#!') ? '100755' : '100644');
const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

/** Fetches a commit from another bare repository into a ref. */
export async function fetchBetween(input: { from: string; to: string; source: string; ref: string }): Promise<void> {
  const { from, to, source, ref } = input;
  await git({ dir: to, args: ['fetch', '--quiet', '--no-tags', from, `+${source}:${ref}`] });
}
