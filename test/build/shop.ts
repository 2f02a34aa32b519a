// The embedded GitHub with one small repository on it, ann/shop, and crew installed there as an App.
import { afterAll } from '@jest/globals';
import { type GitHub as Embedded, type GitHubOptions, noLimits, startGitHub } from 'github-sandbox';
import { createGitHub } from '../../src/adapters/github/index.js';
import type { Clock, GitHub } from '../../src/ports/index.js';
import { type QuickClock, quickClock } from './clock.js';
import { newFolder } from './folder.js';

export const REPO = 'ann/shop';

export interface Shop {
  readonly embedded: Embedded;
  readonly clock: QuickClock;
  /** The ports, as crew; or with another token, or another clock. */
  readonly github: (as?: { token?: (fresh: boolean) => Promise<string | null>; clock?: Clock }) => GitHub;
  readonly crewToken: () => string;
  /** What stands in a thread, oldest first. */
  readonly comments: (issue?: number) => readonly { readonly author: string; readonly body: string }[];
  /** How often something of a kind happened. */
  readonly happened: (kind: string) => number;
}

export interface ShopOptions {
  readonly limits?: GitHubOptions['limits'];
  /** GitHub's time, where it is not the quick clock's. */
  readonly now?: () => number;
  /** Whether crew may open pull requests; without it, no. */
  readonly pulls?: boolean;
  /** Beside its README. */
  readonly files?: Readonly<Record<string, string>>;
}

const opened: Embedded[] = [];
afterAll(() => Promise.all(opened.splice(0).map((embedded) => embedded.close())));

/** Opens the shop; it closes after the last test of the file. Its time is a quick clock's: waiting costs none. */
export async function openShop({ limits = noLimits, files = {}, now, pulls = false }: ShopOptions = {}): Promise<Shop> {
  const clock = quickClock();
  const embedded = await startGitHub({ dir: await newFolder(), now: now ?? clock.now, limits });
  opened.push(embedded);
  const most = { issues: 'write', contents: 'write', actions: 'write', metadata: 'read' } as const;
  const permissions = { ...most, ...(pulls ? ({ pull_requests: 'write' } as const) : {}) };
  await embedded.seed({
    users: ['ann', 'maya', 'sam'],
    repositories: [
      {
        owner: 'ann',
        name: 'shop',
        files: { 'README.md': '# shop\n', ...files },
        collaborators: { maya: 'write' },
        issues: [{ title: 'The cart loses things', comments: [{ author: 'maya', body: '/crew help' }] }],
      },
    ],
    apps: [{ slug: 'crew', permissions, installations: [{ account: 'ann' }] }],
  });
  // Actions runs stay queued: what they would do is not tested here.
  embedded.plugExecutor({ start: () => undefined, cancel: () => undefined });
  const crewToken = () => embedded.tokenFor({ app: 'crew', on: 'ann' });
  let token = crewToken();
  const renewed = async (fresh: boolean) => {
    if (fresh) token = crewToken();
    return token;
  };
  const issueOf = (number: number) => embedded.repository(REPO).issues.find((one) => one.number === number);
  return {
    embedded,
    clock,
    crewToken,
    github: (as = {}) =>
      createGitHub(REPO, {
        apiUrl: embedded.apiUrl,
        graphqlUrl: embedded.graphqlUrl,
        token: as.token ?? renewed,
        clock: as.clock ?? clock,
        log: () => undefined,
      }),
    comments: (issue = 1) =>
      (issueOf(issue)?.comments ?? []).map(({ author, body }) => ({ author: author.login, body })),
    happened: (kind) => embedded.effects.filter((effect) => effect.kind === kind).length,
  };
}
