// What the action says to the steps after it, of a fix that is over: nobody should have to read a comment for that.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { refsStore } from '../../../src/adapters/store/refs.js';
import type { Desk } from '../../../src/core/desk.js';
import { openRun } from '../../../src/core/run.js';
import { publishRun } from '../../../src/main/phases/publish-run.js';
import { deskOf } from '../../build/desk.js';
import { newFolder } from '../../build/folder.js';
import { openShop, REPO, type Shop } from '../../build/shop.js';

let shop: Shop;
let desk: Desk;
beforeAll(async () => {
  shop = await openShop();
  desk = deskOf({ store: refsStore(shop.github().refs), clock: shop.clock });
});

let count = 0;

/** The outputs of the job that publishes, of a run that came to this. */
async function outputsOf(outcome: 'done' | 'stuck', result: object): Promise<Readonly<Record<string, string>>> {
  const run = `fix-1-${String(++count).padStart(10, '0')}`;
  const begin = { run, workflow: 'fix', story: 1, repo: REPO, issue: 1 };
  const event = { kind: 'dispatched', key: run, repo: REPO, issue: 1 };
  const opened = await openRun(desk, { ...begin, input: { event, own: { labelPrefix: 'crew:', me: 0 }, asked: [] } });
  if (opened.is !== 'open') throw new Error('not open');
  const tokens = { in: 100, out: 20, cacheRead: 30, cacheWrite: 4 };
  await opened.run.step(
    'turn 1',
    async () => null,
    () => ({ usd: 0.25, tokens }),
  );
  await opened.run.end({ outcome, result });
  const temp = await newFolder();
  const [file, output] = [path.join(temp, 'event.json'), path.join(temp, 'output')];
  await writeFile(file, '{}');
  await writeFile(output, '');
  const env = {
    GITHUB_API_URL: shop.embedded.apiUrl,
    GITHUB_GRAPHQL_URL: shop.embedded.graphqlUrl,
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: file,
    GITHUB_REPOSITORY: REPO,
    GITHUB_OUTPUT: output,
    RUNNER_TEMP: temp,
    INPUT_TOKEN: shop.crewToken(),
  };
  const quiet = () => undefined;
  const job = { result: 'success', digest: undefined };
  const details = 'https://github.test/7';
  await publishRun({ env, out: quiet, err: quiet }, { run, work: job, verify: job, details, attempt: '1' });
  const text = await readFile(output, 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(\S+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]),
  );
}

describe('the outputs of a fix', () => {
  it('are the run, how it ended, the pull request, the check, and what it cost', async () => {
    expect(await outputsOf('done', { pull: 12, check: 345 })).toEqual({
      'run-id': expect.stringMatching(/^fix-1-/),
      status: 'succeeded',
      'pr-number': '12',
      'check-run-id': '345',
      'cost-usd': '0.2500',
      'tokens-in': '134',
      'tokens-out': '20',
    });
  });

  it('name no pull request and no check where there is none', async () => {
    expect(await outputsOf('done', { pull: null })).toMatchObject({ 'pr-number': '', 'check-run-id': '' });
    expect(await outputsOf('stuck', {})).toMatchObject({ status: 'stuck', 'pr-number': '', 'check-run-id': '' });
  });
});
