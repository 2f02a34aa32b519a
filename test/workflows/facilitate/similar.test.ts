import { describe, expect, it } from '@jest/globals';
import { similarIn } from '../../../src/workflows/facilitate/rules/digest.js';
import { lookAt } from './looking.js';

const crash = 'The exporter crashes with a segfault when the spreadsheet holds an umlaut in its header row.';
const others = Array.from({ length: 30 }, (_, n) => ({
  number: 100 + n,
  title: `Colour theme ${n}`,
  body: `Button ${n} needs another shade of blue.`,
}));
const world = (body: string, author: string) => ({
  'may-push': ['maya'],
  issues: [
    ...others,
    { number: 12, title: 'Exporter crashes', body: crash, author: 'maya', created: '-9d' },
    { number: 21, title: 'Crash of the exporter', body, author, created: '-1d' },
  ],
});

describe('a likely duplicate', () => {
  it('is named with the older issue if a person without write access opened it', () => {
    const found = similarIn(lookAt(world('Exporter segfault: umlaut in the header row of my spreadsheet.', 'zoe')));
    expect(found).toEqual([{ issue: 'acme/app#21', to: 'acme/app#12' }]);
  });

  it('is not named if its author has write access, or if the issues share only common words', () => {
    expect(similarIn(lookAt(world('Exporter segfault: umlaut in the header row.', 'maya')))).toEqual([]);
    expect(similarIn(lookAt(world('Button 7 needs another shade of blue.', 'zoe')))).toEqual([]);
  });

  it('is found in Japanese text too', () => {
    const issues = [
      ...others,
      {
        number: 12,
        title: '請求書の出力が失敗する',
        body: '消費税の端数処理で請求書の出力が異常終了します。',
        author: 'maya',
        created: '-9d',
      },
      {
        number: 21,
        title: '請求書',
        body: '端数処理のとき請求書の出力が異常終了する。消費税の設定です。',
        author: 'zoe',
        created: '-1d',
      },
    ];
    expect(similarIn(lookAt({ 'may-push': ['maya'], issues }))).toEqual([{ issue: 'acme/app#21', to: 'acme/app#12' }]);
  });

  it('is one of at most three that are named', () => {
    const issues = [
      { number: 1, body: crash, author: 'maya', created: '-9d' },
      ...[2, 3].map((number) => ({ number, body: crash, author: 'zoe', created: '-1d' })),
      ...Array.from({ length: 4 }, (_, n) => [
        { number: 10 + n, body: `Alpha${n} beta${n} gamma${n} delta${n}`, author: 'maya', created: '-9d' },
        { number: 20 + n, body: `Alpha${n} beta${n} gamma${n} delta${n}`, author: 'zoe', created: '-1d' },
      ]).flat(),
    ];
    expect(similarIn(lookAt({ 'may-push': ['maya'], issues }))).toHaveLength(3);
  });
});
