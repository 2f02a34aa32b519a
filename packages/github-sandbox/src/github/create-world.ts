// Creates the world of an embedded GitHub. Used by index.ts only.

import { advanceQueuesOnEvents } from './acts/merge-queue.js';
import { addAccount } from './add-account.js';
import { workflowBot } from './auth/mint.js';
import { openTokenStore } from './auth/token-store.js';
import { createEmitter, type Emitter } from './events/emitter.js';
import { eventOf, type GitHubEvent } from './events/event.js';
import { payloadOf } from './events/payload.js';
import { openWebhooks, type Webhooks } from './events/webhooks.js';
import { createSerializer } from './git/git.js';
import { countFrom, urlsAt } from './ids.js';
import { githubLimits, type Limits, openRateLimits } from './limits.js';
import type { RepositoryEvent } from './repository-event.js';
import { logEffects } from './requests.js';
import { emptyState } from './state.js';
import { stamp, type World } from './world.js';

/** The id of github-actions[bot] on github.com, which some programs rely on. */
const workflowBotId = 41_898_282;

/** Ids start here, so that they are not mistaken for issue numbers. */
const firstId = 1000;

export type EmbeddedWorld = {
  readonly world: World;
  readonly events: Emitter<GitHubEvent>;
  readonly webhooks: Webhooks;
};

/** Creates a world whose only account is the Actions bot. Each repository event is sent to webhooks and to the listeners of `events`. */
export function createWorld(given: {
  origin: string;
  dir: string;
  now: () => number;
  limits: Partial<Limits>;
}): EmbeddedWorld {
  const { origin, dir, now, limits } = given;
  const state = emptyState();
  const ids = countFrom(firstId);
  const urls = urlsAt(origin);
  const webhooks = openWebhooks({ state, ids, stamp: () => stamp({ now }) });
  const repositoryEvents = createEmitter<RepositoryEvent>();
  const world: World = {
    state,
    urls,
    dir,
    now,
    ids,
    repositoryEvents,
    effects: logEffects(() => stamp({ now })),
    tokens: openTokenStore(),
    limits: openRateLimits({ limits: { ...githubLimits, ...limits }, now }),
    serialize: createSerializer(),
    redeliver: webhooks.redeliver,
    executor: null,
  };
  const events = createEmitter<GitHubEvent>();
  repositoryEvents.listen(advanceQueuesOnEvents(world));
  repositoryEvents.listen((repositoryEvent) => events.emit(eventOf(repositoryEvent, payloadOf(urls, repositoryEvent))));
  events.listen(webhooks.send);
  addAccount(world, { login: workflowBot, id: workflowBotId }, 'Bot');
  return { world, events, webhooks };
}
