// The board as crew sees it, inside the sandbox: the same page that the App shows.
import type { Incoming, Reply } from 'github-sandbox';
import type { Reports } from '../app/reports.js';
import { boardPage, boardPolicy } from '../view/board/index.js';

export const BOARD_PATH = '/_/board';

const EMPTY = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>crew</title>
<p>Crew has not looked at the board yet. Write <code>/crew facilitate</code> in an issue; this page looks again by itself.</p></html>`;

/** Answers with the field of the first board there is. */
export function boardPageDoor(reports: Reports, server: string): (incoming: Incoming) => Promise<Reply | null> {
  return async ({ method, path }) => {
    if (method !== 'GET' || path !== BOARD_PATH) return null;
    const [repo] = await reports.repos();
    const kept = repo === undefined ? null : await reports.find(repo);
    const page =
      kept &&
      boardPage(kept.report, { lang: kept.lang ?? 'en', previous: kept.previous, home: `${server}/${kept.repo}` });
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': page ? boardPolicy : "default-src 'none'",
    };
    return { status: 200, headers, bytes: Buffer.from(page ?? EMPTY) };
  };
}
