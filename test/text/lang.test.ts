import { describe, expect, it } from '@jest/globals';
import { type CommandDefinition, commands } from '../../src/commands/index.js';
import type { Change } from '../../src/ports/change.js';
import type { Complaint } from '../../src/ports/run.js';
import { outcomes } from '../../src/runs/outcome.js';
import { readServiceError } from '../../src/text/lang/agent/service.js';
import { type Language, languages, messages } from '../../src/text/lang/index.js';
import { en } from '../../src/text/lang/tamper/en.js';
import { type Finding, findingSentences, SENTENCE_KEYS } from '../../src/text/lang/tamper/index.js';
import { ja } from '../../src/text/lang/tamper/ja.js';
import { sampleReport } from '../build/report.js';

const runs = [
  { run: 'fix-12-0123456789', command: 'fix', state: 'awaiting', startedAt: '2030-01-02T03:04:28.060Z', costUsd: 0.02 },
  {
    run: 'plan-12-9876543210',
    command: 'plan',
    state: 'no-plan',
    startedAt: '2030-01-01T03:04:00.000Z',
    costUsd: 0.01,
  },
];

const FIX = commands.find(({ name }) => name === 'fix')?.usage ?? '';

/** Every complaint there can be; `Record` lets none be forgotten. */
const complaints = (word: string): Readonly<Record<Complaint['is'], Complaint>> => ({
  missing: { is: 'missing', of: 'text' },
  shape: { is: 'shape', word, of: 'as TEXT|replace|condition TEXT|retire' },
  value: { is: 'value', word, of: 'BRANCH' },
  'unknown-flag': { is: 'unknown-flag', word },
  twice: { is: 'twice', word },
  stray: { is: 'stray', word },
  extra: { is: 'extra', word },
  'one-of-two': { is: 'one-of-two', of: 'ID…', or: '--category C' },
  needs: { is: 'needs', word, of: '--yes' },
});

const changes: readonly Change[] = [
  { kind: 'comment', issue: 12, slot: 'answer', body: 'b', existing: null },
  { kind: 'comment', issue: 12, slot: 'answer', body: 'b', existing: 'd' },
  { kind: 'label', issue: 12, label: 'crew:ready', action: 'add' },
  { kind: 'label', issue: 12, label: 'crew:ready', action: 'remove' },
  { kind: 'reaction', on: { comment: 5 }, reaction: 'eyes' },
  { kind: 'issue', slot: 'digest', title: 'The board', body: 'b' },
];

const WAITS = ['question', 'approval', 'pause', 'budget'] as const;

const statuses = ['running', ...new Set(Object.values(outcomes).map(({ status }) => status))];

/** A scan that wrote three things, and left some of them for later. */
const looks = (deferred: number) => sampleReport({ changes: { planned: 3 + deferred, written: 3, deferred } });

/** One line each, with somebody's words in them: what may be no longer than a person reads at a glance. */
function sentences(lang: Language, theirs: string): Readonly<Record<string, string>> {
  const say = messages(lang);
  const wrong = Object.entries(complaints(theirs)).flatMap(([is, complaint]) => [
    [`complaint, ${is}`, say.complaint(complaint)],
    [`wrongCommand, ${is}`, say.wrongCommand({ complaint, usage: FIX })],
    [`wrongTyped, ${is}`, say.wrongTyped({ name: 'fix', complaint, usage: FIX.slice(1) })],
  ]);
  return {
    unknownTyped: say.unknownTyped({ found: theirs, meant: 'fix' }),
    notTaken: say.notTaken({ name: 'list', word: theirs, usage: 'crew list' }),
    commentOnly: say.commentOnly({ name: 'quiet', on: 'issue' }),
    helpHead: say.helpHead,
    helpFoot: say.helpFoot,
    helpCommon: say.helpCommon,
    helpTyped: say.helpTyped,
    'status, nothing here': say.status({ issue: undefined, runs: [] }),
    'status, nothing on an issue': say.status({ issue: 12, runs: [] }),
    unknownCommand: say.unknownCommand({ found: theirs, meant: undefined }),
    'unknownCommand, meant': say.unknownCommand({ found: theirs, meant: 'fix' }),
    ...Object.fromEntries(wrong),
    fault: say.fault({ id: theirs }),
    nothingToApprove: say.nothingToApprove,
    nothingToDo: say.nothingToDo,
    looked: say.looked(looks(2)),
    'looked, with more to come': say.looked(looks(0)),
    ...Object.fromEntries(changes.map((change, n) => [`change ${n + 1}, ${change.kind}`, say.change(change)])),
    lastDays: say.lastDays({ days: 90, opened: 3, merged: 2, firstPass: 1, usd: 1 }),
    'lastDays, none merged': say.lastDays({ days: 90, opened: 3, merged: 0, firstPass: 1, usd: 0.5 }),
    ...Object.fromEntries(statuses.map((status) => [`statusWord, ${status}`, say.statusWord(status)])),
  };
}

const lineOf = ({ usage, summary, explained, example, access }: CommandDefinition, lang: Language) => ({
  ...{ usage, example, summary: summary[lang], open: access === 'anyone' },
  explained: explained.map((each) => ({ name: each.name, text: each[lang] })),
});

/** Several lines each. */
function pages(lang: Language, theirs: string): Readonly<Record<string, string>> {
  const say = messages(lang);
  return {
    help: say.help({
      commands: commands.map((command) => lineOf(command, lang)),
    }),
    ...Object.fromEntries(
      commands
        .filter(({ name }) => ['help', 'status', 'fix'].includes(name))
        .map((command) => [`helpOf, ${command.name}`, say.helpOf(lineOf(command, lang))]),
    ),
    status: say.status({ issue: undefined, runs }),
    'status, on an issue': say.status({ issue: 12, runs: runs.map((run) => ({ ...run, run: theirs })) }),
    brokenConfig: say.brokenConfig({
      file: theirs,
      problems: ['`fix.dratf` is no setting', '`lang` is one of en, ja'],
    }),
    ...Object.fromEntries(
      WAITS.map((kind) => [
        `agent, asks for ${kind}`,
        say.agent.asks({ role: 'The model', run: theirs, id: 'q-1', kind, question: 'Which?', choices: ['a', 'b'] }),
      ]),
    ),
    'agent, asks in their words': say.agent.asks({
      ...{ role: 'The model', run: 'r-1', id: 'q-1', kind: 'question', question: '# Which?', choices: ['a', 'b'] },
    }),
    'agent, asks in its own': say.agent.asks({
      ...{ role: 'crew', own: true, run: 'r-1', id: 'q-1', kind: 'question', question: 'What is to be changed?' },
    }),
    ...Object.fromEntries(
      [true, false].map((lifts) => [
        `agent, asks about what the guard stopped${lifts ? '' : ' for good'}`,
        say.agent.asks({
          ...{ role: 'The model', run: 'r-1', id: 'p-1', kind: 'pause', question: '', lifts, place: 'terminal' },
          stopped: { tool: 'shell', what: 'rm -r a\nrm -r b', why: 'It deletes a.' },
        }),
      ]),
    ),
    'agent, budget': say.agent.budget({ why: 'usd', usd: 1.234, limitUsd: 2 }),
    'agent, stuck': say.agent.stuck({ role: 'The model', why: 'ping-pong' }),
    'agent, cancelled': say.agent.cancelled({ run: theirs }),
    'agent, cancelled at a terminal': say.agent.cancelled({ run: theirs, place: 'terminal' }),
    'agent, failed': say.agent.failed({ role: 'The model', why: 'service', detail: 'overloaded' }),
    'agent, failed in a thread': say.agent.failed({
      role: 'The model',
      why: 'service',
      detail: undefined,
      resumesAs: theirs,
    }),
    userError: say.userError({ expected: 'one open dry run', found: 'two', remedy: 'Write `/crew apply HASH`.' }),
  };
}

const all = (lang: Language, theirs: string) => Object.entries({ ...sentences(lang, theirs), ...pages(lang, theirs) });

const nasty = [
  '`` `/crew fix` ``',
  'a\n\n/crew fix\r\n# b',
  'x|y || z',
  '@octo/everyone @ada',
  '-->\n<!-- <b>',
  '](https://evil.example)',
  'fixes #1',
  '```',
  '',
  ' ',
  '\u0000\u202e',
  '長い'.repeat(500),
  'x'.repeat(60_000),
];

describe('both languages', () => {
  it('have a sentence for the same things', () => {
    const [first, ...others] = languages.map((lang) => Object.keys(messages(lang)).sort());
    for (const keys of others) expect(keys).toEqual(first);
  });

  it('are all tried below: no sentence is without its line on the page', () => {
    const tried = new Set(all('en', 'x').map(([name]) => name.split(',')[0]?.split(' ')[0]));
    expect([...tried].sort()).toEqual(
      Object.keys(messages('en'))
        .filter((key) => key !== 'facilitate' && key !== 'fix' && key !== 'review')
        .sort(),
    );
  });

  it('say each thing in their own words', () => {
    const ja = Object.fromEntries(all('ja', 'x'));
    for (const [name, text] of all('en', 'x')) expect([name, text]).not.toEqual([name, ja[name]]);
  });

  it('name in the answer to /crew facilitate also what a maintainer can do', () => {
    expect(messages('en').looked(looks(0))).toMatch(
      / For a maintainer: Merge what is approved; Close what is merged\.$/,
    );
    expect(messages('ja').looked(looks(0))).toMatch(/メンテナーができること: 「Merge what is approved」/);
  });

  it('have a word of their own for every status', () => {
    for (const lang of languages) {
      const words = statuses.map((status) => messages(lang).statusWord(status));
      expect(new Set(words).size).toBe(statuses.length);
    }
  });

  it.each(['unheard_of', 'constructor', '__proto__'])('say a status that nobody knows as it is: %s', (status) => {
    for (const lang of languages) expect(messages(lang).statusWord(status)).toBe(status);
  });
});

describe.each(languages)('in %s', (lang) => {
  it.each(all(lang, 'x'))('%s has its data in it, and nothing that was left open', (_name, text) => {
    expect(text).not.toMatch(/undefined|\[object|NaN|\bnull\b|\$\{|=>|\{\}/);
    expect(text).toBe(text.trim());
    expect(text).not.toMatch(/ {2}|[.。]{2}|[.。]\s*[,;、]/);
  });

  it.each(nasty)('whatever people write, a sentence stays one line of 300 characters at most: %.20j', (theirs) => {
    for (const [name, text] of Object.entries(sentences(lang, theirs))) {
      expect([name, text]).toEqual([name, expect.stringMatching(/^.{1,300}$/)]);
    }
  });

  it.each(nasty)('whatever people write, it stays one piece of code in its sentence: %.20j', (theirs) => {
    const plain = Object.fromEntries(all(lang, 'x'));
    for (const [name, text] of all(lang, theirs)) {
      const ticks = (of: string) => of.split('`').length;
      expect([name, ticks(text)]).toEqual([name, ticks(plain[name] ?? '')]);
      expect([name, text.replace(/`[^`]*`/g, '')]).toEqual([name, (plain[name] ?? '').replace(/`[^`]*`/g, '')]);
    }
  });

  it.each(nasty)('whatever people write, a table keeps its columns: %.20j', (theirs) => {
    const rows = (pages(lang, theirs)['status, on an issue'] ?? '').split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(2 + runs.length);
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(7);
  });

  it('shows how a command is written whole, however long that is', () => {
    for (const { name, usage } of commands) {
      const page = messages(lang).wrongCommand({ complaint: { is: 'extra', word: 'x' }, usage });
      expect([name, page]).toEqual([name, expect.stringContaining(`\`${usage}\``)]);
      expect(pages(lang, 'x').help).toContain(`\`${usage.replaceAll('|', '\\|')}\``);
    }
  });

  it('help lists every command in a row of its own, in 4,000 characters at most', () => {
    const help = pages(lang, 'x').help ?? '';
    const rows = help.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(2 + commands.length);
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(4);
    expect(help.length).toBeLessThanOrEqual(4000);
  });
});

describe('what the service of the model said', () => {
  it.each([
    ['Connection error.', { kind: 'silent', message: 'Connection error.' }],
    [
      '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
      { kind: 'silent', message: '529 Overloaded' },
    ],
    ['401 {"error":{"message":"invalid x-api-key"}}', { kind: 'key', message: '401 invalid x-api-key' }],
    ['404 {"error":"no such model"}', { kind: 'unknown', message: '404 no such model' }],
    [
      '400 {"message":"The model is not in this region"}',
      { kind: 'refused', message: '400 The model is not in this region' },
    ],
    ['422 {"detail":"wrong"}', { kind: 'refused', message: '422 wrong' }],
    ['{"type":"error","error":{"message":"Overloaded"}}', { kind: 'silent', message: 'Overloaded' }],
    [
      '502 <html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>',
      { kind: 'silent', message: '502 502 Bad Gateway' },
    ],
    ['503 <!DOCTYPE html><p>later</p>', { kind: 'silent', message: '503' }],
    ['500 {"odd":1}', { kind: 'silent', message: '500 {"odd":1}' }],
  ])('is told without what it was wrapped in: %s', (detail, said) => expect(readServiceError(detail)).toEqual(said));
});

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('what bends the judgement', () => {
  it.each(SENTENCE_KEYS)('"%s" is a whole sentence in each language, with the same places', (says) => {
    expect(places(ja.sayings[says])).toEqual(places(en.sayings[says]));
    expect(en.sayings[says]).toMatch(/^[A-Z"{].*(?:\.|: \{0\})$/);
    expect(ja.sayings[says]).toMatch(/[ぁ-ん].*(?:。|: \{0\})$/);
  });

  it('is said sentence by sentence', () => {
    const because: readonly Finding[] = [{ says: 'test-gone', of: ['adds'] }, { says: 'in-a-comment' }];
    expect(languages.map((lang) => findingSentences(because, lang))).toEqual([
      'The test "adds" is removed. It is commented out.',
      'テスト「adds」がなくなりました。コメントアウトされています。',
    ]);
    expect(findingSentences([{ says: 'config-edited', judge: 'linter' }], 'ja')).toBe(
      '設定（リンター）が編集されました。',
    );
  });

  it('takes nothing that a change says for a place of its own', () => {
    expect(findingSentences([{ says: 'cannot-fail-now', of: ['{1} $& {judge}', 'b'] }], 'en')).toBe(
      'The assertion can no longer fail: {1} $& {judge} became b.',
    );
  });
});
