import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unzip } from 'github-sandbox';
import { pack, zipOf } from '../../../src/adapters/checkpoint/archive.js';
import { MAX_PAUSE_MS, pauseAfter } from '../../../src/adapters/checkpoint/upload.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';
import { type Fault, RUN, type World, withResults } from './with-results.js';

describe('checkpoints', () => {
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
      left.push(await place.store(bytes(document)));
      world.clock.pass(MAX_PAUSE_MS);
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
      expect(await world.open({ token: later.token }).store(bytes('three'))).toBe(true);
      expect(await world.stored()).toEqual([
        ['crew-work-b', 'two'],
        ['crew-work-a', 'three'],
      ]);
    });

    it('touches nothing of other names', async () => {
      await world.open({ name: 'crew-work-other' }).store(bytes('theirs'));
      await leaveAll('one', 'two', 'three');
      expect((await world.stored()).map(([name]) => name)).toContain('crew-work-other-a');
    });

    it('is not made again when nothing changed', async () => {
      const place = world.open();
      await place.store(bytes('same'));
      const before = world.requests.length;
      world.clock.pass(MAX_PAUSE_MS);
      expect(await place.store(bytes('same'), { last: true })).toBe(true);
      expect(world.requests).toHaveLength(before);
    });

    it('is not made before its pause is over, but at once when it is the last', async () => {
      const place = world.open();
      await place.store(bytes('one'));
      world.clock.pass(pauseAfter(1) - 1);
      expect(await place.store(bytes('two'))).toBe(false);
      expect(await place.store(bytes('two'), { last: true })).toBe(true);
      expect((await world.stored()).map(([, document]) => document)).toEqual(['one', 'two']);
    });

    it('waits for none that is under way, except the last, which takes its place', async () => {
      world.break({ on: 'PUT', is: 'silent' });
      const place = world.open({ timing: { requestMs: 20_000, lastMs: 2_000 } });
      const first = place.store(bytes('one'));
      await until(() => world.requests.includes('PUT'));
      expect(await place.store(bytes('two'))).toBe(false);
      expect(await place.store(bytes('three'), { last: true })).toBe(true);
      expect(await first).toBe(false);
      expect((await world.stored()).map(([, document]) => document)).toEqual(['three']);
    });

    it('has time for a second try even when it is the last', async () => {
      world.break({ on: 'PUT', is: 'silent' });
      const place = world.open({ timing: { requestMs: 20_000, lastMs: 1_500 } });
      expect(await place.store(bytes('one'), { last: true })).toBe(true);
    });

    it('is given up in time when it is the last and nothing answers', async () => {
      world.break({ on: 'ListArtifacts', is: 'silent', times: 9 });
      const place = world.open({ timing: { requestMs: 20_000, lastMs: 200 } });
      expect(await place.store(bytes('one'), { last: true })).toBe(false);
      expect(world.log.at(-1)).toContain('not stored');
    });

    it('is given up in time when it is the last and every answer comes slowly', async () => {
      world.break({ on: 'all', is: { slow: 170 }, times: 9 });
      const place = world.open({ timing: { requestMs: 20_000, lastMs: 600 } });
      expect(await place.store(bytes('one'), { last: true })).toBe(false);
      expect(await world.stored()).toEqual([]);
    });

    it('is nobody’s trouble when the token names no run, or its job is over', async () => {
      expect(await world.open({ token: 'ghs_something' }).store(bytes('one'))).toBe(false);
      world.pass.end();
      expect(await world.open().store(bytes('one'))).toBe(false);
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
      expect(await place.store(bytes('three'))).toBe(true);
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
        expect(await place.store(bytes('three'))).toBe(false);
        expect((await world.stored()).map(([, document]) => document)).toContain('two');
        world.break();
        expect(await place.store(bytes('three'))).toBe(false);
        world.clock.pass(MAX_PAUSE_MS);
        expect(await place.store(bytes('three'))).toBe(true);
        expect((await world.stored()).map(([, document]) => document)).toEqual(['two', 'three']);
      },
    );

    it('that forbids to finish what it let begin has the next under another name, at once', async () => {
      await leaveAll('one');
      world.break({ on: 'FinalizeArtifact', is: 403 });
      expect(await world.open().store(bytes('two'), { last: true })).toBe(true);
      expect(await world.stored()).toEqual([
        ['crew-work-a', 'one'],
        ['crew-work-c', 'two'],
      ]);
    });

    it('that finished one and could not say so has its name taken back into the turn', async () => {
      await leaveAll('one');
      const place = world.open();
      await place.store(bytes('two'));
      world.clock.pass(MAX_PAUSE_MS);
      // It knows by now what stands: the only looks are those after the end of an upload.
      world.break({ on: 'FinalizeArtifact', is: 'reply lost', times: 9 }, { on: 'ListArtifacts', is: 500, times: 9 });
      expect(await place.store(bytes('not heard of'))).toBe(false);
      expect((await world.stored()).map(([, document]) => document)).toEqual(['two', 'not heard of']);
      world.break();
      for (const document of ['three', 'four', 'five']) {
        world.clock.pass(MAX_PAUSE_MS);
        expect(await place.store(bytes(document))).toBe(true);
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
      expect(await world.open().store(bytes('three'))).toBe(false);
      expect(await world.stored()).toEqual([['crew-work-b', 'two']]);
      world.break();
      // Another process: it knows of nothing, and finds a burnt where a should be.
      expect(await world.open().store(bytes('four'))).toBe(true);
      expect(await world.stored()).toEqual([
        ['crew-work-b', 'two'],
        ['crew-work-c', 'four'],
      ]);
    });
  });
});

const run = promisify(execFile);
const isThere = (program: string): boolean =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));

const DOCUMENT = Buffer.concat([Buffer.from('{"journal":"日本語"}\n'.repeat(2_000)), randomBytes(3_000)]);

describe('the archive of a checkpoint', () => {
  it('gives back every document, whatever it holds', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.stringMatching(/^[a-z日-本-]{1,40}$/), (document, name) => {
        expect(unzip(Buffer.from(zipOf(name, document)))).toEqual([{ path: name, content: Buffer.from(document) }]);
      }),
    );
  });

  it('is the same whenever it is packed, and much smaller than the text in it', () => {
    const text = new Uint8Array(Buffer.from('a line of the journal\n'.repeat(10_000)));
    expect(pack('work-a', text)).toEqual(pack('work-a', text));
    expect(pack('work-a', text).bytes.length * 50).toBeLessThan(text.length);
    expect(pack('work-a', text).digest).not.toBe(pack('work-b', text).digest);
  });

  itWith({ need: 'unzip', there: isThere('unzip') }, 'is found whole by unzip', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'a.zip'), pack('work-a', DOCUMENT).bytes);
    expect((await run('unzip', ['-tq', 'a.zip'], { cwd: folder })).stdout).toContain('No errors');
    await run('unzip', ['-q', 'a.zip'], { cwd: folder });
    expect((await readFile(join(folder, 'work-a.json'))).equals(DOCUMENT)).toBe(true);
  });

  itWith({ need: 'python3', there: isThere('python3') }, 'is found whole by zipfile', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'a.zip'), zipOf('日本.json', DOCUMENT));
    const look =
      'import zipfile; z = zipfile.ZipFile("a.zip"); assert z.testzip() is None; i = z.infolist()[0]; print(ascii(i.filename), i.file_size, i.date_time[:3])';
    const { stdout } = await run('python3', ['-c', look], { cwd: folder });
    expect(stdout.trim()).toBe(`'\\u65e5\\u672c.json' ${DOCUMENT.length} (1980, 1, 1)`);
  });
});

const zip = (path: string): Buffer => Buffer.from(zipOf(path, Buffer.from('hello, hello, hello')));

/** An archive with one byte changed at a place that is counted from its beginning, or from its end when it is negative. */
function changed(at: number, to: number): Buffer {
  const bytes = zip('a.txt');
  bytes[at < 0 ? bytes.length + at : at] = to;
  return bytes;
}

describe('unpacking an archive', () => {
  it('gives its files', () => {
    expect(unzip(zip('deep/down/a.txt'))).toEqual([
      { path: 'deep/down/a.txt', content: Buffer.from('hello, hello, hello') },
    ]);
    expect(unzip(zip('folder/'))).toEqual([]);
  });

  it.each(['../a', 'a/../../b', '/etc/passwd', 'a\\b'])('lets no file out of the folder: %s', (path) => {
    expect(() => unzip(zip(path))).toThrow('leaves the zip archive');
  });

  it.each([
    ['what is no archive', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['one that is cut', zip('a.txt').subarray(0, -30)],
    ['one whose bytes changed', changed(40, 0)],
    ['one whose checksum is another', changed(-22 - 5 - 46 + 16, 0)],
    ['one whose directory is elsewhere', changed(-6, 1)],
    ['one packed in a way that is not known', changed(-22 - 5 - 46 + 10, 12)],
  ])('refuses %s', (_, bytes) => {
    expect(() => unzip(bytes)).toThrow();
  });
});
