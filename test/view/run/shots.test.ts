import { mkdir, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { it } from '@jest/globals';
import { paintFor } from '../../../src/view/paint.js';
import { runComment, runPage, runText, shownOf, watcher } from '../../../src/view/run/index.js';
import { itInChromium } from '../../build/chromium.js';
import { openPlace, wholeRun } from './a-run.js';
import { withProofs } from './proofs.js';

itInChromium('shots', async (browser) => {
  await mkdir('/tmp/shots', { recursive: true });
  const journal = withProofs(await wholeRun());
  for (const [name, lang, width, scheme, openAll] of [
    ['en-1280', 'en', 1280, 'light', false],
    ['en-1280-open', 'en', 1280, 'light', true],
    ['en-1280-dark-open', 'en', 1280, 'dark', true],
    ['ja-390', 'ja', 390, 'light', false],
    ['en-390-dark-open', 'en', 390, 'dark', true],
  ] as const) {
    const shown = shownOf(journal, { now: Date.parse('2026-11-20T12:00:00Z'), lang });
    if (!shown) throw new Error('x');
    const file = `/tmp/shots/run-${lang}.html`;
    await writeFile(file, runPage(shown));
    const page = await browser.newPage();
    page.on('console', (m) => console.log(m.text()));
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(pathToFileURL(file).href);
    if (openAll) await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    await page.screenshot({ path: `/tmp/shots/run-${name}.png`, fullPage: true });
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    for (let top = 0, n = 1; top < height && n < 7; top += 1700, n += 1)
      await page.screenshot({
        path: `/tmp/shots/run-${name}-${n}.png`,
        fullPage: true,
        clip: { x: 0, y: top, width, height: Math.min(1700, height - top) },
      });
  }
});
it('texts', async () => {
  const lines: string[] = [];
  const place = await openPlace({ show: watcher({ paint: paintFor(false), lang: 'en', tell: (l) => lines.push(l) }) });
  const { run } = await place.start();
  const waiting = shownOf(await place.journal(run), { now: place.clock.now(), lang: 'en' });
  await place.say(run, { is: 'answer', text: 'throw a RangeError' });
  const done = shownOf(withProofs(await place.journal(run)), { now: place.clock.now(), lang: 'en' });
  if (!waiting || !done) throw new Error('x');
  const screen = { paint: paintFor(false), columns: 100 };
  await writeFile(
    '/tmp/shots/run.txt',
    [
      lines.join('\n'),
      runText(waiting, screen),
      runText(done, screen),
      runComment(waiting),
      runComment(done),
      JSON.stringify(done.view, null, 1),
    ].join('\n\n==========\n\n'),
  );
});
