// Starts what `crew sandbox` shows: the embedded GitHub with Actions, the sample project, a model, and crew's App.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plugActions, sandboxPages, startGitHub } from 'github-sandbox';
import { systemClock } from '../adapters/clock.js';
import { storedBoardContent } from '../app/pages.js';
import type { Reports } from '../app/reports.js';
import { serveApp } from '../app/serve.js';
import { ownFile } from '../files/own-file.js';
import { seedSample } from '../sample/index.js';
import { parseScript, startModel } from '../sample/model/index.js';
import type { Env } from '../services/env.js';
import { htmlText } from '../view/html.js';
import { threadCommands } from '../workflows/instant.js';
import { EXAMPLES_STYLE, examplesContent } from './sandbox-examples.js';

/** The running embedded GitHub. */
export interface GithubSandbox {
  /** The address of its web pages. */
  readonly url: string;
  /** A scripted model has a `url`, so that commands at a terminal can use it too. */
  readonly model: { readonly name: string; readonly scripted: boolean; readonly url?: string | undefined };
  readonly close: () => Promise<void>;
}

/** Opens the embedded GitHub. Its files are in a temporary folder that `close` removes. */
export async function openGithubSandbox(env: Env, { port }: { port: number }): Promise<GithubSandbox> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  try {
    return { ...(await open(env, { port, closers })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Opening {
  readonly port: number;
  /** Functions that close what was opened, in the order of opening. */
  readonly closers: (() => Promise<void>)[];
}

async function open(env: Env, { port, closers }: Opening): Promise<Omit<GithubSandbox, 'close'>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'crew-sandbox-'));
  closers.push(() => rm(dir, { recursive: true, force: true }));
  const github = await startGitHub({ dir: path.join(dir, 'repositories'), port });
  closers.push(github.close);
  const model = await modelOf(env, closers);
  const appPort = await freePort();
  const secret = randomBytes(20).toString('hex');
  const sample = await seedSample(github, {
    webhook: { url: `http://127.0.0.1:${appPort}/api/github/webhooks`, secret },
    // The App receives webhooks; the Actions jobs use the model.
    model: { key: env.model.key ?? NO_KEY, url: model.url ?? env.model.url },
  });
  const actions = plugActions(github, { dir, actions: { 'crew/crew': ownFile('.') } });
  closers.push(actions.close);
  const app = await serveApp(
    {
      ...env,
      urls: { server: github.url, api: github.apiUrl, graphql: github.graphqlUrl },
      app: { id: String(sample.app.id), privateKey: sample.app.privateKey, secret },
      home: path.join(dir, 'crew'),
      port: appPort,
    },
    { root: dir, host: '127.0.0.1' },
  );
  closers.push(app.close);
  const commands = threadCommands().map(({ name }) => `/crew ${name}`);
  const content = () => boardContentOf(app.reports, github.url);
  const pages = [
    { name: 'Board health', href: BOARD_PATH, content },
    { name: 'Try it', href: '/_/try', content: () => Promise.resolve(examplesPage(sample.repository, model.scripted)) },
  ];
  const about = { slug: sample.app.slug, name: 'crew', commands, pages };
  github.mount(sandboxPages({ github, model, app: about, runs: actions.runs }));
  // A first scan, so that the board page has content.
  const [installation] = github.state.installations.keys();
  const repository = github.repository(sample.repository).id;
  const scanning = app.scan({
    repo: sample.repository,
    installation: { installation: installation ?? 0, repository },
    by: [],
  });
  closers.push(() =>
    scanning.then(
      () => undefined,
      () => undefined,
    ),
  );
  return { url: github.url, model };
}

/** A key for the scripted model, which accepts any. */
const NO_KEY = 'the-script-needs-no-key';

/** The real model if the environment has a key for it, else a model that answers from a script. */
async function modelOf({ model }: Env, closers: Opening['closers']): Promise<GithubSandbox['model']> {
  if (model.key !== undefined) return { name: model.url ?? 'Anthropic', scripted: false };
  const script = parseScript(await readFile(ownFile('src/sample/model.yml'), 'utf8'), 'model.yml');
  const scripted = await startModel({ script });
  closers.push(scripted.close);
  return { name: script.name ?? 'a script', scripted: true, url: scripted.url };
}

const BOARD_PATH = '/_/board';

/** The board page before the first scan has ended. */
const EMPTY_BOARD = {
  title: 'Board health',
  lang: 'en',
  main: '<h1>Board health</h1><p>crew is reading the board. This page reloads by itself.</p>',
  style: '',
  script: 'setTimeout(() => location.reload(), 2000);',
};

/** The page with the examples, in the style of the board page. */
const examplesPage = (repository: string, isScripted: boolean): typeof EMPTY_BOARD => ({
  ...EMPTY_BOARD,
  title: 'Try it',
  main: htmlText(examplesContent({ repository: `/${repository}`, isScripted })),
  style: EXAMPLES_STYLE,
  script: '',
});

/** The content of the board page: the last report of the first repository. */
async function boardContentOf(reports: Reports, server: string): Promise<typeof EMPTY_BOARD> {
  const [repo] = await reports.repos();
  const stored = repo === undefined ? null : await reports.find(repo);
  return stored === null ? EMPTY_BOARD : storedBoardContent(stored, { server, clock: systemClock() });
}

/** `preferred` if it is free, and 0 if it is not. Without `preferred`, any free port. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  try {
    server.listen(preferred, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return 0;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
