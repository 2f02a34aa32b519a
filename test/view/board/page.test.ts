import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Report } from '../../../src/ports/report.js';
import { languages } from '../../../src/text/lang/index.js';
import { dependencyGraph } from '../../../src/view/board/dependencies.js';
import { boardSummary } from '../../../src/view/board/markdown/summary.js';
import { layoutOf } from '../../../src/view/board/page/graph.js';
import { boardPage, boardPolicy } from '../../../src/view/board/page/page.js';
import { itInChromium } from '../../build/chromium.js';
import { newFolder } from '../../build/folder.js';
import { assessment, earlierReport, HOME, largeReport, quietReport, sampleReport } from '../../build/report.js';
import { withWords, words } from './hostile.js';

const full = (lang: 'en' | 'ja') => boardPage(sampleReport(), { lang, home: HOME, previous: earlierReport() });
const textOf = (page: string): string =>
  page
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** Elements and the names of their attributes, in order: what a stranger's words must not change. */
const skeletonOf = (page: string): readonly string[] =>
  (page.match(/<[a-z!/][^>]*>/gi) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));

describe('the page of the field', () => {
  it.each(languages)('says this (%s)', (lang) => {
    expect(textOf(full(lang)).replace(/ (?=#)/g, '\n')).toMatchSnapshot();
  });

  it('asks nobody for anything', () => {
    const page = full('en');
    expect(page).not.toMatch(/\ssrc=|<link|@import|url\((?!#)|\sstyle=|\son\w+=/);
  });

  it.each(languages)('is allowed its own style and script by digest, and nothing else (%s)', (lang) => {
    const page = full(lang);
    for (const tag of ['style', 'script']) {
      const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)?.[1] ?? '';
      expect(boardPolicy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
    expect(boardPolicy).not.toMatch(/unsafe|\*/);
  });

  it('keeps strangers’ words words', () => {
    const tame = skeletonOf(boardPage(withWords(sampleReport(), 'x'), { lang: 'en', home: HOME }));
    fc.assert(
      fc.property(words, (theirs) => {
        const page = boardPage(withWords(sampleReport(), theirs), { lang: 'en', home: HOME });
        expect(skeletonOf(page)).toEqual(tame);
      }),
      { numRuns: 60 },
    );
  });

  it('has a place for every way that leads into it', () => {
    for (const page of [full('en'), boardPage(largeReport(300), { lang: 'ja' })]) {
      const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
      const ways = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
      expect(ways.filter((id) => !ids.has(id))).toEqual([]);
      expect([...page.matchAll(/ id="/g)]).toHaveLength(ids.size);
    }
  });

  it('tells what changed since the last look: what came, moved, stayed for another reason, and went', () => {
    const changed = /What changed(.*?)3 events/s.exec(textOf(full('en')))?.[1] ?? '';
    expect(changed).toMatch(/#2 addMonths[^#]*in progress → in review/);
    expect(changed).toMatch(/#6 startOfWeek[^#]*work has started → checks fail/);
    expect(changed).toMatch(/#7 Say in[^#]*\+ ready to start/);
    expect(changed).toMatch(/#13 Moved[^#]*is no longer on the board/);
    expect(changed).not.toContain('#3 ');
  });

  it('shows when the board was scanned, and ages at the time of the request', () => {
    const page = (lang: 'en' | 'ja') =>
      textOf(boardPage(sampleReport(), { lang, home: HOME, previous: earlierReport(), now: '2030-03-14T09:24:30Z' }));
    expect(page('en')).toContain(
      'As of 2030-03-14 09:00 UTC (24 minutes ago) · To scan now, write /crew facilitate in an issue.',
    );
    expect(page('ja')).toContain(
      '2030-03-14 09:00 UTC 時点（24分前） · 今すぐスキャンするには、Issue に /crew facilitate と書きます',
    );
    expect(page('en')).toContain('by maya 1 hour ago');
    expect(page('en')).not.toContain('just now');
  });

  it('names the pull request that was merged, and its issue', () => {
    const merged = {
      ...{ time: '2030-03-14T08:58:00Z', type: 'pr_merged', issue: 2, by: 'maya' },
      ref: HOME.replace(/^.*?\/\/[^/]+\//, '').concat('#31'),
    };
    const page = boardPage(sampleReport({ events: [merged] }), { lang: 'en', home: HOME, previous: earlierReport() });
    expect(textOf(page)).toContain('#31 merged by maya 2 minutes ago · #2');
    expect(page).toContain(`<a class="name" href="${HOME}/issues/31" rel="noreferrer">#31</a>`);
  });

  it('links the pull requests that evidence, advice and linked work name', () => {
    const reviewed = assessment({
      ...{ issue: 29, title: 'Write a span', state: 'review_pending', rule: 'in-review' },
      evidence: ['is ready for review · #32 · by noah', 'mentions #77'],
      links: [{ kind: 'pull', ref: '#32', strength: 'closing' }],
      whyNot: ['Done when a maintainer approves #32.'],
      recommendation: '#32 is waiting for a review by a maintainer.',
    });
    const page = boardPage(sampleReport({ assessments: [reviewed] }), { lang: 'en', home: HOME });
    expect(page.split(`<a class="name" href="${HOME}/issues/32" rel="noreferrer">#32</a>`)).toHaveLength(5);
    expect(page).toContain('mentions #77');
  });

  it('explains the dots, and leads from a step to its issue', () => {
    const page = full('en');
    expect(textOf(page)).toMatch(/active today active this week no activity for more than a week Ready to merge/i);
    expect(page).toContain(`<div class="what"><a class="name" href="${HOME}/issues/2" rel="noreferrer">#2</a>`);
  });

  it('says that nothing changed only when it knows', () => {
    const same = boardPage(quietReport(), { lang: 'en', previous: quietReport() });
    expect(textOf(same)).toContain('Nothing changed since 2030-03-14 09:00 UTC.');
    expect(textOf(boardPage(quietReport(), { lang: 'en' }))).not.toContain('changed');
  });

  it('shows an unknown health as unknown, never as a zero', () => {
    expect(full('en')).toContain('aria-label="Health unknown"');
    expect(full('en')).not.toContain('class="part"');
  });

  const counted = (score: number): Report => ({
    ...quietReport(),
    assessments: [
      assessment({ issue: 1, title: 'a', state: 'blocked', rule: 'blocked' }),
      assessment({ issue: 2, title: 'b', state: 'incomplete', rule: 'untouched', freshness: 'stale' }),
      assessment({ issue: 3, title: 'c', state: 'done', rule: 'closed', freshness: 'stale' }),
      assessment({ issue: 4, title: 'd', state: 'done', rule: 'approved' }),
    ],
    health: { ...quietReport().health, score },
  });

  it.each([
    [
      'en',
      'start 100 1 blocked, 15 each −15 1 without activity for more than a week, 10 each −10 2 of 4 done (1 closed, 1 ready to merge or close), up to 20 +10 health 85',
    ],
    [
      'ja',
      '開始値 100 ブロック 1 件（1 件につき 15） −15 一週間以上動きなし 1 件（1 件につき 10） −10 4 件のうち完了 2 件（クローズ済み 1 件、マージ・クローズ待ち 1 件、最大 20） +10 健全度 85',
    ],
  ] as const)('shows how the health is computed, and what counts as done (%s)', (lang, says) => {
    expect(textOf(boardPage(counted(85), { lang }))).toContain(says);
  });

  it('shows no computation that does not give the score', () => {
    expect(textOf(boardPage(counted(84), { lang: 'en' }))).not.toContain('How health is computed');
  });

  it('shows of each step the values whose sum its score is', () => {
    const { suggestions } = sampleReport().recommendation;
    for (const { agent, score, addends } of suggestions) {
      const { urgency, capability, priority, freshness, change } = addends;
      expect(textOf(full('en'))).toContain(
        `urgency ${urgency} ${agent === 'none' ? 'needs no agent' : 'how well the agent fits'} ${capability} priority by labels and due date ${priority} recent activity ${freshness} changes since the last scan ${change} score ${score}`,
      );
    }
  });

  it('says "done" of a column only where the issue is closed', () => {
    const drift = (issue: number) => ({ issue, board: 'Todo', truth: 'done', since: '2030-03-14T08:00:00Z' }) as const;
    const page = textOf(boardPage({ ...counted(85), drift: [drift(3), drift(4)] }, { lang: 'en' }));
    expect(page).toContain('#3 : column Todo, evidence: done ( 1 hour )');
    expect(page).toContain('#4 : column Todo, evidence: ready to merge ( 1 hour )');
  });

  it('lists issues that wait for an answer apart from those that can be started', () => {
    const turn = { issue: 7, who: ['sam'], for: 'answer', since: '2030-03-14T08:00:00Z' } as const;
    const [before, after] = [[], [turn]].map((turns) =>
      textOf(boardPage({ ...sampleReport(), turns }, { lang: 'en' })),
    );
    expect(before).toMatch(/2 ready to start/);
    expect(before).not.toContain('waiting for an answer');
    expect(after).toMatch(/1 waiting for an answer/);
    expect(after).toMatch(/1 ready to start/);
    expect(after).toMatch(/waiting for an answer 1 A person has to answer[^#]*#7 /);
  });

  it('links the page of a merge, with no command for github.com, where GitHub is another server', () => {
    const [suggestion] = sampleReport().recommendation.suggestions;
    if (!suggestion) throw new Error('the sample has a suggestion');
    const merge = { ...suggestion, agent: 'none', command: 'gh pr merge 27 --repo acme/tidy-dates' };
    const { recommendation } = sampleReport();
    const report = sampleReport({ recommendation: { ...recommendation, suggestions: [merge] } });
    const pageAt = (home: string) => boardPage(report, { lang: 'en', home });
    expect(pageAt('https://github.com/acme/tidy-dates')).toContain(
      '<code>gh pr merge 27 --repo acme/tidy-dates</code>',
    );
    const local = pageAt('http://127.0.0.1:4180/acme/tidy-dates');
    expect(local).not.toContain('gh pr merge');
    expect(local).toContain(
      'Merge it on its page: <a class="name" href="http://127.0.0.1:4180/acme/tidy-dates/issues/27" rel="noreferrer">#27</a>',
    );
    const summary = (host: string) => boardSummary(report, { lang: 'en', host });
    expect(summary('github.com')).toContain('gh pr merge 27');
    expect(summary('127.0.0.1:4180')).not.toContain('gh pr merge');
    expect(summary('127.0.0.1:4180')).toContain('Merge it on its page:');
  });

  it('does not list replies of crew in review threads, for which GitHub creates reviews', () => {
    const reviewed = (by: string, own: true | undefined) =>
      ({
        time: '2030-03-14T08:58:00Z',
        type: 'pr_reviewed',
        issue: 2,
        by,
        ref: '#31',
        ...(own ? { own } : {}),
      }) as const;
    const report = sampleReport({ events: [reviewed('maya', undefined), reviewed('crew[bot]', true)] as never });
    const page = textOf(boardPage(report, { lang: 'en', home: HOME, previous: earlierReport() }));
    expect(page).toContain('1 event');
    expect(page).toContain('reviewed by maya');
    expect(page).not.toContain('reviewed by crew[bot]');
  });

  it('draws a board of 1,000, done and quiet issues folded', () => {
    boardPage(largeReport(1000), { lang: 'en' });
    const report = largeReport(1000);
    const page = boardPage(report, { lang: 'en', previous: report, home: HOME });
    expect(page.match(/<details class="issue">/g)).toHaveLength(1000);
    const open = page.replace(/<details class="(?:fold|shelf[^"]*)".*?(?=<section|<\/main>)/gs, '');
    expect(open.match(/<details class="issue">/g)?.length).toBeLessThan(250);
  });

  it('is a calm page when there is nothing', () => {
    const page = boardPage({ ...quietReport(), assessments: [] }, { lang: 'en' });
    expect(textOf(page)).toContain('There are no issues yet.');
    expect(page).not.toMatch(/class="(?:next|graph|band|warnings)/);
  });

  itInChromium('opens from a disk, asks for nothing, and breaks no rule of its own', async (browser) => {
    const file = path.join(await newFolder(), 'field.html');
    await writeFile(file, full('en'));
    const page = await browser.newPage();
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    await page.goto(pathToFileURL(file).href);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBeGreaterThan(2);
    await page.getByRole('link', { name: '#14' }).first().click();
    await page.getByText('waits for acme/tidy-dates#15').waitFor();
    expect(asked).toEqual([pathToFileURL(file).href]);
    expect(said).toEqual([]);
  });

  itInChromium('fits a phone, and every word can be read by day and by night', async (browser) => {
    const measure = await readFile(new URL('../../sandbox/page/faint-words.js', import.meta.url), 'utf8');
    const folder = await newFolder();
    for (const lang of languages) {
      const file = path.join(folder, `${lang}.html`);
      await writeFile(file, full(lang));
      const page = await browser.newPage();
      await page.setViewportSize({ width: 390, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(pathToFileURL(file).href);
        await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        // Words in drawings lie on shapes, which this measure does not know of.
        await page.evaluate("for (const one of document.querySelectorAll('svg')) one.remove()");
        expect([lang, colorScheme, await page.evaluate(measure)]).toEqual([lang, colorScheme, []]);
      }
    }
  });
});

/** A report of issues that wait for each other at random; `ahead` lets an issue wait for older ones only. */
const tangle = (ahead: boolean) =>
  fc.array(fc.array(fc.nat(24), { maxLength: 4 }), { minLength: 1, maxLength: 25 }).map((lists): Report => {
    const assessments = lists.map((list, n) =>
      assessment({
        issue: n + 1,
        title: `Issue ${n + 1}`,
        state: 'blocked',
        rule: 'blocked',
        blockers: list
          .filter((other) => other !== n && (!ahead || other < n))
          .map((other) => ({ issue: other + 1, source: 'text', open: true, root: false })),
      }),
    );
    return sampleReport({ assessments, cycles: [] });
  });

describe('what waits for what', () => {
  it('holds only what is open: nothing of what is done, no wait that is over', () => {
    const { nodes: knots, dependencies: waits } = dependencyGraph(sampleReport(), 60);
    expect(knots.map(({ key }) => key).sort()).toEqual(
      ['#14', '#15', '#2', '#3', '#8', '#9', '* the answer of the standards committee'].sort(),
    );
    expect(waits.filter(({ isInCycle }) => isInCycle)).toEqual([
      { from: '#15', to: '#14', isInCycle: true },
      { from: '#14', to: '#15', isInCycle: true },
    ]);
  });

  it('keeps to its limit, and says how many there are', () => {
    const { nodes: knots, totalNodes: all } = dependencyGraph(largeReport(1000), 60);
    expect(knots.length).toBeLessThanOrEqual(60);
    expect(all).toBe(286);
  });

  it('prefers what frees most', () => {
    const held = Array.from({ length: 100 }, (_, n) =>
      assessment({
        issue: n + 1,
        title: 't',
        state: 'blocked',
        rule: 'blocked',
        blockers: [{ issue: n < 80 ? 1000 + n : 999, source: 'text', open: true, root: true }],
      }),
    );
    expect(dependencyGraph(sampleReport({ assessments: held }), 10).nodes.map(({ key }) => key)).toContain('#999');
  });

  it('gives everything that is drawn a place of its own', () => {
    fc.assert(
      fc.property(tangle(false), (report) => {
        const waits = dependencyGraph(report, 60);
        const { spots, columns, rows } = layoutOf(waits);
        const places = [...spots.values()].map(({ column, row }) => `${column} ${row}`);
        expect(new Set(places).size).toBe(waits.nodes.length);
        for (const { column, row } of spots.values())
          expect(column < columns && row <= rows - 1 && row >= 0).toBe(true);
      }),
    );
  });

  it('stands what waits to the right of what it waits for, where there is no circle', () => {
    fc.assert(
      fc.property(tangle(true), (report) => {
        const waits = dependencyGraph(report, 60);
        const { spots } = layoutOf(waits);
        for (const { from, to } of waits.dependencies)
          expect(spots.get(from)?.column).toBeLessThan(spots.get(to)?.column ?? -1);
      }),
    );
  });
});
