import { readFile, stat } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { type RunningServer, serveApp } from '../../src/app/serve.js';
import { type RunningSetup, serveSetup } from '../../src/app/setup.js';
import { freePort } from '../../src/cli/embedded-github.js';
import { readEnv } from '../../src/services/env.js';
import { newFolder } from '../build/folder.js';

describe('the App', () => {
  const SECRET = 'a secret of this test';
  let github: EmbeddedGitHub;
  let app: RunningServer;

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
});

describe('crew serve without APP_ID', () => {
  let github: Server;
  let setup: RunningSetup;
  let home: string;

  beforeAll(async () => {
    home = await newFolder();
    github = createServer((request, response) => {
      const isConversion = request.method === 'POST' && request.url === '/app-manifests/c0de/conversions';
      response.writeHead(isConversion ? 201 : 404, { 'content-type': 'application/json' });
      const app = { id: 7, html_url: 'https://github.com/apps/crew-7', pem: '-----BEGIN\nkey\n-----END\n' };
      response.end(JSON.stringify(isConversion ? { ...app, webhook_secret: 'hush' } : { message: 'Not Found' }));
    });
    await new Promise<void>((resolve) => void github.listen(0, '127.0.0.1', resolve));
    const GITHUB_API_URL = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
    setup = await serveSetup({ ...readEnv({ GITHUB_API_URL }), port: 0 }, { home });
  });
  afterAll(async () => {
    await setup.close();
    await new Promise((resolve) => github.close(resolve));
  });

  const page = async (at: string) => {
    const answer = await fetch(`${setup.url.replace('localhost', '127.0.0.1')}${at}`);
    return { status: answer.status, text: await answer.text() };
  };

  it('shows a form that posts the manifest of app.yml to GitHub', async () => {
    const { status, text } = await page('/?address=https://crew.example.org&organization=acme');
    expect(status).toBe(200);
    expect(text).toContain('action="https://github.com/organizations/acme/settings/apps/new?state=');
    const manifest = /name="manifest" value="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect(JSON.parse(manifest)).toMatchObject({
      hook_attributes: { url: 'https://crew.example.org/api/github/webhooks', active: true },
      default_permissions: { contents: 'write' },
      public: false,
    });
  });

  it('without a public address creates the App with an inactive webhook', async () => {
    expect((await page('/')).text).toContain('&quot;active&quot;:false');
  });

  it('takes no code that it did not ask for', async () => {
    expect((await page('/setup?code=c0de&state=guessed')).status).toBe(400);
  });

  it('stores the credentials where only this user can read them, and says how to start', async () => {
    const state = /state=([\w-]+)/.exec((await page('/')).text)?.[1] ?? '';
    const { status, text } = await page(`/setup?code=c0de&state=${state}`);
    expect(status).toBe(200);
    expect(text).toContain('https://github.com/apps/crew-7/installations/new');
    const file = path.join(home, 'app.env');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(
      "APP_ID=7\nPRIVATE_KEY='-----BEGIN\\nkey\\n-----END'\nWEBHOOK_SECRET='hush'\n",
    );
    expect(text).not.toContain('hush');
  });

  it('refuses a request by another name than localhost', async () => {
    const { port } = new URL(setup.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port, headers: { host: 'evil.example' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(403);
  });
});
