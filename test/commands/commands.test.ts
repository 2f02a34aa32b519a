import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandsIn, mayContainCommand } from '../../src/commands/event-commands.js';
import { commands } from '../../src/commands/index.js';
import { parseComment } from '../../src/commands/parse.js';
import { mayBeCorrected, type Permit, permit, type Requester } from '../../src/commands/permit.js';
import type { Event } from '../../src/ports/event.js';
import { sweep } from '../build/sweep.js';
import { plain } from './asked-for.js';

/** The commands as users write them. */
const contract = [
  '/crew help [COMMAND]',
  '/crew status',
  '/crew facilitate',
  '/crew quiet',
  '/crew wake',
  '/crew ask TEXT',
  '/crew plan [what]',
  '/crew fix [--dry-run] [--scope GLOB]… [--base BRANCH] [--budget USD] [what]',
  '/crew review',
  '/crew apply [HASH]',
  '/crew build [what]',
  '/crew write [what]',
  '/crew task [what]',
  '/crew select A|B|C [remark]',
  '/crew answer [ID] text',
  '/crew approve ID… [as TEXT|replace|condition TEXT|retire]',
  '/crew reject ID…|--category C [why]',
  '/crew defer ID…',
  '/crew profile keep|review|clear',
  '/crew forget NAME|--all --yes',
  '/crew continue [+USD]',
  '/crew retry',
  '/crew cancel [RUN]',
  '/crew retrospect [RUN]',
];

const folder = new URL('../../src/commands/', import.meta.url);
const defining = readdirSync(folder).filter(
  (file) => file !== 'define.ts' && readFileSync(new URL(file, folder), 'utf8').includes('define({'),
);

describe('the list of commands', () => {
  it('is the contract’s, word for word and in its order', () => {
    expect(commands.map(({ usage }) => usage)).toEqual(contract);
  });

  it('has a file of the same name for each, and none that is not listed', () => {
    expect(commands.map(({ name }) => `${name}.ts`).sort()).toEqual(defining.sort());
  });

  it('names none twice', () => {
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it('lets anybody ask for help and status, and nothing else', () => {
    expect(commands.filter(({ access }) => access === 'anyone').map(({ name }) => name)).toEqual(['help', 'status']);
  });
});

describe.each(commands.map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
  it('is summed up in both languages, in seventy characters at most', () => {
    for (const summary of [kind.summary.en, kind.summary.ja]) {
      expect(summary).toMatch(/^\S.{2,68}[^\s.。]$/);
      expect(summary).not.toMatch(/[|`\n]/);
    }
  });

  it('is in Japanese for Japanese readers, and in English for the others', () => {
    expect(kind.summary.ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    expect(kind.summary.en).toMatch(/^[\x20-\x7e]+$/);
  });

  it('is done by a workflow there is, or will be', () => {
    expect([
      'answer',
      'signal',
      'facilitate',
      'ask',
      'fix',
      'build',
      'write',
      'task',
      'review',
      'retrospect',
    ]).toContain(kind.workflow);
  });

  it('names every flag that takes a word, and nothing else, as such', () => {
    // `crew write --review FILE` is for the terminal: usage in threads does not show it.
    const shown = kind.flagsWithValue.filter((flag) => flag !== '--review');
    const written = [...kind.usage.matchAll(/(--[a-z-]+) [A-Z]+/g)].map(([, flag]) => flag);
    expect(shown.sort()).toEqual(written.sort());
  });

  it('explains every flag of its usage, in both languages', () => {
    const flags = [...kind.usage.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
    const explained = kind.explained.map(({ name }) => name.split(' ')[0]);
    expect(flags.filter((flag) => !explained.includes(flag))).toEqual([]);
    for (const { en, ja } of kind.explained) {
      expect(en).toMatch(/^[\x20-\x7e]+\.$/);
      expect(ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff].*。$/);
    }
  });

  it('has an example that is read as this command', () => {
    const [asked, ...more] = parseComment(kind.example);
    expect(more).toEqual([]);
    expect(asked).toMatchObject({ command: { name: kind.name } });
  });
});

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

const what = (event: Event, as = own) => commandsIn(event, as).map(plain);

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
        if (!mayContainCommand(each)) expect(commandsIn(each, as)).toEqual([]);
      }),
      { numRuns: sweep(1000) },
    );
  });

  it.each([comment('thanks!'), comment('> /crew fix'), labelled('bug'), assigned(1, false)])(
    'is known at once to be not so for %j',
    (each) => {
      expect(mayContainCommand(each)).toBe(false);
    },
  );
});

const LISTED = 88;

const actors = {
  person: { login: 'ada', id: 1, bot: false },
  'listed bot': { login: 'deploy[bot]', id: LISTED, bot: true },
  'other bot': { login: 'evil-app[bot]', id: 99, bot: true },
  'bot with the listed name': { login: 'deploy[bot]', id: 100, bot: true },
  'crew itself': { login: 'crew[bot]', id: ME, bot: true },
  ghost: { login: 'ghost', id: 10137, bot: false },
  nobody: { login: '', id: 0, bot: true },
} as const;

type Who = keyof typeof actors;
const permissions = ['admin', 'write', 'read', 'none', 'unreadable'] as const;

function asker(who: Who, permission: Requester['permission']): Requester {
  return { actor: actors[who], permission, bots: [LISTED], me: ME };
}

/** Who may have what, permission by permission, in the order above. A: answered or started; -: silence. */
const table: Readonly<Record<Who, { anyone: string; write: string }>> = {
  person: { anyone: 'A A A A A', write: 'A A - - -' },
  'listed bot': { anyone: 'A A A A A', write: 'A A A A A' },
  'other bot': { anyone: '- - - - -', write: '- - - - -' },
  'bot with the listed name': { anyone: '- - - - -', write: '- - - - -' },
  'crew itself': { anyone: '- - - - -', write: '- - - - -' },
  ghost: { anyone: '- - - - -', write: '- - - - -' },
  nobody: { anyone: '- - - - -', write: '- - - - -' },
};

const rows = (Object.keys(actors) as Who[]).flatMap((who) =>
  (['anyone', 'write'] as const).flatMap((access) =>
    permissions.map((permission, n) => {
      const permitted: Permit = table[who][access].split(' ')[n] === 'A' ? 'allow' : 'silence';
      return { who, access, permission, permitted };
    }),
  ),
);

describe('who may ask', () => {
  it.each(rows)('$who with permission $permission, for what $access may: $permitted', (row) => {
    expect(permit(row.access, asker(row.who, row.permission))).toBe(row.permitted);
  });

  it.each(rows.filter(({ access }) => access === 'write'))(
    '$who with permission $permission is corrected exactly when a right command would have started: $permitted',
    ({ who, permission, permitted }) => {
      expect(mayBeCorrected(asker(who, permission))).toBe(permitted === 'allow');
    },
  );

  it.each(['ghost', 'nobody', 'crew itself'] as const)('%s may not even when listed', (who) => {
    const { actor, ...rest } = asker(who, 'admin');
    expect(permit('anyone', { ...rest, actor, bots: [actor.id] })).toBe('silence');
  });
});
