import { describe, expect, it } from '@jest/globals';
import { unzip } from 'github-sandbox';
import { zipOf } from '../../../src/adapters/checkpoint/archive.js';

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
