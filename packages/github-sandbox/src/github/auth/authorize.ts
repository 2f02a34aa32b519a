// Decides whether a caller may use a route or see a repository. Used by all three API endpoints, and by REST and GraphQL.

import { forbidden, notFound, requiresAuthentication } from '../api-error.js';
import { covers, type Permissions } from '../permissions.js';
import { type Repository, reaches, roleOf } from '../state.js';
import { type Credential, coversRepository } from './credential.js';
import type { Need, RepositoryNeed } from './required-permission.js';

const notForIntegrations = 'Resource not accessible by integration';
const notForTokens = 'Resource not accessible by personal access token';

/** Throws GitHub's error unless the caller has what the route needs. A repository that the caller cannot see gives 404. */
export function authorize(who: Credential, need: Need, repository: Repository | null): void {
  if (need.kind === 'app' && who.kind !== 'app') {
    throw who.kind === 'anonymous' ? requiresAuthentication() : forbidden('A JSON web token could not be decoded');
  }
  if (need.kind === 'authenticated' && who.kind === 'anonymous') throw requiresAuthentication();
  if (need.kind === 'repository') authorizeIn(who, need, repository);
}

function authorizeIn(who: Credential, need: RepositoryNeed, repository: Repository | null): void {
  if (repository === null || !canSee(who, repository)) throw notFound();
  if (need.level === 'read' && !need.evenPublic && !repository.private) return;
  switch (who.kind) {
    case 'anonymous':
      throw requiresAuthentication();
    case 'app':
      throw forbidden(notForIntegrations);
    case 'user':
      authorizeUser({ role: roleOf(repository, who.account), permissions: who.permissions }, need);
      return;
    case 'installation':
      if (!coversRepository(who, repository) || !grants(who.permissions, need)) throw forbidden(notForIntegrations);
      return;
    case 'workflow':
      if (who.repository !== repository || !grants(who.permissions, need)) throw forbidden(notForIntegrations);
  }
}

function authorizeUser(
  { role, permissions }: { role: ReturnType<typeof roleOf>; permissions: Permissions | null },
  need: RepositoryNeed,
): void {
  if (permissions !== null && !grants(permissions, need)) throw forbidden(notForTokens);
  if (reaches(role, need.role)) return;
  if (need.permissions.includes('contents')) throw notFound();
  throw forbidden(need.refusal ?? 'Must have admin rights to Repository.');
}

function grants(permissions: Permissions, need: RepositoryNeed): boolean {
  return need.permissions.some((name) => name === 'metadata' || covers(permissions[name], need.level));
}

/** Whether a repository is visible to a caller. */
export function canSee(who: Credential, repository: Repository): boolean {
  if (!repository.private) return true;
  switch (who.kind) {
    case 'user':
      return roleOf(repository, who.account) !== null;
    case 'installation':
      return coversRepository(who, repository);
    case 'workflow':
      return who.repository === repository;
    default:
      return false;
  }
}
