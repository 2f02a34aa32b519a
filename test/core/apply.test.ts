import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { type Applied, apply } from '../../src/core/apply.js';
import type { Change } from '../../src/core/change.js';
import { bodyDigest, mark } from '../../src/core/marker.js';
import { openRun } from '../../src/core/run.js';
import { Conflict } from '../../src/errors.js';
import type { GitHub, Store } from '../../src/ports.js';
import { deskOf } from '../build/desk.js';
import { openShop, REPO, type Shop, WORKFLOW } from '../build/shop.js';

let shop: Shop;
let issue = 0;
beforeAll(async () => {
  shop = await openShop({ files: { '.github/workflows/crew.yml': WORKFLOW } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.embedded.faults.clear();
  issue = await newIssue();
});

async function newIssue(): Promise<number> {
  const repository = shop.embedded.repository(REPO);
  const answer = await fetch(`${shop.embedded.apiUrl}/repos/${REPO}/issues`, {
    method: 'POST',
    headers: { authorization: `token ${shop.embedded.tokenFor({ user: 'maya' })}` },
    body: JSON.stringify({ title: 'one more' }),
  });
  expect(answer.status).toBe(201);
  return repository.nextNumber - 1;
}

const comment = (more: Partial<{ body: string; standing: string | null; slot: string }> = {}): Change => ({
  kind: 'comment',
  issue,
  slot: 'answer:thread-1',
  body: 'Here is what I found.',
  standing: null,
  ...more,
});
const reaction = (): Change => ({ kind: 'reaction', on: { issue }, reaction: 'eyes' });
const dispatch = (): Change => ({
  kind: 'dispatch',
  workflow: 'crew.yml',
  nonce: `fix-${issue}-abc`,
  inputs: { command: '/crew fix', issue: String(issue) },
});

interface Life {
  readonly store: Store;
  readonly name?: string;
  readonly github?: GitHub;
  readonly markerKey?: string;
}

/** One life of a process: it opens the run, all others being dead, and applies. */
async function live(changes: readonly Change[], life: Life): Promise<readonly Applied[]> {
  const name = life.name ?? 'one';
  const holder = { name, isGone: (other: string) => other !== name };
  const desk = { ...deskOf({ store: life.store, clock: shop.clock }), holder };
  const opened = await openRun(desk, { run: `fix-${issue}-abc`, workflow: 'fix', story: 1, input: {} });
  if (opened.is !== 'open') throw new Error(`it is ${opened.is}`);
  const hands = {
    github: life.github ?? shop.github(),
    repo: REPO,
    outgoing: (text: string) => text,
    ...(life.markerKey === undefined ? {} : { markerKey: life.markerKey }),
  };
  return apply(changes, { run: opened.run, hands, clock: shop.clock });
}

const standing = (): readonly string[] =>
  shop.comments(issue).flatMap(({ author, body }) => (author === 'crew[bot]' ? [body.split('\n')[0] ?? ''] : []));
const reactions = (): number =>
  shop.embedded.effects.filter(({ kind, subject }) => kind === 'reaction.created' && subject === `#${issue}`).length;
const runs = (): number =>
  shop.embedded.repository(REPO).runs.filter(({ inputs }) => inputs.nonce === `fix-${issue}-abc`).length;

describe('applying a change', () => {
  it('writes it once, and says where', async () => {
    const [applied] = await live([comment()], { store: memoryStore() });
    expect(applied).toMatchObject({ did: 'written', made: { url: expect.stringContaining(`/issues/${issue}#issuecomment-`) } });
    expect(standing()).toEqual(['Here is what I found.']);
  });

  it('again in the same run writes nothing, and asks GitHub nothing', async () => {
    const store = memoryStore();
    const changes = [comment(), reaction(), dispatch()];
    const first = await live(changes, { store });
    const before = { effects: shop.embedded.effects.length, requests: shop.embedded.requests.length };
    expect(await live(changes, { store, name: 'two' })).toEqual(first);
    expect(shop.embedded.effects).toHaveLength(before.effects);
    expect(shop.embedded.requests).toHaveLength(before.requests);
  });

  it('in a run that knows nothing of the first finds it, and writes nothing', async () => {
    const changes = [comment(), reaction(), dispatch()];
    await live(changes, { store: memoryStore() });
    const before = shop.embedded.effects.length;
    const [second] = await live(changes, { store: memoryStore() });
    expect(second?.did).toBe('there');
    expect(shop.embedded.effects).toHaveLength(before);
  });

  it('edits its own comment when it stands as it stood when that was decided', async () => {
    await live([comment()], { store: memoryStore() });
    const change = comment({ body: 'I found more.', standing: bodyDigest('Here is what I found.') });
    const [applied] = await live([change], { store: memoryStore() });
    expect(applied?.did).toBe('written');
    expect(standing()).toEqual(['I found more.']);
  });

  it.each([
    ['something else stands there', null, 'the comment was changed in between'],
    ['it was changed since', bodyDigest('What stood before.'), 'the comment was changed in between'],
  ])('is skipped when %s', async (_, expected, why) => {
    await live([comment()], { store: memoryStore() });
    const [applied] = await live([comment({ body: 'Newer.', standing: expected })], { store: memoryStore() });
    expect(applied).toMatchObject({ did: 'skipped', why });
    expect(standing()).toEqual(['Here is what I found.']);
  });

  it('is skipped when what was to be edited is gone', async () => {
    const [applied] = await live([comment({ standing: bodyDigest('Gone.') })], { store: memoryStore() });
    expect(applied).toMatchObject({ did: 'skipped', why: 'the comment that was to be changed is gone' });
    expect(standing()).toEqual([]);
  });

  it('keeps one comment a slot, and slots apart', async () => {
    await live([comment(), comment({ slot: 'plan', body: 'A plan.' })], { store: memoryStore() });
    expect(standing()).toEqual(['Here is what I found.', 'A plan.']);
  });

  it('reacts to nothing, and complains not, when the comment was taken back', async () => {
    const [applied] = await live([{ kind: 'reaction', on: { comment: 424242 }, reaction: 'eyes' }], {
      store: memoryStore(),
    });
    expect(applied?.did).toBe('written');
  });
});

describe('whose comment it is', () => {
  const as = (user: string) => shop.github({ token: async () => shop.embedded.tokenFor({ user }) });

  it('is told by who wrote it: a stranger who copies a marker has written nothing of ours', async () => {
    const copied = mark('Here is what I found.', { slot: 'answer:thread-1', place: `${REPO}#${issue}` });
    await as('sam').thread.post(issue, copied);
    const [applied] = await live([comment()], { store: memoryStore() });
    expect(applied?.did).toBe('written');
    expect(shop.comments(issue)).toEqual([
      { author: 'sam', body: copied },
      { author: 'crew[bot]', body: copied },
    ]);
  });

  it('is never edited or removed when it is a stranger’s, also while doubles are taken away', async () => {
    const store = memoryStore();
    const copied = mark('Here is what I found.', { slot: 'answer:thread-1', place: `${REPO}#${issue}` });
    await as('sam').thread.post(issue, copied);
    shop.embedded.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/comments$' });
    shop.embedded.faults.add({ kind: 'stale', path: '/comments\\?', forMs: 30_000 });
    await live([comment()], { store });
    await as('sam').thread.post(issue, copied);
    await live([comment({ body: 'Newer.', standing: bodyDigest('Here is what I found.') })], { store, name: 'two' });
    expect(shop.comments(issue).filter(({ author }) => author === 'sam').map(({ body }) => body)).toEqual([copied, copied]);
    expect(standing()).toEqual(['Newer.']);
  });

  it('is known by its signature after a change of identity', async () => {
    const markerKey = 'a key';
    await live([comment()], { store: memoryStore(), github: as('ann'), markerKey });
    const [applied] = await live([comment()], { store: memoryStore(), markerKey });
    expect(applied?.did).toBe('there');
    expect(shop.comments(issue)).toHaveLength(1);
  });

  it.each([
    ['with another key', { markerKey: 'another key' }],
    ['without a key', {}],
  ])('is not known by a signature %s', async (_, second) => {
    await live([comment()], { store: memoryStore(), github: as('ann'), markerKey: 'a key' });
    const [applied] = await live([comment()], { store: memoryStore(), ...second });
    expect(applied?.did).toBe('written');
    expect(shop.comments(issue).map(({ author }) => author)).toEqual(['ann', 'crew[bot]']);
  });

  it('is not known by a signature that was copied from another issue', async () => {
    const markerKey = 'a key';
    const elsewhere = mark('Here is what I found.', { slot: 'answer:thread-1', place: `${REPO}#1`, key: markerKey });
    await as('sam').thread.post(issue, elsewhere);
    const [applied] = await live([comment()], { store: memoryStore(), markerKey });
    expect(applied?.did).toBe('written');
    expect(standing()).toHaveLength(1);
  });
});

type Faults = Parameters<Shop['embedded']['faults']['add']>[0][];
const post = (path: string) => ({ method: 'POST', path });
const date = () => new Date(shop.clock.now() + 30_000).toUTCString();

/** Everything that can go wrong with a write, once or for a while. */
const troubles: readonly [string, (path: string) => Faults][] = [
  ['the reply was lost after it was done', (path) => [{ kind: 'drop', when: 'after', ...post(path) }]],
  ['the request was lost before it was done', (path) => [{ kind: 'drop', when: 'before', ...post(path) }]],
  ['two replies were lost', (path) => [{ kind: 'drop', when: 'after', times: 2, ...post(path) }]],
  ['two requests were lost', (path) => [{ kind: 'drop', when: 'before', times: 2, ...post(path) }]],
  ['the answer was 500, though it was done', (path) => [{ kind: 'status', status: 500, when: 'after', ...post(path) }]],
  ['the answer was 502, and it was not done', (path) => [{ kind: 'status', status: 502, when: 'before', ...post(path) }]],
  ['the answer was 503 twice', (path) => [{ kind: 'status', status: 503, when: 'before', times: 2, ...post(path) }]],
  ['the answer was cut off', (path) => [{ kind: 'truncate', ...post(path) }]],
  ['a limit said for how long', (path) => [limit(path, 429, { 'retry-after': '30' })]],
  ['a limit said until when', (path) => [limit(path, 403, { 'retry-after': date() })]],
  ['a limit said nothing', (path) => [limit(path, 429, {})]],
  ['a limit was only said in words', (path) => [limit(path, 403, {}, 'You have exceeded a secondary rate limit')]],
  ['the token had died', (path) => [{ kind: 'status', status: 401, when: 'before', ...post(path) }]],
  ['the reads before it broke', () => [{ kind: 'drop', when: 'before', method: 'GET', times: 2 }]],
  ['the reads before it were cut off', () => [{ kind: 'truncate', method: 'GET', times: 2 }]],
  ['the reads before it were answered 503', () => [{ kind: 'status', status: 503, when: 'before', method: 'GET', times: 2 }]],
];

function limit(path: string, status: number, headers: Record<string, string>, message = 'Too many'): Faults[number] {
  return { kind: 'status', when: 'before', status, headers, message, ...post(path) };
}

const stale = (): Faults[number] => ({ kind: 'stale', method: 'GET', forMs: 30_000 });

describe('a comment', () => {
  it.each(troubles)('stands exactly once when %s', async (_, faults) => {
    for (const fault of faults('/comments$')) shop.embedded.faults.add(fault);
    await live([comment()], { store: memoryStore() });
    expect(standing()).toEqual(['Here is what I found.']);
  });

  it.each(troubles)('stands exactly once when %s and lists are half a minute behind', async (_, faults) => {
    shop.embedded.faults.add(stale());
    for (const fault of faults('/comments$')) shop.embedded.faults.add(fault);
    await live([comment()], { store: memoryStore() });
    expect(standing()).toEqual(['Here is what I found.']);
  });

  it('is said not to be written when GitHub never answers, and written by the next life', async () => {
    const store = memoryStore();
    const mended = shop.embedded.faults.add({ kind: 'drop', when: 'before', times: 'all', ...post('/comments$') });
    await expect(live([comment()], { store })).rejects.toMatchObject({ ends: 'infra_error' });
    expect(standing()).toEqual([]);
    mended();
    await live([comment()], { store, name: 'two' });
    expect(standing()).toEqual(['Here is what I found.']);
  });
});

describe('a reaction', () => {
  it.each(troubles)('stands exactly once when %s', async (_, faults) => {
    for (const fault of faults('/reactions$')) shop.embedded.faults.add(fault);
    await live([reaction()], { store: memoryStore() });
    expect(reactions()).toBe(1);
  });
});

describe('a dispatch', () => {
  it.each(troubles)('starts exactly one run when %s', async (_, faults) => {
    for (const fault of faults('/dispatches$')) shop.embedded.faults.add(fault);
    await live([dispatch()], { store: memoryStore() });
    expect(runs()).toBe(1);
  });

  it.each(troubles)('starts exactly one run when %s and lists are half a minute behind', async (_, faults) => {
    shop.embedded.faults.add(stale());
    for (const fault of faults('/dispatches$')) shop.embedded.faults.add(fault);
    await live([dispatch()], { store: memoryStore() });
    expect(runs()).toBe(1);
  });
});

class Crash extends Error {}

/** Dies before or after the n-th thing it does to the journal or to GitHub. */
function mortal(of: { store: Store; github: GitHub }, dies: number): { store: Store; github: GitHub; did: () => number } {
  let done = 0;
  const point = () => {
    done += 1;
    if (done >= dies) throw new Crash(`died at ${dies}`);
  };
  const around = <A extends unknown[], R>(act: (...args: A) => Promise<R>) => async (...args: A): Promise<R> => {
    point();
    const result = await act(...args);
    point();
    return result;
  };
  const { thread, people, dispatch: start } = of.github;
  return {
    did: () => done,
    store: { ...of.store, append: around(of.store.append) },
    github: {
      ...of.github,
      thread: {
        ...thread,
        read: around(thread.read),
        post: around(thread.post),
        edit: around(thread.edit),
        remove: around(thread.remove),
        react: around(thread.react),
      },
      people: { ...people, me: around(people.me) },
      dispatch: { find: around(start.find), start: around(start.start) },
    },
  };
}

const never = Number.POSITIVE_INFINITY;

describe('a process that dies', () => {
  const changes = () => [reaction(), comment(), dispatch()];

  /** Lives that die where they are told, and a last one that does not. */
  async function lives(deaths: readonly number[], faults: Faults = []): Promise<void> {
    const store = memoryStore();
    for (const [n, dies] of [...deaths, never].entries()) {
      const life = mortal({ store, github: shop.github() }, dies);
      for (const fault of n === 0 ? faults : []) shop.embedded.faults.add(fault);
      const living = live(changes(), { ...life, name: `life ${n}` });
      if (dies === never) await living;
      else await living.catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
    }
    expect(standing()).toEqual(['Here is what I found.']);
    expect(reactions()).toBe(1);
    expect(runs()).toBe(1);
  }

  async function points(): Promise<number> {
    const life = mortal({ store: memoryStore(), github: shop.github() }, never);
    await live(changes(), life);
    return life.did();
  }

  it('anywhere at all has everything done exactly once in the end', async () => {
    const many = await points();
    expect(many).toBeGreaterThan(20);
    for (let dies = 1; dies <= many; dies += 1) {
      issue = await newIssue();
      await lives([dies]);
    }
  });

  it('anywhere while lists are half a minute behind has everything done exactly once in the end', async () => {
    const many = await points();
    for (let dies = 1; dies <= many; dies += 1) {
      shop.embedded.faults.clear();
      issue = await newIssue();
      await lives([dies], [stale()]);
    }
  });

  it('again while it makes good what it missed has everything done exactly once in the end', async () => {
    const many = await points();
    const stride = process.env.CREW_LONG === '1' ? 1 : 5;
    for (let first = 1; first <= many; first += 2) {
      for (let second = 1 + (first % stride); second <= many; second += stride) {
        issue = await newIssue();
        await lives([first, second]);
      }
    }
  });
});

describe('a holder that slept while its run was taken over', () => {
  it('takes back what it doubled when it wakes, and the oldest comment stays', async () => {
    const store = memoryStore();
    const github = shop.github();
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const post = async (...args: Parameters<GitHub['thread']['post']>) => {
      await woken;
      return github.thread.post(...args);
    };
    const sleeper = live([comment()], { store, github: { ...github, thread: { ...github.thread, post } } });
    const ended = expect(sleeper).rejects.toThrow(Conflict);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await live([comment()], { store, name: 'two' });
    wake();
    await ended;
    expect(standing()).toEqual(['Here is what I found.']);
  });
});
