// What most commands need: the services of this folder or repository, the named run, the token, and the repository of a clone.
import { gitOutput } from '../adapters/git/index.js';
import { RUN_ID_PATTERN } from '../commands/grammar.js';
import { UserError } from '../ports/errors.js';
import type { RunHistory } from '../ports/run.js';
import { historyOf, type Services } from '../runs/services.js';
import type { Env } from '../services/env.js';
import { githubServices, localServices } from '../services/wire.js';
import { nearest } from '../text/nearest.js';
import type { CliCall } from './flags.js';

/** Services with the run store of this folder; with `--repo`, with the one of that repository. */
export function runServices({ flags, env }: CliCall): Services {
  const { repo, root, lang } = flags;
  return repo ? githubServices({ env, repo, token: tokenOf(env), lang }) : localServices({ env, root, lang });
}

/** The run id that was typed: the first word, or `--run`. Throws if there is none. */
function typedRunId({ words, flags }: CliCall): string {
  const name = words[0] ?? flags.run;
  if (name !== undefined && RUN_ID_PATTERN.test(name)) return name;
  throw new UserError({
    expected: 'the name of a run, such as fix-12-0a1b2c3d4e',
    found: name === undefined ? 'none' : `"${name}"`,
    remedy: 'See `crew list`.',
  });
}

/** The named run with its journal. Throws if it does not exist, and suggests a similar name. */
export async function namedRun(call: CliCall): Promise<RunHistory> {
  const run = typedRunId(call);
  const history = historyOf(runServices(call).store);
  const found = await history.load(run);
  if (found) return found;
  const similar = nearest(
    run,
    (await history.list()).map((each) => each.run),
  );
  throw new UserError({
    expected: 'a run that is kept here',
    found: `no run named ${run}`,
    remedy: similar ? `Did you mean ${similar}?` : 'See `crew list`.',
  });
}

/** The GitHub token of the environment, or of `gh`. Throws if there is none. */
export function tokenOf(env: Env): () => Promise<string> {
  const token = env.token();
  if (token) return async () => token;
  throw new UserError({
    expected: 'a token for GitHub',
    found: 'none',
    remedy: 'Set GITHUB_TOKEN, or sign in with `gh auth login`.',
  });
}

/** The repository: `--repo`, else the remote of this clone. Throws if there is none. */
export async function repoOf({ flags, env }: Pick<CliCall, 'flags' | 'env'>): Promise<string> {
  const repo = flags.repo ?? (await remoteOf(flags.root, env.urls.server));
  if (repo) return repo;
  throw new UserError({
    expected: 'a repository on GitHub',
    found: 'no --repo, and no GitHub remote in this folder',
    remedy: 'Name it with --repo OWNER/NAME.',
  });
}

/** How a clone gets its repository on GitHub. Undefined if the folder is no clone. */
export const remedyInClone = async (root: string): Promise<string | undefined> =>
  (await gitOutput(root, ['rev-parse', '--git-dir'])) === null
    ? undefined
    : 'This clone has no GitHub remote: `git remote add origin https://github.com/OWNER/NAME.git`, then `crew init`.';

/** `OWNER/NAME` in the address of a remote; undefined if it is on another server. */
function repoOfRemote(address: string, server: string): string | undefined {
  const host = new URL(server).host.replaceAll('.', '\\.');
  const found = new RegExp(
    `^(?:https?://(?:[^@/]+@)?${host}/|(?:ssh://)?git@${host}[:/])([\\w.-]+/[\\w.-]+?)(?:\\.git)?/?$`,
  ).exec(address);
  return found?.[1];
}

/** The repository that a clone came from: its remote `origin`, else the first one. Undefined outside of a clone. */
export async function remoteOf(root: string, server: string): Promise<string | undefined> {
  const names = (await gitOutput(root, ['remote']))?.split('\n').filter(Boolean) ?? [];
  const name = names.includes('origin') ? 'origin' : names[0];
  const address = name === undefined ? null : await gitOutput(root, ['remote', 'get-url', '--', name]);
  return address ? repoOfRemote(address, server) : undefined;
}
