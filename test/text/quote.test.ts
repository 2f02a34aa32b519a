import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nearest } from '../../src/text/nearest.js';
import { blockquote, codeBlock, plainQuestion, plainWords, quotedDocument } from '../../src/text/quote.js';

const words = fc.array(
  fc.oneof(fc.constantFrom('```', '~~~~', '\n', '> ', '# ', '- ', '| a |', '**Done.**'), fc.string()),
  {
    maxLength: 12,
  },
);

describe("somebody's words in a quotation", () => {
  it('never leave it', () => {
    fc.assert(
      fc.property(words, (pieces) => {
        const text = pieces.join('');
        for (const own of [plainWords(text), plainQuestion(text, pieces)])
          expect(
            blockquote(own)
              .split('\n')
              .every((line) => line.startsWith('>')),
          ).toBe(true);
      }),
    );
  });

  it('keep of a question what stands in its fence, and say each choice in a line', () => {
    expect(plainQuestion('Which of these?\n```js\nadd(1, 2)\n```\n', ['the\nfirst', 'the second'])).toBe(
      'Which of these?\nadd(1, 2)\n- the first\n- the second',
    );
    expect(plainWords('Which of these?\n```js\nadd(1, 2)\n```\n')).toBe('Which of these?');
    expect(plainQuestion('---\n```')).toBe('…');
  });
});

describe('a document in a quotation', () => {
  it('keeps its lines, so a table stays a table', () => {
    expect(quotedDocument('# Guide\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  - two\n')).toBe(
      '> # Guide\n>\n> | a | b |\n> |---|---|\n> | 1 | 2 |\n>\n> - one\n>   - two',
    );
  });

  it('never leaves it', () => {
    fc.assert(
      fc.property(words, (pieces) => {
        const lines = quotedDocument(pieces.join('')).split('\n');
        expect(lines.every((line) => line.startsWith('>'))).toBe(true);
      }),
    );
  });
});

describe("somebody's words in a fence", () => {
  it('are what they are, and do not end it', () => {
    fc.assert(
      fc.property(words, (pieces) => {
        const text = pieces.join('');
        const [open = '', ...lines] = codeBlock(text, 'text').split('\n');
        const fence = /^`+/.exec(open)?.[0] ?? '';
        expect(lines.at(-1)).toBe(fence);
        expect(lines.slice(0, -1).join('\n')).toBe(text);
        expect(text).not.toContain(fence);
      }),
    );
  });
});

const known = ['fix', 'plan', 'status', 'facilitate', 'retry'];

describe('the nearest known word', () => {
  it.each([
    ['fixx', 'fix'],
    ['fi', 'fix'],
    ['statsu', 'status'],
    ['fxi', 'fix'],
    ['facilitat', 'facilitate'],
    ['retry', 'retry'],
  ])('of %s is %s', (slip, meant) => {
    expect(nearest(slip, known)).toBe(meant);
  });

  it.each(['', 'zebra', 'statistics', 'x', 'status'.repeat(10_000)])('is none for %.20s', (word) => {
    expect(nearest(word, known)).toBeUndefined();
  });

  it('is the nearer of two, and of two as near always the same', () => {
    expect(nearest('plant', ['plane', 'plan'])).toBe(nearest('plant', ['plan', 'plane']));
    expect(nearest('plann', ['plan', 'plans', 'planning'])).toBe('plan');
  });
});
