import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainWords } from '../../../src/text/quote.js';
import { countResultClaims, isAboutResults, withoutResultClaims } from '../../../src/text/result-claims.js';
import { textsOf } from './build.js';

const { keep = [], drop = [] } = textsOf('own-words.yml');

describe("an Editor's own words", () => {
  it.each(drop)('say nothing that only a record may say: %s', (sentence) =>
    expect(withoutResultClaims(sentence)).toBe(''),
  );

  it.each(keep)('are kept where they tell of the change: %s', (sentence) =>
    expect(withoutResultClaims(sentence)).toBe(sentence),
  );

  it('keep what stands between, before and behind', () => {
    const kept = fc.constantFrom(...keep);
    const dropped = fc.constantFrom(...drop);
    const mixed = fc.array(fc.oneof(kept, dropped), { maxLength: 8 });
    fc.assert(
      fc.property(mixed, fc.boolean(), (sentences, asItems) => {
        const text = sentences.map((sentence) => (asItems ? `* ${sentence}` : sentence)).join('\n');
        const left = sentences.filter((sentence) => keep.includes(sentence));
        expect(withoutResultClaims(text)).toBe(
          left.map((sentence) => (asItems ? `- ${sentence}` : sentence)).join('\n'),
        );
      }),
    );
  });

  it('begin where their first word does, whatever stands before it', () => {
    for (const before of ['`src/sum.js`: ', '“', '(', '… ', '**'])
      expect(withoutResultClaims(`${before}verified.`)).toBe('');
  });

  it('are counted where they are left out', () => {
    expect(countResultClaims('I changed `sum`. All tests pass.\n- It works.\n- The loop ended early.')).toBe(2);
    expect(countResultClaims(keep.join('\n'))).toBe(0);
    expect(countResultClaims(drop.join('\n'))).toBeGreaterThanOrEqual(drop.length);
  });

  it('keep what stands in the same line as what goes', () => {
    expect(withoutResultClaims('I changed `sum`. All tests pass. The loop ended early.')).toBe(
      'I changed `sum`. The loop ended early.',
    );
    expect(withoutResultClaims('比較を変えました。テストは通りました。定数を移しました。')).toBe(
      '比較を変えました。 定数を移しました。',
    );
  });

  it('say the same when they are asked again', () => {
    const any = fc.array(
      fc.oneof(fc.constantFrom(...keep, ...drop, '```', '> ', '# ', '| a |', '\n', '---'), fc.string()),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(any, (pieces) => {
        const once = withoutResultClaims(pieces.join('\n'));
        expect(withoutResultClaims(once)).toBe(once);
        expect(once.split('\n').some((line) => isAboutResults(line.replace(/^- /, '')))).toBe(false);
      }),
    );
  });

  it('are words only: no fence, no heading, no table, nothing unseen', () => {
    const text =
      '## How verified\n\n```\nnpm test\n12 passed\n```\n> # Why\n| a | b |\n|---|---|\n\nOne\u200b line.\n~~~~\nnever closed';
    expect(plainWords(text)).toBe('How verified\nWhy\na | b |\nOne line.');
  });

  it('are read in a moment, however long they are', () => {
    expect(withoutResultClaims('a-'.repeat(50_000))).toBe('');
    expect(withoutResultClaims('It is changed. '.repeat(2_000)).length).toBeGreaterThan(1_000);
    expect(withoutResultClaims(`${'```'.repeat(3_000)}\n${'> '.repeat(20_000)}`)).toBe('');
  });
});
