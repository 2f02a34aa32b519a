import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PAUSE } from '../../../src/adapters/checkpoint/upload.js';
import { type Fault, RUN, type World, withResults } from './with-results.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let world: World;
beforeEach(async () => {
  world = await withResults();
});
afterEach(() => world.close());

/** Leaves documents one after the other, each after its pause. */
async function leaveAll(...documents: readonly string[]): Promise<boolean[]> {
  const place = world.open();
  const left: boolean[] = [];
  for (const document of documents) {
    left.push(await place.leave(bytes(document)));
    world.clock.pass(PAUSE);
  }
  return left;
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !holds(); tries++) await new Promise((done) => setTimeout(done, 10));
  expect(holds()).toBe(true);
}

describe('a checkpoint', () => {
  it('stands as an artifact of the run, under two names in turn, the two newest at most', async () => {
    expect(await leaveAll('one')).toEqual([true]);
    expect(await world.stored()).toEqual([['crew-work-a', 'one']]);
    await leaveAll('two');
    expect(await world.stored()).toEqual([
      ['crew-work-a', 'one'],
      ['crew-work-b', 'two'],
    ]);
    await leaveAll('three', 'four', 'five');
    expect(await world.stored()).toEqual([
      ['crew-work-b', 'four'],
      ['crew-work-a', 'five'],
    ]);
  });

  it('costs four requests once it is known what stands', async () => {
    await leaveAll('one', 'two', 'three');
    expect(world.requests.slice(-4)).toEqual(['DeleteArtifact', 'CreateArtifact', 'PUT', 'FinalizeArtifact']);
    expect(world.requests).toHaveLength(1 + 3 + 3 + 4);
  });

  it('is the same artifact after the machine was lost: another job goes on where the first left off', async () => {
    await leaveAll('one', 'two');
    const later = await world.admit({ runId: RUN, job: 'work (2)' });
    expect(await world.open({ token: later.token }).leave(bytes('three'))).toBe(true);
    expect(await world.stored()).toEqual([
      ['crew-work-b', 'two'],
      ['crew-work-a', 'three'],
    ]);
  });

  it('touches nothing of other names', async () => {
    await world.open({ name: 'crew-work-other' }).leave(bytes('theirs'));
    await leaveAll('one', 'two', 'three');
    expect((await world.stored()).map(([name]) => name)).toContain('crew-work-other-a');
  });

  it('is not made again when nothing changed', async () => {
    const place = world.open();
    await place.leave(bytes('same'));
    const before = world.requests.length;
    world.clock.pass(PAUSE);
    expect(await place.leave(bytes('same'), { last: true })).toBe(true);
    expect(world.requests).toHaveLength(before);
  });

  it('is not made more often than once a minute, but at once when it is the last', async () => {
    const place = world.open();
    await place.leave(bytes('one'));
    world.clock.pass(PAUSE - 1);
    expect(await place.leave(bytes('two'))).toBe(false);
    expect(await place.leave(bytes('two'), { last: true })).toBe(true);
    expect((await world.stored()).map(([, document]) => document)).toEqual(['one', 'two']);
  });

  it('waits for none that is under way, except the last, which takes its place', async () => {
    world.break({ on: 'PUT', is: 'silent' });
    const place = world.open({ timing: { requestMs: 20_000, lastMs: 2_000 } });
    const first = place.leave(bytes('one'));
    await until(() => world.requests.includes('PUT'));
    expect(await place.leave(bytes('two'))).toBe(false);
    expect(await place.leave(bytes('three'), { last: true })).toBe(true);
    expect(await first).toBe(false);
    expect((await world.stored()).map(([, document]) => document)).toEqual(['three']);
  });

  it('has time for a second try even when it is the last', async () => {
    world.break({ on: 'PUT', is: 'silent' });
    const place = world.open({ timing: { requestMs: 20_000, lastMs: 1_500 } });
    expect(await place.leave(bytes('one'), { last: true })).toBe(true);
  });

  it('is given up in time when it is the last and nothing answers', async () => {
    world.break({ on: 'ListArtifacts', is: 'silent', times: 9 });
    const place = world.open({ timing: { requestMs: 20_000, lastMs: 200 } });
    expect(await place.leave(bytes('one'), { last: true })).toBe(false);
    expect(world.log.at(-1)).toContain('not left');
  });

  it('is given up in time when it is the last and every answer comes slowly', async () => {
    world.break({ on: 'all', is: { slow: 170 }, times: 9 });
    const place = world.open({ timing: { requestMs: 20_000, lastMs: 600 } });
    expect(await place.leave(bytes('one'), { last: true })).toBe(false);
    expect(await world.stored()).toEqual([]);
  });

  it('is nobody’s trouble when the token names no run, or its job is over', async () => {
    expect(await world.open({ token: 'ghs_something' }).leave(bytes('one'))).toBe(false);
    world.pass.end();
    expect(await world.open().leave(bytes('one'))).toBe(false);
    expect(world.requests).toEqual(['ListArtifacts']);
    expect(world.log.join('\n')).toContain('401');
  });

  it('says what went wrong without a word of token or signed address', async () => {
    world.break({ on: 'PUT', is: 403 });
    await leaveAll('one');
    expect(world.log.join('\n')).toContain('"call":"put","status":403,"verdict":"given up"');
    expect(world.log.join('\n')).not.toMatch(/sig=|blobs|Bearer|eyJ/);
  });
});

describe('a service in trouble', () => {
  const calls = ['ListArtifacts', 'DeleteArtifact', 'CreateArtifact', 'PUT', 'FinalizeArtifact'] as const;
  const once: Fault['is'][] = ['lost', 'reply lost', 'late', 'silent', 500, 503];
  const cases = calls.flatMap((on) => [...once, ...(on === 'PUT' ? [] : ['cut' as const])].map((is) => ({ on, is })));

  it.each(cases)('is borne once: $on, $is', async (fault) => {
    await leaveAll('one', 'two');
    // A place that was just opened looks first, so that every call is made.
    const place = world.open();
    world.break(fault);
    expect(await place.leave(bytes('three'))).toBe(true);
    await world.arrive();
    const documents = (await world.stored()).map(([, document]) => document);
    expect(documents.at(-1)).toBe('three');
    expect(documents).toContain('two');
  });

  it.each(calls.map((on) => ({ on })))(
    'that lasts keeps the newest whole, and is over when it is: $on',
    async ({ on }) => {
      await leaveAll('one', 'two');
      const place = world.open();
      world.break({ on, is: 500, times: 99 });
      expect(await place.leave(bytes('three'))).toBe(false);
      expect((await world.stored()).map(([, document]) => document)).toContain('two');
      world.break();
      expect(await place.leave(bytes('three'))).toBe(false);
      world.clock.pass(PAUSE);
      expect(await place.leave(bytes('three'))).toBe(true);
      expect((await world.stored()).map(([, document]) => document)).toEqual(['two', 'three']);
    },
  );

  it('that forbids to finish what it let begin has the next under another name, at once', async () => {
    await leaveAll('one');
    world.break({ on: 'FinalizeArtifact', is: 403 });
    expect(await world.open().leave(bytes('two'), { last: true })).toBe(true);
    expect(await world.stored()).toEqual([
      ['crew-work-a', 'one'],
      ['crew-work-c', 'two'],
    ]);
  });

  it('that finished one and could not say so has its name taken back into the turn', async () => {
    await leaveAll('one');
    const place = world.open();
    await place.leave(bytes('two'));
    world.clock.pass(PAUSE);
    // It knows by now what stands: the only looks are those after the end of an upload.
    world.break({ on: 'FinalizeArtifact', is: 'reply lost', times: 9 }, { on: 'ListArtifacts', is: 500, times: 9 });
    expect(await place.leave(bytes('not heard of'))).toBe(false);
    expect((await world.stored()).map(([, document]) => document)).toEqual(['two', 'not heard of']);
    world.break();
    for (const document of ['three', 'four', 'five']) {
      world.clock.pass(PAUSE);
      expect(await place.leave(bytes(document))).toBe(true);
    }
    expect((await world.stored()).map(([name]) => name).sort()).toEqual(['crew-work-a', 'crew-work-b']);
  });

  it('that got other bytes than were sent never shows them', async () => {
    world.break({ on: 'PUT', is: 'spoilt' });
    expect(await leaveAll('one')).toEqual([false]);
    expect(world.log.join()).toContain('size or hash is not that of what was uploaded');
    expect(await world.stored()).toEqual([]);
  });

  it('that lets a job make no more artifacts is one that lasts', async () => {
    await world.close();
    world = await withResults({ most: 2 });
    expect(await leaveAll('one', 'two', 'three')).toEqual([true, true, false]);
    expect((await world.stored()).map(([, document]) => document)).toEqual(['two']);
    expect(world.log.join()).toContain('this job has uploaded as many artifacts as it may');
  });

  it('is not pressed when it wants to be left alone', async () => {
    world.break({ on: 'CreateArtifact', is: 429, times: 9 });
    expect(await leaveAll('one')).toEqual([false]);
    expect(world.requests).toEqual(['ListArtifacts', 'CreateArtifact']);
  });
});

describe('a job that dies between the beginning and the end of an upload', () => {
  const dead: Fault['on'][] = ['PUT', 'FinalizeArtifact'];

  it.each(dead)('before %s: nothing half is visible, and the next goes on under a name that is free', async (on) => {
    await leaveAll('one', 'two');
    world.break({ on, is: 'lost', times: 99 });
    expect(await world.open().leave(bytes('three'))).toBe(false);
    expect(await world.stored()).toEqual([['crew-work-b', 'two']]);
    world.break();
    // Another process: it knows of nothing, and finds a burnt where a should be.
    expect(await world.open().leave(bytes('four'))).toBe(true);
    expect(await world.stored()).toEqual([
      ['crew-work-b', 'two'],
      ['crew-work-c', 'four'],
    ]);
  });
});
