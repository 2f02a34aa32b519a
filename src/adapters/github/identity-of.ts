import type { Identity } from '../../ports/index.js';

/** The identity of a user; deleted accounts are `ghost`. */
export const identityOf = (user: Identity | null | undefined): Identity =>
  user ? { login: user.login, id: user.id } : { login: 'ghost', id: 0 };
