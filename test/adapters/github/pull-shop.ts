// The embedded GitHub, held against GitHub's own description, with a shop whose App may do all that publishing takes.
import { afterAll } from '@jest/globals';
import type { Octokit } from '@octokit/rest';
import type { GitHubOptions as EmbeddedOptions, PullRequest, RepositorySeed } from 'github-sandbox';
import { type EmbeddedGitHub, growBranch, octokit, startEmbeddedGitHub } from 'github-sandbox/testing';
import { createGitHub, type GitHubOptions } from '../../../src/adapters/github/index.js';
import type { GitHub } from '../../../src/ports/index.js';
import { type QuickClock, quickClock } from '../../build/clock.js';

export const REPO = 'ann/shop';
export const at = { owner: 'ann', repo: 'shop' } as const;

const permissions = {
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'write',
  statuses: 'write',
  actions: 'read',
  metadata: 'read',
} as const;

interface PullShop {
  readonly embedded: EmbeddedGitHub;
  readonly clock: QuickClock;
  /** The ports, as crew's App; or with another token. */
  readonly github: (options?: Partial<GitHubOptions>) => GitHub;
  /** The ports with what a job holds in GITHUB_TOKEN. */
  readonly inAction: () => GitHub;
  readonly as: (login: string) => Octokit;
  readonly asApp: () => Octokit;
  /** A branch with a commit, and a pull request for it. */
  readonly offer: (branch: string, files: Readonly<Record<string, string>>) => Promise<PullRequest>;
  /** One more commit on a branch; gives its sha. */
  readonly push: (branch: string, files: Readonly<Record<string, string>>) => Promise<string>;
  readonly tip: (branch: string) => Promise<string>;
  readonly pull: (number: number) => PullRequest;
}

const opened: EmbeddedGitHub[] = [];
afterAll(() => Promise.all(opened.splice(0).map((embedded) => embedded.close())));

/** Opens it; it closes after the last test of the file, and then every exchange must have fitted the description. */
export async function openPullShop(
  repository: Partial<RepositorySeed> = {},
  { limits }: Pick<EmbeddedOptions, 'limits'> = {},
): Promise<PullShop> {
  const clock = quickClock();
  const embedded = await startEmbeddedGitHub({
    now: clock.now,
    ...(limits ? { limits } : {}),
    seed: {
      users: ['ann', 'maya', 'sam', 'eve'],
      repositories: [{ ...at, name: 'shop', collaborators: { maya: 'write', sam: 'write' }, ...repository }],
      apps: [{ slug: 'crew', permissions, installations: [{ account: 'ann' }] }],
    },
  });
  opened.push(embedded);
  const github = (options: Partial<GitHubOptions> = {}) =>
    createGitHub(REPO, {
      apiUrl: embedded.apiUrl,
      graphqlUrl: embedded.graphqlUrl,
      token: async () => embedded.tokenFor({ app: 'crew', on: 'ann' }),
      clock,
      log: () => undefined,
      ...options,
    });
  const as = (login: string) => octokit(embedded, embedded.tokenFor({ user: login }));
  const pull = (number: number): PullRequest => {
    const found = embedded.repository(REPO).pulls.find((one) => one.number === number);
    if (found === undefined) throw new Error(`no pull request #${number}`);
    return found;
  };
  return {
    embedded,
    clock,
    github,
    inAction: () => github({ token: async () => embedded.tokenFor({ workflow: REPO, permissions }) }),
    as,
    asApp: () => octokit(embedded, embedded.tokenFor({ app: 'crew', on: 'ann' })),
    async offer(branch, files) {
      await growBranch(as('maya'), { ...at, branch, files });
      const { data } = await as('maya').pulls.create({ ...at, title: `About ${branch}`, head: branch, base: 'main' });
      return pull(data.number);
    },
    push: (branch, files) => growBranch(as('maya'), { ...at, branch, files }),
    tip: async (branch) => (await as('maya').git.getRef({ ...at, ref: `heads/${branch}` })).data.object.sha,
    pull,
  };
}

/** What is gone wrong on the way of one write, and that it was done all the same or not. */
export const mishaps = [
  ['the request was lost', { kind: 'drop', when: 'before' }],
  ['the reply was lost', { kind: 'drop', when: 'after' }],
  ['the answer was 500, though it was done', { kind: 'status', status: 500, when: 'after' }],
  ['the answer was cut off', { kind: 'truncate' }],
] as const;
