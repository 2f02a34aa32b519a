import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { freePort, type GithubSandbox, openGithubSandbox } from '../../src/cli/embedded-github.js';
import { TRY_OTHERS, TRY_REVIEW } from '../../src/cli/sandbox-examples.js';
import { readEnv } from '../../src/services/env.js';
import { itInChromium } from '../build/chromium.js';

// Four jobs one after the other, each with its own checkouts.
jest.setTimeout(300_000);

let sandbox: GithubSandbox;
beforeAll(async () => {
  sandbox = await openGithubSandbox(readEnv({}), { port: await freePort() });
});
afterAll(() => sandbox.close());

const issue = (number: number) => `${sandbox.url}/sample/tidy-dates/issues/${number}`;

describe('the sandbox', () => {
  it('says that the model is a script when there is no key', () => {
    expect(sandbox.model.scripted).toBe(true);
  });

  it('says that the model is real when there is one', async () => {
    const other = await openGithubSandbox(readEnv({ ANTHROPIC_API_KEY: 'a key of this test' }), {
      port: await freePort(),
    });
    expect(other.model).toEqual({ name: 'Anthropic', scripted: false });
    await other.close();
  });

  it('lists on the page "Try it" every example that it prints', async () => {
    const response = await fetch(`${sandbox.url}/_/try`);
    expect(response.status).toBe(200);
    const said = (await response.text()).replaceAll('&#39;', "'").replaceAll('&#96;', '`');
    for (const example of [...TRY_REVIEW, ...TRY_OTHERS, '/crew fix', '/crew review', '/crew plan'])
      expect(said).toContain(`<code>${example}</code>`);
    expect(said).toContain('href="/sample/tidy-dates/issues/2"');
  });

  itInChromium('answers /crew help that a person types on the page', async (browser) => {
    const page = await browser.newPage();
    await page.goto(issue(4));
    await page.getByRole('textbox').fill('/crew help');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const answer = page.getByText('Write one of these at the start of a line');
    await answer.waitFor({ timeout: 20_000 });
    expect(await page.getByText('crew[bot]').count()).toBeGreaterThan(0);
    await shoot(page, 'answered');
  });

  itInChromium("leaves a stranger's /crew fix alone", async (browser) => {
    const page = await browser.newPage();
    await page.context().addCookies([{ name: 'sandbox-viewer', value: 'sam', url: sandbox.url }]);
    await page.goto(issue(4));
    const before = await page.locator('article').count();
    await page.getByRole('textbox').fill('/crew fix everything');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('/crew fix everything').first().waitFor();
    // Long enough for an answer, were there one: the one above took a fraction of it.
    await page.waitForTimeout(2000);
    await page.reload();
    expect(await page.locator('article').count()).toBe(before + 1);
  });

  itInChromium('makes the board clear by itself; a blocker is closed, and what it freed says so', async (browser) => {
    const [board, waiting, blocker, field] = await Promise.all([1, 2, 3, 4].map(() => browser.newPage()));
    if (!board || !waiting || !blocker || !field) throw new Error('a browser has as many pages as one opens');
    const card = (title: string) => board.locator('.note-card', { hasText: title });
    await board.goto(`${sandbox.url}/orgs/sample/projects/1`);
    await waiting.goto(issue(3));
    // Whoever reloads these loses the mark.
    for (const page of [board, waiting]) await page.evaluate('document.documentElement.dataset.same = "yes"');

    // What crew found out stands on the cards, though nobody asked it.
    await card('addMonths skips February').getByText('crew:ready').waitFor({ timeout: 120_000 });
    await card('Add addYears').getByText('blocked', { exact: true }).waitFor({ timeout: 120_000 });
    await card('isLeapYear').getByText('crew:close-due').waitFor({ timeout: 120_000 });
    const answer = waiting.locator('.card.of-app');
    await answer.getByText('It waits for #2').waitFor({ timeout: 120_000 });
    await shoot(board, 'board');
    await shoot(waiting, 'blocked');
    await field.goto(`${sandbox.url}/_/board`);
    await field.getByRole('heading', { name: 'Board health', exact: true }).waitFor();
    // It stands in the frame of the other pages: the same brand, tabs and account.
    await field.locator('.brand', { hasText: 'sandbox' }).waitFor();
    await field.getByRole('link', { name: 'Board health', exact: true, current: 'page' } as never).waitFor();
    await field.locator('.viewer summary', { hasText: 'maya' }).waitFor();
    // The style of the content is allowed by the policy of the frame.
    await field.locator('.dial svg').evaluate((svg) => {
      if (svg.getBoundingClientRect().width > 150) throw new Error('the style of the board is missing');
    });
    await shoot(field, 'field');

    await blocker.goto(issue(2));
    await blocker.getByRole('button', { name: 'Close issue' }).click();
    await blocker.getByText('Closed', { exact: true }).waitFor();

    // The freed issue says so by its label, its comment and its history; the one behind it goes on waiting.
    await card('Add addYears').getByText('crew:ready').waitFor({ timeout: 120_000 });
    await answer.getByText('edited').waitFor({ timeout: 120_000 });
    await answer.getByText('It waits for #2').waitFor({ state: 'detached' });
    await waiting.locator('.event', { hasText: 'removed the blocked label' }).waitFor({ timeout: 120_000 });
    expect(await card('Add addYears').getByText('blocked by').count()).toBe(0);
    expect(await card('How old is somebody').getByText('blocked', { exact: true }).count()).toBe(1);
    for (const page of [board, waiting]) expect(await page.locator('html[data-same]').count()).toBe(1);
    await shoot(board, 'board-freed');
    await shoot(waiting, 'freed');
    // The field is shown when the look is over, a moment after its last label; this page is reloaded by hand.
    const next = field.getByText('Start on #3');
    for (let tries = 0; tries < 240 && (await next.count()) === 0; tries += 1) {
      await field.waitForTimeout(500);
      await field.reload();
    }
    expect(await next.count()).toBe(1);
  });

  itInChromium('lets a person review and merge what somebody offers', async (browser) => {
    const page = await browser.newPage();
    await page.goto(`${sandbox.url}/sample/tidy-dates/pull/35`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Squash and merge' }).click();
    await page.getByText('Merged', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Files/ }).click();
    await page.getByText('export function parse(text: string): Date;').waitFor();
    await page.goto(issue(31));
    await page.getByText('closed this in #35').waitFor();
    await shoot(page, 'merged');
  });
});

/** Kept where somebody wants to look at it. */
async function shoot(
  page: { screenshot(options: { path: string; fullPage: boolean }): Promise<unknown> },
  name: string,
) {
  const folder = process.env.CREW_SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

describe('/crew fix in the sandbox', () => {
  // The tests above close issue #2.
  let fresh: GithubSandbox;
  beforeAll(async () => {
    fresh = await openGithubSandbox(readEnv({}), { port: await freePort() });
  });
  afterAll(() => fresh.close());

  const freshIssue = (number: number) => `${fresh.url}/sample/tidy-dates/issues/${number}`;

  itInChromium('mends the bug of the second issue, up to a pull request that one would merge', async (browser) => {
    const page = await browser.newPage();
    await page.goto(freshIssue(2));
    await page.getByRole('textbox').fill('/crew fix');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    // To whoever asked; the same stands in the record that is folded below the other comment.
    const word = page.locator('.card.of-app', { hasText: /@maya[\s\S]*is ready for review/ });
    await word.waitFor({ timeout: 240_000 });
    await word.getByRole('link', { name: /^#/ }).click();
    await page.getByRole('link', { name: /^Nothing broke/ }).waitFor();
    expect(await page.getByText('stops at the last day of a shorter month').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: /^Files/ }).click();
    await page.getByText('result.setUTCDate(0)').waitFor();
  });

  itInChromium('says of every other issue that the script knows nothing of it', async (browser) => {
    const page = await browser.newPage();
    await page.goto(freshIssue(5));
    await page.getByRole('textbox').fill('/crew fix');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('I only know issue').locator('visible=true').first().waitFor({ timeout: 240_000 });
    expect(await page.getByText('is ready for review').count()).toBe(0);
  });
});
