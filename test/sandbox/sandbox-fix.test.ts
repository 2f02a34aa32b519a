// What the sandbox is opened for: a person asks for a fix on its page, and a pull request comes of it.
import { afterAll, beforeAll, describe, expect, jest } from '@jest/globals';
import { freePort, openGithubSandbox, type Sandbox } from '../../src/cli/embedded-github.js';
import { readEnv } from '../../src/services/env.js';
import { itInChromium } from '../build/chromium.js';

// Four jobs one after the other, each with its own checkouts.
jest.setTimeout(300_000);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openGithubSandbox(readEnv({}), { port: await freePort() });
});
afterAll(() => sandbox.close());

const issue = (number: number) => `${sandbox.url}/sample/tidy-dates/issues/${number}`;

describe('/crew fix in the sandbox', () => {
  itInChromium('mends the bug of the second issue, up to a pull request that one would merge', async (browser) => {
    const page = await browser.newPage();
    await page.goto(issue(2));
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
    await page.goto(issue(5));
    await page.getByRole('textbox').fill('/crew fix');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('it knows only issue 2').locator('visible=true').first().waitFor({ timeout: 240_000 });
    expect(await page.getByText('is ready for review').count()).toBe(0);
  });
});
