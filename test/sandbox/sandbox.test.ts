import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEnv } from '../../src/main/env.js';
import { freePort } from '../../src/main/free-port.js';
import { openSandbox, type Sandbox } from '../../src/main/sandbox.js';
import { itInChromium } from '../build/chromium.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox(readEnv({}), { port: await freePort() });
});
afterAll(() => sandbox.close());

const issue = () => `${sandbox.url}/sample/tidy-dates/issues/2`;

describe('the sandbox', () => {
  it('says that the model is a script when there is no key', () => {
    expect(sandbox.model.scripted).toBe(true);
  });

  it('says that the model is real when there is one', async () => {
    const other = await openSandbox(readEnv({ ANTHROPIC_API_KEY: 'a key of this test' }), { port: await freePort() });
    expect(other.model).toEqual({ name: 'Anthropic', scripted: false });
    await other.close();
  });

  itInChromium('answers /crew help that a person types on the page', async (browser) => {
    const page = await browser.newPage();
    await page.goto(issue());
    await page.getByRole('textbox').fill('/crew help');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const answer = page.getByText('Write one of these as the first word of a line');
    await answer.waitFor({ timeout: 20_000 });
    expect(await page.getByText('crew[bot]').count()).toBeGreaterThan(0);
    await shoot(page, 'answered');
  });

  itInChromium("leaves a stranger's /crew fix alone", async (browser) => {
    const page = await browser.newPage();
    await page.context().addCookies([{ name: 'sandbox-viewer', value: 'sam', url: sandbox.url }]);
    await page.goto(issue());
    const before = await page.locator('article').count();
    await page.getByRole('textbox').fill('/crew fix everything');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('/crew fix everything').first().waitFor();
    // Long enough for an answer, were there one: the one above took a fraction of it.
    await page.waitForTimeout(2000);
    await page.reload();
    expect(await page.locator('article').count()).toBe(before + 1);
  });

  itInChromium('shows the board becoming clear: a blocker is closed, and the freed issue says so', async (browser) => {
    const page = await browser.newPage();
    const waiting = `${sandbox.url}/sample/tidy-dates/issues/3`;
    await page.goto(waiting);
    await page.getByText('crew[bot]').first().waitFor({ timeout: 20_000 });
    await shoot(page, 'blocked');
    await page.goto(`${sandbox.url}/_/field`);
    await page.getByRole('heading', { name: 'The field' }).waitFor();
    await shoot(page, 'field');
    await page.goto(issue());
    await page.getByRole('button', { name: 'Close issue' }).click();
    await page.goto(waiting);
    await page.getByText('crew:ready').first().waitFor({ timeout: 25_000 });
    await shoot(page, 'freed');
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
