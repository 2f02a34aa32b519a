import { followQueue } from './acts/merge-queue.js';
import { createEmitter, type Emitter } from './events/emitter.js';
import { eventOf, type GitHubEvent } from './events/event.js';
import type { Happening } from './events/happening.js';
import { payloadOf } from './events/payload.js';
import { openWebhooks, type Webhooks } from './events/webhooks.js';
import { createTurns } from './git/git.js';
import { countFrom, urlsAt } from './ids.js';
import { githubLimits, type Limits, openLimitBook } from './limits.js';
import { logEffects } from './requests.js';
import { plantAccount } from './seed/accounts.js';
import { emptyState } from './state.js';
import { workflowBot } from './who/mint.js';
import { openTokenBook } from './who/token-book.js';
import { stamp, type World } from './world.js';

/** The id this bot has on github.com; some programs know it by heart. */
const workflowBotId = 41_898_282;

/** Ids begin here, so that they are never mistaken for issue numbers. */
const firstId = 1000;

export type Made = {
  readonly world: World;
  readonly events: Emitter<GitHubEvent>;
  readonly webhooks: Webhooks;
};

/** Makes a world with nobody in it but the bot of GitHub Actions; what happens in it becomes events, and events are sent. */
export function createWorld(given: { origin: string; dir: string; now: () => number; limits: Partial<Limits> }): Made {
  const { origin, dir, now, limits } = given;
  const state = emptyState();
  const ids = countFrom(firstId);
  const urls = urlsAt(origin);
  const webhooks = openWebhooks({ state, ids, stamp: () => stamp({ now }) });
  const happenings = createEmitter<Happening>();
  const world: World = {
    state,
    urls,
    dir,
    now,
    ids,
    happenings,
    effects: logEffects(() => stamp({ now })),
    tokens: openTokenBook(),
    limits: openLimitBook({ limits: { ...githubLimits, ...limits }, now }),
    inTurn: createTurns(),
    redeliver: webhooks.redeliver,
    runner: null,
  };
  const events = createEmitter<GitHubEvent>();
  happenings.listen(followQueue(world));
  happenings.listen((happening) => events.emit(eventOf(happening, payloadOf(urls, happening))));
  events.listen(webhooks.send);
  plantAccount(world, { login: workflowBot, id: workflowBotId }, 'Bot');
  return { world, events, webhooks };
}
