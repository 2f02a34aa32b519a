import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { itWith } from './only-with.js';

const path = process.env.CREW_CHROMIUM ?? '/usr/bin/chromium';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A test in a real Chromium with a profile of its own. A machine without one says so, with the test's name. */
export function itInChromium(name: string, test: (browser: BrowserContext) => Promise<void>): void {
  const need = `Chromium at ${path}; CREW_CHROMIUM can name another`;
  itWith({ need, there: existsSync(path) }, name, async () => {
    const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: path,
      headless: true,
      args: flags,
    });
    try {
      await test(browser);
    } finally {
      await browser.close();
      await rm(profile, { recursive: true, force: true });
    }
  });
}
