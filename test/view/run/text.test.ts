import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { show } from '../../../src/cli/commands/show.js';
import { readCall, readFlags } from '../../../src/cli/flags.js';
import type { RunHistory } from '../../../src/ports/run.js';
import { journalFile } from '../../../src/runs/services.js';
import { folderRunStore } from '../../../src/runs/stores.js';
import { readEnv } from '../../../src/services/env.js';
import { type Language, languages } from '../../../src/text/lang/index.js';
import { type RunWords, runWords } from '../../../src/text/lang/run/index.js';
import { preciseUsd, shortCount } from '../../../src/view/run/describe.js';
import { runPage } from '../../../src/view/run/page/page.js';
import { showRun } from '../../../src/view/run/shown-run.js';
import { runText } from '../../../src/view/run/terminal/text.js';
import { paintFor } from '../../../src/view/terminal.js';
import { newFolder } from '../../build/folder.js';
import { openPlace, wholeRun } from './a-run.js';
import { hostileRun } from './hostile.js';
import { withProofs } from './proofs.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function textOf(journal: RunHistory, lang: Language = 'en'): string {
  const shown = showRun(journal, { now: NOW, lang });
  return runText(shown, { paint: paintFor(false), columns: 100 });
}

/** Neighbours that only read end in the order of the machine. */
const withoutReads = (text: string) => text.replace(/^.*mender (?:tool call|ツール呼び出し) 1\..*\n/gm, '');

describe.each(languages)('a run at the terminal, in %s', (lang) => {
  it('looks like this when it is over', async () => {
    expect(`\n${withoutReads(textOf(withProofs(await wholeRun()), lang))}\n`).toMatchSnapshot();
  });

  it('looks like this while it waits', async () => {
    const place = await openPlace();
    const { run } = await place.start();
    expect(`\n${withoutReads(textOf(await place.history(run), lang))}\n`).toMatchSnapshot();
  });
});

describe('what stands in a journal', () => {
  it('steers no terminal', () => {
    for (const awaiting of [false, true]) {
      const text = textOf(hostileRun('\u001b]0;title\u0007\u001b[31mred\r##[error]x \u202e', { awaiting }));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what must not be there
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });

  it('is told by who shared the cost, where several did', () => {
    expect(textOf(hostileRun('x'))).not.toMatch(/^Cost$/m);
    const { record, steps } = hostileRun('x');
    const two = steps.map((each) => (each.name.endsWith('turn 2') ? { ...each, name: 'scout turn 1' } : each));
    expect(textOf({ record, steps: two })).toMatch(/Cost\n.*who.*\n.*wx.*\$0\.0200.*\n {2}scout +1 +\$0\.0100/);
  });
});

const HTML = { noun: 'a file', pattern: /./, example: 'run.html' };
const TEXTS = { en: '', ja: '' };
const SHOW = {
  name: 'show',
  usage: 'crew show RUN [--html FILE]',
  explained: [
    { name: 'RUN', ...TEXTS },
    { name: '--html FILE', ...TEXTS, value: HTML },
  ],
};

describe('crew show', () => {
  async function shown(...words: readonly string[]) {
    const home = await newFolder();
    const { record, steps } = withProofs(await wholeRun());
    const { run } = record;
    await folderRunStore(home, (text) => text).update('tree', () => ({
      record: { subject: 'tree', runs: [record] },
      files: { [journalFile(run)]: steps.map((step) => `${JSON.stringify(step)}\n`).join('') },
      value: null,
    }));
    const file = path.join(home, 'run.html');
    const typed = words.map((word) => word.replace('RUN', run).replace('FILE', file));
    const { flags, rest } = readFlags(typed);
    const call = {
      ...{ flags, ...readCall(SHOW, rest), env: readEnv({ CREW_HOME: home }), paint: paintFor(false) },
      lang: 'en' as const,
      ...{ markdown: String, input: async () => '', log: () => undefined },
    };
    return { file, run, said: await show(call) };
  }

  it('tells it, and gives the view as it is in the contract', async () => {
    const { run, said } = await shown('RUN');
    expect(said.text).toContain('✓ mender turn 1');
    expect(said.json).toMatchObject({
      run,
      status: 'succeeded',
      budget: { limitUsd: 1 },
      diff: { base: 'c0ffee00c0ffee' },
    });
    expect(said.exit).toBe(0);
  });

  it.each([
    ['RUN', '--html', 'FILE'],
    ['--html', 'FILE', 'RUN'],
    ['--html=FILE', '--run', 'RUN'],
  ])('writes a page: %s %s %s', async (...words) => {
    const { file, run, said } = await shown(...words);
    expect(said.text).toBe(file);
    const page = await readFile(file, 'utf8');
    expect(page).toContain(run);
    expect(page).toContain('</html>');
  });

  it('says what is missing after --html', async () => {
    await expect(shown('RUN', '--html')).rejects.toThrow('a file after --html');
    await expect(shown('RUN', '--html', '/nowhere/at/all.html')).rejects.toThrow('a file that can be written');
  });
});

/** Every sentence there is, with data in it; `Record` lets none be forgotten. */
const said = (say: RunWords): Readonly<Record<Exclude<keyof RunWords, 'note'>, string>> => ({
  heading: Object.values(say.heading).join(' · '),
  column: Object.values(say.column).join(' · '),
  now: say.now,
  took: [0, 999, 1500, 61_000, 3_600_000, 90_000_000, 200_000_000].map(say.took).join(' · '),
  since: say.since('2026-11-18 12:00 UTC'),
  startedAt: say.startedAt('2026-11-18 12:00 UTC'),
  endedAt: say.endedAt('2026-11-18 12:00 UTC'),
  lastStepAt: say.lastStepAt('2026-11-18 12:00 UTC'),
  reproduced: [true, false].map((fails) => say.reproduced({ step: 'test', fails })).join(' · '),
  lasted: say.lasted({ from: '2026-11-18 12:00 UTC', took: say.took(1500) }),
  spent: [undefined, '$2.00'].map((limit) => say.spent({ usd: '$0.50', limit })).join(' · '),
  left: say.left({ usd: '$0.50', left: '$1.50' }),
  estimated: say.estimated({ low: '$0.10', high: '$0.40' }),
  tokens: say.tokens({ input: '12k', cachedPercent: 91, out: '456' }),
  unapproved: say.unapproved,
  turn: say.turn(3),
  turns: [1, 2].map(say.turns).join(' · '),
  failedCalls: say.failedCalls(2),
  part: ['$0.04–$4.67', 'baseline', 'editor', 'loop-2', 'reproduction', 'no-new-tests', 'Verify']
    .map(say.part)
    .join(' · '),
  stepTitle: [
    'map',
    'verification loop-2',
    'proof 1',
    'scout-a.1 cites 1',
    'scout-a.1 call 1.2',
    'editor turn 1',
    'editor call 1.1',
  ]
    .map(say.stepTitle)
    .join(' · '),
  sameTests: say.sameTests,
  again: say.again(say.took(4000)),
  failedCall: say.failedCall({ why: 'cut off', usd: '$0.10' }),
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
  callResult: Object.values(say.callResult).join(' '),
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
  causesEditor: say.causesEditor,
  copy: say.copy,
  copied: say.copied,
  timelineNote: say.timelineNote,
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
    expect([0, 0.000_04, 0.0123, 0.1, 2, 1234.5].map(preciseUsd)).toEqual([
      '$0',
      '$0.000040',
      '$0.0123',
      '$0.10',
      '$2.00',
      '$1234.50',
    ]);
    expect([0, 999, 1000, 1234, 99_949, 99_950, 999_499, 999_500, 12_345_678].map(shortCount)).toEqual([
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

/** A run whose first call ran within the walls though the guard would have asked. */
function ranUnasked(text: string): RunHistory {
  const { record, steps } = hostileRun('x');
  const changed = steps.map((each) =>
    each.name.endsWith('call 1.1') ? { ...each, value: { text: 'done', unasked: [text, 7] } } : each,
  );
  return { record, steps: changed };
}

const seen = (journal: RunHistory, lang: (typeof languages)[number]) => {
  const shown = showRun(journal, { now: Date.parse('2026-11-20T12:00:00Z'), lang });
  return [runPage(shown), runText(shown, { paint: paintFor(false), columns: 100 })];
};

describe('what a sealed sandbox let run without asking', () => {
  it.each(languages)('is named on the page and at the terminal (%s)', (lang) => {
    const say = runWords(lang);
    for (const view of seen(ranUnasked('Bash npm install: It is not known.'), lang)) {
      expect(view).toContain(say.heading.unapproved);
      expect(view).toContain('Bash npm install: It is not known.');
    }
    for (const view of seen(hostileRun('x'), lang)) expect(view).not.toContain(say.heading.unapproved);
  });

  it('makes no markup', () => {
    const [page = ''] = seen(ranUnasked('Bash echo <img src=x onerror=y>'), 'en');
    expect(page).toContain('Bash echo &lt;img');
    expect(page).not.toContain('<img');
  });
});
