import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import type { Standing } from '../../src/commands/permit.js';
import { nothing } from '../../src/core/journal.js';
import { loadJournal } from '../../src/core/kept.js';
import { openRun } from '../../src/core/run.js';
import { runName } from '../../src/core/run-name.js';
import { startName } from '../../src/core/start-name.js';
import type { WrittenInput } from '../../src/core/workflow.js';
import type { Actor, Event } from '../../src/event.js';
import { handedOver } from '../../src/main/handed-over.js';
import { handedLine, handedLog } from '../../src/workflows/handover/handed.js';
import { deskOf } from '../build/desk.js';

const APP = { login: 'crew[bot]', id: 66, bot: true };
const ME = 41_898_282;
const maya = { login: 'maya', id: 2, bot: false };
const at = { repo: 'ann/shop', issue: 12 };
const NONCE = 'fix-12-0a1b2c3d4e';
const LOG = handedLog(NONCE) ?? '';

const comment = (body: string): Event => ({
  kind: 'comment',
  key: 'thread-500',
  actor: maya,
  at,
  comment: { id: 500, where: 'thread', body },
});
const written = (event: Event, asked: readonly number[] = [0]): WrittenInput => ({
  event,
  own: { labelPrefix: 'crew:', me: APP.id },
  asked,
});
const WRITTEN = written(comment('/crew fix the cart'));

const dispatched = (of: { nonce?: string; actor?: Actor; repo?: string } = {}): Event => ({
  kind: 'dispatched',
  key: 'dispatch-901',
  actor: APP,
  repo: 'ann/shop',
  issue: 12,
  command: '/crew fix the cart',
  nonce: NONCE,
  ...of,
});

/** A gate that finds a log, where somebody has a permission. */
async function heardAt(
  event: Event,
  { line = handedLine(NONCE, WRITTEN), permission = 'none' as Standing['permission'], bots = [] as number[] } = {},
) {
  const leases = memoryStore();
  if (line !== '') await leases.append(LOG, line, null);
  return handedOver(event, {
    desk: deskOf({ store: leases }),
    own: async () => ({ labelPrefix: 'crew:', me: ME }),
    standing: async (by) => ({ actor: 'actor' in by ? by.actor : maya, permission, bots, me: ME }),
  });
}

describe('a run that the App has started', () => {
  it('answers to the very event that the App has heard', async () => {
    expect((await heardAt(dispatched()))?.event).toEqual(comment('/crew fix the cart'));
  });

  it('has the name that it would have without the App', async () => {
    const heard = await heardAt(dispatched());
    const name = (event: Event) => runName('fix', event, '/crew fix the cart');
    expect(heard && name(heard.event)).toBe(name(comment('/crew fix the cart')));
  });

  it('is about the one thing that it was started for, where a comment asked for several', async () => {
    const body = 'Thanks!\n/crew help\n/crew fix the cart\n/crew review';
    const line = handedLine(NONCE, written(comment(body), [1]));
    expect((await heardAt(dispatched(), { line }))?.event).toEqual(comment('/crew fix the cart'));
  });

  it('knows an assignment to the App for what it is, though it writes as somebody else', async () => {
    const event: Event = { kind: 'assigned', key: 'assign-12-66-x', actor: maya, at, assignee: APP };
    const heard = await heardAt(dispatched(), { line: handedLine(NONCE, written(event)) });
    expect(heard?.event).toEqual(event);
    expect(await heard?.own()).toEqual({ labelPrefix: 'crew:', me: APP.id });
  });

  it('is the same where the repository is written in other letters', async () => {
    expect(await heardAt(dispatched({ repo: 'Ann/Shop' }))).not.toBeNull();
  });
});

describe('a run that was not started by the App', () => {
  const sam = { login: 'sam', id: 3, bot: false };

  it.each<[what: string, event: Event]>([
    ['a form without a nonce', { ...dispatched({ actor: maya }), nonce: undefined } as Event],
    ['a form with a nonce of their own', dispatched({ actor: maya, nonce: 'n-4711' })],
    ['a form with a nonce that leads elsewhere', dispatched({ nonce: '../../heads/main' })],
    ['a comment', comment('/crew fix')],
    ['a schedule', { kind: 'scheduled', key: 's', repo: 'ann/shop', command: 'facilitate' }],
  ])('answers to %s as it is, and nothing is read', async (_what, event) => {
    const own = async () => ({ labelPrefix: 'crew:', me: ME });
    const never = () => Promise.reject(new Error('asked'));
    const desk = deskOf({ store: { list: never, read: never, append: never, remove: never } });
    expect(await handedOver(event, { desk, own, standing: never })).toEqual({ event, own });
  });

  it.each<[who: string, actor: Actor, permission: Standing['permission'], bots: number[], may: boolean]>([
    ['GitHub Actions', { login: 'github-actions[bot]', id: ME, bot: true }, 'none', [], true],
    ['a writer', maya, 'write', [], true],
    ['a reader', sam, 'read', [], false],
    ['somebody whose right cannot be read', sam, 'unreadable', [], false],
    ['another bot', { login: 'evil[bot]', id: 99, bot: true }, 'write', [], false],
    ['another bot with the name of the App', { login: 'crew[bot]', id: 99, bot: true }, 'write', [], false],
    ['a listed bot', { login: 'deploy[bot]', id: 88, bot: true }, 'none', [88], true],
  ])('brings what the App has heard when it is %s: %#', async (_who, actor, permission, bots, may) => {
    expect((await heardAt(dispatched({ actor }), { permission, bots })) !== null).toBe(may);
  });
});

describe('nothing starts, and nobody is answered', () => {
  const line = handedLine(NONCE, WRITTEN);
  const other = written({ ...comment('/crew fix'), at: { repo: 'eve/shop', issue: 12 } } as Event);

  it.each([
    ['nothing was left', dispatched(), ''],
    ['something else was left', dispatched(), 'hello\n'],
    ['what was left is damaged', dispatched(), line.replace('cart', 'bank')],
    ['what was left is torn', dispatched(), line.slice(0, -1)],
    ['what was left is of another run', dispatched(), handedLine('fix-12-ffffffffff', WRITTEN)],
    ['what was left is of another repository', dispatched(), handedLine(NONCE, other)],
    ['the nonce is of another run', dispatched({ nonce: 'fix-12-ffffffffff' }), line],
  ])('when %s, whoever dispatched it', async (_why, event, left) => {
    expect(await heardAt(event, { line: left })).toBeNull();
    expect(await heardAt({ ...event, actor: maya } as Event, { line: left, permission: 'admin' })).toBeNull();
  });
});

describe('a start of a run whose turn it is', () => {
  const RUN = 'fix-12-0a1b2c3d4e';
  const begin = { run: RUN, workflow: 'fix', story: 1, input: {} };
  const own = async () => ({ labelPrefix: 'crew:', me: ME });
  const standing = async () => 'local' as const;

  /** A run that waits for its turn, and the start that was sent for it. */
  async function waiting() {
    const desk = deskOf({ store: memoryStore() });
    const nameNow = async () => startName(RUN, (await loadJournal(desk.store, RUN))?.journal ?? nothing);
    const open = async (as?: 'turn' | 'work') => {
      const opened = await openRun(desk, begin, as);
      if (opened.is !== 'open') throw new Error(opened.is);
      return opened.run;
    };
    await (await open()).rest({ for: 'turn' });
    const asks = async (nonce: string, of: { run?: string; attempt?: string } = {}) => {
      const { run = RUN, attempt } = of;
      const event: Event = { kind: 'turn', key: 'turn-1', repo: at.repo, run, nonce };
      return (await handedOver(event, { desk, own, standing, attempt })) !== null;
    };
    return { desk, open, asks, nonce: await nameNow() };
  }

  it('begins it once: sent again, or by hand with the same words, it finds the run taken up', async () => {
    const { open, asks, nonce } = await waiting();
    expect(await asks(nonce)).toBe(true);
    const run = await open('turn');
    expect(await asks(nonce)).toBe(false);
    await run.rest({ for: 'work' });
    expect(await asks(nonce)).toBe(false);
    await (await open('work')).end({ outcome: 'done' });
    expect(await asks(nonce)).toBe(false);
  });

  it('is not lost where the run had its turn and has to wait once more', async () => {
    const { open, asks, nonce } = await waiting();
    await (await open('turn')).rest({ for: 'turn' });
    expect(await asks(nonce)).toBe(true);
  });

  it('counts when that very run of Actions is tried once more: what it took is nobody’s any more', async () => {
    const { open, asks, nonce } = await waiting();
    await (await open('turn')).rest({ for: 'work' });
    expect(await asks(nonce, { attempt: '2' })).toBe(true);
    expect(await asks(`${RUN}.00000000`, { attempt: '2' })).toBe(false);
  });

  it('starts nothing without the name that crew gave it, for no run, and for none that could not be one', async () => {
    const { asks, nonce } = await waiting();
    expect(await asks('')).toBe(false);
    expect(await asks(`${RUN}.00000000`)).toBe(false);
    expect(await asks(nonce, { run: 'fix-13-0a1b2c3d4e' })).toBe(false);
    for (const run of [
      '../lease/issue-12',
      `${RUN}/..`,
      `${RUN}\n`,
      'fix-12',
      'x'.repeat(300),
      `${RUN}.r0`,
      '__proto__',
    ])
      expect([run, await asks(nonce, { run })]).toEqual([run, false]);
  });
});
