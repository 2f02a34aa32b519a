import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RunHistory } from '../../../src/ports/run.js';
import { type Language, languages } from '../../../src/text/lang/index.js';
import { MAX_BYTES, runPage, runPolicy } from '../../../src/view/run/page/page.js';
import { showRun } from '../../../src/view/run/shown-run.js';
import { itInChromium } from '../../build/chromium.js';
import { newFolder } from '../../build/folder.js';
import { words } from '../board/hostile.js';
import { openPlace, wholeRun } from './a-run.js';
import { hostileRun } from './hostile.js';
import { type Entry, historyOf } from './journal-of.js';
import { withProofs } from './proofs.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function pageOf(journal: RunHistory, lang: Language = 'en'): string {
  const shown = showRun(journal, { now: NOW, lang });
  return runPage(shown);
}

const proven = async () => withProofs(await wholeRun());

const textOf = (page: string): string =>
  page
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const PROSE = /<div class="prose[^"]*">(.*?)<\/div>/gs;

/** Elements and the names of their attributes, in order, but for what Markdown and coloured lines are made of. */
const skeletonOf = (page: string): readonly string[] =>
  (page.replace(PROSE, '').match(/<[a-z!/][^>]*>/gi) ?? [])
    .filter((tag) => !/^<span class="is-(?:added|removed|kept|hunk)">|^<\/span>/.test(tag))
    .map((tag) => tag.replace(/"[^"]*"/g, '""'));

/** What a text for reading may be made of: nothing that leads anywhere, and nothing that is named. */
const READ =
  /^<(?:\/?(?:p|strong|em|code|pre|ul|ol|li|blockquote)|br|hr|pre tabindex="0"|ol start="\d+"|span class="gap")>$|^<\/span>$/;

describe('the page of a run', () => {
  it.each(languages)('says this (%s)', async (lang) => {
    // Of what only reads, which is ready first is chance: the drawing and the list of every step have the order of the machine.
    const page = pageOf(await proven(), lang).replace(
      /<section class="part" id="(?:course|steps)">.*?<\/section>/gs,
      '',
    );
    expect(textOf(page).replace(/(?<=[.。»]) |(?= turn \d)/g, '\n')).toMatchSnapshot();
  });

  it('asks nobody for anything', async () => {
    expect(pageOf(await proven())).not.toMatch(/\ssrc=|<link|@import|url\((?!#)|\sstyle=|\son\w+=|href="(?!#)/);
  });

  it('is allowed its own style and script by digest, and nothing else', async () => {
    const page = pageOf(await proven());
    for (const tag of ['style', 'script']) {
      const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)?.[1] ?? '';
      expect(runPolicy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
    expect(runPolicy).not.toMatch(/unsafe|\*/);
  });

  it.each([false, true])('keeps strangers’ words words (waiting: %s)', (awaiting) => {
    const tame = skeletonOf(pageOf(hostileRun('x', { awaiting })));
    fc.assert(
      fc.property(words, (theirs) => {
        const page = pageOf(hostileRun(theirs, { awaiting }));
        expect(skeletonOf(page)).toEqual(tame);
        for (const [, prose = ''] of page.matchAll(PROSE))
          for (const tag of prose.match(/<[a-z!/][^>]*>/gi) ?? []) expect(tag).toMatch(READ);
      }),
      { numRuns: process.env.CREW_LONG ? 1000 : 40 },
    );
  });

  it('hides nothing: what no eye would see is written out', () => {
    const page = pageOf(hostileRun('\u001b[31mred\u001b[0m \u202etxt.exe\u200b \u0000 \ud800'));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what must not be there
    expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]/);
    expect(page).toContain('\\u{1b}[31mred');
    expect(page).toContain('\\u{202e}txt.exe');
    expect(page).toContain('\\u{d800}');
  });

  it('has a place for every way that leads into it', async () => {
    const page = pageOf(await proven());
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const ways = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    expect(ways.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows what an edit changes as a change, in the file and in the call', async () => {
    const page = pageOf(await proven());
    expect(
      page.match(/<span class="is-removed">- {2}return new Date\(year, month - 1, day\);\n<\/span>/g),
    ).toHaveLength(2);
    expect(page.match(/<span class="is-added">\+ {2}if \(!\[year/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it('says of an answer that it was handed in only where the run succeeded with it', async () => {
    expect(textOf(pageOf(await proven()))).toContain('Answer accepted.');
    expect(textOf(pageOf(hostileRun('x')))).not.toContain('Answer accepted.');
    expect(textOf(pageOf(hostileRun('x')))).toContain('Answer rejected as invalid.');
  });

  it('asks what the run asks, with the command that answers it', async () => {
    const place = await openPlace();
    const { run } = await place.start();
    const text = textOf(pageOf(await place.history(run)));
    expect(text).toContain('roll over to 2 March');
    expect(text).toMatch(new RegExp(`crew answer q-[0-9a-f]+ … --run ${run}`));
  });

  it('shows the notes between turns, and attempts that were lost', () => {
    const text = textOf(pageOf(hostileRun('Wrap up now')));
    expect(text).toMatch(/crew very .* Wrap up now/);
    expect(text).toContain('A model call failed ($0.0100)');
  });

  it('is a calm page for a run that asked no model', () => {
    const begin: Entry = { kind: 'begin', run: 'answer-1-abc', workflow: 'answer' };
    const page = pageOf(historyOf([begin, { kind: 'end', outcome: 'done', says: 'Here is what I can do.' }]));
    expect(textOf(page)).toContain('Here is what I can do.');
    expect(page).not.toMatch(/id="(?:course|talk|cost|verification|diff|heard)"/);
  });
});

describe('a run of any size', () => {
  const long = (letters: string): Entry => ({
    ...{ kind: 'step', name: 'w turn 1', began: 0 },
    value: {
      is: 'told',
      turn: {
        blocks: [
          { kind: 'text', text: letters },
          { kind: 'call', id: 'a', tool: 'read', input: letters },
        ],
      },
    },
  });
  const begin: Entry = { kind: 'begin', run: 'agent-here-abc', workflow: 'agent' };
  const output = (name: string, text: string): Entry => ({ kind: 'step', name, began: 0, value: { text } });
  const turns = (count: number, text: string): readonly Entry[] =>
    Array.from({ length: count }, (_, n) => [
      { ...long('look'), name: `w turn ${n + 1}` } as Entry,
      output(`w call ${n + 1}.1`, text),
    ]).flat();

  const SIZES: readonly (readonly [string, readonly Entry[]])[] = [
    ['a line of 1 MB', [long('x'.repeat(1_000_000))]],
    [
      'a million quotes, each six letters of HTML',
      [long('"'.repeat(1_000_000)), output('w call 1.1', '"'.repeat(1_000_000))],
    ],
    ['a million line ends', [output('w call 1.1', '\n'.repeat(1_000_000)), long('\n'.repeat(1_000_000))]],
    ['2,000 turns with long outputs', turns(2000, '<&>日本'.repeat(2000))],
    ['an agent for every turn', turns(500, 'y').map((each, n) => ({ ...each, name: `w${n} turn 1` }) as Entry)],
    ['5,000 steps', Array.from({ length: 5000 }, (_, n) => output(`s ${n} ${'"'.repeat(200)}`, ''))],
    [
      'a change of every line',
      [
        {
          kind: 'step',
          name: 'diff',
          began: 0,
          value: { base: 'b', sha256: 'c', files: [], text: 'diff --git a b\n+a\n-b\n'.repeat(100_000) },
        },
      ],
    ],
  ];

  it.each(SIZES)('fits with %s', (_, entries) => {
    const page = pageOf(historyOf([begin, ...entries]));
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_BYTES);
    expect(page).toContain('</html>');
  });

  it.each([
    { changed: 400, isOpen: true },
    { changed: 402, isOpen: false },
  ])(
    'opens the files of a diff with up to 400 changed lines, however many lines stay: $changed',
    ({ changed, isOpen }) => {
      const text = `diff --git a/a b/a\n${'-a\n+b\n'.repeat(changed / 2)}${' same\n'.repeat(1000)}`;
      const diff = {
        kind: 'step',
        name: 'diff',
        began: 0,
        value: { base: 'b', sha256: 'c', files: ['a'], text },
      } as const;
      const page = pageOf(historyOf([begin, diff]));
      expect(page.includes('<details class="file" open>')).toBe(isOpen);
      expect(page.includes('<details class="file">')).toBe(!isOpen);
    },
  );

  it('says how much of a long output is left out, and shows both its ends', () => {
    const text = textOf(
      pageOf(historyOf([begin, long('x'), output('w call 1.1', `begin ${'x'.repeat(100_000)} end`)])),
    );
    expect(text).toMatch(/begin x+ [\d,]+ characters are not shown x+ end/);
  });
});

describe('in a browser', () => {
  itInChromium('opens from a disk, asks for nothing, unfolds, and breaks no rule of its own', async (browser) => {
    const folder = await newFolder();
    for (const [name, journal] of [
      ['run', await proven()],
      ['hostile', hostileRun('</details><script>document.title="x"</script><img src=x onerror=alert(1)> ```')],
    ] as const) {
      const file = path.join(folder, `${name}.html`);
      await writeFile(file, pageOf(journal));
      const page = await browser.newPage();
      const asked: string[] = [];
      const said: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(error.message));
      await page.goto(pathToFileURL(file).href);
      await page.getByRole('button', { name: 'Expand all' }).click();
      expect(await page.evaluate("document.querySelectorAll('main details:not([open])').length")).toBe(0);
      expect(await page.title()).toMatch(/^agent-here-/);
      expect(asked).toEqual([pathToFileURL(file).href]);
      expect(said).toEqual([]);
    }
  });

  itInChromium('is read without its script, by keyboard', async (browser) => {
    const file = path.join(await newFolder(), 'run.html');
    await writeFile(file, (await proven().then((journal) => pageOf(journal))).replace(/<script>.*<\/script>/s, ''));
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    const call = page.locator('.call').first();
    await call.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await call.locator('pre').first().isVisible()).toBe(true);
  });

  itInChromium('fits a phone, and every word can be read by day and by night', async (browser) => {
    const measure = await readFile(new URL('../../sandbox/page/faint-words.js', import.meta.url), 'utf8');
    const folder = await newFolder();
    for (const lang of languages) {
      const file = path.join(folder, `${lang}.html`);
      await writeFile(file, pageOf(await proven(), lang));
      const page = await browser.newPage();
      await page.setViewportSize({ width: 390, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(pathToFileURL(file).href);
        await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        await page.evaluate("for (const one of document.querySelectorAll('svg')) one.remove()");
        expect([lang, colorScheme, await page.evaluate(measure)]).toEqual([lang, colorScheme, []]);
      }
    }
  });
});
