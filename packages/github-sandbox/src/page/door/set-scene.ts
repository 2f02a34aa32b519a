import type { Incoming } from '../../github/index.js';
import { type Account, findAccount, reaches, roleOf, type State } from '../../github/state.js';
import { type PageContext, pathOf, referencesIn, type Scene } from '../scene.js';
import { boardsOf } from './place.js';

/** A sandbox in which nobody was seeded can still be looked at. */
const visitor: Account = {
  kind: 'User',
  id: 0,
  nodeId: '',
  login: 'visitor',
  name: null,
  email: null,
  createdAt: '1970-01-01T00:00:00Z',
};

/** Gathers what a view may look at, as it is at this moment and for who is looking. */
export function setScene({ github, model, app, runs, pulls, proofs }: PageContext, { headers }: Incoming): Scene {
  const { state, world } = github;
  const viewer = viewerOf(state, headers.cookie) ?? visitor;
  return {
    state,
    now: world.now(),
    url: github.url,
    viewer,
    people: peopleOf(state),
    token: proofs.of(viewer.login),
    model: model ?? null,
    app: app ?? null,
    runs,
    pulls,
    pathOf,
    sees: (repository) => roleOf(repository, viewer) !== null,
    boardsOf: (repository) => boardsOf({ state, viewer }, repository),
    references: (repository) => referencesIn(state, repository),
  };
}

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
