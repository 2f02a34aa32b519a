// Determines which people can push, as far as a scan needs to know: from the list of collaborators, or if that is not readable, by one request
// for each person whose review or merge counts.
import type { BoardSnapshot, PullFacts } from '../../../ports/board-snapshot.js';
import type { People } from '../../../ports/index.js';
import { List, type Listed } from './lists.js';
import { repoOf } from './relevance.js';
import { repositoryField } from './scan-basics.js';

/** The maximum number of requests for single people. */
const MAX_REQUESTS = 20;

/** People whose review or merge counts, those of open pull requests first. */
function relevantPeople(pulls: readonly PullFacts[]): readonly string[] {
  const rank = (pull: PullFacts) => (pull.state === 'open' ? 0 : 1);
  const logins = [...pulls]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(({ author, reviews, merge }) => [
      author.login,
      ...(reviews === 'unread' ? [] : reviews.map(({ by }) => by.login)),
      ...(merge?.by ? [merge.by.login] : []),
    ]);
  return [...new Set(logins)].filter((login) => login !== 'ghost');
}

export interface RawCollaborator {
  readonly permission: string;
  readonly node: { readonly login: string };
}

/** The collaborators of a repository; readable only with push access. */
export const collaboratorList = (repo: string): List<RawCollaborator> =>
  new List<RawCollaborator>({
    field: (connection) => repositoryField(repo, connection('collaborators', ', affiliation: ALL')),
    selection: 'permission node { login }',
    find: (value) => (value as { collaborators?: unknown } | null)?.collaborators,
    keyOf: ({ node }) => node.login,
    records: 'edges',
    weight: 0.1,
    isOneWay: true,
  });

const PUSH_PERMISSIONS = ['ADMIN', 'MAINTAIN', 'WRITE'];

/** The lists of collaborators of several repositories, by repository. */
export const collaboratorLists = (repos: readonly string[]): ReadonlyMap<string, List<RawCollaborator>> =>
  new Map(repos.map((repo) => [repo, collaboratorList(repo)]));

/** The results of these lists. */
export const resultsOf = <T>(lists: ReadonlyMap<string, List<T>>): ReadonlyMap<string, Listed<T>> =>
  new Map([...lists].map(([repo, list]) => [repo, list.result()]));

/** What determines who can push. */
export interface Pushers {
  readonly people: (repo: string) => People;
  readonly home: string;
  readonly collaborators: Listed<RawCollaborator>;
  readonly elsewhere: ReadonlyMap<string, Listed<RawCollaborator>>;
  readonly pulls: readonly PullFacts[];
}

/** Whether each person can push. People who could not be checked are left out and reported as missing. */
export async function readPermissions(
  pushers: Pushers,
): Promise<Pick<BoardSnapshot, 'mayPush' | 'mayPushElsewhere' | 'missing'>> {
  const permissionsIn = async (repo: string, list: Listed<RawCollaborator>): Promise<KnownPermissions> => {
    const logins = relevantPeople(pushers.pulls.filter(({ ref }) => repoOf(ref) === repo));
    return (
      fromList(list, logins) ??
      fromSingleRequests(pushers.people(repo), logins, repo === pushers.home ? '' : ` to ${repo}`)
    );
  };
  const homePermissions = await permissionsIn(pushers.home, pushers.collaborators);
  const otherPermissions: [string, KnownPermissions][] = [];
  for (const [repo, list] of pushers.elsewhere) otherPermissions.push([repo, await permissionsIn(repo, list)]);
  const elsewhere = Object.fromEntries(otherPermissions.map(([repo, { mayPush }]) => [repo, mayPush]));
  return {
    mayPush: homePermissions.mayPush,
    ...(otherPermissions.length > 0 ? { mayPushElsewhere: elsewhere } : {}),
    missing: [...homePermissions.missing, ...otherPermissions.flatMap(([, { missing }]) => missing)],
  };
}

type KnownPermissions = Pick<BoardSnapshot, 'mayPush' | 'missing'>;

/** The permissions by the list of collaborators; null if it was not readable. */
function fromList({ found, total, why }: Listed<RawCollaborator>, logins: readonly string[]): KnownPermissions | null {
  if (why !== null || total === null) return null;
  const pushers = found.filter(({ permission }) => PUSH_PERMISSIONS.includes(permission)).map(({ node }) => node.login);
  const allLogins = [...new Set([...logins, ...pushers])].sort();
  return { mayPush: Object.fromEntries(allLogins.map((login) => [login, pushers.includes(login)])), missing: [] };
}

/** The permissions by one request for each person. */
async function fromSingleRequests(people: People, logins: readonly string[], where: string): Promise<KnownPermissions> {
  const mayPush: Record<string, boolean> = {};
  let unknown = Math.max(logins.length - MAX_REQUESTS, 0);
  for (const login of logins.slice(0, MAX_REQUESTS)) {
    try {
      mayPush[login] = ['admin', 'write'].includes(await people.permission(login));
    } catch {
      unknown += 1;
    }
  }
  const why = 'the list of collaborators cannot be read (that needs push access), and asking one by one did not do';
  return { mayPush, missing: unknown > 0 ? [{ what: `who of ${unknown} people may push${where}`, why }] : [] };
}
