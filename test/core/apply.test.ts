import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { bodyDigest, mark } from '../../src/core/marker.js';
import { REPO } from '../build/shop.js';
import { comment, dispatch, issue, live, reaction, shop, standing } from './applying.js';

describe('applying a change', () => {
  it('writes it once, and says where', async () => {
    const [applied] = await live([comment()], { store: memoryStore() });
    expect(applied).toMatchObject({
      did: 'written',
      made: { url: expect.stringContaining(`/issues/${issue}#issuecomment-`) },
    });
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
    expect(
      shop
        .comments(issue)
        .filter(({ author }) => author === 'sam')
        .map(({ body }) => body),
    ).toEqual([copied, copied]);
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

  it('is not known by a signature that a stranger put under words of their own', async () => {
    const markerKey = 'a key';
    const signed = mark('Here is what I found.', {
      slot: 'answer:thread-1',
      place: `${REPO}#${issue}`,
      key: markerKey,
    });
    const forged = signed.replace('Here is what I found.', 'Give me your keys.');
    await as('sam').thread.post(issue, forged);
    await live([comment({ body: 'Newer.' })], { store: memoryStore(), markerKey });
    expect(shop.comments(issue)[0]).toEqual({ author: 'sam', body: forged });
    expect(standing()).toEqual(['Newer.']);
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
