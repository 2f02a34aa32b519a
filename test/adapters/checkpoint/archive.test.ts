import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unzip } from 'github-sandbox';
import { pack, zipOf } from '../../../src/adapters/checkpoint/archive.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';

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
