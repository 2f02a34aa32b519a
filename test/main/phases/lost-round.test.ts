// A round that was begun by a job that died before it could start it: the run of the default branch's own workflow does.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { refsStore } from '../../../src/adapters/store/refs.js';
import { attemptPage } from '../../../src/core/attempt.js';
import type { Desk } from '../../../src/core/desk.js';
import { follow } from '../../../src/core/follow.js';
import { openRun } from '../../../src/core/run.js';
import { publishLost } from '../../../src/main/phases/publish-lost.js';
import { deskOf } from '../../build/desk.js';
import { newFolder } from '../../build/folder.js';
import { openShop, REPO, type Shop, WORKFLOW } from '../../build/shop.js';

const OVER = 77;
const DETAILS = `https://github.test/${REPO}/actions/runs/${OVER}`;

let shop: Shop;
let desk: Desk;
beforeAll(async () => {
  const workflow = WORKFLOW.replace('issue: {', 'run: { type: string }\n      issue: {');
  shop = await openShop({ files: { '.github/workflows/crew.yml': workflow } });
  desk = deskOf({ store: refsStore(shop.github().refs), clock: shop.clock });
});

/** A run that ended in that run of Actions, or in another one, and the round after it. */
async function begun(run: string, details = DETAILS): Promise<string> {
  const page = attemptPage({ details });
  const begin = { run, workflow: 'fix', story: 1, repo: REPO, issue: 1, input: {}, page };
  const opened = await openRun(desk, begin);
  if (opened.is !== 'open') throw new Error('not open');
  const round = await follow(desk, { run, why: 'verify' });
  await opened.run.end({ outcome: 'failed', goesOn: round });
  return round;
}

async function settle(): Promise<boolean> {
  const temp = await newFolder();
  const event = path.join(temp, 'event.json');
  await writeFile(event, JSON.stringify({ action: 'completed', workflow_run: { id: OVER, conclusion: 'failure' } }));
  const env = {
    GITHUB_API_URL: shop.embedded.apiUrl,
    GITHUB_GRAPHQL_URL: shop.embedded.graphqlUrl,
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_EVENT_NAME: 'workflow_run',
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: REPO,
    RUNNER_TEMP: temp,
    INPUT_TOKEN: shop.crewToken(),
  };
  const quiet = () => undefined;
  return publishLost({ env, out: quiet, err: quiet });
}

const started = () => shop.embedded.repository(REPO).runs.map(({ inputs }) => inputs.run);

describe('a round that nobody has started', () => {
  it('is started once when the run of Actions is over in which it was begun; those of others are left to them', async () => {
    const round = await begun('fix-1-0123456789');
    await begun('fix-1-abcdefabcd', DETAILS.replace('77', '78'));
    expect(await settle()).toBe(true);
    expect(started()).toEqual([round]);
    await settle();
    expect(started()).toEqual([round]);
  });

  it('is started also where something else of that run of Actions cannot be settled, which makes the job red', async () => {
    const page = attemptPage({ details: DETAILS });
    const event = {
      ...{ kind: 'comment', key: 'k', actor: { login: 'maya', id: 7, bot: false }, at: { repo: REPO, issue: 2 } },
      comment: { id: 1, where: 'thread', body: '/crew fix' },
    };
    const input = { event, own: { labelPrefix: 'crew:', me: 0 }, asked: [0] };
    const begin = { run: 'fix-1-0000000000', workflow: 'fix', story: 99, repo: REPO, issue: 2, input, page };
    await openRun(desk, begin);
    const round = await begun('fix-1-1111111111');
    await expect(settle()).rejects.toThrow('story 99');
    expect(started()).toContain(round);
    await desk.store.remove('runs/fix-1-0000000000');
  });

  it('is left alone once it is under way', async () => {
    const round = await begun('fix-1-9876543210');
    await openRun(desk, { run: round, workflow: 'fix', story: 1, input: {} }, 'turn');
    await settle();
    expect(started()).not.toContain(round);
  });
});
