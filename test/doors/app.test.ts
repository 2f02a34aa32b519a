import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { type Served, serveApp } from '../../src/app/serve.js';
import { freePort } from '../../src/cli/embedded-github.js';
import { readEnv } from '../../src/services/env.js';
import { newFolder } from '../build/folder.js';

const SECRET = 'a secret of this test';
let github: EmbeddedGitHub;
let app: Served;

beforeAll(async () => {
  const port = await freePort();
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann', 'maya', 'sam'],
      repositories: [
        {
          owner: 'ann',
          name: 'shop',
          files: { 'README.md': '# shop\n' },
          collaborators: { maya: 'write' },
          issues: [{ title: 'One' }, { title: 'Two' }],
        },
      ],
      apps: [
        {
          slug: 'crew',
          permissions: {
            actions: 'write',
            contents: 'write',
            issues: 'write',
            metadata: 'read',
            pull_requests: 'write',
          },
          events: ['issue_comment', 'issues'],
          webhook: { url: `http://127.0.0.1:${port}/api/github/webhooks`, secret: SECRET },
          installations: [{ account: 'ann' }],
        },
      ],
    },
  });
  const { id, privateKey } = github.app('crew');
  const env = readEnv({
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.url,
    APP_ID: String(id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: SECRET,
    PORT: String(port),
    CREW_HOME: await newFolder(),
  });
  app = await serveApp(env, { root: '.', host: '127.0.0.1' });
});

afterAll(async () => {
  await app.close();
  await github.close();
});

async function say(who: string, body: string, issue = 1): Promise<void> {
  const answer = await fetch(`${github.apiUrl}/repos/ann/shop/issues/${issue}/comments`, {
    method: 'POST',
    headers: { authorization: `token ${github.tokenFor({ user: who })}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  expect(answer.status).toBe(201);
  await github.webhooksSettled();
  await app.idle();
}

const thread = (issue = 1) =>
  github
    .repository('ann/shop')
    .issues.find(({ number }) => number === issue)
    ?.comments.map(({ author, body }) => ({ by: author.login, body })) ?? [];

describe('the App', () => {
  it('answers /crew help with one comment', async () => {
    await say('maya', '/crew help');
    const own = thread().filter(({ by }) => by === 'crew[bot]');
    expect(own).toHaveLength(1);
    expect(own[0]?.body).toContain('`/crew status`');
  });

  it('answers a redelivery with nothing', async () => {
    const before = github.effects.length;
    const [delivery] = [...github.state.deliveries].reverse();
    if (!delivery) throw new Error('nothing was delivered');
    github.redeliver(delivery);
    await github.webhooksSettled();
    await app.idle();
    expect(github.effects.slice(before)).toEqual([]);
  });

  it("starts nothing for a stranger's /crew fix, and says nothing", async () => {
    const before = thread(2).length;
    await say('sam', '/crew fix everything', 2);
    expect(thread(2)).toHaveLength(before + 1);
  });

  it('answers a stranger who asks for help', async () => {
    await say('sam', '/crew help', 2);
    expect(thread(2).at(-1)?.by).toBe('crew[bot]');
  });

  it('shows that it lives', async () => {
    expect(await (await fetch(`${app.url}/healthz`)).json()).toMatchObject({ ok: true });
    expect(await (await fetch(app.url)).text()).toContain('listens');
  });
});

describe('without a webhook secret', () => {
  it('the App refuses to start, and says why', async () => {
    const env = readEnv({ APP_ID: '1', PRIVATE_KEY: 'x' });
    await expect(serveApp(env, { root: '.', host: '127.0.0.1' })).rejects.toThrow(/WEBHOOK_SECRET/);
  });
});
