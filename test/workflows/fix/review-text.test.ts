// The requests in the text of a review.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLeadIn, requestItems } from '../../../src/workflows/fix/rules/review-text.js';

const items = (...lines: readonly string[]) =>
  requestItems(lines.join('\n')).map(({ context, text, item }) => [item, context, text]);

describe('the requests of a text', () => {
  it.each([
    ['bullets', ['- a', '* b', '+ c']],
    ['numbers', ['1. a', '2) b', '3. c']],
    ['blank lines between items', ['- a', '', '- b', '', '- c']],
  ] as const)('are the items of a list with %s', (_, lines) => {
    expect(items('Please:', '', ...lines)).toEqual([
      [1, 'Please:', 'a'],
      [2, 'Please:', 'b'],
      [3, 'Please:', 'c'],
    ]);
  });

  it('keep nested items, continued lines and code with their item', () => {
    const first = ['a', '  - nested', '  more', '  ```', '- code', '  ```'];
    expect(items(`- ${first[0]}`, ...first.slice(1), '- b')).toEqual([
      [1, '', first.join('\n')],
      [2, '', 'b'],
    ]);
  });

  it('contain the paragraph after the last list', () => {
    expect(items('- a', '', 'And b.')).toEqual([
      [1, '', 'a'],
      [2, '', 'And b.'],
    ]);
  });

  it.each(['One.\nTwo.', 'a - b', '-1 is wrong', '```\n- a\n- b\n```', '---', '2026 was the year', ''])(
    'are the whole text without a list: %j',
    (text) => expect(requestItems(text)).toEqual([{ context: '', text }]),
  );

  it('lose no word of the text', () => {
    const line = fc.constantFrom('- a', '1. b', 'c', '', '  d', '    - e', '```', '* f');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const found = requestItems(lines.join('\n'));
        const all = found.map(({ context, text }) => `${context}\n${text}`).join('\n');
        for (const word of lines.join('\n').match(/[a-f]/g) ?? []) expect(all).toContain(word);
      }),
    );
  });
});

describe('a lead-in', () => {
  it.each(['Two more points.', 'Nearly.', 'Thanks, this looks good', 'あと2点です。'])(
    'is a sentence that asks for nothing: %s',
    (text) => expect(isLeadIn(text)).toBe(true),
  );
  it.each([
    'Also add a test.',
    'Why so slow?',
    'This should stop at zero.',
    'Please see below.',
    'Fine. But slow.',
    'テストが必要です。',
  ])('is no request and no further sentence: %s', (text) => expect(isLeadIn(text)).toBe(false));
});
