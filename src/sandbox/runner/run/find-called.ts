import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseWorkflow } from '../parse/parse-workflow.js';
import type { Workflow } from '../parse/workflow.js';
import type { Machine } from './machine.js';

/** Where a workflow file came from: `./` in it means the same place. */
export type Source = { kind: 'commit'; repo: string; sha: string } | { kind: 'folder'; folder: string };

export interface Called {
  workflow: Workflow;
  source: Source;
}

/** Finds a reusable workflow, or says why there is none. */
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
  if (folder !== undefined) return load({ machine, source: { kind: 'folder', folder }, path });
  const sha = await machine.host.resolve(repo, ref);
  if (sha === undefined) return `the embedded runner has no ${repo} at ${ref}`;
  return load({ machine, source: { kind: 'commit', repo, sha }, path });
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
