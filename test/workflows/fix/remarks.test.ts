import { describe, expect, it } from '@jest/globals';
import { asksForComments, asksForTests, changesOnlyComments } from '../../../src/workflows/fix/rules/rejections.js';

/** A diff of one file: lines with their sign, as git writes them. */
const diff = (file: string, ...lines: readonly string[]): string =>
  `diff --git a/${file} b/${file}\nindex 1..2 100644\n--- a/${file}\n+++ b/${file}\n@@ -1,3 +1,3 @@ head\n${lines.map((line) => `${line}\n`).join('')}`;

describe('a change in nothing but remarks', () => {
  it.each([
    ['a comment above it', diff('a.js', '+// add subtracts, which is right', ' const a = 1;')],
    ['a comment behind it', diff('a.ts', '-const a = 1;', '+const a = 1; // one')],
    ['a comment of several lines', diff('a.go', '+/*', '+ * It is one.', '+ */', ' var a = 1')],
    ['words within a comment that is there', diff('a.js', ' /**', '- * Adds.', '+ * Adds two.', ' */', ' f();')],
    ['the end of one that began above', diff('a.js', '- * Adds.', '+ * Adds two.', ' */', ' f();')],
    ['blank lines and indentation', diff('a.js', '-const a = 1;', '+', '+  const  a = 1;')],
    ['a comment of Python', diff('a.py', '+# It is right.', ' a = 1')],
    ['a comment of a page', diff('a.html', '+<!-- right -->', ' <p>a</p>')],
    ['the blank end of a line anywhere', diff('a.any', '-word ', '+word')],
    [
      'a new file of remarks',
      diff('a.js', '+// Here be dragons.')
        .replace('index', 'new file mode 100644\nindex')
        .replace('--- a/a.js', '--- /dev/null'),
    ],
    ['two files of them', diff('a.js', '+// a') + diff('b.py', '+# b')],
  ])('is %s', (_what, text) => expect(changesOnlyComments(text)).toBe(true));

  it.each([
    ['one sign', diff('a.js', '-a - b;', '+a + b;')],
    ['a sign beside a comment', diff('a.js', '+// plus', '-a - b;', '+a + b;')],
    ['code that was a comment', diff('a.js', '-// f();', '+f();')],
    ['words in a string', diff('a.js', "-say('// no');", "+say('// yes');")],
    ['an address', diff('a.js', '-go(`x', '-http://a.example', '+go(`x', '+http://b.example', ' `);')],
    ['blank space in a string', diff('a.js', "-say('a b');", "+say('a  b');")],
    ['indentation that Python reads', diff('a.py', '-  a = 1', '+a = 1')],
    ['indentation of a list of settings', diff('a.yml', '-  a: 1', '+a: 1')],
    ['where a line ends', diff('a.js', '-return', '-  a;', '+return a;')],
    ['a word that a program reads in a comment', diff('a.js', '+// @ts-expect-error', ' f(1);')],
    ['the first line of a script', diff('run.sh', '-#!/bin/sh', '+#!/bin/bash', ' true')],
    ['a hash within a word', diff('a.sh', '-echo a#b', '+echo a#c')],
    ['a text for people', diff('a.md', '-shpo', '+shop')],
    ['one file of two', diff('a.js', '+// a') + diff('b.py', '+b = 1')],
    ['a mode', 'diff --git a/run b/run\nold mode 100644\nnew mode 100755\n'],
    ['nothing', ''],
  ])('is not %s', (_what, text) => expect(changesOnlyComments(text)).toBe(false));

  it('is not slow on what never ends', () => {
    expect(changesOnlyComments(diff('a.js', `+${"'`/*".repeat(500)}`))).toBe(false);
  });
});

describe('a task', () => {
  it.each(['The comment above add is wrong', 'Fix the typo in the header of add.js', 'add.js のコメントを直す'])(
    'asks for words: %s',
    (text) => expect(asksForComments(text)).toBe(true),
  );

  it.each(['add(1, 2) gives -1, it should be 3', 'The docker build fails', 'add(1, 2) が -1 になる'])(
    'asks for a program: %s',
    (text) => expect(asksForComments(text)).toBe(false),
  );
});

describe('a task about tests', () => {
  it.each(['Add a test for add', 'The CI is flaky', 'Update the snapshots', 'retest on Windows', 'add のテストを追加'])(
    'asks for tests: %s',
    (text) => expect(asksForTests(text)).toBe(true),
  );

  it.each([
    'add(1, 2) gives -1, expected 3',
    'The latest release fails',
    'A contested special case',
    'add が -1 になる',
  ])('asks for a program: %s', (text) => expect(asksForTests(text)).toBe(false));
});
