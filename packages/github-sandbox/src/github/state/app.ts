// The records of accounts, roles and Apps. The other record types and state.ts import it.

import type { Permissions } from '../permissions.js';

export type App = {
  readonly id: number;
  readonly nodeId: string;
  readonly slug: string;
  readonly name: string;
  readonly owner: Account;
  readonly bot: Account;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly createdAt: string;
};

/** Common fields of all records: GraphQL type, number and node id. */
export type Entity<Kind extends string> = { readonly kind: Kind; readonly id: number; readonly nodeId: string };

export type Account = Entity<'User' | 'Organization' | 'Bot'> & {
  readonly login: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly createdAt: string;
};

export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes the wanted one; each role includes those before it in `roles`. */
export const reaches = (role: Role | null, wanted: Role): boolean =>
  role !== null && roles.indexOf(role) >= roles.indexOf(wanted);
