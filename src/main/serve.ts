// The App as a server: Probot in front, the inbox behind it, the road behind that.
import { Probot, Server } from 'probot';
import type { Event } from '../event.js';
import { road } from '../road.js';
import { type AppOptions, crewApp, type Installation, type Listening } from './app.js';
import type { Env } from './env.js';
import { frontPage } from './front-page.js';
import { appKey, installationTokens } from './token.js';
import { homeStore, hubCrew, operatorLog } from './wire.js';

export interface Served {
  readonly url: string;
  /** Resolves when nothing is being worked on. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the App. Without a webhook secret it refuses: anybody could command it. */
export async function serveApp(env: Env, { root, host }: { root: string; host: string }): Promise<Served> {
  const key = appKey(env);
  const store = homeStore(env, root);
  const tokenFor = installationTokens(key, env.urls.api);
  const crewOf = (repo: string, at: Installation) =>
    hubCrew({ env, door: 'app', repo, token: tokenFor(at), store, log: operatorLog });
  const travel = async (event: Event, at: Installation) => {
    const repo = 'at' in event ? event.at.repo : (event.repo ?? '');
    await road(event, crewOf(repo, at));
  };
  const look: AppOptions['look'] = async ({ repo, at, by }) => {
    const crew = crewOf(repo, at);
    const { me } = await crew.own();
    // What crew itself wrote is no reason to look again.
    if (by.every((id) => id === me)) return;
    await road({ kind: 'scheduled', key: `change-${Date.now()}`, repo, command: 'facilitate' }, crew);
  };
  const quiet = new Probot({ appId: key.id, privateKey: key.privateKey, logLevel: 'warn' });
  await quiet.ready();
  const server = new Server({
    // Probot says much at every request; operators read our own lines.
    log: quiet.log,
    host,
    port: env.port,
    enableStaticFiles: false,
    enablePing: false,
    Probot: Probot.defaults({
      appId: key.id,
      privateKey: key.privateKey,
      secret: key.secret,
      baseUrl: env.urls.api,
      logLevel: 'error',
    }),
  });
  let listening: Listening | undefined;
  await server.load(async (probot) => {
    listening = await crewApp(probot, { store, log: operatorLog, travel, look });
  });
  server.addHandler(frontPage(store));
  await server.start();
  const idle = async () => listening?.idle();
  const close = async () => {
    await server.stop();
    listening?.stop();
    await idle();
  };
  return { url: `http://${host === '0.0.0.0' ? 'localhost' : host}:${server.port}`, idle, close };
}
