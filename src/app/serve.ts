// Starts the App as a server: Probot, the inbox, the board pages. Used by `crew serve` and the sandbox (src/cli/embedded-github.ts).

import type { Server as HttpServer, IncomingMessage } from 'node:http';
import path from 'node:path';
import { Probot, Server } from 'probot';
import { systemClock } from '../adapters/clock.js';
import type { Env } from '../services/env.js';
import { operatorLog } from '../services/wire.js';
import { crewApp, type RunningApp } from './app.js';
import { type AppWork, appWork } from './app-work.js';
import { appPages } from './pages.js';
import type { Reports } from './reports.js';
import { appKey } from './token.js';

/** The App while it serves. */
export interface RunningServer {
  readonly url: string;
  readonly reports: Reports;
  /** Scans a board now, without waiting for a change. */
  readonly scan: AppWork['scan'];
  /** Resolves when no delivery and no scan is running. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the App. Throws without a webhook secret, because anyone could send it commands. */
export async function serveApp(env: Env, { root, host }: { root: string; host: string }): Promise<RunningServer> {
  const key = appKey(env);
  const home = env.home ?? path.join(root, '.crew');
  const clock = systemClock();
  const work = appWork(env, { key, home });
  const server = await serverOf(env, { key, host });
  let listening: RunningApp | undefined;
  await server.load(async (probot) => {
    listening = await crewApp(probot, {
      inbox: path.join(home, 'inbox'),
      log: operatorLog,
      clock,
      ...work,
    });
  });
  server.addHandler(appPages(work.reports, { server: env.urls.server, clock }, work.pages));
  limitRequests(await server.start());
  const idle = async () => listening?.idle();
  const close = async () => {
    await server.stop();
    listening?.stop();
    await idle();
  };
  return {
    url: `http://${host === '0.0.0.0' ? 'localhost' : host}:${server.port}`,
    reports: work.reports,
    scan: work.scan,
    idle,
    close,
  };
}

async function serverOf(env: Env, { key, host }: { key: ReturnType<typeof appKey>; host: string }): Promise<Server> {
  const { id: appId, privateKey, secret } = key;
  const silentProbot = new Probot({ appId, privateKey, logLevel: 'fatal' });
  await silentProbot.ready();
  return new Server({
    // Probot logs every request; operators get crew's own lines only.
    log: silentProbot.log,
    host,
    port: env.port,
    enableStaticFiles: false,
    enablePing: false,
    Probot: Probot.defaults({ appId, privateKey, secret, baseUrl: env.urls.api, logLevel: 'fatal' }),
  });
}

/** GitHub sends no larger webhooks. */
const MAX_BODY_BYTES = 25_000_000;

/** GitHub ends a delivery after this time. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Limits size and duration of every request before the server's own handlers see it. */
function limitRequests(server: HttpServer): void {
  const handlers = server.rawListeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const status = refusalStatus(request);
    if (status !== undefined) {
      response.writeHead(status, { connection: 'close' }).end(() => request.destroy());
      return;
    }
    const timeout = setTimeout(() => request.destroy(), REQUEST_TIMEOUT_MS);
    for (const event of ['end', 'close'] as const) request.once(event, () => clearTimeout(timeout));
    for (const handler of handlers) handler.call(server, request, response);
  });
}

/** The status of a request that is refused before its body is read; undefined for every other request. */
function refusalStatus({ headers }: IncomingMessage): number | undefined {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return 413;
  // A request without a length may be endless.
  return headers['transfer-encoding'] === undefined ? undefined : 411;
}
