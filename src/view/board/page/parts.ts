// What the parts of the board page share: their input, links to issues, times, and commands with a copy button.
import type { IssueNumber, Report } from '../../../ports/report.js';
import { copyableCommand } from '../../../text/clean-output.js';
import type { BoardWords } from '../../../text/lang/board/index.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { type Board, issueAddress, issueName } from '../board.js';

/** The input of every part of the page. */
export interface PageContext {
  readonly report: Report;
  /** The report of the previous scan. */
  readonly previous: Report | undefined;
  readonly board: Board;
  readonly words: BoardWords;
  /** The address of the board's repository. Without it, the page has no links to GitHub. */
  readonly home: string | undefined;
}

/** The id of an issue's element, unique on the page. */
export const anchorOf = (issue: IssueNumber): string =>
  `issue-${issueName(issue)
    .replace(/^#/, '')
    .replace(/[^A-Za-z0-9-]/g, (letter) => `_${letter.charCodeAt(0).toString(16)}_`)}`;

/** An issue as a link: to its element on the page if it has one, else to GitHub. Plain text without an address. */
export function issueLink(issue: IssueNumber, { board, home }: PageContext): Markup {
  const name = issueName(issue);
  if (board.find(issue)) return markup`<a class="name" href="#${anchorOf(issue)}">${name}</a>`;
  return outLink(issue, name, home);
}

/** A link to GitHub, or plain text without an address. */
export function outLink(issue: IssueNumber, text: string, home: string | undefined): Markup {
  const address = issueAddress(issue, home);
  if (address === null) return markup`<span class="name">${text}</span>`;
  return markup`<a class="name" href="${address}" rel="noreferrer">${text}</a>`;
}

/** A time: its age at the scan as text, the exact time as tooltip. */
export function timeElement(at: string, { words, report }: PageContext): Markup {
  return markup`<time datetime="${at}" title="${at}">${words.ago(at, report.observedAt)}</time>`;
}

/** A command with a copy button; nothing for an empty command, a notice for one that cannot be shown. */
export function commandBox(command: string, words: BoardWords): Piece {
  const copyable = copyableCommand(command);
  if (copyable === null) return markup`<p class="soft">${words.unshown}</p>`;
  return copyable !== '' && markup`<div class="command"><code>${copyable}</code></div>`;
}

/** A Markdown sentence of the report as plain text, without backticks. */
export const withoutBackticks = (text: string): string => text.replaceAll('`', '');
