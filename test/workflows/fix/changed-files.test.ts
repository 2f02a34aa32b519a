import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { changedFiles } from '../../../src/text/diff.js';
import { newFolder } from '../../build/folder.js';

const BEFORE: Readonly<Record<string, string | Buffer>> = {
  'src/sum.js': 'one\ntwo\nthree\n',
  'src/gone.js': 'a\nb\n',
  'src/moved.js': `${'line\n'.repeat(20)}end\n`,
  'docs/日本 語.md': 'はい\n',
  'crlf.txt': 'a\r\nb\r\n',
  'data.bin': Buffer.from([0, 1, 2, 3]),
  'odd "name"\t.txt': 'x\n',
  'list.sql': '-- a comment\n-- b/other\n++ c\n',
};

const AFTER: Readonly<Record<string, string | Buffer | null>> = {
  'src/sum.js': 'one\n2\nthree\nfour',
  'src/gone.js': null,
  'src/moved.js': null,
  'src/deep/moved.js': `${'line\n'.repeat(20)}END\n`,
  'docs/日本 語.md': 'はい\nいいえ\n',
  'crlf.txt': 'a\r\nc\r\nd\r\n',
  'data.bin': Buffer.from([0, 9, 9]),
  'odd "name"\t.txt': 'y\nz\n',
  'new.js': 'diff --git a/x b/x\n+++ b/y\n@@ -1 +1 @@\n',
  'empty.txt': '',
  'list.sql': '++ c\n',
};

function write(root: string, files: Readonly<Record<string, string | Buffer | null>>): void {
  for (const [file, bytes] of Object.entries(files)) {
    const to = path.join(root, file);
    mkdirSync(path.dirname(to), { recursive: true });
    if (bytes === null) rmSync(to);
    else writeFileSync(to, bytes);
  }
}

describe('what a diff changes', () => {
  it('is counted as git counts it, whatever files are called and hold', async () => {
    const root = await newFolder();
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'core.autocrlf=false', ...words], {
        cwd: root,
      }).toString();
    git('init', '-q');
    write(root, BEFORE);
    git('add', '-A');
    git('commit', '-qm', 'before');
    write(root, AFTER);
    git('add', '-A');
    const counted = changedFiles(git('diff', '--cached', '--binary', '-M', 'HEAD'));
    const numbers = git('diff', '--cached', '--numstat', '-z', '--no-renames', 'HEAD')
      .split('\0')
      .filter(Boolean)
      .map((line) => line.split('\t'))
      .map(([added, removed, ...name]) => [name.join('\t'), added === '-' ? 'binary' : `+${added} -${removed}`]);
    const ours = counted
      .filter(({ how }) => how !== 'renamed')
      .map(({ path: file, added, removed, binary }) => [file, binary ? 'binary' : `+${added} -${removed}`]);
    expect(Object.fromEntries(ours)).toEqual(
      Object.fromEntries(numbers.filter(([file]) => !file?.endsWith('moved.js'))),
    );
    expect(counted.find(({ how }) => how === 'renamed')).toEqual({
      ...{ path: 'src/deep/moved.js', from: 'src/moved.js', how: 'renamed' },
      ...{ added: 1, removed: 1, binary: false },
    });
    const how = Object.fromEntries(counted.map((file) => [file.path, file.how]));
    expect(how).toMatchObject({
      'src/sum.js': 'changed',
      'src/gone.js': 'deleted',
      'new.js': 'new',
      'empty.txt': 'new',
    });
  });

  it('is nothing where there is none', () => {
    expect(changedFiles('')).toEqual([]);
    expect(changedFiles('no diff at all\n+++ b/x\n@@ -1 +1 @@\n')).toEqual([]);
  });
});
