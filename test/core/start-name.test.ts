// A start counts once: what it is called says in which state of the run it was sent.
import { describe, expect, it } from '@jest/globals';
import { type Entry, type Journal, linesOn, nothing, readJournal, type Sealed } from '../../src/core/journal.js';
import { startIs, startName } from '../../src/core/start-name.js';

const RUN = 'fix-12-0a1b2c3d4e';
const begin: Entry = { kind: 'begin', format: 1, run: RUN, workflow: 'fix', story: 1, input: { ü: [1.5, '\u2028'] } };
const heard: Entry = { kind: 'heard', word: { key: 'k', says: 'cancel', by: 'maya' } as never };

/** A journal as it is read from where it is kept. */
function journalOf(...entries: readonly Entry[]): Journal {
  const sealed = entries.map((entry, n): Sealed => ({ ...entry, at: 1_000 + n, by: 'ann' }));
  const read = readJournal(linesOn(nothing, sealed));
  if ('damage' in read) throw new Error(read.damage.why);
  return read;
}

const waits = [begin, { kind: 'rest', for: 'turn' }] as const;
const NAME = startName(RUN, journalOf(...waits));

describe('the name of a start', () => {
  it('is due as long as nobody has taken the run up', () => {
    expect(startIs(NAME, RUN, journalOf(...waits))).toBe('due');
  });

  it('stays due when somebody says something to the run meanwhile', () => {
    expect(startIs(NAME, RUN, journalOf(...waits, heard))).toBe('due');
    expect(startIs(startName(RUN, journalOf(...waits, heard)), RUN, journalOf(...waits, heard, heard))).toBe('due');
  });

  it.each([
    ['begins', [{ kind: 'resume' }]],
    ['was put down again', [{ kind: 'resume' }, { kind: 'rest', for: 'work' }]],
    ['waits once more', [{ kind: 'resume' }, { kind: 'rest', for: 'turn' }]],
    ['is over', [{ kind: 'resume' }, heard, { kind: 'end', outcome: 'done' }]],
  ] as const)('is over once the run %s', (_, more) => {
    expect(startIs(NAME, RUN, journalOf(...waits, ...more))).toBe('over');
  });

  it('is none of a run’s that was made up, is another run’s, or says nothing', () => {
    const journal = journalOf(...waits);
    const made = [
      `${RUN}.00000000`,
      RUN,
      `${RUN}.`,
      '',
      NAME.toUpperCase(),
      NAME.replace('fix-12', 'fix-13'),
      `${NAME}0`,
    ];
    for (const each of made) expect([each, startIs(each, RUN, journal)]).toEqual([each, 'none']);
    expect(startIs(NAME, 'fix-13-0a1b2c3d4e', journal)).toBe('none');
  });
});
