import { describe, expect, it } from '@jest/globals';
import { type RunWords, runWords } from '../../../src/text/lang/run/index.js';
import { many, usd } from '../../../src/view/run/describe.js';

/** Every sentence there is, with data in it; `Record` lets none be forgotten. */
const said = (say: RunWords): Readonly<Record<Exclude<keyof RunWords, 'note'>, string>> => ({
  heading: Object.values(say.heading).join(' · '),
  column: Object.values(say.column).join(' · '),
  now: say.now,
  took: [0, 999, 1500, 61_000, 3_600_000, 90_000_000, 200_000_000].map(say.took).join(' · '),
  since: say.since('2026-11-18 12:00 UTC'),
  lasted: say.lasted({ from: '2026-11-18 12:00 UTC', took: say.took(1500) }),
  spent: [undefined, '$2.00'].map((limit) => say.spent({ usd: '$0.50', limit })).join(' · '),
  left: say.left({ usd: '$0.50', left: '$1.50' }),
  estimated: say.estimated({ low: '$0.10', high: '$0.40' }),
  tokens: say.tokens({ all: '12k', hit: 91, out: '456' }),
  unasked: say.unasked,
  turn: say.turn(3),
  turns: [1, 2].map(say.turns).join(' · '),
  lost: say.lost(2),
  part: ['$0.04–$4.67', 'baseline', 'editor', 'loop-2', 'reproduction', 'Verify'].map(say.part).join(' · '),
  again: say.again(say.took(4000)),
  lostTurn: say.lostTurn({ why: 'cut off', usd: '$0.10' }),
  counters: say.counters({ consecutive_failures: 1, total_verify_loops: 2, replans: 0 }),
  steps: [1, 2].map(say.steps).join(' · '),
  earlier: say.earlier(7),
  more: say.more(7),
  leftOut: say.leftOut('12,345'),
  lines: [1, 2].map(say.lines).join(' · '),
  nothing: say.nothing,
  thought: say.thought,
  person: say.person,
  people: say.people,
  input: say.input,
  output: say.output,
  deed: Object.values(say.deed).join(' '),
  stop: Object.values(say.stop).join(' '),
  status: Object.values(say.status).join(' · '),
  verdict: Object.values(say.verdict).join(' · '),
  compared: Object.values(say.compared).join(' · '),
  noTamper: say.noTamper,
  diffOf: say.diffOf({ files: 1, added: 2, removed: 1, base: 'c0ffee' }),
  signals: [
    say.signals({ is: 'answer' }),
    say.signals({ is: 'approve', ids: 'p-1' }),
    say.signals({ is: 'reject', ids: 'p-1' }),
    say.signals({ is: 'reject' }),
    say.signals({ is: 'continue' }),
    say.signals({ is: 'continue', usd: '$2.00' }),
    say.signals({ is: 'cancel' }),
  ].join(' · '),
  reply: [['`a`'], ['`a`', '`b`']].map(say.reply).join(' '),
  toContent: say.toContent,
  openAll: say.openAll,
  closeAll: say.closeAll,
  copy: say.copy,
  copied: say.copied,
  course: say.course,
});

describe('what is said around a run', () => {
  it('is said in the words of each language, with nothing left open', () => {
    const ja = said(runWords('ja'));
    for (const [name, text] of Object.entries(said(runWords('en')))) {
      expect([name, text]).not.toEqual([name, ja[name as keyof typeof ja]]);
      for (const each of [text, ja[name as keyof typeof ja]])
        expect([name, each]).toEqual([name, expect.not.stringMatching(/undefined|\[object|NaN|\bnull\b| {2}/)]);
    }
  });

  it('says amounts as short as they can be understood', () => {
    expect([0, 0.000_04, 0.0123, 0.1, 2, 1234.5].map(usd)).toEqual([
      '$0',
      '$0.000040',
      '$0.0123',
      '$0.10',
      '$2.00',
      '$1234.50',
    ]);
    expect([0, 999, 1000, 1234, 99_949, 99_950, 999_499, 999_500, 12_345_678].map(many)).toEqual([
      '0',
      '999',
      '1k',
      '1.2k',
      '99.9k',
      '100k',
      '999k',
      '1M',
      '12.3M',
    ]);
  });
});
