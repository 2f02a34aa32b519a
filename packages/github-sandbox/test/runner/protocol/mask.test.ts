import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mask, spellingsOf } from '../../../src/runner/protocol/mask.js';

const secret = fc
  .string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(...'abcdefXYZ0123456789+/="\\ ') })
  .filter((text) => text.trim().length >= 8);

describe('masking', () => {
  it('hides a secret as it is, as JSON, in an address and in base64 at every offset', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom('', 'x', 'xy', 'user:'), (key, before) => {
        const spellings = spellingsOf(key);
        const spoken = [before + key, JSON.stringify(key), encodeURIComponent(key)];
        for (const text of spoken) expect(mask(text, spellings)).not.toContain(text.slice(before.length + 1, -1));
        expect(mask(btoa(before + key), spellings)).toContain('***');
      }),
    );
  });

  it('hides each line of a key of several lines', () => {
    expect(mask('and MIIEpAIB it', spellingsOf('-----BEGIN-----\nMIIEpAIB\n-----END-----'))).toBe('and *** it');
  });

  it('hides the longer one first, so that no rest stays', () => {
    expect(mask('abcdef', ['abc', 'abcdef'])).toBe('***');
  });

  it('leaves text alone that is too short to hide', () => {
    expect(spellingsOf('1')).toEqual([]);
  });
});
