import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Guard } from '../../../src/ports/sandbox.js';
import { git, putPipe } from '../../adapters/workspace/tree.js';
import { benchOf, openGate } from './bench-of-tools.js';

const many = (count: number, name: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), 'needle\n']));

describe('list', () => {
  it('shows names and kinds, and not what is git’s', async () => {
    const { root, say } = await benchOf({ 'src/a.ts': '', 'b.md': '', 'a\nb': '' });
    git(root, ['init', '-q']);
    symlinkSync('b.md', path.join(root, 'link'));
    putPipe(path.join(root, 'pipe'));
    expect(await say('list', {})).toBe('a\\nb\nb.md\nlink (link)\npipe (device, pipe or socket)\nsrc/');
    expect(await say('list', { path: 'src' })).toBe('a.ts');
  });

  it('says how many are left out', async () => {
    const { say } = await benchOf(many(502, (n) => `f${n}`));
    expect((await say('list', {})).split('\n')).toHaveLength(501);
    expect(await say('list', {})).toMatch(/\n2 more$/);
  });
});

describe('glob', () => {
  it('finds files by name, sorted', async () => {
    const { say } = await benchOf({ 'src/b.ts': '', 'src/a.ts': '', 'c.md': '', '.gitignore': 'out/', 'out/d.ts': '' });
    expect(await say('glob', { pattern: '*.ts' })).toBe('src/a.ts\nsrc/b.ts');
    expect(await say('glob', { pattern: '*', under: 'src' })).toBe('src/a.ts\nsrc/b.ts');
    expect(await say('glob', { pattern: '*.rs' })).toBe('No file matches *.rs.');
  });

  it('says how many are left out', async () => {
    const { say } = await benchOf(many(301, (n) => `f${n}`));
    expect(await say('glob', { pattern: 'f*' })).toMatch(/\n1 more$/);
  });
});

describe('search', () => {
  it('shows lines by file, those around them too', async () => {
    const { say } = await benchOf({ 'a.ts': 'one\nneedle\ntwo\nthree\nfour\nneedle\n', 'src/b.ts': 'a needle\n' });
    expect(await say('search', { pattern: 'needle' })).toBe('a.ts\n2: needle\n6: needle\n\nsrc/b.ts\n1: a needle');
    expect(await say('search', { pattern: 'needle', context: 1, globs: ['a.*'] })).toBe(
      'a.ts\n1- one\n2: needle\n3- two\n…\n5- four\n6: needle',
    );
    expect(await say('search', { pattern: 'nothing' })).toBe('No line matches nothing.');
  });

  it('shows no line of a file that may not be read, and says that there are some', async () => {
    const gate: Guard = ({ tool, command }) =>
      tool === 'Read' && command.startsWith('.env')
        ? { verdict: 'ask', phase: '7C', why: 'It may hold secrets.' }
        : openGate({ tool, command });
    const { say } = await benchOf({ '.env': 'PASSWORD=hunter2\n', 'a.ts': 'hunter2\n' }, { gate });
    const left = '1 file with matches is left out because you may not read it.';
    expect(await say('search', { pattern: 'hunter' })).toBe(`a.ts\n1: hunter2\n\n${left}`);
    expect(await say('search', { pattern: 'PASSWORD' })).toBe(`No line matches PASSWORD.\n${left}`);
  });

  it('says that there is more than it shows', async () => {
    const { say } = await benchOf(many(30, (n) => `f${String(n).padStart(2, '0')}`));
    const text = await say('search', { pattern: 'needle', most: 5 });
    expect(text).toMatch(/^f00\n1: needle/);
    expect(text).toMatch(/\n\nMore than these 5 lines match; narrow the search\.$/);
  });

  it('is never longer than an answer may be', async () => {
    const { say } = await benchOf({ a: `${'needle '.repeat(50)}\n`.repeat(500) });
    const text = await say('search', { pattern: 'needle', most: 500 });
    expect(text.length).toBeLessThanOrEqual(30_000);
    expect(text).toMatch(/\d+ more lines match\.$/);
  });

  it('answers a wrong pattern with what is wrong with it', async () => {
    const { call } = await benchOf({ a: '' });
    const { text, failed } = await call('search', { pattern: '(' });
    expect(failed).toBe(true);
    expect(text).toMatch(/Expected a regular expression; found .*Mend it, or search for it word for word/s);
  });
});
