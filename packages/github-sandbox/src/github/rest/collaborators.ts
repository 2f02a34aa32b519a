// REST routes of collaborators and their permissions. Loaded by rest/index.ts.

import { notFound } from '../api-error.js';
import { readsNonPublic } from '../auth/required-permission.js';
import { noContent, ok } from '../http/message.js';
import { page } from '../http/paginate.js';
import { type RepositoryCall, type Route, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { type Account, findAccount, type Repository, type Role, reaches, roleOf } from '../state.js';
import { simpleUser } from './users.js';

/** The legacy permission, without triage and maintain. */
function permissionOf(role: Role | null): 'admin' | 'write' | 'read' | 'none' {
  if (role === 'admin') return 'admin';
  if (reaches(role, 'write')) return 'write';
  return role === null ? 'none' : 'read';
}

function collaboratorJson(urls: Urls, { account, role }: { account: Account; role: Role | null }) {
  return {
    ...simpleUser(urls, account),
    permissions: {
      pull: role !== null,
      triage: reaches(role, 'triage'),
      push: reaches(role, 'write'),
      maintain: reaches(role, 'maintain'),
      admin: reaches(role, 'admin'),
    },
    role_name: role ?? 'none',
  };
}

function collaboratorsOf({ world, repository }: RepositoryCall): { id: number; account: Account; role: Role }[] {
  const logins = new Set([repository.owner.login.toLowerCase(), ...repository.collaborators.keys()]);
  return [...logins].flatMap((login) => {
    const account = findAccount(world.state, login);
    const role = account === undefined ? null : roleOf(repository, account);
    if (account === undefined || role === null || account.kind === 'Organization') return [];
    return [{ id: account.id, account, role }];
  });
}

/** For bots GitHub answers as for unknown users. */
function userOf({ world, params }: RepositoryCall): Account {
  const login = params.username ?? '';
  const account = findAccount(world.state, login);
  if (account === undefined) throw notFound();
  if (account.kind !== 'User') throw notFound(`${login} is not a user`);
  return account;
}

const isListed = (repository: Repository, account: Account): boolean =>
  repository.owner.id === account.id || repository.collaborators.has(account.login.toLowerCase());

const listRoute = {
  ...readsNonPublic({ role: 'write' }, 'metadata'),
  refusal: 'Must have push access to view repository collaborators.',
};
const memberRoute = {
  ...readsNonPublic({ role: 'write' }, 'metadata'),
  refusal: 'Must have push access to view collaborator permission.',
};

export const collaboratorRoutes: readonly Route[] = [
  repositoryRoute('GET …/collaborators', { operation: 'repos/list-collaborators', need: listRoute }, (call) =>
    page(call, collaboratorsOf(call), (one) => collaboratorJson(call.world.urls, one)),
  ),
  repositoryRoute(
    'GET …/collaborators/{username}',
    { operation: 'repos/check-collaborator', need: listRoute },
    (call) => {
      if (!isListed(call.repository, userOf(call))) throw notFound();
      return noContent();
    },
  ),
  repositoryRoute(
    'GET …/collaborators/{username}/permission',
    { operation: 'repos/get-collaborator-permission-level', need: memberRoute },
    (call) => {
      const account = userOf(call);
      const role = roleOf(call.repository, account);
      const user = collaboratorJson(call.world.urls, { account, role });
      return ok({ permission: permissionOf(role), role_name: role ?? 'none', user });
    },
  ),
];
