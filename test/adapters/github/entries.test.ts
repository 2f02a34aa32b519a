import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entriesOf, inlineText } from '../../../src/adapters/github/branches.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const file = (path: string, bytes: Uint8Array | null, mode = '100644') => ({ path, mode, bytes });

describe('the text that goes along with a tree', () => {
  it('stands for exactly the bytes it was made of, whatever they are', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.string({ unit: 'binary', maxLength: 40 }).map(bytesOf),
      fc.string({ unit: 'grapheme', maxLength: 40 }).map(bytesOf),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        const text = inlineText(given);
        if (text !== null) expect(Buffer.from(JSON.parse(JSON.stringify(text)))).toEqual(Buffer.from(given));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['plain words', 'hello\n', true],
    ['Japanese, and what stands beyond the first plane', '日本語 🚣\r\n', true],
    ['nothing at all', '', false],
    ['a mark at the beginning', '\uFEFFhello', false],
    ['a zero', 'a\0b', false],
  ])('is taken for %s or not', (_, text, inline) => {
    expect(inlineText(bytesOf(text)) !== null).toBe(inline);
  });

  it('is none for bytes that are no UTF-8, and for what is too long for one request', () => {
    expect(inlineText(Uint8Array.of(0x63, 0xe9))).toBeNull();
    expect(inlineText(Uint8Array.of(0xed, 0xa0, 0x80))).toBeNull();
    expect(inlineText(new Uint8Array(600 * 1024).fill(97))).toBeNull();
  });
});

describe('the entries of a tree', () => {
  it('have the same bytes kept once, and texts not at all', async () => {
    const asked: number[] = [];
    const keep = async (bytes: Uint8Array) => `sha-${asked.push(bytes.length)}`;
    const bytes = Uint8Array.of(0, 1, 2);
    const given = [file('a', bytes), file('b.sh', bytes, '100755'), file('c', bytesOf('c')), file('d', null)];
    expect(await entriesOf(given, keep)).toEqual([
      { path: 'a', mode: '100644', type: 'blob', sha: 'sha-1' },
      { path: 'b.sh', mode: '100755', type: 'blob', sha: 'sha-1' },
      { path: 'c', mode: '100644', type: 'blob', content: 'c' },
      { path: 'd', mode: '100644', type: 'blob', sha: null },
    ]);
    expect(asked).toEqual([3]);
  });

  it('are never a submodule', async () => {
    await expect(entriesOf([file('lib', bytesOf('x'), '160000')], async () => '')).rejects.toThrow('160000');
  });
});
