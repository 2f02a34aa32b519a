// Accounts, and the collaborators of repositories, in GraphQL.

import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { canSee } from '../../auth/authorize.js';
import { covers } from '../../permissions.js';
import { type Account, findAccount, type Repository, reaches, roleOf } from '../../state.js';
import { connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { projectsOf } from './project.js';

type Given = PageArguments & { readonly query?: string | null; readonly login?: string | null };

/** The collaborators of a repository; visible with push access only. */
export function collaboratorsField(repository: Repository) {
  return (given: Given, context: QueryContext, info: GraphQLResolveInfo): Fields => {
    if (!mayPush(context, repository)) {
      const message = 'Must have push access to view repository collaborators.';
      throw new GraphQLError(message, { extensions: { type: 'FORBIDDEN' } });
    }
    const page = connection(() => collaboratorsOf(context, { repository, given }), context.show)(given, context, info);
    return { ...page, edges: withPermissions(page.edges, repository, context) };
  };
}

function mayPush({ who }: QueryContext, repository: Repository): boolean {
  if (who.kind === 'user') return reaches(roleOf(repository, who.account), 'write');
  return (who.kind === 'installation' || who.kind === 'workflow') && covers(who.permissions.metadata, 'read');
}

function collaboratorsOf(
  { world }: QueryContext,
  { repository, given }: { repository: Repository; given: Given },
): Account[] {
  const logins = new Set([repository.owner.login.toLowerCase(), ...repository.collaborators.keys()]);
  const accounts = [...logins].flatMap((login) => findAccount(world.state, login) ?? []);
  const wanted = (given.login ?? given.query ?? '').toLowerCase();
  return accounts.filter(({ kind, login }) => kind === 'User' && login.toLowerCase().includes(wanted));
}

function withPermissions(edges: unknown, repository: Repository, { world }: QueryContext): Fields[] {
  if (!Array.isArray(edges)) return [];
  return edges.map((edge: Fields) => {
    const { login } = Object(edge.node);
    const account = findAccount(world.state, String(login));
    const role = account === undefined ? null : roleOf(repository, account);
    return { ...edge, permission: role?.toUpperCase() ?? 'NONE' };
  });
}

/** A user, organization or bot. */
export function accountType(context: QueryContext, account: Account): Fields {
  const { world, who, show } = context;
  const owned = (): Repository[] =>
    [...world.state.repositories.values()].filter((one) => one.owner.id === account.id && canSee(who, one));
  return {
    __typename: account.kind,
    id: account.nodeId,
    databaseId: account.id,
    login: account.login,
    name: account.name,
    email: account.email ?? '',
    url: `${world.urls.html}/${account.login}`,
    resourcePath: `/${account.login}`,
    avatarUrl: `${world.urls.html}/avatars/u/${account.id}`,
    createdAt: account.createdAt,
    isViewer: who.kind === 'user' && who.account.id === account.id,
    repository: ({ name }: { name: string }) => {
      const found = owned().find((one) => one.name.toLowerCase() === name.toLowerCase());
      return found === undefined ? null : show(found);
    },
    repositories: connection(owned, show),
    ...projectsOf(context, account),
  };
}
