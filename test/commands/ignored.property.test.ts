import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseComment } from '../../src/commands/parse.js';
import { type Costs, leastCosts } from '../build/cost.js';
import { sweep } from '../build/sweep.js';
import { hiddenByMdast } from './shown-by-mdast.js';

const COMMAND = '/crew answer';

/** Pieces of lines that open, close, indent and confuse; any of them may stand before any other. */
const lead = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  '  ',
  '   ',
  '    ',
  '      ',
  '\t',
  '> ',
  '>',
  '- ',
  '1. ',
  '* > ',
  '-\t',
);
const piece = fc.constantFrom(
  ...[
    'plain words',
    'a `b` c',
    '',
    '',
    'it is `odd',
    '``',
    '`',
    '```',
    '```',
    '````',
    '~~~',
    '```sh',
    '~~~ `x`',
    '``` x `y`',
  ],
  ...['<!--', '-->', '<!-- note -->', '<!-->', '<pre>', '</pre>', '<code>', '</code>', '<blockquote>', '</blockquote>'],
  ...[
    '<div>',
    '</div>',
    '<b title="`">',
    "<b title='>`'>",
    '<https://example.org/`>',
    '`<pre>`',
    '`</blockquote>`',
    '`-->`',
  ],
  ...[
    '# head `',
    '---',
    '===',
    '| ` | ` |',
    '[a]: `',
    '[a]: x "`"',
    '\\`',
    '\\\\`',
    'a <b',
    '-',
    '- - ```',
    '1)',
    '*** `',
  ],
  ...['<?php', '?>', '<!DOCTYPE', '<![CDATA[', ']]>', '<script>', '</script>', '![`](x)', '[`](`)'],
);
const line = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(lead, lead, piece).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('', '', '  ') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('', '', ' ', '  ', '   ', '    '), fc.constant(COMMAND))
      .map((parts) => parts.join('')),
  },
);

/** Every command gets a number of its own, so that a found one says on which line it stood. */
function numbered(lines: readonly string[], end: string): string {
  return lines.map((each, n) => (each.trim() === COMMAND ? `${each} q-${n} yes` : each)).join(end);
}

function foundIn(body: string): readonly string[] {
  return parseComment(body).flatMap((asked) =>
    'command' in asked && asked.command.name === 'answer' ? [asked.command.args.id ?? ''] : [],
  );
}

describe('against a whole Markdown parser', () => {
  it('no command is found in code, in a quote or in an HTML comment', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const body = numbered(lines, end);
        const hidden = hiddenByMdast(body);
        const wrongly = foundIn(body).filter((id) => hidden(body.indexOf(`${COMMAND} ${id} `)));
        expect(wrongly).toEqual([]);
      }),
      { numRuns: sweep(3000) },
    );
  });
});

describe('a flood', () => {
  const SIZE = 65_536;
  const flood = fc.constantFrom(
    ...['/crew ', '/crew fix --scope a ', '`', '`` ` ', '<pre', '<!--', '<b "', "<b '", '<a ', '- ', '> ', '\\`', '-a'],
    ...['\n', '\n`', '\n<!--\n', '\n- ', '\n/crew', '\n/crew approve A-1', '\n```', '\n<pre>', '\n\t', '\n    a', '-'],
  );

  /** One of them is too little to be measured. */
  const SPLITS = 50;

  it('costs what its eight parts cost one by one, and little beside taking it apart into letters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(flood, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/crew\n'),
        async (parts, before) => {
          const pattern = parts.join('');
          const whole = `${before}${pattern.repeat(SIZE)}`.slice(0, SIZE);
          const part = whole.slice(0, SIZE / 8);
          const works = {
            whole: () => parseComment(`${whole}\n/crew wake`),
            inParts: () => {
              for (let n = 0; n < 8; n += 1) parseComment(`${part}\n/crew wake`);
            },
            letters: () => {
              for (let n = 0; n < SPLITS; n += 1) whole.split('');
            },
          };
          const ratios = (costs: Costs<keyof typeof works>) => ({
            toParts: costs.whole / costs.inParts,
            toLetters: (costs.whole * SPLITS) / costs.letters,
          });
          const isCheap = (costs: Costs<keyof typeof works>): boolean => {
            const { toParts, toLetters } = ratios(costs);
            return toParts < 4 && toLetters < 1000;
          };
          const { toParts, toLetters } = ratios(await leastCosts(works, isCheap));
          expect(toParts).toBeLessThan(4);
          expect(toLetters).toBeLessThan(1000);
        },
      ),
      { numRuns: 20 },
    );
  });
});
