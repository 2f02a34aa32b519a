// Without APP_ID, `crew serve` serves a page on localhost that creates the GitHub App from app.yml (GitHub's manifest flow).
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

export interface Setup {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves the set-up page on localhost only: the credentials of the App are stored for the person who opens it. */
export async function serveSetup(env: Env, { home }: { readonly home: string }): Promise<Setup> {
  const state = randomUUID();
  const manifest: unknown = parse(await readFile(ownFile('app.yml'), 'utf8'));
  const server = createServer((asked, response) => {
    answer(asked, { env, home, state, manifest }).then(
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

interface Place {
  readonly env: Env;
  readonly home: string;
  readonly state: string;
  readonly manifest: unknown;
}

async function answer({ method, url = '/', headers }: IncomingMessage, place: Place): Promise<Page> {
  // A foreign name that resolves to this machine must not read the page.
  if (!LOCAL.test(headers.host ?? '')) return { status: 403, body: failedPage('Open this page as http://localhost.') };
  const asked = new URL(url, 'http://localhost');
  if (asked.pathname === '/healthz') return { status: 200, body: plainPage('<p>Not set up yet.</p>') };
  if (method !== 'GET') return { status: 404, body: failedPage('There is no such page.') };
  if (asked.pathname === '/' || asked.pathname === '/probot')
    return formPage(asked.searchParams, `http://${headers.host}`, place);
  if (asked.pathname === '/setup') return convert(asked.searchParams, place);
  return { status: 404, body: failedPage('There is no such page.') };
}

function formPage(query: URLSearchParams, own: string, { env, state, manifest }: Place): Page {
  const organization = /^[A-Za-z\d-]{0,39}$/.exec(query.get('organization') ?? '')?.[0] ?? '';
  const address = /^https?:\/\/[^\s"'<>?#]+$/.exec(query.get('address') ?? '')?.[0].replace(/\/+$/, '') ?? '';
  const { server } = env.urls;
  const text = JSON.stringify({
    ...(manifest as object),
    url: server,
    redirect_url: `${own}/setup`,
    hook_attributes: {
      url: `${address === '' ? 'https://example.com' : address}/api/github/webhooks`,
      active: address !== '',
    },
  });
  const body = setupPage({ server, organization, address, manifest: text, state });
  return { status: 200, body, formAction: `'self' ${new URL(newAppAddress(server, organization)).origin}` };
}

/** Exchanges GitHub's code for the credentials, and stores them in a file that only this user can read. */
async function convert(query: URLSearchParams, { env, home, state }: Place): Promise<Page> {
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
