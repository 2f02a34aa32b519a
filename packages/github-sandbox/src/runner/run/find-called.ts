// Finds and parses the reusable workflow that a job calls. Used by plan-workflow.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseWorkflow } from '../parse/parse-workflow.js';
import type { Workflow } from '../parse/workflow.js';
import type { Machine } from './machine.js';

/** The origin of a workflow file; `./` refers to the same place. */
export type Source = { repo: string; ref: string; sha: string } & (
  | { kind: 'commit' }
  | { kind: 'folder'; folder: string }
);

/** A folder has no commit; with this id, checkout copies the folder. */
const NO_COMMIT = '0'.repeat(40);

export interface Called {
  workflow: Workflow;
  source: Source;
}

/** Finds a reusable workflow, or the reason why not. */
export async function findCalled({
  machine,
  source,
  uses,
}: {
  machine: Machine;
  source: Source;
  uses: string;
}): Promise<Called | string> {
  const local = /^\.\/(\.github\/workflows\/[^/@]+\.ya?ml)$/.exec(uses)?.[1];
  if (local !== undefined) return load({ machine, source, path: local });
  const [, repo = '', path = '', ref = ''] =
    /^([\w.-]+\/[\w.-]+)\/(\.github\/workflows\/[^/@]+\.ya?ml)@(.+)$/.exec(uses) ?? [];
  if (repo === '')
    return `'${uses}' is neither ./.github/workflows/file.yml nor owner/repository/.github/workflows/file.yml@ref`;
  const folder = machine.actions[repo];
  if (folder !== undefined)
    return load({ machine, source: { kind: 'folder', repo, ref, sha: NO_COMMIT, folder }, path });
  const found = await findCommit(machine, { repo, ref });
  if (found === undefined) return `the embedded runner has no ${repo} at ${ref}`;
  return load({ machine, source: { kind: 'commit', repo, ...found }, path });
}

/** A tag wins over a branch with the same name, as on GitHub. */
async function findCommit(
  { host }: Machine,
  { repo, ref }: { repo: string; ref: string },
): Promise<{ ref: string; sha: string } | undefined> {
  const candidates = /^[0-9a-f]{40}$|^refs\//.test(ref) ? [ref] : [`refs/tags/${ref}`, `refs/heads/${ref}`];
  for (const candidate of candidates) {
    const sha = await host.resolve(repo, candidate);
    if (sha !== undefined) return { ref: candidate, sha };
  }
  return undefined;
}

async function load({
  machine,
  source,
  path,
}: {
  machine: Machine;
  source: Source;
  path: string;
}): Promise<Called | string> {
  const content =
    source.kind === 'commit'
      ? await machine.host.read(source.repo, source.sha, path)
      : await readFile(join(source.folder, path), 'utf8').catch(() => undefined);
  if (content === undefined) return `there is no ${path}${source.kind === 'commit' ? ` in ${source.repo}` : ''}`;
  return { workflow: await parseWorkflow(path, content), source };
}
