import type { Permissions } from '../permissions.js';
import type { Account } from './account.js';

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
