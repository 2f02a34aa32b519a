import type { Incoming } from '../../github/index.js';
import { type Account, roleOf } from '../../github/state.js';
import type { Desk } from '../desk.js';
import { pathOf, referencesIn, type Scene } from '../scene.js';
import { boardsOf } from './place.js';
import { peopleOf, viewerOf } from './viewer.js';

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
export function setScene({ github, model, app, runs, pulls, proofs }: Desk, { headers }: Incoming): Scene {
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
