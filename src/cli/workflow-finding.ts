// What `crew doctor` says of crew's workflow files. GitHub starts workflows from the default branch only, so files that are merely in the
// working tree do nothing.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { gitOutput } from '../adapters/git/index.js';
import { type Finding, hasFile } from '../adapters/github/doctor-checks.js';
import type { Call } from './flags.js';
import { remoteOf } from './repository.js';

/** The workflow that `/crew` commands start. */
const MAIN = '.github/workflows/crew.yml';

const FILES = [MAIN, ...['crew-verify', 'crew-settle', 'facilitate'].map((name) => `.github/workflows/${name}.yml`)];

type Progress = 'absent' | 'uncommitted' | 'unpushed' | 'published';

/** Whether crew's workflows are where GitHub reads them. */
export async function workflowFinding(
  { env, flags }: Pick<Call, 'env' | 'flags'>,
  repo: string | undefined,
): Promise<Finding> {
  const isThisClone = repo === undefined || repo === (await remoteOf(flags.root, env.urls.server));
  const token = env.token();
  const files = await Promise.all(
    FILES.map(async (file) => {
      const isOnGitHub =
        token === undefined || repo === undefined ? undefined : await hasFile({ urls: env.urls, token, repo }, file);
      const local = isThisClone || isOnGitHub === undefined ? await progressIn(flags.root, file) : 'absent';
      return { file, progress: progressOf(local, isOnGitHub) };
    }),
  );
  const named = (progress: Progress) => files.filter((each) => each.progress === progress).map(({ file }) => file);
  const missing = (found: string, remedy: string): Finding => ({ name: 'workflow', is: 'missing', found, remedy });
  if (named('absent').includes(MAIN)) return missing(`no ${MAIN}`, 'Run `crew init` in a clone of the repository.');
  const [uncommitted, unpushed] = [named('uncommitted'), named('unpushed')];
  if (uncommitted.length > 0)
    return missing(
      `not committed: ${uncommitted.join(', ')}`,
      'Commit and push to the default branch. GitHub starts workflows only from there.',
    );
  if (unpushed.length > 0)
    return missing(
      `not on the default branch of GitHub: ${unpushed.join(', ')}`,
      'Push or merge the commit to the default branch. GitHub starts workflows only from there.',
    );
  return { name: 'workflow', is: 'there', found: MAIN };
}

/** How far a file has come, from the clone and, if it could be asked, from GitHub's default branch. */
function progressOf(local: Progress, isOnGitHub: boolean | undefined): Progress {
  if (isOnGitHub === undefined) return local;
  if (isOnGitHub) return 'published';
  return local === 'published' ? 'unpushed' : local;
}

/** How far a file has come by what the clone knows. `published`: a branch of a remote has its last commit. */
async function progressIn(root: string, file: string): Promise<Progress> {
  if (!existsSync(path.resolve(root, file))) return 'absent';
  const changes = await gitOutput(root, ['status', '--porcelain', '--', file]);
  const commit = await gitOutput(root, ['log', '-1', '--format=%H', '--', file]);
  if (changes !== '' || !commit) return 'uncommitted';
  return (await gitOutput(root, ['branch', '--remotes', '--contains', commit])) ? 'published' : 'unpushed';
}
