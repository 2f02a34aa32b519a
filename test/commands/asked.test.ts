import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asked, mayAsk } from '../../src/commands/asked.js';
import type { Event } from '../../src/ports/event.js';
import { plain } from './asked-for.js';

const ME = 77;
const own = { labelPrefix: 'crew:', me: ME };
const common = { key: 'k', actor: { login: 'ada', id: 1, bot: false }, at: { repo: 'octo/shop', issue: 12 } };

const comment = (body: string): Event => ({ kind: 'comment', ...common, comment: { id: 5, where: 'thread', body } });
const labelled = (label: string): Event => ({ kind: 'labelled', ...common, label });
const assigned = (id: number, bot: boolean): Event => ({
  kind: 'assigned',
  ...common,
  assignee: { login: 'x', id, bot },
});
const dispatched = (command: string): Event => ({
  kind: 'dispatched',
  key: 'k',
  actor: common.actor,
  repo: 'octo/shop',
  issue: undefined,
  command,
});
const typed = (...words: readonly string[]): Event => ({
  kind: 'typed',
  key: 'k',
  repo: undefined,
  issue: undefined,
  words,
});

const what = (event: Event, as = own) => asked(event, as).map(plain);

describe('what an event asks for', () => {
  it.each<[event: Event, means: unknown]>([
    [comment('/crew wake\n/crew fix it'), [{ wake: {} }, { fix: { what: 'it' } }]],
    [comment('hello'), []],
    [labelled('crew:fix'), [{ fix: {} }]],
    [labelled('crew:build'), [{ build: {} }]],
    [labelled('crew:task'), [{ task: {} }]],
    [labelled('crew:ready'), []],
    [labelled('crew:write'), []],
    [labelled('fix'), []],
    [labelled('other:fix'), []],
    [labelled('crew:fix '), []],
    [labelled('Crew:fix'), []],
    [assigned(ME, true), [{ task: {} }]],
    [assigned(78, true), []],
    [assigned(ME, false), []],
    [{ kind: 'scheduled', key: 'k', repo: 'octo/shop', command: 'facilitate' }, [{ facilitate: {} }]],
    [dispatched('fix the login'), [{ fix: { what: 'the login' } }]],
    [dispatched('/crew fix the login'), [{ fix: { what: 'the login' } }]],
    [dispatched(' /crew wake'), [{ wake: {} }]],
    [dispatched('fix it\n/crew wake'), [{ fix: { what: 'it' } }, { wake: {} }]],
    [dispatched(''), [{ help: {} }]],
    [dispatched('/crewfix'), [{ wrong: '/crewfix', why: { is: 'no-command' } }]],
    [typed('fix', 'it', '--dry-run'), [{ fix: { dryRun: true, what: 'it' } }]],
    [typed(), [{ help: {} }]],
  ])('%j', (event, means) => {
    expect(what(event)).toEqual(means);
  });

  it('by a label, goes by the prefix of the configuration', () => {
    const bot = { labelPrefix: 'bot/', me: ME };
    expect(what(labelled('bot/fix'), bot)).toEqual([{ fix: {} }]);
    expect(what(labelled('crew:fix'), bot)).toEqual([]);
  });
});

describe('whether an event may ask for anything', () => {
  const words = fc.string({ unit: fc.constantFrom('/crew', ' ', '\n', 'fix', 'build', 'task', ':', '>', '`', 'x') });
  const event: fc.Arbitrary<Event> = fc.oneof(
    words.map(comment),
    words.map(labelled),
    fc.tuple(fc.constantFrom(0, 1, ME), fc.boolean()).map(([id, bot]) => assigned(id, bot)),
    words.map(dispatched),
    fc.array(words).map((all) => typed(...all)),
    fc.constant<Event>({ kind: 'scheduled', key: 'k', repo: 'octo/shop', command: 'facilitate' }),
  );
  const asker = fc.record({ labelPrefix: fc.oneof(words, fc.constant('')), me: fc.constantFrom(0, 1, ME) });

  it('is never denied of one that asks', () => {
    fc.assert(
      fc.property(event, asker, (each, as) => {
        if (!mayAsk(each)) expect(asked(each, as)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([comment('thanks!'), comment('> /crew fix'), labelled('bug'), assigned(1, false)])(
    'is known at once to be not so for %j',
    (each) => {
      expect(mayAsk(each)).toBe(false);
    },
  );
});
