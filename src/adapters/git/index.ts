// Runs git with safe options, and finds paths of a clone. The repository is not trusted, so nothing that its configuration or files name may
// run. Every git command of crew uses it: adapters, services, cli and action.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const ARGUMENTS = [
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.pager=cat',
  '-c',
  'core.attributesFile=/dev/null',
  '-c',
  'safe.bareRepository=explicit',
  // Runners check out as one user and work as another.
  '-c',
  'safe.directory=*',
  '-c',
  'log.showSignature=false',
  '-c',
  'protocol.ext.allow=never',
] as const;

/**
 * Arguments before the subcommand. `bare` is the path of a bare repository; git accepts no other one. Commands that show a diff also need
 * `--no-ext-diff --no-textconv`, which no configuration can set.
 */
export function gitArgs({ bare }: { readonly bare?: string } = {}): readonly string[] {
  return bare === undefined ? ARGUMENTS : [...ARGUMENTS, `--git-dir=${bare}`];
}

/** The whole environment of crew's git commands: no user or system configuration, no prompts, no fetching. */
export function gitEnv({ PATH = '' }: { readonly PATH?: string | undefined }): Readonly<Record<string, string>> {
  return {
    PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
}

interface GitCommand {
  readonly args: readonly string[];
  readonly input?: string;
  /** Called for each part between separators, so that long output needs no memory. Returning false stops git. */
  readonly each: (piece: string) => boolean | undefined;
  readonly separator?: string;
}

/** Runs git in a folder. True if it succeeded or was stopped by `each`. */
export function runGit(folder: string, { args, input = '', each, separator = '\n' }: GitCommand): Promise<boolean> {
  const { PATH = '' } = process.env;
  const git = spawn('git', [...gitArgs(), ...args], { cwd: folder, env: gitEnv({ PATH }) });
  let rest = '';
  let isStopped = false;
  git.stdout.setEncoding('utf8').on('data', (text: string) => {
    const pieces = (rest + text).split(separator);
    rest = pieces.pop() ?? '';
    if (isStopped || pieces.every((piece) => each(piece) !== false)) return;
    isStopped = true;
    git.kill();
  });
  // Stopping early closes git's input, which is no error.
  git.stdin.on('error', () => undefined).end(input);
  git.stderr.resume();
  return new Promise((resolve) => {
    git.once('error', () => resolve(false));
    git.once('close', (code) => {
      if (!isStopped && rest !== '') each(rest);
      resolve(isStopped || code === 0);
    });
  });
}

/** The output of git, trimmed; null if git failed. For short outputs only, since it is held in memory. */
export async function gitOutput(folder: string, args: readonly string[]): Promise<string | null> {
  const lines: string[] = [];
  const succeeded = await runGit(folder, { args, each: (line) => void lines.push(line) });
  return succeeded ? lines.join('\n').trim() : null;
}

/** The output of git as bytes. Throws if git cannot start; ends early if git fails. */
export async function gitBytes(folder: string, args: readonly string[], input: string): Promise<Buffer> {
  const { PATH = '' } = process.env;
  const git = spawn('git', [...gitArgs(), ...args], { cwd: folder, env: gitEnv({ PATH }) });
  // Git may end before it has read everything; its output then ends early.
  git.stdin.on('error', () => undefined).end(input);
  git.stderr.resume();
  const [output] = await Promise.all([buffer(git.stdout), once(git, 'close')]);
  return output;
}

/**
 * Arguments before the subcommand that disable every filter of a clone; empty if it has none. Filters are commands of the repository, and
 * reading a file would run them.
 */
export async function argsWithoutFilters(repository: string): Promise<readonly string[]> {
  if (await hasNoFilters(repository)) return [];
  const names = await gitOutput(repository, ['config', '--name-only', '--get-regexp', '^filter\\.']);
  return (names ?? '')
    .split('\n')
    .filter(Boolean)
    .flatMap((name) => ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`]);
}

/** Config sections that could define a filter, directly or in another file. */
const MAY_DEFINE_FILTERS = /filter|include|worktreeconfig/i;

/** Reads .git/config first, which is faster than git. Not cached, since the file may change. */
async function hasNoFilters(repository: string): Promise<boolean> {
  const text = await readFile(join(repository, '.git/config'), 'utf8').catch(() => null);
  return text !== null && !MAY_DEFINE_FILTERS.test(text);
}

/**
 * Whether the tree is the root of a clone, found without starting git. A `.git` folder without HEAD does not count: the sandbox
 * mounts an empty one where no repository exists.
 */
const isCloneRoot = (root: string): Promise<boolean> =>
  lstat(join(root, '.git/HEAD')).then(
    (stats) => stats.isFile(),
    () => false,
  );

/** The path of the tree in its clone: empty, or with a trailing slash. */
export async function pathInClone(root: string): Promise<string> {
  return (await isCloneRoot(root)) ? '' : ((await gitOutput(root, ['rev-parse', '--show-prefix'])) ?? '');
}

/** The exclude file of this clone, relative to the tree or absolute. Null if there is no clone. */
export async function excludeFileOf(root: string): Promise<string | null> {
  return (await isCloneRoot(root)) ? '.git/info/exclude' : gitOutput(root, ['rev-parse', '--git-path', 'info/exclude']);
}
