import { beforeAll, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../../src/adapters/store/memory.js';
import { refsStore } from '../../../src/adapters/store/refs.js';
import { parseComment, parseWords } from '../../../src/commands/parse.js';
import { defaults } from '../../../src/config/index.js';
import { carry } from '../../../src/core/carry.js';
import type { Crew } from '../../../src/core/crew.js';
import { runName } from '../../../src/core/run-name.js';
import type { Event } from '../../../src/event.js';
import type { Store } from '../../../src/ports.js';
import { dispatch, seen, startedRun } from '../../../src/workflows/handover/changes.js';
import { readHanded } from '../../../src/workflows/handover/handed.js';
import { handover } from '../../../src/workflows/handover/index.js';
import { deskOf } from '../../build/desk.js';
import { openShop, REPO, type Shop, WORKFLOW } from '../../build/shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ files: { '.github/workflows/crew.yml': WORKFLOW } });
});

const SECRET = 'correct horse battery staple';
const TEXT = `/crew fix the cart, ${SECRET}`;
const asked = parseComment(TEXT);

const eventOf = (n: number, where: 'thread' | 'review' = 'review'): Event => ({
  kind: 'comment',
  key: `${where}-${n}`,
  actor: { login: 'maya', id: 7, bot: false },
  at: { repo: REPO, issue: 1 },
  comment: { id: n, where, body: TEXT },
});

/** One life of the App, everybody before it being dead. */
async function live(event: Event, { store, name }: { store: Store; name: string }) {
  const desk = deskOf({
    store,
    clock: shop.clock,
    name,
    gone: ['first'],
    redact: (text) => text.replaceAll(SECRET, '[redacted]'),
  });
  const crew: Crew = {
    door: 'app',
    workflows: [],
    desk: { ...desk, leases: refsStore(shop.github().refs) },
    log: () => undefined,
    hands: { github: shop.github(), repo: REPO, outgoing: (text) => text },
    own: async () => ({ labelPrefix: 'crew:', me: 66 }),
    standing: async () => 'local',
    known: async () => ({ lang: 'en', config: defaults, built: [], configFile: '.github/crew.yml', problems: [] }),
    runs: async () => [],
  };
  const written = { event, own: { labelPrefix: 'crew:', me: 66 }, asked: [0] };
  return carry(handover, {
    run: runName('handover', event, TEXT),
    crew,
    input: { event, asked, text: TEXT },
    written,
  });
}

/** A store of a process that dies at its n-th line, having written it or not; from then on it writes nothing. */
function dying(store: Store, at: number, written: boolean): Store {
  let lines = 0;
  return {
    ...store,
    async append(log, text, before) {
      lines += 1;
      if (lines < at) return store.append(log, text, before);
      if (lines === at && written) await store.append(log, text, before);
      throw new Error('killed');
    },
  };
}

const dispatched = (event: Event) =>
  shop.embedded.repository(REPO).runs.filter(({ inputs }) => inputs.nonce === runName('fix', event, TEXT));

async function leftOf(event: Event) {
  const nonce = runName('fix', event, TEXT);
  const found = await refsStore(shop.github().refs).read(`handover/${nonce}`);
  return found && readHanded(nonce, found.text);
}

describe('handing over', () => {
  it('leaves the event as it was heard, and starts a run that bears the name of the one that it is for', async () => {
    const event = eventOf(1);
    expect(await live(event, { store: memoryStore(), name: 'one' })).toMatchObject({ name: 'done' });
    expect(await leftOf(event)).toMatchObject({
      event: { key: 'review-1', actor: { login: 'maya' } },
      own: { me: 66 },
    });
    expect(dispatched(event).map(({ inputs }) => inputs.issue)).toEqual(['1']);
  });

  it('leaves nothing that must not be written down: every reader of the repository can fetch it', async () => {
    const event = eventOf(2);
    await live(event, { store: memoryStore(), name: 'one' });
    expect(await leftOf(event)).toMatchObject({ event: { comment: { body: '/crew fix the cart, [redacted]' } } });
  });

  it('leaves one thing and starts one run, wherever the App died in between', async () => {
    const left = [];
    for (let n = 1; n <= 6; n += 1)
      for (const written of [false, true]) {
        const event = eventOf(100 + 2 * n + Number(written));
        const store = memoryStore();
        await live(event, { store: dying(store, n, written), name: 'first' }).catch(() => undefined);
        await live(event, { store, name: 'second' });
        left.push([(await leftOf(event))?.event.key, dispatched(event).length]);
      }
    expect(left).toEqual(left.map((_, n) => [`review-${102 + n}`, 1]));
  });
});

describe('what is handed over', () => {
  const input = (event: Event) => ({ event, asked, text: TEXT });

  it('was seen where a reaction can say so', () => {
    expect(seen(input(eventOf(5, 'thread')))).toEqual([{ kind: 'reaction', on: { comment: 5 }, reaction: 'eyes' }]);
    expect(seen(input(eventOf(5, 'review')))).toEqual([]);
  });

  it("is started by the name of its run, and without anybody's words", () => {
    const nonce = runName('fix', eventOf(5), TEXT);
    expect(dispatch(input(eventOf(5)))).toEqual([
      { kind: 'dispatch', workflow: 'crew.yml', nonce, inputs: { command: 'fix', issue: '1', nonce } },
    ]);
  });

  it('has the name of the run that it begins', () => {
    expect(startedRun(input(eventOf(5)))).toBe(runName('fix', eventOf(5), TEXT));
  });

  it('is a command, and a right one', () => {
    expect(() => startedRun({ ...input(eventOf(5)), asked: [parseWords(['fxi'])] })).toThrow('nothing');
  });
});
