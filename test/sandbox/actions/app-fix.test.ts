// The App hears, Actions works: `/crew fix` where the App is installed, from the comment to the pull request.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from 'github-sandbox/testing';
import { readEnv } from '../../../src/services/env.js';
import { freePort } from '../../../src/services/free-port.js';
import { type Served, serveApp } from '../../../src/app/serve.js';
import { readManifest } from '../../../src/sample/read-manifest.js';
import { readWorkflows } from '../../../src/sample/read-workflows.js';
import { newFolder } from '../../build/folder.js';
import { type Fixes, issueOf, mended, part, REPO, slowly, withFixes } from './with-fixes.js';

const LONG = 900_000;
const SECRET = 'a secret of this test';

let shop: Fixes;
let app: Served;

beforeAll(async () => {
  const workflows = Object.entries(readWorkflows()).map(([path, text]) => [
    path,
    text.replaceAll('uses: crew/', 'uses: crew-sandbox/'),
  ]);
  shop = await withFixes({
    issues: [issueOf('add'), { title: 'It is broken', body: '', author: 'sam' }, issueOf('less'), issueOf('half')],
    parts: [
      part('half as well', mended('half')),
      part('add is wrong', mended('add')),
      part('times', mended('times')),
      part('less is wrong', slowly('less', 8)),
      part('half is wrong', slowly('half', 60)),
    ],
    repository: { files: Object.fromEntries(workflows) },
  });
  const port = await freePort();
  const webhook = { url: `http://127.0.0.1:${port}/api/github/webhooks`, secret: SECRET };
  const installed = { owner: 'ann', webhook, installations: [{ account: 'ann' }] };
  // It hears of comments alone: otherwise it would look at the field after every change.
  await shop.github.seed({ apps: [{ ...readManifest(), ...installed, events: ['issue_comment'] }] });
  const { id, privateKey } = shop.github.app('crew');
  const env = readEnv({
    GITHUB_API_URL: shop.github.apiUrl,
    GITHUB_GRAPHQL_URL: shop.github.graphqlUrl,
    GITHUB_SERVER_URL: shop.github.url,
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: SECRET,
    PORT: String(port),
    CREW_HOME: await newFolder(),
  });
  app = await serveApp(env, { root: '.', host: '127.0.0.1' });
}, LONG);
afterAll(async () => {
  await app.close();
  await shop.close();
});

/** Until nobody does anything any more: neither GitHub nor the App nor a job. */
async function settled(): Promise<void> {
  const { github } = shop;
  for (let before = -1; before !== github.effects.length; ) {
    before = github.effects.length;
    await github.webhooksSettled();
    await app.idle();
    await shop.runs();
  }
}

/** Runs of crew's workflow by the name that each was started with, oldest first. */
const started = async () =>
  (await shop.runs())
    .filter(({ title, event }) => title.startsWith('crew ') && event === 'workflow_dispatch')
    .map(({ title, actor }) => [title.slice('crew '.length), actor] as const);

const threadOf = (issue: number) => {
  const found = shop.github.repository(REPO).issues.find(({ number }) => number === issue);
  return (found?.comments ?? []).map(({ author, body, reactions }) => ({
    by: author.login,
    says: body.replace(/\n*<!-- crew:[^>]*-->$/, ''),
    seenBy: reactions.filter(({ content }) => content === 'eyes').map(({ account }) => account.login),
  }));
};
const saidByActions = (issue: number) =>
  threadOf(issue).flatMap(({ by, says }) => (by === 'github-actions[bot]' ? [says] : []));

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600 && !(await isSo()); tries += 1) await new Promise((done) => setTimeout(done, 100));
}

const refs = async (prefix: string) => {
  const { data } = await shop.as('ann').git.listMatchingRefs({ ...at, ref: prefix });
  return data.map(({ ref }) => ref.slice('refs/'.length + prefix.length));
};

describe('/crew fix where the App is installed', () => {
  it(
    'ends in one pull request, however often the webhook is delivered',
    async () => {
      await shop.say('maya', '/crew fix');
      const [delivery] = shop.github.state.deliveries.filter(({ event }) => event === 'issue_comment');
      if (!delivery) throw new Error('nothing was delivered');
      for (let n = 1; n < 50; n += 1) shop.github.redeliver(delivery);
      await settled();
      const [run, ...others] = await refs('crew/runs/fix-');
      expect(others).toEqual([]);
      expect(await started()).toEqual([[`fix-${run}`, 'crew[bot]']]);
      expect(await shop.pulls()).toMatchObject([{ head: 'crew/issue-1', title: 'add is wrong', state: 'open' }]);
      expect(saidByActions(1).at(-1)).toMatch(/^@maya\n\n#5 is ready to be reviewed\./);
    },
    LONG,
  );

  it('is acknowledged by the App, which says nothing more of it', () => {
    const [asked] = threadOf(1);
    expect(asked?.seenBy[0]).toBe('crew[bot]');
    expect(threadOf(1).filter(({ by, says }) => by === 'crew[bot]' && says.includes('fix-'))).toEqual([]);
  });

  it(
    'asks where too little is said, and goes on in Actions when the App hears the answer',
    async () => {
      await shop.say('maya', '/crew fix', 2);
      await settled();
      expect(saidByActions(2)).toEqual([expect.stringMatching(/^@maya/)]);
      await shop.say('maya', '/crew answer times(2, 3) in times.js should give 6', 2);
      await settled();
      expect((await shop.pulls()).map(({ head }) => head)).toEqual(['crew/issue-2', 'crew/issue-1']);
      const [run] = await refs('crew/runs/fix-2-');
      const names = (await started()).slice(-2);
      expect(names).toEqual([
        [`fix-2-${run}`, 'crew[bot]'],
        [expect.stringMatching(`^fix-2-${run}\\.[0-9a-f]{8}$`), 'crew[bot]'],
      ]);
    },
    LONG,
  );

  // At the gate it is the same as without an App; half a minute each, so not every time.
  if (process.env.CREW_LONG === '1')
    it(
      'lets whoever asks for something else wait, shows both at the App, and gives the one its turn after the other',
      async () => {
        await shop.say('maya', '/crew fix', 3);
        // From here on the issue is hers.
        await until(async () => (await refs('crew/runs/fix-3-')).length > 0);
        await shop.say('ann', '/crew fix half as well', 3);
        await until(async () => saidByActions(3).length > 1);
        expect(saidByActions(3)[1]).toContain('is at this issue');
        await shop.say('maya', '/crew status', 3);
        await settled();
        const runs = (await refs('crew/runs/fix-3-')).map((run) => `fix-3-${run}`);
        expect(runs).toHaveLength(2);
        const [status] = threadOf(3).flatMap(({ by, says }) =>
          by === 'crew[bot]' && says.includes('fix-3-') ? [says] : [],
        );
        for (const run of runs) expect(status).toContain(run);
        const [pull] = await shop.pulls();
        const { data: commits } = await shop.as('ann').pulls.listCommits({ ...at, pull_number: pull?.number ?? 0 });
        expect(commits).toHaveLength(2);
      },
      LONG,
    );

  // At the gate it is the same as without an App; half a minute each, so not every time.
  if (process.env.CREW_LONG === '1')
    it(
      'stops a run in Actions when the App hears that it is cancelled',
      async () => {
        await shop.say('maya', '/crew fix', 4);
        await shop.atWork('crew / work');
        await shop.say('maya', '/crew cancel', 4);
        await settled();
        expect(saidByActions(4).join('\n')).toContain('cancelled');
        expect((await shop.pulls()).map(({ head }) => head)).not.toContain('crew/issue-4');
      },
      LONG,
    );
});
