// The finding of `crew doctor` about crew's workflow files: whether they are on GitHub's default branch. GitHub starts workflows only from there.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { gitOutput } from '../adapters/git/index.js';
import { type Finding, hasFile } from '../adapters/github/doctor-checks.js';
import type { CliCall } from './flags.js';
import { remedyInClone, remoteOf } from './repository.js';

/** The workflow that a `/crew` comment starts. */
const MAIN = '.github/workflows/crew.yml';

const FILES = [MAIN, ...['crew-verify', 'crew-settle', 'facilitate'].map((name) => `.github/workflows/${name}.yml`)];

/** How far a file has come on its way to GitHub. `published`: it is on the default branch, or as far as the clone knows on a branch of a remote. */
type FileState = 'absent' | 'uncommitted' | 'unpushed' | 'published';

/** Whether crew's workflows are where GitHub reads them. */
export async function workflowFinding(
  { env, flags }: Pick<CliCall, 'env' | 'flags'>,
  repo: string | undefined,
): Promise<Finding> {
  const isThisClone = repo === undefined || repo === (await remoteOf(flags.root, env.urls.server));
  const token = env.token();
  const files = await Promise.all(
    FILES.map(async (file) => {
      const isOnGitHub =
        token === undefined || repo === undefined ? undefined : await hasFile({ urls: env.urls, token, repo }, file);
      const local = isThisClone || isOnGitHub === undefined ? await stateInClone(flags.root, file) : 'absent';
      return { file, state: stateOf(local, isOnGitHub), isOnGitHub };
    }),
  );
  const filesIn = (state: FileState) => files.filter((each) => each.state === state).map(({ file }) => file);
  const missing = (found: string, remedy: string): Finding => ({ name: 'workflow', is: 'missing', found, remedy });
  if (filesIn('absent').includes(MAIN)) {
    const remedy = repo === undefined ? await remedyInClone(flags.root) : undefined;
    return missing(`no ${MAIN}`, remedy ?? 'Run `crew init` in a clone of the repository.');
  }
  const [uncommitted, unpushed] = [filesIn('uncommitted'), filesIn('unpushed')];
  if (uncommitted.length > 0)
    return missing(
      `not committed: ${uncommitted.join(', ')}`,
      'Commit and push to the default branch. GitHub starts workflows only from there.',
    );
  if (unpushed.length > 0) {
    const isUnknown = files.some(({ state, isOnGitHub }) => state === 'unpushed' && isOnGitHub === undefined);
    const list = unpushed.join(', ');
    return missing(
      isUnknown ? `not pushed, as far as this clone knows: ${list}` : `not on the default branch of GitHub: ${list}`,
      'Push or merge the commit to the default branch. GitHub starts workflows only from there.',
    );
  }
  return { name: 'workflow', is: 'there', found: MAIN };
}

/** Combines the state in the clone with that on GitHub's default branch, which is undefined if GitHub could not be asked. */
function stateOf(local: FileState, isOnGitHub: boolean | undefined): FileState {
  if (isOnGitHub === undefined) return local;
  if (isOnGitHub) return 'published';
  return local === 'published' ? 'unpushed' : local;
}

/** The state of a file in the clone. `published`: a branch of a remote has its last commit. */
async function stateInClone(root: string, file: string): Promise<FileState> {
  if (!existsSync(path.resolve(root, file))) return 'absent';
  const changes = await gitOutput(root, ['status', '--porcelain', '--', file]);
  const commit = await gitOutput(root, ['log', '-1', '--format=%H', '--', file]);
  if (changes !== '' || !commit) return 'uncommitted';
  return (await gitOutput(root, ['branch', '--remotes', '--contains', commit])) ? 'published' : 'unpushed';
}
