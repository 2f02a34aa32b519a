import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { benchOf } from './bench-of-tools.js';

const digestIn = (text: string) => /digest ([0-9a-f]{8})/.exec(text)?.[1];

describe('write', () => {
  it('writes a new file, and says how long it is', async () => {
    const { root, say } = await benchOf();
    expect(await say('write', { path: 'new/a.ts', content: 'one\ntwo\n' })).toMatch(
      /^new\/a\.ts: 2 lines, new · digest/,
    );
    expect(readFileSync(path.join(root, 'new/a.ts'), 'utf8')).toBe('one\ntwo\n');
    expect(await say('write', { path: 'empty', content: '' })).toMatch(/^empty: 0 lines, new/);
  });

  it('replaces a file only for who read it, and as it is now', async () => {
    const { root, call, say } = await benchOf({ a: 'one\ntwo' });
    const file = path.join(root, 'a');
    const refused = await call('write', { path: 'a', content: 'new' });
    expect(refused).toEqual({
      text: 'a exists, with 2 lines. Read it; then use edit, or pass its digest as `over`. Nothing was written.',
      failed: true,
    });
    const over = digestIn(await say('read', { path: 'a' }));
    writeFileSync(file, 'one\ntwo\nthree');
    expect(await say('write', { path: 'a', content: 'new', over })).toContain('has changed since');
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree');
    const now = digestIn(await say('read', { path: 'a' }));
    const written = await say('write', { path: 'a', content: 'new', over: now });
    expect(written).toMatch(/^a: 1 lines, replaced 3 lines/);
    expect(await say('write', { path: 'a', content: 'newer', over: digestIn(written) })).toContain('replaced 1 lines');
  });

  it('does not make a file that was to be replaced and is gone', async () => {
    const { say } = await benchOf();
    expect(await say('write', { path: 'a', content: 'x', over: '12345678' })).toContain(
      'a does not exist. To create it',
    );
  });

  it('keeps the mode, the line endings and the mark of what it replaces', async () => {
    const { root, say } = await benchOf({ a: '\uFEFFone\r\ntwo\r\n' });
    chmodSync(path.join(root, 'a'), 0o755);
    await say('write', { path: 'a', content: '1\n2\n', over: digestIn(await say('read', { path: 'a' })) });
    expect(readFileSync(path.join(root, 'a'), 'utf8')).toBe('\uFEFF1\r\n2\r\n');
    expect(statSync(path.join(root, 'a')).mode & 0o777).toBe(0o755);
  });
});
