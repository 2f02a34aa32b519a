import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { benchOf } from './bench-of-tools.js';

describe('read', () => {
  it('shows numbered lines, which of how many they are, and the digest', async () => {
    const { say } = await benchOf({ 'a.ts': 'one\n\ttwo\n\nfour' });
    expect(await say('read', { path: 'a.ts' })).toBe(
      'a.ts: lines 1–4 of 4 · digest c015ce5a\n1\tone\n2\t\ttwo\n3\t\n4\tfour',
    );
  });

  it('shows a range, and where it goes on', async () => {
    const { say } = await benchOf({ 'a.txt': lines(5_000) });
    expect(await say('read', { path: 'a.txt', from: 4_998, lines: 2 })).toMatch(
      /^a.txt: lines 4998–4999 of 5000 · digest [0-9a-f]{8} · go on with from: 5000\n4998\tline 4998\n4999\tline 4999$/,
    );
    expect(await say('read', { path: 'a.txt', from: 6_000 })).toBe('a.txt has 5000 lines; there is no line 6000.');
  });

  it('shows as much of a long file as fits, and says so', async () => {
    const { say } = await benchOf({ 'a.txt': `${'x'.repeat(100)}\n`.repeat(1_000) });
    const text = await say('read', { path: 'a.txt' });
    expect(text.length).toBeLessThan(30_000);
    const [, to = ''] = /lines 1–(\d+) of 1000 · .* go on with from: (\d+)/.exec(text) ?? [];
    expect(text.split('\n').at(-1)).toMatch(new RegExp(`^${to}\t`));
  });

  it('cuts a line that is longer than anybody reads', async () => {
    const { say } = await benchOf({ 'min.js': `${'x'.repeat(3_000_000)}\nend\n` });
    const text = await say('read', { path: 'min.js' });
    expect(text).toContain('characters more)');
    expect(text.length).toBeLessThan(3_000);
    expect(text).toMatch(/\n2\tend$/);
  });

  it('reads a range of a file of gigabytes in the room of a piece', async () => {
    const { root, say } = await benchOf({ huge: 'begin\n' });
    truncateSync(path.join(root, 'huge'), 5 * 1024 ** 3);
    expect(await say('read', { path: 'huge' })).toMatch(
      /^huge: lines 1–1 of \d+ or more|huge is binary of 5,368,709,120 bytes/,
    );
  });

  it('says how lines end, where not in a line feed', async () => {
    const { say } = await benchOf({ dos: 'one\r\ntwo\r\n', mixed: 'one\r\ntwo\n' });
    expect(await say('read', { path: 'dos' })).toMatch(/ · lines end in CRLF\n1\tone\n2\ttwo$/);
    expect(await say('read', { path: 'mixed' })).toMatch(/ · some lines end in CRLF, shown as ␍\n1\tone␍\n2\ttwo$/);
  });

  it.each([
    ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['binary', Buffer.from('a\0b')],
    ['UTF-16 text (iconv makes it readable)', Buffer.from('\uFEFFhello', 'utf16le')],
  ])('names what is no text: %s', async (what, bytes) => {
    const { say } = await benchOf({ thing: bytes });
    expect(await say('read', { path: 'thing' })).toBe(`thing is ${what} of ${bytes.length} bytes; it is not shown.`);
  });

  it('shows what is no UTF-8 as well as it can, and an empty file as empty', async () => {
    const { say } = await benchOf({ latin: Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]), empty: '' });
    expect(await say('read', { path: 'latin' })).toMatch(/1\tcaf\uFFFD$/);
    expect(await say('read', { path: 'empty' })).toBe('empty is empty.');
  });

  it('shows characters that nobody sees', async () => {
    const { say } = await benchOf({ a: 'a\u200Bb\u202Ec\u001B[31md\u{E0041}e\u0000'.replace('\0', '') });
    expect(await say('read', { path: 'a' })).toMatch(/1\ta\\u\{200b\}b\\u\{202e\}c\\u\{1b\}\[31md\\u\{e0041\}e$/);
  });

  it('leaves emoji as they are', async () => {
    const { say } = await benchOf({ a: '⚠️ 👩‍💻 café 針\n' });
    expect(await say('read', { path: 'a' })).toMatch(/1\t⚠️ 👩‍💻 café 針$/);
  });

  it('says what may have been meant by a name that is none', async () => {
    const { call } = await benchOf({ 'src/deep/cart.ts': '', 'README.md': '' });
    expect(await call('read', { path: 'cart.ts' })).toEqual({
      text: 'There is no file cart.ts. Did you mean src/deep/cart.ts?',
      failed: true,
    });
    expect((await call('read', { path: 'READNE.md' })).text).toContain('Did you mean README.md?');
  });

  it('reads through a link that stays inside', async () => {
    const { root, say } = await benchOf({ 'AGENTS.md': `${'words\n'.repeat(5_000)}` });
    symlinkSync('AGENTS.md', path.join(root, 'CLAUDE.md'));
    expect(await say('read', { path: 'CLAUDE.md', lines: 1 })).toContain('lines 1–1 of 5000');
  });

  it('finds a line break at the seam of two pieces', async () => {
    const { root, say } = await benchOf({});
    writeFileSync(path.join(root, 'a'), `${'x'.repeat(1024 * 1024 - 1)}\r\nnext\r\n`);
    expect(await say('read', { path: 'a', from: 2 })).toMatch(/lines 2–2 of 2 · .* · lines end in CRLF\n2\tnext$/);
  });
});

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join('');
