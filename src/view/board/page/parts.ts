// What the parts of the board page share: their input, links to issues, times, and commands with a copy button.
import type { IssueNumber, Report } from '../../../ports/report.js';
import { copyableCommand } from '../../../text/clean-output.js';
import type { BoardWords } from '../../../text/lang/board/index.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { type Board, issueAddress, issueName, referenceAddress } from '../board.js';

/** The input of every part of the page. */
export interface PageContext {
  readonly report: Report;
  /** The report of the previous scan. */
  readonly previous: Report | undefined;
  readonly board: Board;
  readonly words: BoardWords;
  /** The address of the board's repository. Without it, the page has no links to GitHub. */
  readonly home: string | undefined;
  /** The time for which ages are shown, in ISO format: when the page is requested. */
  readonly now: string;
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

/** A pull request or issue by its reference (`#12`, `owner/name#12`), as a link to GitHub. Other texts are plain. */
export function referenceLink(ref: string, home: string | undefined): Markup {
  const address = referenceAddress(ref, home);
  if (address === null) return markup`<span class="name">${ref}</span>`;
  return markup`<a class="name" href="${address}" rel="noreferrer">${ref}</a>`;
}

/** A reference in a sentence. */
const REFERENCE = /((?<![\w/.-])(?:[\w.-]+\/[\w.-]+)?#\d+(?!\w))/;

/** A Markdown sentence as text, in which these references are links. */
export function withLinks(sentence: string, refs: readonly string[], home: string | undefined): readonly Piece[] {
  return withoutBackticks(sentence)
    .split(REFERENCE)
    .map((text) => (REFERENCE.test(text) && refs.includes(text) ? referenceLink(text, home) : text));
}

/** A time: its age as text, in the words of `ageText`, and the exact time as tooltip. */
export function timeElement(at: string, { words, now }: PageContext, ageText = words.ago): Markup {
  return markup`<time datetime="${at}" title="${at}">${ageText(at, now)}</time>`;
}

/** A command with a copy button; nothing for an empty command, a notice for one that cannot be shown. */
export function commandBox(command: string, words: BoardWords): Piece {
  const copyable = copyableCommand(command);
  if (copyable === null) return markup`<p class="soft">${words.unshown}</p>`;
  return copyable !== '' && markup`<div class="command"><code>${copyable}</code></div>`;
}

/** A computation as a table: a line for each number, and the sum last. */
export function sumTable(lines: readonly (readonly [string, string])[]): Markup {
  return markup`<table class="sums">${lines.map(([name, value]) => markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>`;
}

/** A Markdown sentence of the report as plain text, without backticks. */
export const withoutBackticks = (text: string): string => text.replaceAll('`', '');
