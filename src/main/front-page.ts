// What the App shows to whoever opens its address: that it lives, and what it did last.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { runsOf } from '../core/runs.js';
import type { Store } from '../ports.js';
import { runsPage } from '../view/runs-page.js';
import { version } from './version.js';

/** Answers `/` and `/healthz`; everything else is somebody else's. */
export function frontPage(store: Store): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  return async ({ method, url = '' }, response) => {
    const path = url.split('?')[0];
    if (method !== 'GET' || (path !== '/' && path !== '/healthz')) return false;
    if (path === '/healthz') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, version }));
      return true;
    }
    const page = runsPage({ version, runs: await runsOf(store) });
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    response.end(page);
    return true;
  };
}
