// Determines which of the relevant people can push: from the collaborators list, or by asking for each if the list is not readable.
import type { BoardSnapshot, PullFacts } from '../../../ports/board-snapshot.js';
import type { People } from '../../../ports/index.js';
import { List, type Listed } from './lists.js';
import { repoOf } from './relevance.js';
import { repositoryField } from './scan-basics.js';

/** Maximum number of single requests. */
const MAX_REQUESTS = 20;

/** People whose review or merge counts, those of open pull requests first. */
function relevantPeople(pulls: readonly PullFacts[]): readonly string[] {
  const open = (pull: PullFacts) => (pull.state === 'open' ? 0 : 1);
  const logins = [...pulls]
    .sort((a, b) => open(a) - open(b))
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
    oneWay: true,
  });

const PUSHES = ['ADMIN', 'MAINTAIN', 'WRITE'];

/** The collaborators lists of several repositories. */
export const peopleOf = (repos: readonly string[]): ReadonlyMap<string, List<RawCollaborator>> =>
  new Map(repos.map((repo) => [repo, collaboratorList(repo)]));

/** The results of these lists. */
export const resultsOf = <T>(lists: ReadonlyMap<string, List<T>>): ReadonlyMap<string, Listed<T>> =>
  new Map([...lists].map(([repo, list]) => [repo, list.result()]));

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
  const knownOf = async (repo: string, list: Listed<RawCollaborator>): Promise<KnownPermissions> => {
    const logins = relevantPeople(pushers.pulls.filter(({ ref }) => repoOf(ref) === repo));
    return byList(list, logins) ?? oneByOne(pushers.people(repo), logins, repo === pushers.home ? '' : ` to ${repo}`);
  };
  const here = await knownOf(pushers.home, pushers.collaborators);
  const there: [string, KnownPermissions][] = [];
  for (const [repo, list] of pushers.elsewhere) there.push([repo, await knownOf(repo, list)]);
  const elsewhere = Object.fromEntries(there.map(([repo, { mayPush }]) => [repo, mayPush]));
  return {
    mayPush: here.mayPush,
    ...(there.length > 0 ? { mayPushElsewhere: elsewhere } : {}),
    missing: [...here.missing, ...there.flatMap(([, { missing }]) => missing)],
  };
}

type KnownPermissions = Pick<BoardSnapshot, 'mayPush' | 'missing'>;

/** From the list; null if it was not readable. */
function byList({ found, total, why }: Listed<RawCollaborator>, logins: readonly string[]): KnownPermissions | null {
  if (why !== null || total === null) return null;
  const pushers = found.filter(({ permission }) => PUSHES.includes(permission)).map(({ node }) => node.login);
  const known = [...new Set([...logins, ...pushers])].sort();
  return { mayPush: Object.fromEntries(known.map((login) => [login, pushers.includes(login)])), missing: [] };
}

/** One request per person. */
async function oneByOne(people: People, logins: readonly string[], where: string): Promise<KnownPermissions> {
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
