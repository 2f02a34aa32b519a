// Who was the first to be asked for a review, and never came to it: how long the others join that one.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../src/adapters/clock.js';
import { goOn } from '../../../src/core/carry.js';
import { firstOf } from '../../../src/core/first-of.js';
import { openRun } from '../../../src/core/run.js';
import type { Event } from '../../../src/event.js';
import { road } from '../../../src/road.js';
import { readEnv } from '../../../src/services/env.js';
import { hubCrew } from '../../../src/services/wire.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';

let shop: Awaited<ReturnType<typeof openPullShop>>;
let pull = { number: 0, head: '' };
let nth = 0;
beforeAll(async () => {
  shop = await openPullShop({ files: { 'sum.js': 'export const add = (a, b) => a + b;\n' } });
});
beforeEach(async () => {
  nth += 1;
  const { number } = await shop.offer(`work-${nth}`, { [`file-${nth}.js`]: 'export const add = () => 0;\n' });
  pull = { number, head: await shop.tip(`work-${nth}`) };
});

function crew() {
  const { apiUrl, graphqlUrl, url } = shop.embedded;
  const env = readEnv({ GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphqlUrl, GITHUB_SERVER_URL: url });
  const token = async () => shop.embedded.tokenFor({ app: 'crew', on: 'ann' });
  const hub = hubCrew({ env, door: 'gate', repo: REPO, token, clock: systemClock(undefined), log: () => undefined });
  return { ...hub, job: 'turn' as const, details: `${url}/${REPO}/actions/runs/${nth}` };
}

/** Maya asks for it. */
async function ask(): Promise<Event> {
  const body = '/crew review';
  const { data } = await shop.as('maya').issues.createComment({ ...at, issue_number: pull.number, body });
  return {
    ...{ kind: 'comment', key: `thread-${data.id}`, actor: { login: 'maya', id: data.user?.id ?? 0, bot: false } },
    ...{ at: { repo: REPO, issue: pull.number }, comment: { id: data.id, where: 'thread', body } },
  };
}

/** Gives how the gate ended. */
const gate = async () => ({ ended: (await road(await ask(), crew())).at(-1) });

describe('a gate that died when it was the first to be asked', () => {
  const MINUTE = 60_000;

  /** So long ago. */
  async function died(ago: number, restsFor?: 'work') {
    const { desk } = crew();
    const then = { ...desk, clock: { ...desk.clock, now: () => Date.now() - ago } };
    const run = `review-${pull.number}-dead`;
    await firstOf(desk.leases, `review-${pull.number}`, {
      ...{ run, about: pull.head, at: then.clock.now(), isOver: async () => false },
    });
    const opened = await openRun(then, { run, workflow: 'review', story: 1, input: {} });
    if (opened.is === 'open' && restsFor) await opened.run.rest({ for: restsFor });
    return run;
  }

  it('keeps nobody from another one for longer than a gate takes, whatever it had written down', async () => {
    await died(16 * MINUTE);
    expect((await gate()).ended?.next).toBe('work');
  });

  it('may be at it for as long as a gate takes, and whoever works for as long as that takes', async () => {
    const run = await died(10 * MINUTE);
    expect((await gate()).ended?.outcome).toMatchObject({ result: { joined: run } });
  });

  it('is the first still when it came to the work', async () => {
    const run = await died(16 * MINUTE, 'work');
    expect((await gate()).ended?.outcome).toMatchObject({ result: { joined: run } });
  });

  it('is settled by whoever looks after its run of Actions: whoever asked is told, and can ask again at once', async () => {
    const { desk } = crew();
    const run = `review-${pull.number}-${String(nth).padStart(10, '0')}`;
    const event = await ask();
    const first = { run, about: pull.head, at: Date.now(), isOver: async () => false };
    await firstOf(desk.leases, `review-${pull.number}`, first);
    const input = { event, own: { labelPrefix: 'crew:', me: 0 }, asked: [0] };
    await openRun(desk, { run, workflow: 'review', story: 1, repo: REPO, issue: pull.number, input });
    const verify = { result: 'skipped', bytes: null, digest: undefined };
    const later = { ...desk, holder: { ...desk.holder, name: 'another', isGone: () => true, isAlive: () => false } };
    const told = await goOn(run, { ...crew(), desk: later, job: 'publish', aftermath: { work: 'failure', verify } });
    expect(told).toMatchObject({ outcome: { name: 'infra_error' } });
    const { data } = await shop.as('maya').issues.listComments({ ...at, issue_number: pull.number });
    expect(data.flatMap(({ user, body }) => (user?.type === 'Bot' ? [body] : []))).toEqual([
      expect.stringMatching(/^@maya\n/),
    ]);
    expect((await gate()).ended?.next).toBe('work');
  });
});
