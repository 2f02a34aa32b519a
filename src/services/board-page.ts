// The board page inside the embedded GitHub: the same page that the App shows.
import type { Incoming, Reply } from 'github-sandbox';
import type { Reports } from '../app/reports.js';
import { boardPage, boardPolicy } from '../view/board/index.js';

export const BOARD_PATH = '/_/board';

const EMPTY = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>crew</title>
<p>The board has not been scanned yet. Write <code>/crew facilitate</code> in an issue; this page reloads by itself.</p></html>`;

/** The links of the embedded GitHub, as its own pages show them. */
const navOf = (repo: string) => [
  { name: 'Issues', href: `/${repo}/issues` },
  { name: 'Pull requests', href: `/${repo}/pulls` },
  { name: 'Actions', href: `/${repo}/actions` },
  { name: 'Board health', href: BOARD_PATH, on: true },
  { name: 'Effects', href: '/_/effects' },
];

/** Answers with the first board there is. */
export function boardPageDoor(reports: Reports, server: string): (incoming: Incoming) => Promise<Reply | null> {
  return async ({ method, path }) => {
    if (method !== 'GET' || path !== BOARD_PATH) return null;
    const [repo] = await reports.repos();
    const stored = repo === undefined ? null : await reports.find(repo);
    const page =
      stored &&
      boardPage(stored.report, {
        lang: stored.lang ?? 'en',
        previous: stored.previous,
        home: `${server}/${stored.repo}`,
        nav: navOf(stored.repo),
      });
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': page ? boardPolicy : "default-src 'none'",
    };
    return { status: 200, headers, bytes: Buffer.from(page ?? EMPTY) };
  };
}
