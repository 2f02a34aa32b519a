// `crew serve` without APP_ID: the page that creates the GitHub App.
import { readFile, stat } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Setup, serveSetup } from '../../src/app/setup.js';
import { readEnv } from '../../src/services/env.js';
import { newFolder } from '../build/folder.js';

let github: Server;
let setup: Setup;
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

describe('crew serve without APP_ID', () => {
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
