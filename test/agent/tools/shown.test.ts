import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { invisible, LONGEST, named, shown, visible } from '../../../src/agent/tools/shown.js';

describe('what is shown', () => {
  it('holds no character that is not seen', () => {
    const unseen = fc.constantFrom(
      '\0',
      '\u001B',
      '\r',
      '\u200B',
      '\u202E',
      '\u2028',
      '\u{E0041}',
      '\uFE0F',
      '\uD800',
      '\u3164',
      'a',
      '\n',
      '\t',
    );
    fc.assert(
      fc.property(
        fc.array(unseen).map((all) => all.join('')),
        (text) => {
          expect(visible(text)).toMatch(/^[\n\t\\u{}0-9a-f]*$/);
        },
      ),
    );
  });

  it('can be turned back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/\\u\{/.test(text) && !/\p{Cs}/u.test(text));
        expect(invisible(visible(text))).toBe(text);
      }),
    );
  });

  it('leaves escapes of what can be seen word for word', () => {
    expect(invisible('\\u{61} \\u{110000} \\u{zz}')).toBe('\\u{61} \\u{110000} \\u{zz}');
  });

  it('is never longer than it may be, and says how much is left out', () => {
    const text = shown('x'.repeat(1_000_000));
    expect(text.length).toBeLessThanOrEqual(LONGEST);
    expect(text).toMatch(/^x+\n\[970,\d{3} characters left out\]\nx+$/);
    expect(shown('\0'.repeat(LONGEST)).length).toBeLessThanOrEqual(LONGEST);
  });

  it('shows a name on one line', () => {
    expect(named('a\nb\tc\u200b')).toBe('a\\nb\\tc\\u{200b}');
  });
});
