import type { Person } from '../../../field.js';
import type { RawGitActor, RawWho } from './raw.js';

/** GitHub's name for whose account is gone. */
const GHOST: Person = { login: 'ghost' };

/** A person, or a bot under the one name that REST, git and GraphQL can agree on: with `[bot]`. */
export function personOf(who: RawWho | null | undefined): Person {
  if (!who) return GHOST;
  const isBot = who.__typename === 'Bot' || who.login.endsWith('[bot]');
  return isBot ? { login: `${who.login.replace(/\[bot\]$/, '')}[bot]`, bot: true } : { login: who.login };
}

/** Who wrote a commit: the account if GitHub knows it, else the name that git has. */
export function authorOf(actor: RawGitActor | null): Person {
  const login = actor?.user?.login ?? actor?.name ?? GHOST.login;
  return login.endsWith('[bot]') ? { login, bot: true } : { login };
}
