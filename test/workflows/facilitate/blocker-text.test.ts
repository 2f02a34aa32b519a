import { describe, expect, it } from '@jest/globals';
import { readBody } from '../../../src/workflows/facilitate/rules/blocker-text.js';

const place = { repo: 'ann/shop', host: 'github.com' };
const waits = (body: string) =>
  readBody(body, place).blockers.map((each) => ('ref' in each ? each.ref : each.external));

describe('a blocker in a description', () => {
  it.each([
    ['Blocked by #4', ['ann/shop#4']],
    ['Blocked by #4, this can no longer be done without it', ['ann/shop#4']],
    ['Depends on the new licence', ['the new licence']],
    ['#4 に依存しています', ['ann/shop#4']],
    ['この作業は #4 の完了待ちです', ['ann/shop#4']],
    ['依存: #4。ログインしないと再現しない', ['ann/shop#4']],
  ])('is read from %j', (body, expected) => {
    expect(waits(body)).toEqual(expected);
  });

  it.each([
    'Blocked by #4 no longer',
    'この実装は React に依存している。',
    '#4 に依存していません',
    '#4に依存しない',
    '#4の完了待ちではありません',
    'Depends on: none',
  ])('is not read from %j', (body) => {
    expect(waits(body)).toEqual([]);
  });
});
