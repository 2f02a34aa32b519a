// The set-up page that `crew serve` serves on localhost if APP_ID is not set. It creates the GitHub App from app.yml (GitHub's manifest flow).

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { parse } from 'yaml';
import { ownFile } from '../files/own-file.js';
import { UserError } from '../ports/errors.js';
import type { Env } from '../services/env.js';
import { createdPage, failedPage, newAppAddress, plainPage, plainPolicy, setupPage } from '../view/app-pages.js';
import { type CreatedApp, convertManifest } from './token.js';

const HOST = '127.0.0.1';
const LOCAL = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

/** The set-up page while it is served. */
export interface RunningSetup {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves the set-up page on localhost only: the credentials of the App are stored for the person who opens it. */
export async function serveSetup(env: Env, { home }: { readonly home: string }): Promise<RunningSetup> {
  const state = randomUUID();
  const manifest: unknown = parse(await readFile(ownFile('app.yml'), 'utf8'));
  const server = createServer((request, response) => {
    answer(request, { env, home, state, manifest }).then(
      (page) => send(response, page),
      (error: unknown) => send(response, { status: 502, body: failedPage(String(error)) }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.port, HOST, resolve);
  }).catch((error: unknown) => {
    throw new UserError(
      {
        expected: `port ${env.port} to be free`,
        found: error instanceof Error ? error.message : String(error),
        remedy: 'Set PORT to another one.',
        ends: 'infra_error',
      },
      { cause: error },
    );
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : env.port;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Page {
  readonly status: number;
  readonly body: string;
  /** Where its form may post to. */
  readonly formAction?: string;
}

interface SetupContext {
  readonly env: Env;
  readonly home: string;
  /** A random value that GitHub sends back, so that no other page can make this server store an App. */
  readonly state: string;
  readonly manifest: unknown;
}

async function answer({ method, url = '/', headers }: IncomingMessage, ctx: SetupContext): Promise<Page> {
  // Another host name that resolves to this machine could belong to an attacker's page (DNS rebinding).
  if (!LOCAL.test(headers.host ?? '')) return { status: 403, body: failedPage('Open this page as http://localhost.') };
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname === '/healthz') return { status: 200, body: plainPage('<p>Not set up yet.</p>') };
  if (method !== 'GET') return { status: 404, body: failedPage('There is no such page.') };
  if (pathname === '/' || pathname === '/probot') return formPage(searchParams, `http://${headers.host}`, ctx);
  if (pathname === '/setup') return storeApp(searchParams, ctx);
  return { status: 404, body: failedPage('There is no such page.') };
}

/** The page with the form that sends the manifest to GitHub. `baseUrl`: the address of this server, to which GitHub redirects. */
function formPage(query: URLSearchParams, baseUrl: string, { env, state, manifest }: SetupContext): Page {
  const organization = /^[A-Za-z\d-]{0,39}$/.exec(query.get('organization') ?? '')?.[0] ?? '';
  const address = /^https?:\/\/[^\s"'<>?#]+$/.exec(query.get('address') ?? '')?.[0].replace(/\/+$/, '') ?? '';
  const { server } = env.urls;
  const text = JSON.stringify({
    ...(manifest as object),
    url: server,
    redirect_url: `${baseUrl}/setup`,
    hook_attributes: {
      url: `${address === '' ? 'https://example.com' : address}/api/github/webhooks`,
      active: address !== '',
    },
  });
  const body = setupPage({ server, organization, address, manifest: text, state });
  return { status: 200, body, formAction: `'self' ${new URL(newAppAddress(server, organization)).origin}` };
}

/** Exchanges GitHub's code for the credentials, and stores them in a file that only this user can read. */
async function storeApp(query: URLSearchParams, { env, home, state }: SetupContext): Promise<Page> {
  const code = /^[\w-]{1,200}$/.exec(query.get('code') ?? '')?.[0];
  if (code === undefined || query.get('state') !== state)
    return { status: 400, body: failedPage('GitHub sent no code, or one that was not asked for here.') };
  const app = await convertManifest(env.urls.api, code);
  const file = path.join(home, 'app.env');
  await mkdir(home, { recursive: true });
  await writeFile(file, credentialsOf(app), { mode: 0o600 });
  return { status: 200, body: createdPage({ file, install: `${app.html_url}/installations/new` }) };
}

/** Lines that a shell reads. The key is one line: `\n` in it is read as a line end. */
const credentialsOf = ({ id, pem, webhook_secret: secret }: CreatedApp): string =>
  [
    `APP_ID=${id}`,
    `PRIVATE_KEY='${pem.trim().replaceAll('\n', '\\n')}'`,
    `WEBHOOK_SECRET='${secret ?? randomUUID()}'`,
    '',
  ].join('\n');

function send(response: ServerResponse, { status, body, formAction }: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': plainPolicy(formAction),
  });
  response.end(body);
}
