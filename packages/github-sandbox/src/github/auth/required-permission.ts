// The permissions that a route requires. Declared by each REST route (the type is in http/route.ts), the git endpoint and GraphQL
// mutations; checked by authorize.ts.

import type { Permission } from '../permissions.js';
import type { Role } from '../state.js';

/** What a route requires: nothing (`public`), any authentication (`authenticated`), an App's JSON web token (`app`), or access to the repository. */
export type Need =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'app' }
  | RepositoryNeed;

export type RepositoryNeed = {
  readonly kind: 'repository';
  /** One of these is sufficient; comments on pull requests have two. */
  readonly permissions: readonly Permission[];
  readonly level: 'read' | 'write';
  /** The required role of a user. */
  readonly role: Role;
  /** Required even in public repositories. */
  readonly evenPublic: boolean;
  /** GitHub's error message for a missing role, if it is a special one. */
  readonly refusal?: string;
};

/** Reading; open to everyone in public repositories. */
export function reads(...permissions: Permission[]): RepositoryNeed {
  return { kind: 'repository', permissions, level: 'read', role: 'read', evenPublic: false };
}

/** Reading of non-public data: a user needs the role, a token the permission. */
export function readsNonPublic({ role }: { role: Role }, ...permissions: Permission[]): RepositoryNeed {
  return { kind: 'repository', permissions, level: 'read', role, evenPublic: true };
}

/** Writing: a user needs the role, a token the permission. */
export function writes({ role }: { role: Role }, ...permissions: Permission[]): RepositoryNeed {
  return { kind: 'repository', permissions, level: 'write', role, evenPublic: false };
}
