import type { IssueNumber, Report } from '../../../ports/report.js';
import type { BoardWords } from '../../../text/lang/board/index.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { showable } from '../../line.js';
import { addressOf, type Board, nameOf } from '../board.js';

/** Everything that a part of the page is shown from. */
export interface Showing {
  readonly report: Report;
  readonly previous: Report | undefined;
  readonly board: Board;
  readonly say: BoardWords;
  readonly home: string | undefined;
}

/** Where an issue stands on the page; two issues never share a place. */
export const anchorOf = (issue: IssueNumber): string =>
  `issue-${nameOf(issue)
    .replace(/^#/, '')
    .replace(/[^A-Za-z0-9-]/g, (letter) => `_${letter.charCodeAt(0).toString(16)}_`)}`;

/** An issue's name, leading to its place on the page when it has one, else to GitHub when that is known. */
export function issueLink(issue: IssueNumber, { board, home }: Showing): Markup {
  const name = nameOf(issue);
  if (board.find(issue)) return markup`<a class="name" href="#${anchorOf(issue)}">${name}</a>`;
  return outLink(issue, name, home);
}

/** A way to GitHub, or the bare words. */
export function outLink(issue: IssueNumber, words: string, home: string | undefined): Markup {
  const address = addressOf(issue, home);
  if (address === null) return markup`<span class="name">${words}</span>`;
  return markup`<a class="name" href="${address}" rel="noreferrer">${words}</a>`;
}

/** A moment: how long before the look for reading, the exact time for asking. */
export function moment(at: string, { say, report }: Showing): Markup {
  return markup`<time datetime="${at}" title="${at}">${say.ago(at, report.observedAt)}</time>`;
}

/** A command as people copy it. */
export function commandOf(command: string, say: BoardWords): Piece {
  const whole = showable(command);
  if (whole === null) return markup`<p class="soft">${say.unshown}</p>`;
  return whole !== '' && markup`<div class="command"><code>${whole}</code></div>`;
}

/** The report's sentences are Markdown; here words mark nothing up, so the marks of code are left out. */
export const bare = (text: string): string => text.replaceAll('`', '');
