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
import { shownOf } from '../../../src/view/run/shown.js';
import { runText } from '../../../src/view/run/terminal/text.js';
import { paintFor } from '../../../src/view/terminal.js';
import { newFolder } from '../../build/folder.js';
import { openPlace, wholeRun } from './a-run.js';
import { hostileRun } from './hostile.js';
import { withProofs } from './proofs.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function textOf(journal: RunHistory, lang: Language = 'en'): string {
  const shown = shownOf(journal, { now: NOW, lang });
  return runText(shown, { paint: paintFor(false), columns: 100 });
}

/** Neighbours that only read end in the order of the machine. */
const withoutReads = (text: string) => text.replace(/^.*mender call 1\..*\n/gm, '');

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

const HTML = { of: 'a file', shape: /./, example: 'run.html' };
const TEXTS = { en: '', ja: '' };
const SHOW = {
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
