import { describe, expect, it } from '@jest/globals';
import { changeText } from '../../../src/workflows/review/rules/task.js';

const part = (path: string, lines: readonly string[]): string =>
  [
    `diff --git a/${path} b/${path}`,
    `index ${'0'.repeat(40)}..${'1'.repeat(40)} 100644`,
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -1 +1,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n');

describe('a change as the reviewer reads it', () => {
  it('is the diff, without the names of blobs', () => {
    const { text, left } = changeText(part('a.js', ['one', 'two']));
    expect(text).toBe('diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1 +1,2 @@\n+one\n+two\n');
    expect(left).toEqual([]);
  });

  it('names what it leaves out: what a machine made, what is bytes, what is too long', () => {
    const binary = 'diff --git a/p.png b/p.png\nnew file mode 100644\nGIT binary patch\nliteral 2\nJcmZ\n\n';
    const long = part(
      'long.js',
      Array.from({ length: 2000 }, () => 'a line that is long enough'),
    );
    const { text, left } = changeText(binary + part('package-lock.json', ['x']) + long + part('a.js', ['kept']));
    expect(text).toContain('+kept');
    expect(text).not.toContain('package-lock');
    expect(left).toEqual([
      '"p.png": binary',
      '"package-lock.json": generated (+1 −0)',
      '"long.js": too long (+2000 −0)',
    ]);
  });

  it('stays within bounds, and takes a line that looks like a head for a line', () => {
    const many = Array.from({ length: 40 }, (_, n) => part(`f${n}.js`, ['diff --git a/x b/x', 'y'.repeat(4000)]));
    const { text, left } = changeText(many.join(''));
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(left).toHaveLength(40 - (text.match(/^diff --git /gm) ?? []).length);
  });
});
