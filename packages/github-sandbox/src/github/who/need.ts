import type { Permission } from '../permissions.js';
import type { Role } from '../state.js';

/** What a route asks of whoever calls it; written beside the route, like GitHub's documentation does. */
export type Need = { readonly of: 'anyone' } | { readonly of: 'someone' } | { readonly of: 'app' } | RepositoryNeed;

export type RepositoryNeed = {
  readonly of: 'repository';
  /** One of these is enough: comments on pull requests fall under two. */
  readonly permissions: readonly Permission[];
  readonly level: 'read' | 'write';
  /** What a person needs to be in the repository. */
  readonly role: Role;
  /** Settings stay closed to strangers even where the repository is public. */
  readonly evenPublic: boolean;
  /** What a person is told who is less, where GitHub has words of its own for it. */
  readonly refusal?: string;
};

/** Reading: open to everyone where the repository is public. */
export function reads(...permissions: Permission[]): RepositoryNeed {
  return { of: 'repository', permissions, level: 'read', role: 'read', evenPublic: false };
}

/** Reading what is not for everyone's eyes: a person needs the role, a token the permission. */
export function readsAs(role: Role, ...permissions: Permission[]): RepositoryNeed {
  return { of: 'repository', permissions, level: 'read', role, evenPublic: true };
}

/** Writing: a person needs the role, a token the permission. */
export function writesAs(role: Role, ...permissions: Permission[]): RepositoryNeed {
  return { of: 'repository', permissions, level: 'write', role, evenPublic: false };
}
