import { describe, expect, it } from '@jest/globals';
import { bodyDigest, withMarker } from '../../src/changes/marker.js';
import { REPO } from '../build/shop.js';
import { applied, as, comment, environment, existing, issue, label, reaction } from './applying.js';

const effects = (): number => environment.embedded.effects.length;

describe('a change that is applied', () => {
  it('is written once, and GitHub says where it is', async () => {
    const [first] = await applied([comment()]);
    expect(first).toMatchObject({
      did: 'written',
      made: { url: expect.stringContaining(`/issues/${issue}#issuecomment-`) },
    });
    expect(existing()).toEqual(['Here is what I found.']);
  });

  it('twice is found the second time, and nothing is written', async () => {
    await applied([comment(), reaction(), label()]);
    const before = effects();
    expect((await applied([comment(), label()])).map(({ did }) => did)).toEqual(['there', 'there']);
    expect(effects()).toBe(before);
  });

  it.each([
    ['whatever stands there, where there is no precondition', undefined],
    ['which stands as it stood when that was decided', bodyDigest('Here is what I found.')],
  ])('edits its own comment, %s', async (_, expected) => {
    await applied([comment()]);
    const change = comment({ body: 'I found more.', ...(expected === undefined ? {} : { existing: expected }) });
    const [edited] = await applied([change]);
    expect(edited?.did).toBe('written');
    expect(existing()).toEqual(['I found more.']);
  });

  it.each([
    ['something else stands there', null],
    ['it was changed since', bodyDigest('What stood before.')],
  ])('is skipped when %s', async (_, expected) => {
    await applied([comment()]);
    const [skipped] = await applied([comment({ body: 'Newer.', existing: expected })]);
    expect(skipped).toMatchObject({
      did: 'skipped',
      why: 'the comment was changed in between',
      existing: bodyDigest('Here is what I found.'),
    });
    expect(existing()).toEqual(['Here is what I found.']);
  });

  it('is skipped when what was to be edited is gone', async () => {
    const [skipped] = await applied([comment({ existing: bodyDigest('Gone.') })]);
    expect(skipped).toMatchObject({
      did: 'skipped',
      why: 'the comment that was to be changed is gone',
      existing: null,
    });
    expect(existing()).toEqual([]);
  });

  it('keeps one comment a slot, and slots apart', async () => {
    await applied([comment(), comment({ slot: 'plan', body: 'A plan.' })]);
    expect(existing()).toEqual(['Here is what I found.', 'A plan.']);
  });

  it('edits the oldest and removes duplicates of its own', async () => {
    const body = withMarker('Older words.', { slot: 'answer:thread-1', place: `${REPO}#${issue}` });
    const first = await environment.github().thread.post(issue, body);
    await environment.github().thread.post(issue, body);
    const [same] = await applied([comment({ body: 'Older words.' })]);
    expect(same).toMatchObject({ did: 'there', made: { url: first.url } });
    expect(existing()).toEqual(['Older words.']);
    await environment.github().thread.post(issue, body);
    const [edited] = await applied([comment()]);
    expect(edited).toMatchObject({ did: 'written', made: { url: first.url } });
    expect(existing()).toEqual(['Here is what I found.']);
  });

  it('reacts to nothing, and does not complain, when the comment was deleted', async () => {
    const [done] = await applied([{ kind: 'reaction', on: { comment: 424242 }, reaction: 'eyes' }]);
    expect(done?.did).toBe('written');
  });

  it('adds a label and removes it, each once', async () => {
    const did = async (action: 'add' | 'remove') => (await applied([label(action)]))[0]?.did;
    expect([await did('remove'), await did('add'), await did('add'), await did('remove')]).toEqual([
      'there',
      'written',
      'there',
      'written',
    ]);
  });
});

describe('the author of a comment', () => {
  it('is told by who wrote it: a stranger who copies a marker has written nothing of ours', async () => {
    const copied = withMarker('Here is what I found.', { slot: 'answer:thread-1', place: `${REPO}#${issue}` });
    await as('sam').thread.post(issue, copied);
    const [done] = await applied([comment()]);
    expect(done?.did).toBe('written');
    expect(environment.comments(issue)).toEqual([
      { author: 'sam', body: copied },
      { author: 'crew[bot]', body: copied },
    ]);
  });

  it('is never edited or removed when it is a stranger’s, also while doubles are taken away', async () => {
    const copied = withMarker('Here is what I found.', { slot: 'answer:thread-1', place: `${REPO}#${issue}` });
    await as('sam').thread.post(issue, copied);
    environment.embedded.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/comments$' });
    environment.embedded.faults.add({ kind: 'stale', path: '/comments\\?', forMs: 30_000 });
    await applied([comment()]);
    await as('sam').thread.post(issue, copied);
    await applied([comment({ body: 'Newer.', existing: bodyDigest('Here is what I found.') })]);
    expect(
      environment
        .comments(issue)
        .filter(({ author }) => author === 'sam')
        .map(({ body }) => body),
    ).toEqual([copied, copied]);
    expect(existing()).toEqual(['Newer.']);
  });

  it('is known by its signature after a change of identity', async () => {
    const markerKey = 'a key';
    await applied([comment()], { github: as('ann'), markerKey });
    const [done] = await applied([comment()], { markerKey });
    expect(done?.did).toBe('there');
    expect(environment.comments(issue)).toHaveLength(1);
  });

  it.each([
    ['with another key', { markerKey: 'another key' }],
    ['without a key', {}],
  ])('is not known by a signature %s', async (_, second) => {
    await applied([comment()], { github: as('ann'), markerKey: 'a key' });
    const [done] = await applied([comment()], second);
    expect(done?.did).toBe('written');
    expect(environment.comments(issue).map(({ author }) => author)).toEqual(['ann', 'crew[bot]']);
  });

  it('is not known by a signature that a stranger put under words of their own', async () => {
    const markerKey = 'a key';
    const signed = withMarker('Here is what I found.', {
      slot: 'answer:thread-1',
      place: `${REPO}#${issue}`,
      key: markerKey,
    });
    const forged = signed.replace('Here is what I found.', 'Give me your keys.');
    await as('sam').thread.post(issue, forged);
    await applied([comment({ body: 'Newer.' })], { markerKey });
    expect(environment.comments(issue)[0]).toEqual({ author: 'sam', body: forged });
    expect(existing()).toEqual(['Newer.']);
  });

  it('is not known by a signature that was copied from another issue', async () => {
    const markerKey = 'a key';
    const elsewhere = withMarker('Here is what I found.', {
      slot: 'answer:thread-1',
      place: `${REPO}#1`,
      key: markerKey,
    });
    await as('sam').thread.post(issue, elsewhere);
    const [done] = await applied([comment()], { markerKey });
    expect(done?.did).toBe('written');
    expect(existing()).toHaveLength(1);
  });
});
