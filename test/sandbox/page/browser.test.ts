import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { addReaction, createComment, type GitHub } from 'github-sandbox';
import { octokit } from 'github-sandbox/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { itInChromium } from '../../build/chromium.js';
import { failedRun, Visitor, withPages } from './with-pages.js';

/** A page on which any complaint of the browser, such as a refused script or style, ends the test. */
async function watched(browser: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1')) complaints.push(request.url());
  });
  return { page, complaints };
}

describe('in a real browser', () => {
  itInChromium('a person comments, and sees it and the answer without a reload', async (browser) => {
    const github = await withPages();
    const { page, complaints } = await watched(browser);
    await page.goto(github.url);
    await page.getByRole('link', { name: 'addMonths skips February' }).click();
    await page.evaluate('document.documentElement.dataset.same = "yes"');

    await page.getByText('Commands', { exact: true }).click();
    await page.getByRole('button', { name: '/crew help' }).click();
    await page.keyboard.press('Control+Enter');
    const thread = page.locator('#thread .card');
    await thread.filter({ hasText: '/crew help' }).waitFor();
    expect(await page.locator('#comment').inputValue()).toBe('');

    const issue = github.repository('sample/tidy-dates').issues.find(({ number }) => number === 2);
    const { bot: account, ...app } = github.app('crew');
    const asked = issue?.comments.at(-1);
    if (issue === undefined || asked === undefined) throw new Error('nothing was asked');
    const act = { world: github.world, by: { account, app: { ...app, bot: account }, isWorkflow: false } };
    addReaction(act, { subject: asked, content: 'eyes' });
    createComment(act, { issue, body: 'Write **one of these**' });
    await thread.filter({ hasText: 'Write one of these' }).filter({ hasText: 'App' }).waitFor();
    await page.getByRole('button', { name: 'looking: crew[bot]' }).waitFor();
    expect(await page.locator('html[data-same]').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  itInChromium('a person becomes somebody else, and everything works without a script', async (browser) => {
    const github = await withPages();
    const { page } = await watched(browser);
    await page.route('**/_/live.js', (route) => route.abort());
    await page.goto(`${github.url}/sample/tidy-dates/issues/4`);
    await page.locator('.viewer summary').click();
    await page.getByRole('button', { name: /^sam/ }).click();
    await page.locator('.viewer summary', { hasText: 'read access' }).waitFor();
    await page.getByLabel('Comment as sam').fill('Every `format` in March');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.locator('.card', { hasText: 'Every format in March' }).waitFor();
    expect(page.url()).toMatch(/issues\/4#issuecomment-\d+$/);
  });

  itInChromium('a person is told what was not done, and why', async (browser) => {
    const github = await withPages();
    const page = await browser.newPage();
    await page.goto(`${github.url}/sample/tidy-dates/issues/4`);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The comment cannot be blank.' }).waitFor();
    await browser.addCookies([{ name: 'sandbox-viewer', value: 'sam', url: github.url }]);
    await page.locator('#comment').fill('As whom?');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('you switched accounts').waitFor();
    expect(github.effects).toEqual([]);
  });

  itInChromium('a person comments on a line of a pull request', async (browser) => {
    const github = await withPages();
    const { page, complaints } = await watched(browser);
    await page.goto(`${github.url}/sample/tidy-dates/pull/28/files`);
    await page.getByRole('link', { name: '13', exact: true }).first().click();
    await page.locator('#line-body:focus').waitFor();
    await page.getByLabel('Comment on line 13 as maya').fill('Is Monday first?');
    await page.getByRole('button', { name: 'Add single comment' }).click();
    await page.locator('.beside .said', { hasText: 'Is Monday first?' }).waitFor();
    expect(page.url()).toMatch(/files#discussion_r\d+$/);
    expect(await page.locator('#line-comment').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  itInChromium('a person collects two line comments in a review and replies to one', async (browser) => {
    const github = await withPages();
    const { page, complaints } = await watched(browser);
    const comment = async (line: number, body: string, button: string) => {
      await page
        .getByRole('link', { name: String(line), exact: true })
        .first()
        .click();
      await page.locator('#line-body:focus').fill(body);
      await page.getByRole('button', { name: button }).click();
      await page.locator('.beside .said', { hasText: body }).waitFor();
    };
    await page.goto(`${github.url}/sample/tidy-dates/pull/28/files`);
    await comment(13, 'Is Monday first?', 'Start a review');
    await comment(16, 'And Sunday last?', 'Add review comment');
    await page.getByText('Finish your review: 2 pending comments').waitFor();
    await page.getByLabel('Review as maya').fill('Two questions.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('Two questions.').waitFor();
    expect(page.url()).toMatch(/pull\/28#pullrequestreview-\d+$/);
    const thread = page.locator('.is-talk', { hasText: 'And Sunday last?' });
    await thread.getByText('Reply', { exact: true }).first().click();
    await thread.getByLabel('Reply as maya').fill('I see it now.');
    await thread.getByRole('button', { name: 'Reply' }).click();
    await page.locator('.is-talk .said', { hasText: 'I see it now.' }).waitFor();
    expect(page.url()).toMatch(/#discussion_r\d+$/);
    expect(complaints).toEqual([]);
  });

  itInChromium('no page is wider than a phone', async (browser) => {
    const hash = '0123456789'.repeat(4);
    const texts = [`# ${hash}`, `\`${hash}\` and ${hash}`, `| at | tree |\n|---|---|\n| \`${hash}\` | ${hash} |`];
    const [job] = failedRun.jobs;
    if (job === undefined) throw new Error('no job');
    const steps = job.steps.map((step) => ({ ...step, name: `git checkout ${hash}` }));
    const annotations = [{ level: 'error' as const, message: `no commit ${hash}` }];
    const run = { ...failedRun, title: hash, problems: [hash], jobs: [{ ...job, name: hash, steps, annotations }] };
    const summaries = [{ job: hash, markdown: texts.join('\n\n') }];
    const logs = [{ job: hash, text: hash.repeat(4) }];
    const github = await withPages({ runs: { list: () => [run], pages: () => ({ summaries, logs }) } });
    const page = await browser.newPage();
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of [
      '/',
      '/sample/tidy-dates/issues/2',
      '/sample/tidy-dates/issues/17',
      '/sample/tidy-dates/issues/new',
      '/sample/tidy-dates/pulls',
      '/sample/tidy-dates/pull/27',
      '/sample/tidy-dates/pull/27/commits',
      '/sample/tidy-dates/pull/27/files',
      '/sample/tidy-dates/pull/28/files?path=src/format.js&line=13',
      '/sample/tidy-dates/runs/5',
      '/orgs/sample/projects/1',
      '/_/effects',
      '/nothing',
    ]) {
      await page.goto(`${github.url}${path}`);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
      const hiddenPartOfTabs = `Math.max(...[...document.querySelectorAll('nav')].map((bar) => bar.scrollWidth - bar.clientWidth))`;
      expect([path, await page.evaluate(hiddenPartOfTabs)]).toEqual([path, 0]);
    }
  });

  itInChromium('every word can be read, by day and by night', async (browser) => {
    const github = await withPages();
    const page = await browser.newPage();
    const measure = await readFile(new URL('./faint-words.js', import.meta.url), 'utf8');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of [
        '/',
        '/sample/tidy-dates/issues/2',
        '/sample/tidy-dates/issues/8',
        '/sample/tidy-dates/pulls',
        '/sample/tidy-dates/pull/28',
        '/sample/tidy-dates/pull/28/files',
        '/orgs/sample/projects/1',
        '/nothing',
      ]) {
        await page.goto(`${github.url}${path}`);
        expect([colorScheme, path, await page.evaluate(measure)]).toEqual([colorScheme, path, []]);
      }
    }
  });
});

const at = { owner: 'sample', repo: 'tidy-dates', pull_number: 28 };
const as = (github: GitHub, user: string) => octokit(github, github.tokenFor({ user }));

/** What a person reads, without the markup. */
const read = (page: string): string => page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** The first line of the head that the difference of a file shows as new. */
async function firstNewLine(github: GitHub): Promise<{ path: string; line: number }> {
  const { data } = await as(github, 'maya').pulls.listFiles(at);
  const [file] = data;
  const line = Number(/^@@ -\d+(?:,\d+)? \+(\d+)/.exec(file?.patch ?? '')?.[1]);
  return { path: file?.filename ?? '', line };
}

describe('what was said beside lines', () => {
  it('stands in the story of a pull request, with the lines it is about and what was answered', async () => {
    const github = await withPages();
    const place = await firstNewLine(github);
    const comments = [{ ...place, side: 'RIGHT', body: 'Is <b>Monday</b> first?' }];
    await as(github, 'maya').pulls.createReview({ ...at, event: 'COMMENT', body: 'One question.', comments });
    const thread = github.repository('sample/tidy-dates').pulls.find(({ number }) => number === 28)?.threads[0];
    const first = thread?.comments[0];
    if (thread === undefined || first === undefined) throw new Error('nothing was said');
    await as(github, 'noah').pulls.createReplyForReviewComment({ ...at, comment_id: first.id, body: 'Here it is.' });

    const maya = new Visitor(github, 'maya');
    const page = await maya.see('/sample/tidy-dates/pull/28');
    expect(page).toContain(`id="discussion_r${first.id}"`);
    expect(page).not.toContain('<b>Monday');
    const story = ['One question.', `${place.path}:${place.line}`, 'Monday', 'Here it is.'];
    const places = story.map((part) => read(page).lastIndexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(read(page)).not.toContain('noah reviewed');

    thread.line = null;
    expect(read(await maya.see('/sample/tidy-dates/pull/28'))).toContain('outdated');
    thread.resolvedBy = first.author;
    expect(read(await maya.see('/sample/tidy-dates/pull/28'))).toContain('resolved by maya');
  });
});
