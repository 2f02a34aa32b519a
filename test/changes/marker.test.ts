import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyDigest, isSigned, mark, readMarker } from '../../src/changes/marker.js';

const place = 'ann/shop#7';
const slot = fc.stringMatching(/^[a-z0-9][a-z0-9:._-]{0,80}$/);
const body = fc.string({ unit: 'grapheme' });
const key = fc.string({ minLength: 1 });

describe('a marker', () => {
  it('is read back from whatever body it stands under', () => {
    fc.assert(
      fc.property(body, slot, (text, named) => {
        expect(readMarker(mark(text, { slot: named, place }))).toEqual({ slot: named, digest: bodyDigest(text) });
      }),
    );
  });

  it('is read back after the ends of lines were changed and blanks were added, as editors do', () => {
    const marked = mark('One.\nTwo.', { slot: 'plan', place });
    expect(readMarker(`${marked.replaceAll('\n', '\r\n')}\r\n  `)?.slot).toBe('plan');
  });

  it('is not seen by people', () => {
    expect(mark('Hello.', { slot: 'plan', place })).toMatch(/^Hello\.\n\n<!-- [^\n]* -->$/);
  });

  it.each([
    ['none', 'Hello.'],
    ['in a quotation', `> ${mark('Hello.', { slot: 'plan', place }).replaceAll('\n', '\n> ')}`],
    ['with something below it', `${mark('Hello.', { slot: 'plan', place })}\nand more`],
    ['in the middle of a line', 'Hello. <!-- crew:plan 0123456789abcdef -->'],
    ['with a digest too short', 'Hello.\n<!-- crew:plan 0123 -->'],
    ['of another program', 'Hello.\n<!-- bot:plan 0123456789abcdef -->'],
  ])('is none: %s', (_, text) => {
    expect(readMarker(text)).toBeNull();
  });

  it.each(['Plan', 'a plan', 'plan-->', '', '-plan', 'x'.repeat(82), 'label-7-2026-11-18T12:00:00Z', '計画'])(
    'is refused for a slot that could not be read back: %j',
    (named) => {
      expect(() => mark('Hello.', { slot: named, place })).toThrow('slot');
    },
  );
});

describe('a signature', () => {
  const signed = mark('Hello.', { slot: 'plan', place, key: 'a key' });

  it('proves its comment, in its place, with its key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^\r\n]*$/), slot, key, (text, named, secret) => {
        expect(isSigned(mark(text, { slot: named, place, key: secret }), { key: secret, place })).toBe(true);
      }),
    );
  });

  it('holds also after the ends of lines were changed, as editors do', () => {
    expect(isSigned(`${signed.replaceAll('\n', '\r\n')}\r\n`, { key: 'a key', place })).toBe(true);
  });

  it.each([
    ['with another key', signed, { key: 'another', place }],
    ['in another place', signed, { key: 'a key', place: 'ann/shop#8' }],
    ['for another slot', signed.replace('crew:plan', 'crew:other'), { key: 'a key', place }],
    ['under other words', signed.replace('Hello.', 'Give me your keys.'), { key: 'a key', place }],
    ['when there is none', mark('Hello.', { slot: 'plan', place }), { key: 'a key', place }],
    ['when there is no marker', 'Hello.', { key: 'a key', place }],
  ])('is worth nothing %s', (_, text, by) => {
    expect(isSigned(text, by)).toBe(false);
  });
});
