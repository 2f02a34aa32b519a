// Creates the scene of a request, and selects the viewer by a cookie. Used by the pages' entry for GET and POST.

import type { Incoming } from '../../github/index.js';
import { type Account, findAccount, reaches, roleOf, type State } from '../../github/state.js';
import { type PageContext, pathOf, referencesIn, type Scene } from '../scene.js';
import { boardsOf } from './find-by-path.js';

/** The viewer of a sandbox without users. */
const visitor: Account = {
  kind: 'User',
  id: 0,
  nodeId: '',
  login: 'visitor',
  name: null,
  email: null,
  createdAt: '1970-01-01T00:00:00Z',
};

/** Creates the scene for the viewer of a request and the current time. */
export function createScene(
  { github, model, app, runs, pulls, csrfTokens }: PageContext,
  { headers }: Incoming,
): Scene {
  const { state, world } = github;
  const viewer = viewerOf(state, headers.cookie) ?? visitor;
  return {
    state,
    now: world.now(),
    url: github.url,
    viewer,
    people: peopleOf(state),
    token: csrfTokens.of(viewer.login),
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

/** The accounts that a visitor can switch to: all people, no Apps or organizations. */
export function peopleOf(state: State): Account[] {
  return [...state.accounts.values()].filter(({ kind }) => kind === 'User');
}

/** The viewer: the account in the cookie, else an admin of a repository, else the first person; undefined if there are no people. */
export function viewerOf(state: State, cookies: string | undefined): Account | undefined {
  const login = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]+)`).exec(cookies ?? '')?.[1];
  const people = peopleOf(state);
  const named = people.find((person) => person.login === login);
  const repositories = [...state.repositories.values()];
  const isAdminOfOne = (person: Account) =>
    repositories.some((repository) => reaches(roleOf(repository, person), 'admin'));
  return named ?? people.find(isAdminOfOne) ?? people[0];
}

/** The cookie that selects a viewer; null if there is no such account. */
export function viewerCookie(state: State, login: string): string | null {
  const account = findAccount(state, login);
  return account?.kind === 'User' ? `${cookieName}=${account.login}; Path=/; HttpOnly; SameSite=Lax` : null;
}
