// The App's web pages: boards, tasks and runs of public repositories. Private repositories are not shown, since visitors are not signed in.
// Used by serve.ts and app-work.ts; the sandbox (src/cli/embedded-github.ts) shows the content of the board page in its own frame.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownFile } from '../files/own-file.js';
import { refsLedger } from '../memory/ledger.js';
import type { Clock } from '../ports/index.js';
import { historyOf } from '../runs/services.js';
import { version } from '../services/env.js';
import type { GitHubServices } from '../services/wire.js';
import { inLanguage, type Language } from '../text/lang/index.js';
import { boardsPage, boardsPolicy } from '../view/app-pages.js';
import { boardContent, boardPage, boardPolicy } from '../view/board/page/page.js';
import { runPage, runPolicy } from '../view/run/page/page.js';
import { showRun } from '../view/run/shown-run.js';
import { picturesOf } from '../workflows/pictures.js';
import { readDefinitions } from '../workflows/task/definitions.js';
import { en } from '../workflows/task/messages.en.js';
import { ja } from '../workflows/task/messages.ja.js';
import { dashboard, dashboardPolicy } from '../workflows/task/rules/dashboard.js';
import { statisticsOf } from '../workflows/task/rules/statistics.js';
import type { Reports, StoredReport } from './reports.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Where boards are shown: the address of the GitHub server, and the clock for their ages. */
interface BoardSite {
  readonly server: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** Answers `/`, `/OWNER/NAME`, `/OWNER/NAME/tasks`, `/OWNER/NAME/runs/RUN` and `/healthz`. False for every other address. */
export function appPages(reports: Reports, site: BoardSite, pages: RunPages): Handler {
  return async ({ method, url = '' }, response) => {
    const path = url.split('?')[0] ?? '';
    if (method !== 'GET') return false;
    if (path === '/healthz')
      return send(response, { type: 'application/json', body: JSON.stringify({ ok: true, version }) });
    const page =
      path === '/'
        ? await frontPage(reports, site)
        : ((await board(reports, path.slice(1), site)) ?? (await pageAboutRuns(pages, path)));
    if (!page) return false;
    return send(response, { type: 'text/html; charset=utf-8', ...page });
  };
}

/** The tasks of a repository, or one of its runs. */
async function pageAboutRuns(pages: RunPages, path: string): Promise<Page | null> {
  const [, repo, run] = /^\/([\w.-]+\/[\w.-]+)\/(?:tasks|runs\/([\w.-]{1,100}))$/.exec(path) ?? [];
  if (repo === undefined) return null;
  return run === undefined ? pages.tasks(repo) : pages.run(repo, run);
}

/** The board, if there is only one; else the list of boards. */
async function frontPage(reports: Reports, site: BoardSite): Promise<Page> {
  const repos = await reports.repos();
  const [only] = repos;
  const single = only !== undefined && repos.length === 1 ? await board(reports, only, site) : null;
  return single ?? { body: boardsPage({ version, repos }), policy: boardsPolicy };
}

async function board(reports: Reports, repo: string, site: BoardSite): Promise<Page | null> {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo)) return null;
  const stored = await reports.find(repo);
  if (!stored) return null;
  return { body: storedBoard(stored, { ...site, nav: navOf(site.server, stored.repo) }), policy: boardPolicy };
}

/** The page of a board's last report. */
const storedBoard = (stored: StoredReport, site: BoardSite & Pick<Parameters<typeof boardPage>[1], 'nav'>): string =>
  boardPage(stored.report, { ...boardOptions(stored, site), nav: site.nav });

/** The content of that page with its language, for the frame of another site. */
export function storedBoardContent(
  stored: StoredReport,
  site: BoardSite,
): ReturnType<typeof boardContent> & { readonly lang: Language } {
  const options = boardOptions(stored, site);
  return { ...boardContent(stored.report, options), lang: options.lang };
}

const boardOptions = ({ repo, previous, lang = 'en' }: StoredReport, { server, clock }: BoardSite) => ({
  lang,
  previous,
  home: `${server}/${repo}`,
  now: new Date(clock.now()).toISOString(),
});

/** Links to the list of boards, the tasks, and GitHub. */
const navOf = (server: string, repo: string) => [
  { name: 'Boards', href: '/' },
  { name: 'Tasks', href: `/${repo}/tasks` },
  { name: repo, href: `${server}/${repo}/issues` },
];

function send(response: ServerResponse, { type, body, policy }: { type: string; body: string; policy?: string }): true {
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-store',
    ...(policy ? { 'content-security-policy': policy } : {}),
  });
  response.end(body);
  return true;
}

interface Page {
  readonly body: string;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

/** Tasks of the last 90 days: pass rates, debt, coverage, escalations. */
export async function tasksPage(repo: string, services: GitHubServices): Promise<Page> {
  const { github, store, clock, settings } = services;
  const [records, entries, { sessions }, { lang }] = await Promise.all([
    historyOf(store).list(),
    refsLedger(github.refs, (text) => text).read(),
    readDefinitions(ownFile('.agent')),
    settings(),
  ]);
  const axes = [...new Set(sessions.flatMap((session) => session.axes))];
  const statistics = statisticsOf({ records, entries, axes, now: clock.now() });
  return {
    body: dashboard({ statistics, say: inLanguage(lang, { en, ja }), lang, title: repo }),
    policy: dashboardPolicy,
  };
}

/** The page of a run, as `crew show --html` writes it; null if there is no such run. */
export async function pageOfRun(run: string, { store, clock, settings }: GitHubServices): Promise<Page | null> {
  const history = await historyOf(store).load(run);
  if (!history) return null;
  const options = { now: clock.now(), lang: (await settings()).lang };
  const pictures = picturesOf(history, options);
  return { body: runPage(showRun(history, { ...options, pictures })), policy: runPolicy };
}

/** Creates the pages about runs; null for a repository without a public board, or a run that does not exist. */
export interface RunPages {
  tasks(repo: string): Promise<Page | null>;
  run(repo: string, run: string): Promise<Page | null>;
}
