// The requests in the text of a review.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isCourtesy } from '../../../src/workflows/fix/rules/courtesy.js';
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

  it.each([
    ['a wish and a question', 'Rename the flag to `--all`.\nWhy is this call synchronous?'],
    ['wishes in two paragraphs', 'Please rename the flag to `--all`\n\nThe error for an empty list is missing'],
    ['a question inside the text', 'Should this be cached?\nAdd a test for an empty list.'],
    ['Japanese sentences', 'フラグの名前を直してください。\nここは同期処理ですか？'],
  ])('are the passages that ask for something, in a text without a list: %s', (_, text) => {
    expect(requestItems(text)).toEqual(
      text.split(/\n+/).map((passage, n) => ({ context: '', text: passage, item: n + 1 })),
    );
  });

  it('take other passages as context at the start, and as a part of the request after it', () => {
    expect(items('Thanks!', '', 'Rename it please.', 'I like the idea.', '', 'And why the delay?')).toEqual([
      [1, 'Thanks!', 'Rename it please.\n\nI like the idea.'],
      [2, 'Thanks!', 'And why the delay?'],
    ]);
  });

  it.each([
    'Use this:\n\n```js\nif (a) return;\n\nwhat?\n```',
    '> Why is it slow?\n\nBecause the cache is missing.',
    'Please note that a line\nof this sentence must\nnot be a request.',
    'Two points.\n\nPlease rename it.',
  ])('are the whole text if only one passage asks for something: %j', (text) =>
    expect(requestItems(text)).toEqual([{ context: '', text }]),
  );

  it('keep a code block with the passage before it', () => {
    expect(items('Please write:', '```', 'a?', '', 'b?', '```', 'Why not `c`?')).toEqual([
      [1, '', 'Please write:\n```\na?\n\nb?\n```'],
      [2, '', 'Why not `c`?'],
    ]);
  });

  it('lose no word of the text', () => {
    const line = fc.constantFrom('- a', '1. b', 'c', '', '  d', '    - e', '```', '* f', 'a?', '> b.', 'Add c.', 'd:');
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

describe('a courtesy', () => {
  it.each([
    'Good direction. Please look at my comments.',
    'Thanks!',
    'Thank you for the quick fix.',
    'LGTM otherwise',
    'LGTM :tada:',
    'Nice work! A few remarks inline.',
    'Looks good to me, thanks',
    'This looks really nice so far. See my comments below.',
    'I left two comments on the lines.',
    '@crew thank you 👍',
    'Just some small nits',
    'ありがとうございます。',
    'いい感じですね。いくつかコメントしました。',
    'コメントをご確認ください。',
    'よろしくお願いします',
    'Nearly there, please look at my comments.',
    'We’re almost done, thanks!',
  ])('asks for nothing: %s', (text) => expect(isCourtesy(text)).toBe(true));

  it.each([
    'Good, but rename `result`.',
    'Nice catch, the sum is off by one.',
    'Thanks. Please add a test.',
    'Please add comments.',
    'More comments.',
    'Remove the comments in the code',
    'LGTM if the name changes',
    'Thanks for fixing February; what about leap years?',
    'Good?',
    'Nearly.',
    'The comment about day 0 saved me a search.',
    'See RFC 3339.',
    'テストを追加してください。',
    'コメントを追加してください。',
    '良いですが、名前を変えてください。',
    'Nearly there, but rename it.',
    'Almost done, add a test',
  ])('may be a request: %s', (text) => expect(isCourtesy(text)).toBe(false));
});
