import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redact } from '../../src/text/redact.js';
import { liveIn } from './live.js';
import { nastyText } from './pieces.js';

const options = { secrets: ['hunter2hunter2'] };

describe('redacting any text', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const once = redact(text, options).text;
        expect(redact(once, options)).toEqual({ text: once, redactions: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves nothing live', () => {
    fc.assert(
      fc.property(nastyText, (text) => expect(liveIn(redact(text, options).text, ['github.com'])).toEqual([])),
      { numRuns: 1000 },
    );
  });

  it('leaves no secret, whatever stands between its halves', () => {
    const between = fc.array(fc.constantFrom(' ', '\n', '-', '**', '\u200B', '&#8203;', '<b>', '`', '%20', '\n\n'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(nastyText, between, nastyText, (before, gap, after) => {
        const { text } = redact(`${before} hunter2${gap.join('')}hunter2 ${after}`, options);
        expect(text.replace(/[^a-z0-9[]/gi, '')).not.toContain('hunter2hunter2');
      }),
      { numRuns: 600 },
    );
  });

  it('answers for any string at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => redact(text, options).text.length <= 60_000));
  });

  it.each([
    '> ',
    '*a_ ',
    'x<?',
    '[a][b]',
    '``</b><',
    '\n|',
    '\n\n> ',
    '@u ',
    'eyJ-',
    '-----BEGIN PRIVATE KEY-----',
    '&#',
    '<b',
  ])('is not held up by 64 kB of %j', (piece) => {
    redact(piece.repeat(65_536 / piece.length), options);
  });
});
