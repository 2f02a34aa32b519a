import { describe, expect, it } from '@jest/globals';
import { suggestionsIn } from '../../../src/workflows/fix/rules/target.js';

const diffOf = (hunks: readonly string[], { path = 'add.js', head = [] as readonly string[] } = {}) =>
  [`diff --git a/${path} b/${path}`, ...head, `--- a/${path}`, `+++ b/${path}`, ...hunks, ''].join('\n');

const suggested = (...lines: readonly string[]) => ['```suggestion', ...lines, '```'].join('\n');

describe('a diff as suggestions', () => {
  it('stands on the lines that it changes', () => {
    const diff = diffOf(['@@ -3,4 +3,3 @@', ' three', '-four', '-five', '+4 and 5', ' six']);
    expect(suggestionsIn(diff)).toEqual({
      suggestions: [{ path: 'add.js', startLine: 4, line: 5, body: suggested('4 and 5') }],
      left: [],
    });
  });

  it('stands on the line before what it adds', () => {
    const diff = diffOf(['@@ -3,2 +3,3 @@', ' three', '+three and a half', ' four']);
    expect(suggestionsIn(diff)).toEqual({
      suggestions: [{ path: 'add.js', line: 3, body: suggested('three', 'three and a half') }],
      left: [],
    });
  });

  it('stands on the first line where it adds something above that, and loses nothing', () => {
    const diff = diffOf([
      ...['@@ -1,2 +1,3 @@', '+import b', ' one', ' two'],
      ...['@@ -13,3 +14,3 @@', ' thirteen', '-bad', '+good', ' fifteen'],
    ]);
    expect(suggestionsIn(diff)).toEqual({
      suggestions: [
        { path: 'add.js', line: 1, body: suggested('import b', 'one') },
        { path: 'add.js', line: 14, body: suggested('good') },
      ],
      left: [],
    });
  });

  it('never asks for one line in two suggestions', () => {
    const diff = diffOf(['@@ -1,3 +1,5 @@', '+import b', ' one', '+one and a half', ' two', ' three']);
    expect(suggestionsIn(diff).suggestions).toEqual([
      { path: 'add.js', line: 1, body: suggested('import b', 'one', 'one and a half') },
    ]);
  });

  it('is fenced by more than anything in it', () => {
    const diff = diffOf(['@@ -1 +1 @@', '-```', '+````js']);
    expect(suggestionsIn(diff).suggestions).toMatchObject([{ body: '`````suggestion\n````js\n`````' }]);
  });
});

describe('what no suggestion says is left for the patch', () => {
  it.each([
    [
      'a mode beside a content',
      diffOf(['@@ -1 +1 @@', '-a', '+b'], { head: ['old mode 100644', 'new mode 100755'] }),
      1,
    ],
    ['a mode alone', 'diff --git a/add.js b/add.js\nold mode 100644\nnew mode 100755\n', 0],
    ['a last line that now ends', diffOf(['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+a']), 0],
    ['a last line that no longer ends', diffOf(['@@ -1 +1 @@', '-a', '+b', '\\ No newline at end of file']), 1],
    ['how lines end', diffOf(['@@ -1 +1 @@', '-a\r', '+a']), 1],
    ['a file that was empty', diffOf(['@@ -0,0 +1 @@', '+a']), 0],
    [
      'a new file',
      'diff --git a/add.js b/add.js\nnew file mode 100644\n--- /dev/null\n+++ b/add.js\n@@ -0,0 +1 @@\n+a\n',
      0,
    ],
    [
      'a deleted file',
      'diff --git a/add.js b/add.js\ndeleted file mode 100644\n--- a/add.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
      0,
    ],
    ['bytes', 'diff --git a/add.js b/add.js\nBinary files a/add.js and b/add.js differ\n', 0],
    [
      'a renamed file',
      'diff --git a/sum.js b/add.js\nrename from sum.js\nrename to add.js\n--- a/sum.js\n+++ b/add.js\n@@ -1 +1 @@\n-a\n+b\n',
      0,
    ],
  ])('%s', (_what, diff, count) => {
    const { suggestions, left } = suggestionsIn(diff);
    expect(left).toEqual(['add.js']);
    expect(suggestions).toHaveLength(count);
  });

  it('also a name that git quotes, by the name that it has', () => {
    const head = 'diff --git "a/\\346\\227\\245.js" "b/\\346\\227\\245.js"\n';
    expect(suggestionsIn(`${head}old mode 100644\nnew mode 100755\n`).left).toEqual(['日.js']);
    const lines = '--- "a/\\346\\227\\245.js"\n+++ "b/\\346\\227\\245.js"\n@@ -1 +1 @@\n-a\n+b\n';
    expect(suggestionsIn(`${head}${lines}`)).toMatchObject({ suggestions: [{ path: '日.js', line: 1 }], left: [] });
  });

  it('and not a last line that ended neither before nor after', () => {
    const none = '\\ No newline at end of file';
    expect(suggestionsIn(diffOf(['@@ -1 +1 @@', '-a', none, '+b', none]))).toMatchObject({
      suggestions: [{ line: 1 }],
      left: [],
    });
  });
});
