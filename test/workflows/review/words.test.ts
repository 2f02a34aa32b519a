import { describe, expect, it } from '@jest/globals';
import { claimOf, statesOutcome } from '../../../src/workflows/review/rules/findings.js';
import { quoteOf } from '../../../src/workflows/review/rules/review-text.js';

describe('a sentence of the reviewer', () => {
  it.each([
    'All tests pass.',
    'I ran the tests and they fail.',
    'CI is green.',
    'The build succeeded without errors.',
    'LGTM.',
    'Looks good to me, ship it.',
    'This is safe to merge.',
    'Please merge it.',
    'I approve.',
    'テストは成功しました。',
    'このままマージして問題ありません。',
    '承認します。',
  ])('goes where it says how something came out, or what is to be decided: %s', (sentence) => {
    expect(statesOutcome(sentence)).toBe(true);
  });

  it.each([
    'No test covers the empty cart.',
    'The lock is released twice, so the second caller fails.',
    'An expired token is accepted.',
    'The branch for negative numbers is never reached.',
    'Two lists are merged in the wrong order.',
    'The suite never closes its server.',
    '空のカートで例外が発生します。',
    '境界値のテストがありません。',
  ])('stays where it says what is wrong: %s', (sentence) => {
    expect(statesOutcome(sentence)).toBe(false);
  });
});

describe('the words of the reviewer', () => {
  it('are a quotation, each line of it', () => {
    const quote = quoteOf({ claim: 'It is wrong.', because: 'First.\n\n# Second\n```\ncode\n```\n- third' });
    expect(quote).toBe('> It is wrong.\n>\n> First.\n>\n> Second\n>\n> - third');
  });

  it('mention nobody, close nothing, lead nowhere, and hide nothing', () => {
    const quote = quoteOf({
      claim: 'Ask @ann, it fixes #1.',
      because: 'See [this](https://evil.example/x) ![x](https://evil.example/p.png) <!-- crew:review:0 --> \u202edrow',
    });
    expect(quote).toContain('`@ann`');
    expect(quote).not.toMatch(/fixes #1|\(https:|<!--|\u202e/);
  });

  it('hold one claim in one line', () => {
    expect(claimOf({ claim: 'It is wrong.\nAll tests pass.\nIt  overflows.' })).toBe('It is wrong. It overflows.');
  });
});
