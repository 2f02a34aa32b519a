import { type Account, findAccount, reaches, roleOf, type State } from '../../github/state.js';

const cookieName = 'sandbox-viewer';

/** The people one can be here. */
export function peopleOf(state: State): Account[] {
  return [...state.accounts.values()].filter(({ kind }) => kind === 'User');
}

/** Who is looking: whom the cookie names, else somebody who runs one of the repositories. */
export function viewerOf(state: State, cookies: string | undefined): Account | undefined {
  const login = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]+)`).exec(cookies ?? '')?.[1];
  const people = peopleOf(state);
  const named = people.find((person) => person.login === login);
  const repositories = [...state.repositories.values()];
  const runsOne = (person: Account) => repositories.some((repository) => reaches(roleOf(repository, person), 'admin'));
  return named ?? people.find(runsOne) ?? people[0];
}

/** The cookie that makes somebody the viewer, or null when nobody is called so. */
export function viewerCookie(state: State, login: string): string | null {
  const account = findAccount(state, login);
  return account?.kind === 'User' ? `${cookieName}=${account.login}; Path=/; HttpOnly; SameSite=Lax` : null;
}
