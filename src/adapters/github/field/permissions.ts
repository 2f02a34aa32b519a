// Who of those that matter may push. One list says it of all; where it may not be read, each is asked about.
import type { Field, PullFacts } from '../../../field.js';
import type { People } from '../../../ports.js';
import { repositoryField } from './ground.js';
import { List, type Listed } from './parts.js';

/** So many are asked about one by one. */
const MOST = 20;

/** Those on whose word something depends, the ones that open work depends on first. */
export function whoMatters(pulls: readonly PullFacts[]): readonly string[] {
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

/** Who has a role in a repository; GitHub tells only whoever may push there. */
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

/** Says of each whether they may push; who could not be asked about is left out, and said. */
export async function readPermissions(of: {
  people: People;
  collaborators: Listed<RawCollaborator>;
  logins: readonly string[];
}): Promise<Pick<Field, 'mayPush' | 'missing'>> {
  const { found, total, why } = of.collaborators;
  if (why !== null || total === null) return oneByOne(of.people, of.logins);
  const pushers = found.filter(({ permission }) => PUSHES.includes(permission)).map(({ node }) => node.login);
  const known = [...of.logins, ...pushers].sort();
  return { mayPush: Object.fromEntries(known.map((login) => [login, pushers.includes(login)])), missing: [] };
}

async function oneByOne(people: People, logins: readonly string[]): Promise<Pick<Field, 'mayPush' | 'missing'>> {
  const mayPush: Record<string, boolean> = {};
  let unknown = Math.max(logins.length - MOST, 0);
  for (const login of logins.slice(0, MOST)) {
    try {
      mayPush[login] = ['admin', 'write'].includes(await people.permission(login));
    } catch {
      unknown += 1;
    }
  }
  const why = 'the list of collaborators cannot be read (that needs push access), and asking one by one did not do';
  return { mayPush, missing: unknown > 0 ? [{ what: `who of ${unknown} people may push`, why }] : [] };
}
