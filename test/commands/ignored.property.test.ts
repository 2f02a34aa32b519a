import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseComment } from '../../src/commands/parse.js';
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
      { numRuns: Number(process.env.RUNS ?? 3000) },
    );
  });
});
