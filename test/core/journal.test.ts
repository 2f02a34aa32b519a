import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  add,
  beginOf,
  endOf,
  FORMAT,
  type Journal,
  nothing,
  readJournal,
  type Sealed,
} from '../../src/core/journal.js';
import { outcomes } from '../../src/core/outcome.js';

const stamp = { at: fc.integer({ min: 0, max: 2 ** 45 }), by: fc.string() };
const begin: fc.Arbitrary<Sealed> = fc.record({
  kind: fc.constant('begin' as const),
  format: fc.constant(FORMAT),
  run: fc.string(),
  workflow: fc.constantFrom('answer', 'fix'),
  story: fc.integer({ min: 1, max: 9 }),
  input: fc.jsonValue(),
  ...stamp,
});
const reaction = fc.constant({ kind: 'reaction', on: { issue: 7 }, reaction: 'eyes' } as const);
const later: fc.Arbitrary<Sealed> = fc.oneof(
  fc.record({ kind: fc.constant('resume' as const), ...stamp }),
  fc.record({
    kind: fc.constant('step' as const),
    name: fc.string({ unit: 'grapheme' }),
    began: stamp.at,
    value: fc.jsonValue(),
    ...stamp,
  }),
  fc.record({ kind: fc.constant('intent' as const), key: fc.string({ unit: 'binary' }), change: reaction, ...stamp }),
  fc.record({ kind: fc.constant('confirm' as const), key: fc.string(), applied: fc.jsonValue(), ...stamp }),
  fc.record({
    kind: fc.constant('end' as const),
    outcome: fc.constantFrom(...(Object.keys(outcomes) as (keyof typeof outcomes)[])),
    says: fc.string(),
    ...stamp,
  }),
);
const entries = fc.tuple(begin, fc.array(later, { maxLength: 6 })).map(([first, rest]) => [first, ...rest]);

function write(written: readonly Sealed[], onto: Journal = nothing): { text: string; journal: Journal } {
  return written.reduce<{ text: string; journal: Journal }>(
    ({ text, journal }, entry) => {
      const { line, journal: next } = add(journal, entry);
      return { text: text + line, journal: next };
    },
    { text: '', journal: onto },
  );
}

/** What JSON makes of an entry, so that −0 and 0 are the same. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function whole(text: string): Journal {
  const journal = readJournal(text);
  if ('damage' in journal) throw new Error(`damaged at line ${journal.damage.line}: ${journal.damage.why}`);
  return journal;
}

const sample: readonly Sealed[] = [
  {
    kind: 'begin',
    format: FORMAT,
    run: 'fix-7-a',
    workflow: 'fix',
    story: 1,
    input: { text: 'あ~\n' },
    at: 1,
    by: 'one',
  },
  { kind: 'step', name: 'look', began: 2, value: ['~', null, '🦊', '\u2028'], at: 3, by: 'one' },
  { kind: 'resume', at: 4, by: 'two' },
  { kind: 'end', outcome: 'done', says: 'fertig', at: 5, by: 'two' },
];

describe('a journal', () => {
  it('reads back exactly what was written, whatever it was', () => {
    fc.assert(
      fc.property(entries, (written) => {
        const { text, journal } = write(written);
        expect(whole(text).entries).toEqual(plain(written));
        expect(whole(text).seal).toBe(journal.seal);
      }),
    );
  });

  it('has one line an entry', () => {
    fc.assert(
      fc.property(entries, (written) => {
        expect(write(written).text.split('\n')).toHaveLength(written.length + 1);
      }),
    );
  });

  it('that is empty holds nothing, and nothing is wrong with it', () => {
    expect(whole('')).toEqual(nothing);
    expect(beginOf(nothing)).toBeUndefined();
    expect(endOf(nothing)).toBeUndefined();
  });

  it('tells how it began, and how it ended once it did', () => {
    const { journal } = write(sample);
    expect(beginOf(journal)?.run).toBe('fix-7-a');
    expect(endOf(journal)?.outcome).toBe('done');
    expect(endOf(write(sample.slice(0, 3)).journal)).toBeUndefined();
  });
});

describe('a journal torn while it was written', () => {
  it('is, cut at every byte, the entries that were whole', () => {
    const bytes = Buffer.from(write(sample).text);
    for (let end = 0; end <= bytes.length; end += 1) {
      const cut = bytes.subarray(0, end).toString();
      const lines = cut.split('\n').length - 1;
      expect(whole(cut).entries).toEqual(plain(sample.slice(0, lines)));
      expect(whole(cut).torn).toBe(!cut.endsWith('\n') && cut !== '');
    }
  });

  it('can be written on from every byte at which it was torn, twice', () => {
    const bytes = Buffer.from(write(sample).text);
    const more: Sealed = { kind: 'step', name: 'more', began: 8, value: 1, at: 9, by: 'three' };
    for (let end = Buffer.from(write(sample.slice(0, 1)).text).length; end <= bytes.length; end += 1) {
      const cut = bytes.subarray(0, end).toString();
      const torn = whole(cut);
      const longer = cut + add(torn, more).line;
      expect(whole(longer).entries).toEqual([...torn.entries, more]);
      const again = longer.slice(0, -3);
      expect(whole(again + add(whole(again), more).line).entries).toEqual([...torn.entries, more]);
    }
  });

  it('keeps the whole of what was written on, cut anywhere in it', () => {
    const torn = write(sample.slice(0, 2)).text.slice(0, -5);
    const { line } = add(whole(torn), { kind: 'resume', at: 9, by: 'three' });
    for (let end = 0; end <= line.length; end += 1) {
      expect(whole(torn + line.slice(0, end)).entries).toHaveLength(end === line.length ? 2 : 1);
    }
  });
});

describe('a damaged journal', () => {
  it('never gives a different entry, whichever bit of whichever byte was flipped', () => {
    const good = plain(sample) as unknown[];
    const bytes = Buffer.from(write(sample).text);
    for (let at = 0; at < bytes.length; at += 1) {
      for (const bit of [1, 2, 3, 4, 8, 16, 32, 64, 128]) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ bit;
        const read = readJournal(flipped.toString());
        if ('damage' in read) continue;
        expect(read.entries).toEqual(good.slice(0, read.entries.length));
      }
    }
  });

  it('is found wherever a byte before the last line was flipped', () => {
    const all = write(sample).text;
    const last = write(sample.slice(0, 3)).text.length;
    for (let at = 0; at < last; at += 1) {
      const flipped = `${all.slice(0, at)}${String.fromCharCode(all.charCodeAt(at) ^ 1)}${all.slice(at + 1)}`;
      expect(readJournal(flipped)).toHaveProperty('damage');
    }
  });

  it('is found when lines were swapped, doubled or taken out', () => {
    const [a = '', b = '', c = '', d = ''] = write(sample).text.split(/(?<=\n)/);
    for (const text of [a + c + b + d, a + b + b + c, a + c + d, b + c + d, a + a]) {
      expect(readJournal(text)).toHaveProperty('damage');
    }
  });

  it('is said with the line of the file, struck ones counted', () => {
    const torn = write(sample.slice(0, 2)).text.slice(0, -5);
    const text = torn + add(whole(torn), { kind: 'resume', at: 9, by: 'three' }).line;
    expect(readJournal(`${text}rubbish\n`)).toEqual({ damage: { line: 4, why: 'checksum' } });
  });

  it('is one that does not begin with its beginning, or begins twice', () => {
    const [first, step] = sample;
    if (!first || !step) throw new Error('the sample is too short');
    expect(readJournal(write([step]).text)).toEqual({ damage: { line: 1, why: 'order' } });
    expect(readJournal(write([first, first]).text)).toEqual({ damage: { line: 2, why: 'order' } });
  });

  it('of another format is refused by that name, older or newer', () => {
    const [first] = sample;
    for (const format of [0, FORMAT - 1, FORMAT + 1, 99]) {
      expect(readJournal(write([{ ...first, format } as Sealed]).text)).toEqual({ damage: { line: 1, why: 'format' } });
    }
  });
});
