// What the App shows to whoever opens its address: that it lives, and the boards of public repositories as it sees them.
// Nothing of private ones: this door asks nobody who they are.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { version } from '../services/version.js';
import { boardPage, boardPolicy } from '../view/board/index.js';
import { boardsPage, boardsPolicy } from '../view/boards-page.js';
import type { Reports } from './reports.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Answers `/`, `/OWNER/NAME` and `/healthz`; everything else is somebody else's. */
export function frontPage(reports: Reports, server: string): Handler {
  return async ({ method, url = '' }, response) => {
    const path = url.split('?')[0] ?? '';
    if (method !== 'GET') return false;
    if (path === '/healthz')
      return send(response, { type: 'application/json', body: JSON.stringify({ ok: true, version }) });
    const page = path === '/' ? await front(reports, server) : await board(reports, { repo: path.slice(1), server });
    if (!page) return false;
    return send(response, { type: 'text/html; charset=utf-8', ...page });
  };
}

interface Page {
  readonly body: string;
  readonly policy: string;
}

/** The only board there is, or the list of them. */
async function front(reports: Reports, server: string): Promise<Page> {
  const repos = await reports.repos();
  const [only] = repos;
  const single = only !== undefined && repos.length === 1 ? await board(reports, { repo: only, server }) : null;
  return single ?? { body: boardsPage({ version, repos }), policy: boardsPolicy };
}

async function board(reports: Reports, { repo, server }: { repo: string; server: string }): Promise<Page | null> {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo)) return null;
  const stored = await reports.find(repo);
  if (!stored) return null;
  const { report, previous, lang = 'en' } = stored;
  return {
    body: boardPage(report, { lang, previous, home: `${server}/${stored.repo}`, nav: navOf(server, stored.repo) }),
    policy: boardPolicy,
  };
}

/** Back to the list of boards, and to GitHub. */
const navOf = (server: string, repo: string) => [
  { name: 'Boards', href: '/' },
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
