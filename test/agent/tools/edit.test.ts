import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { replace } from '../../../src/agent/tools/editing/replace.js';
import { sweep } from '../../build/sweep.js';
import { benchOf } from './bench-of-tools.js';

const CART =
  'export function total(items) {\n  let sum = 0;\n  for (const item of items) sum += item.price;\n  return sum;\n}\n';

async function edited(before: string | Uint8Array, edits: readonly object[]) {
  const bench = await benchOf({ a: before });
  const acted = await bench.call('edit', { path: 'a', edits });
  return { ...acted, bytes: readFileSync(path.join(bench.root, 'a')) };
}

describe('edit', () => {
  it('replaces what stands there once, and shows what became of it', async () => {
    const { text, bytes } = await edited(CART, [{ old: 'let sum = 0;', new: 'let sum = 0;\n  let count = 0;' }]);
    expect(bytes.toString()).toBe(CART.replace('= 0;', '= 0;\n  let count = 0;'));
    expect(text).toMatch(
      /^a: 1 replacement · digest [0-9a-f]{8}\n1\texport function total\(items\) {\n2\t {2}let sum = 0;\n3\t {2}let count = 0;\n4\t {2}for/,
    );
  });

  it('makes several, each found in the file as it was', async () => {
    const { bytes, text } = await edited('a b c\n', [
      { old: 'a', new: 'b' },
      { old: 'b', new: 'c' },
      { old: 'c', new: 'a' },
    ]);
    expect(bytes.toString()).toBe('b c a\n');
    expect(text).toContain('3 replacements');
  });

  it('makes none when one cannot be made', async () => {
    const { bytes, text, failed } = await edited(CART, [
      { old: 'sum = 0', new: 'sum = 1' },
      { old: 'return total;', new: 'return sum + 1;' },
    ]);
    expect(failed).toBe(true);
    expect(text).toContain('Edit 2: its old text is not in the file.');
    expect(text).toMatch(/Nothing was changed\.$/);
    expect(bytes.toString()).toBe(CART);
  });

  it('names the places when there are several, and replaces all when told to', async () => {
    const many = 'x = 1\ny\nx = 1\nz\nx = 1\n';
    const refused = await edited(many, [{ old: 'x = 1', new: 'x = 2' }]);
    expect(refused.text).toContain('Edit 1: its old text occurs on lines 1, 3, 5.');
    expect(refused.bytes.toString()).toBe(many);
    const all = await edited(many, [{ old: 'x = 1', new: 'x = 2', all: true }]);
    expect(all.bytes.toString()).toBe(many.replaceAll('1', '2'));
  });

  it('refuses edits that touch the same text', async () => {
    const { text } = await edited('one two three\n', [
      { old: 'one two', new: '1 2' },
      { old: 'two three', new: '2 3' },
    ]);
    expect(text).toContain('Edits 1 and 2 touch the same text, at line 1.');
  });

  it.each([
    [
      'tabs for spaces',
      '\tif (x) {\n\t\treturn;\n\t}\n',
      '  if (x) {\n    return;\n  }',
      'Line 1: the file indents with 1 tab, yours with 2 spaces.',
    ],
    ['blanks at the end of a line', 'one  \ntwo\n', 'one\ntwo', 'Line 1: the file has white space at the end.'],
    ['blanks within a line', 'a  =  1;\n', 'a = 1;', 'Line 1: white space within the line differs.'],
    ['quotation marks', 'say “hello”\n', 'say "hello"', 'Line 1: the quotation marks or dashes differ.'],
    ['capitals', 'const userName = 1;\n', 'const username = 1;', 'Line 1: upper and lower case differ.'],
    ['a copied line number', 'const a = 1;\n', '1\tconst a = 1;', 'Line 1: one of the two begins with a line number'],
    ['composed letters', 'cafe\u0301 = 1\n', 'café = 1', 'Line 1: the same letters are in another Unicode form'],
    [
      'other words',
      'const price = item.price * item.count;\n',
      'const price = item.price * item.amount;',
      'Line 1: the text differs.',
    ],
    ['something unseen', 'const a\u200b = 1;\n', 'const a = 1;', 'Line 1: invisible characters differ'],
  ])('says what differs when it is only %s', async (_, file, old, what) => {
    const { text, failed } = await edited(file, [{ old, new: 'x' }]);
    expect(text).toContain(what);
    expect(failed).toBe(true);
  });

  it('shows the nearest lines with their numbers', async () => {
    const { text } = await edited(CART, [
      { old: 'let sum = 0;\n  for (const item of items) sum += item.prise;', new: 'x' },
    ]);
    expect(text).toContain('2\t  let sum = 0;\n3\t  for (const item of items) sum += item.price;');
  });

  it('says so when nothing is like it', async () => {
    const { text } = await edited(CART, [{ old: 'SELECT * FROM users', new: 'x' }]);
    expect(text).toContain('nothing similar is');
  });

  it('keeps line endings and a byte order mark', async () => {
    const dos = '\uFEFFone\r\ntwo\r\nthree\r\n';
    const { bytes } = await edited(dos, [{ old: 'one\ntwo', new: 'one\nand\ntwo' }]);
    expect(bytes.toString()).toBe('\uFEFFone\r\nand\r\ntwo\r\nthree\r\n');
    const mixed = await edited('one\r\ntwo\nthree\r\n', [{ old: 'two', new: '2' }]);
    expect(mixed.bytes.toString()).toBe('one\r\n2\nthree\r\n');
    const crossing = await edited('one\r\ntwo\nthree\r\n', [{ old: 'one\ntwo\nthree', new: '1\n2\n3' }]);
    expect(crossing.bytes.toString()).toBe('1\r\n2\n3\r\n');
  });

  it('touches no byte beside, in a file that is no UTF-8 either', async () => {
    const before = Buffer.concat([Buffer.from([0xff, 0xe9, 0x0d]), Buffer.from('né = 1'), Buffer.from([0xfe, 0x0a])]);
    const { bytes } = await edited(before, [{ old: 'né = 1', new: 'né = 2' }]);
    expect(bytes).toEqual(Buffer.from(before.toString('latin1').replace('1', '2'), 'latin1'));
  });

  it('takes unseen characters as it shows them, and other escapes word for word', async () => {
    const { bytes } = await edited('a\u200bb = 1;\n', [{ old: 'a\\u{200b}b = 1', new: 'a\\u{200b}b = 2' }]);
    expect(bytes.toString()).toBe('a\u200bb = 2;\n');
    const words = await edited("'\\u{200b}' = 1;\n", [{ old: "'\\u{200b}' = 1", new: "'\\u{200b}' = 2" }]);
    expect(words.bytes.toString()).toBe("'\\u{200b}' = 2;\n");
  });

  it('refuses to change nothing, or to look for nothing', async () => {
    expect((await edited('x', [{ old: 'x', new: 'x' }])).text).toContain('Edit 1 changes nothing');
    expect((await edited('x', [{ old: '', new: 'x' }])).failed).toBe(true);
  });

  it('puts lines into one endless line at once, ended as the rest of the file is', () => {
    const before = `${'a,'.repeat(100_000)}\r\nlast\r\n`;
    const replaced = replace(Buffer.from(before), [{ old: ',', new: ',\n', all: true }]);
    expect(replaced.isDone && Buffer.from(replaced.bytes).toString()).toBe(before.replaceAll(',', ',\r\n'));
  });

  it('makes as many replacements as a large file has places', () => {
    const replaced = replace(Buffer.from('a,'.repeat(200_000)), [{ old: ',', new: ';', all: true }]);
    expect(replaced.isDone && replaced.ranges).toHaveLength(200_000);
  });

  it('makes no more of a file than fits into memory', async () => {
    const { text, failed, bytes } = await edited('a'.repeat(1_000), [
      { old: 'a', new: 'b'.repeat(100_000), all: true },
    ]);
    expect(failed).toBe(true);
    expect(text).toMatch(/^Edit 1: together the edits of this call exceed/);
    expect(bytes).toHaveLength(1_000);
  });

  it('does not follow a link to write', async () => {
    const { root, say } = await benchOf({ 'a.txt': 'one' });
    symlinkSync('a.txt', path.join(root, 'link'));
    expect(await say('edit', { path: 'link', edits: [{ old: 'one', new: 'two' }] })).toContain('a link to a.txt');
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('one');
  });

  it('helps at once with a long text in a long file', async () => {
    const file = Array.from({ length: 50_000 }, (_, n) => `const value${n} = compute(${n});\n`).join('');
    const { text } = await edited(file, [{ old: file.slice(0, 900_000).replace('value7 ', 'other7 '), new: 'x' }]);
    expect(text).toContain('Line 8: the text differs.');
  });
});

describe('replacing', () => {
  const line = fc.constantFrom('a', 'b', 'ab', '', ' x', 'é', '\t');
  const ending = fc.constantFrom('\n', '\r\n');
  const uniform = fc.tuple(fc.array(line, { maxLength: 8 }), ending).map(([lines, end]) => lines.join(end));
  const mixed = fc.array(fc.tuple(line, ending), { maxLength: 8 }).map((pairs) => pairs.flat().join(''));

  /** A text, and a piece of it as a model would name it. */
  const cut = fc.tuple(fc.oneof(uniform, mixed), fc.nat(), fc.nat()).map(([text, one, other]) => {
    const flat = text.replaceAll('\r\n', '\n');
    const [from, to] = [one % (flat.length + 1), other % (flat.length + 1)].sort((a, b) => a - b);
    return { text, old: flat.slice(from, to) };
  });

  it('gives back the very bytes when it is undone', () => {
    fc.assert(
      fc.property(cut, ({ text, old }) => {
        fc.pre(old !== '');
        const put = `<${old}>`;
        const there = replace(Buffer.from(text), [{ old, new: put }]);
        fc.pre(there.isDone);
        const back = there.isDone ? replace(there.bytes, [{ old: put, new: old }]) : there;
        expect(back.isDone && Buffer.from(back.bytes).toString()).toBe(text);
      }),
      { numRuns: sweep(500) },
    );
  });

  it('changes nothing but what it names, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 }), (head, tail) => {
        const bytes = Buffer.concat([head, Buffer.from('<<here>>'), tail]);
        const replaced = replace(bytes, [{ old: '<<here>>', new: 'there' }]);
        fc.pre(replaced.isDone);
        expect(replaced.isDone && Buffer.from(replaced.bytes)).toEqual(
          Buffer.concat([head, Buffer.from('there'), tail]),
        );
      }),
      { numRuns: sweep(500) },
    );
  });

  it('is as if each edit were made alone, or none at all', () => {
    const edits = fc.array(fc.record({ old: fc.constantFrom('a', 'b', 'ab', 'a\nb', 'zz', 'é'), new: line }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(mixed, edits, (text, all) => {
        const bytes = Buffer.from(text);
        const together = replace(bytes, all);
        const alone = all.map((edit) => replace(bytes, [edit]));
        if (!together.isDone)
          expect(alone.every(({ isDone }) => isDone) && together.failure.kind !== 'overlap').toBe(false);
        else {
          expect(alone.every(({ isDone }) => isDone)).toBe(true);
          const grown = alone.reduce((sum, each) => sum + (each.isDone ? each.bytes.length - bytes.length : 0), 0);
          expect(together.bytes.length).toBe(bytes.length + grown);
        }
      }),
      { numRuns: sweep(500) },
    );
  });
});

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
