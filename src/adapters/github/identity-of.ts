import type { Identity } from '../../ports.js';

/** Who it is; whose account is gone is GitHub's ghost. */
export const identityOf = (user: Identity | null | undefined): Identity =>
  user ? { login: user.login, id: user.id } : { login: 'ghost', id: 0 };
