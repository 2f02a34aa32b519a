// `/crew fix` where the App is installed: the App answers and dispatches, Actions works; and both together on one comment.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningServer, serveApp } from '../../../src/app/serve.js';
import { freePort } from '../../../src/cli/embedded-github.js';
import { readManifest, readWorkflows } from '../../../src/sample/index.js';
import { readEnv } from '../../../src/services/env.js';
import { newFolder } from '../../build/folder.js';
import { type Fixes, issueOf, LONG, mended, part, REPO, withFixes } from './with-fixes.js';

const SECRET = 'a secret of this test';
const DISPATCHED = Object.fromEntries(
  Object.entries(readWorkflows()).map(([path, text]) => [path, text.replaceAll('uses: crew/', 'uses: crew-sandbox/')]),
);

interface Installed {
  readonly environment: Fixes;
  readonly app: RunningServer;
}

/** The shop with the App installed. `files`: other workflow files than the template's. */
async function withApp(
  of: Omit<Parameters<typeof withFixes>[0], 'repository'>,
  files: Readonly<Record<string, string>>,
) {
  const environment = await withFixes({ ...of, repository: { files } });
  const port = await freePort();
  const webhook = { url: `http://127.0.0.1:${port}/api/github/webhooks`, secret: SECRET };
  const installed = { owner: 'ann', webhook, installations: [{ account: 'ann' }] };
  // Comments alone: otherwise it would scan the board after every change.
  await environment.github.seed({ apps: [{ ...readManifest(), ...installed, events: ['issue_comment'] }] });
  const { id, privateKey } = environment.github.app('crew');
  const env = readEnv({
    GITHUB_API_URL: environment.github.apiUrl,
    GITHUB_GRAPHQL_URL: environment.github.graphqlUrl,
    GITHUB_SERVER_URL: environment.github.url,
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: SECRET,
    PORT: String(port),
    CREW_HOME: await newFolder(),
  });
  const app = await serveApp(env, { root: '.', host: '127.0.0.1' });
  return { environment, app };
}

/** Until GitHub, the App and every job are at rest. */
async function settled({ environment, app }: Installed): Promise<void> {
  const { github } = environment;
  for (let before = -1; before !== github.effects.length; ) {
    before = github.effects.length;
    await github.webhooksSettled();
    await app.idle();
    await environment.runs();
  }
}

/** Dispatched runs of crew.yml by title, oldest first. */
const started = async ({ environment }: Installed) =>
  (await environment.runsOf())
    .filter(({ event }) => event === 'workflow_dispatch')
    .map(({ title, actor }) => [title, actor]);

const threadOf = ({ environment }: Installed, issue: number) => {
  const found = environment.github.repository(REPO).issues.find(({ number }) => number === issue);
  return (found?.comments ?? []).map(({ author, body, reactions }) => ({
    by: author.login,
    says: body.replace(/\n*<!-- crew:[^>]*-->$/, ''),
    seenBy: reactions.filter(({ content }) => content === 'eyes').map(({ account }) => account.login),
  }));
};

describe('/crew fix where the App is installed', () => {
  let at: Installed;
  beforeAll(async () => {
    at = await withApp(
      {
        issues: [issueOf('add'), { title: 'It is broken', body: '', author: 'sam' }, issueOf('less')],
        parts: [
          part('add is wrong', mended('add')),
          part('times(2, 3)', mended('times')),
          part('less is wrong', mended('less')),
        ],
      },
      DISPATCHED,
    );
  }, LONG);
  afterAll(async () => {
    await at.app.close();
    await at.environment.close();
  });

  it(
    'ends in one pull request, however often the webhook is delivered',
    async () => {
      const { environment } = at;
      await environment.say('maya', '/crew fix');
      const [delivery] = environment.github.state.deliveries.filter(({ event }) => event === 'issue_comment');
      if (!delivery) throw new Error('nothing was delivered');
      for (let n = 1; n < 20; n += 1) environment.github.redeliver(delivery);
      await settled(at);
      const [record, ...others] = await environment.records();
      expect(others).toEqual([]);
      expect(record?.end?.outcome).toBe('done');
      const titles = await started(at);
      // GitHub may be asked to start it twice; the run that claims it first works on it.
      expect(new Set(titles.map((each) => each.join(' ')))).toEqual(
        new Set([`/crew fix on #1 (${record?.run}) crew[bot]`]),
      );
      const worked = (await environment.runsOf()).filter(({ jobs }) =>
        jobs.some(({ name, conclusion }) => name === 'crew / run / publish' && conclusion === 'success'),
      );
      expect(worked).toHaveLength(1);
      expect(await environment.pulls()).toMatchObject([{ head: 'crew/issue-1', state: 'open' }]);
      expect(environment.said().filter((text) => text.startsWith('@maya'))).toEqual([
        expect.stringMatching(/^@maya\n\n#4 is ready for review\./),
      ]);
      expect(threadOf(at, 1)[0]?.seenBy).toContain('crew[bot]');
    },
    LONG,
  );

  it(
    'asks where too little is said, and continues in Actions when the App hears the answer',
    async () => {
      const { environment } = at;
      await environment.say('maya', '/crew fix', 2);
      await settled(at);
      expect(environment.said(2)).toEqual([expect.stringContaining('/crew answer')]);
      await environment.say('maya', '/crew answer times(2, 3) in times.js should give 6', 2);
      await settled(at);
      expect((await environment.pulls()).map(({ head }) => head)).toEqual(['crew/issue-2', 'crew/issue-1']);
      expect((await started(at)).at(-1)).toEqual([
        `/crew fix on #2 (${(await environment.records('issue-2'))[0]?.run})`,
        'crew[bot]',
      ]);
    },
    LONG,
  );

  it(
    'stops a run in Actions when the App hears that it is cancelled',
    async () => {
      const { environment } = at;
      const release = environment.hold('less is wrong');
      await environment.say('maya', '/crew fix', 3);
      await release.reached;
      await environment.say('maya', '/crew cancel', 3);
      await settled(at);
      release();
      expect((await environment.records('issue-3')).map(({ end }) => end?.outcome)).toEqual(['cancelled']);
      expect((await environment.pulls()).map(({ head }) => head)).not.toContain('crew/issue-3');
    },
    LONG,
  );
});

describe('the App and the triggers of the template together', () => {
  let at: Installed;
  beforeAll(async () => {
    at = await withApp({ issues: [issueOf('add')], parts: [part('add is wrong', mended('add'))] }, {});
    await at.environment.say('maya', '/crew fix');
    await settled(at);
  }, LONG);
  afterAll(async () => {
    await at.app.close();
    await at.environment.close();
  });

  it('make one run, one pull request and one notice of one comment', async () => {
    const { environment } = at;
    expect((await environment.records()).map(({ end }) => end?.outcome)).toEqual(['done']);
    expect(await environment.pulls()).toHaveLength(1);
    expect(environment.said().filter((text) => text.startsWith('@maya'))).toHaveLength(1);
    expect(environment.model.requests).toHaveLength(2);
  });
});
