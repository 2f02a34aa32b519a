import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isAnotherPlan } from '../../../src/workflows/fix/rules/debug-loop.js';

const of = (approach: string, diffDigest?: string) => ({ approach, diffDigest });
const CACHE = 'Cache the parsed file by its path and its time of change';

describe('whether a new plan is one', () => {
  it.each([
    ['in the same words', CACHE],
    ['in another order', 'By its time of change and its path, cache the file, parsed'],
    ['in another case, with other punctuation', '- CACHE: the *parsed* file; by its path; and (its) time of change!'],
    ['with words that carry nothing', `This time I will try again, differently: ${CACHE}, and carefully so.`],
    ['with other endings', 'Caching the parsed files by path and time of changes'],
    ['in wide letters', 'Ｃａｃｈｅ the parsed file by its path and its time of change'],
  ])('is not when it is the old one %s', (_, again) => {
    expect(isAnotherPlan(of(again), [of('Read the file in a stream'), of(CACHE)])).toBe(false);
  });

  it.each([
    ['another thing to be done', 'Parse the file once at the start and hand it on'],
    ['another number', `${CACHE}, for 5 minutes`],
  ])('is when it is about %s', (_, other) => {
    expect(isAnotherPlan(of(other), [of(CACHE)])).toBe(true);
  });

  it('is none when it says nothing', () => {
    expect(isAnotherPlan(of(''), [])).toBe(false);
    expect(isAnotherPlan(of('Another, different approach. Try again!'), [])).toBe(false);
  });

  it('is not when other words come to the same diff', () => {
    expect(isAnotherPlan(of('Guard the index', 'd1'), [of(CACHE, 'd1')])).toBe(false);
    expect(isAnotherPlan(of('Guard the index', 'd2'), [of(CACHE, 'd1')])).toBe(true);
  });

  it('takes diffs that are not there yet for no same diff', () => {
    expect(isAnotherPlan(of('Guard the index'), [of(CACHE)])).toBe(true);
    expect(isAnotherPlan(of('Guard the index', ''), [of(CACHE, '')])).toBe(true);
  });

  it.each([
    [
      '同じ',
      '解析結果をファイルのパスと更新時刻でキャッシュする',
      '解析結果をファイルのパスと更新時刻でキャッシュする',
    ],
    [
      '語順を変えた',
      '解析結果をファイルのパスと更新時刻でキャッシュする',
      '更新時刻とファイルのパスで、解析結果をキャッシュします。',
    ],
    ['半角にした', '解析結果をキャッシュする', '今度は別の方法で、解析結果をｷｬｯｼｭする'],
  ])('reads Japanese: %s plan is the old one', (_, before, again) => {
    expect(isAnotherPlan(of(again), [of(before)])).toBe(false);
  });

  it('reads Japanese: another plan is another', () => {
    expect(isAnotherPlan(of('起動時に一度だけ読み込む'), [of('解析結果をファイルのパスでキャッシュする')])).toBe(true);
    expect(isAnotherPlan(of('そのままにする'), [of('やりなおす')])).toBe(true);
  });

  it('holds for every plan: shuffled, shouted and punctuated it is the same', () => {
    const word = fc.constantFrom(
      'index',
      'guard',
      'cache',
      'stream',
      'path',
      'retry2',
      '解析',
      'キャッシュ',
      'sum_all',
      '12',
    );
    const plan = fc.uniqueArray(word, { minLength: 1, maxLength: 8 });
    const shuffled = plan.chain((words) =>
      fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.constantFrom(', ', ' – the ', '; and ', ' … '), ([words, again], between) => {
        expect(isAnotherPlan(of(again.join(between).toUpperCase()), [of(words.join(' '))])).toBe(false);
        expect(isAnotherPlan(of([...words, 'backwards'].join(' ')), [of(again.join(' '))])).toBe(true);
      }),
    );
  });
});
