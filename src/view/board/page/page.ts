// The board as an HTML page that loads nothing and runs no script but its own. Served by the App (src/app/pages.ts), and by `crew sandbox`
// (src/cli/embedded-github.ts). Pure.
import { createHash } from 'node:crypto';
import type { Assessment, BoardEvent, IssueNumber, Report } from '../../../ports/report.js';
import { singleLine } from '../../../text/clean-output.js';
import { type BoardGroup, boardWords } from '../../../text/lang/board/index.js';
import { type Language, languages } from '../../../text/lang/index.js';
import { boat, htmlText, type Markup, markup, type Piece, trustedElement } from '../../html.js';
import { type Board, boardOf, groupBy, groupingOf, issueName, shortReference } from '../board.js';
import { graph } from './graph.js';
import { issueGroups } from './groups.js';
import { head, warnings } from './head.js';
import { suggestions } from './next.js';
import { issueLink, type PageContext, referenceLink, timeElement } from './parts.js';
import { BOARD_STYLE, CONTENT_STYLE } from './style.js';

/** The script of the page: it adds a copy button to each command. Without it, a click selects the command. */
function scriptOf({ copy, copied }: { readonly copy: string; readonly copied: string }): string {
  return `
for (const place of navigator.clipboard ? document.querySelectorAll('.command') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = ${JSON.stringify(copy)};
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(place.querySelector('code').textContent);
    button.textContent = ${JSON.stringify(copied)};
    setTimeout(() => { button.textContent = ${JSON.stringify(copy)}; }, 1600);
  });
  place.append(button);
}
`;
}

/** The last section: the known agents, and the writes and cost of this scan. */
function aboutScan({ report, words }: PageContext): Markup {
  const { agents, problems } = report.registry;
  const kinds = [...groupBy(report.coverage.notIssues, ({ kind }) => kind)];
  const who = agents.map(
    ({ name, description, capabilities, inferred }) =>
      markup`<li title="${description}">${words.agent({ name, capabilities, inferred: inferred === true })}</li>`,
  );
  return markup`<div class="about"><section><h2>${words.heading.agents}</h2>
<p>${words.agentsNote}</p>
<ul>${who.length > 0 ? who : markup`<li>${words.noAgents}</li>`}${problems.map(({ path, message }) => markup`<li class="bad"><code>${path}</code>: ${message}</li>`)}</ul></section>
<section><h2>${words.heading.run}</h2><ul><li>${words.observed(report.observedAt)}.</li><li>${words.written(report.changes)}</li><li>${words.cost(report.cost)}</li>
${kinds.length > 0 && markup`<li>${words.notWork(kinds.map(([kind, { length: count }]) => ({ kind, count })))}</li>`}</ul></section></div>`;
}

const MAX_ITEMS = 40;

/** The section with what changed since the previous scan; null if there was none. */
function changed(context: PageContext): Piece {
  const { report, previous, words } = context;
  const events = newEvents(report);
  const moves = previous ? stateChanges(previous, report) : [];
  const since = previous?.observedAt ?? report.previousAt;
  if (since === null || (!previous && events.length === 0)) return null;
  if (moves.length === 0 && events.length === 0)
    return markup`<section class="changed"><h2>${words.heading.changed}</h2><p class="soft">${words.nothingChanged(since)}</p></section>`;
  return markup`<section class="changed"><h2>${words.heading.changed}</h2><p class="soft">${words.sinceLook(since)}</p>
${moves.length > 0 && markup`<ul class="moves">${moves.slice(0, MAX_ITEMS).map((move) => stateChangeItem(move, context))}${omittedItem(moves.length, context)}</ul>`}
${events.length > 0 && markup`<details class="fold"><summary>${words.happened(events.length)}</summary><ul class="events">${events.slice(0, MAX_ITEMS).map((each) => eventItem(each, context))}${omittedItem(events.length, context)}</ul></details>`}
</section>`;
}

const omittedItem = (count: number, { words }: PageContext): Piece =>
  count > MAX_ITEMS && markup`<li class="soft">${words.more(count - MAX_ITEMS)}</li>`;

function stateChangeItem(move: StateChange, context: PageContext): Markup {
  return markup`<li>${issueLink(move.issue, context)} <span class="title">${singleLine(move.title)}</span> <span class="to">${wordsOf(move, context)}</span></li>`;
}

/** The old and the new group of an issue, or its old and new rule within the same group. */
function wordsOf({ from, to, fromRule, toRule }: StateChange, { words }: PageContext): Piece {
  if (to === null) return markup`<span class="soft">${words.leftBoard}</span>`;
  const now = markup`<span class="word of-${to}">${from === to ? words.rule(toRule ?? '') : words.group[to]}</span>`;
  if (from === null) return markup`<span class="soft">+</span> ${now}`;
  return markup`<span class="word of-${from}">${from === to ? words.rule(fromRule ?? '') : words.group[from]}</span> → ${now}`;
}

function eventItem({ time, type, issue, by, ref }: BoardEvent, context: PageContext): Markup {
  const who = by === undefined ? '' : context.words.by(by);
  const pull = type.startsWith('pr_') && ref !== undefined ? shortReference(ref, context.home) : undefined;
  const name = issueLink(issue, context);
  // An event of a pull request names it first, and then its issue.
  const [subject, suffix] = pull === undefined ? [name, null] : [referenceLink(pull, context.home), markup` · ${name}`];
  return markup`<li>${subject} <span title="${issueName(issue)}">${context.words.event(type)}</span> <span class="soft">${who} ${timeElement(time, context)}${suffix}</span></li>`;
}

interface PageOptions {
  readonly lang: Language;
  /** The report of the previous scan. With it, the page lists changes. */
  readonly previous?: Report | undefined;
  /** The time of the request in ISO format, for the ages on the page. Without it, ages are those at the scan. */
  readonly now?: string | undefined;
  /** The address of the board's repository, such as `https://github.com/owner/name`. Without it, the page has no links to GitHub. */
  readonly home?: string | undefined;
  /** The navigation links of the site. */
  readonly nav?: readonly { readonly name: string; readonly href: string; readonly on?: boolean }[] | undefined;
}

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy of the page, also sent by its server. It allows only the page's own style and script, by their digests. */
export const boardPolicy = [
  "default-src 'none'",
  `style-src ${digestOf(BOARD_STYLE)}`,
  `script-src ${languages.map((lang) => digestOf(scriptOf(boardWords(lang)))).join(' ')}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

interface BoardContent {
  readonly title: string;
  readonly main: Markup;
  readonly script: string;
}

function contentOf(
  report: Report,
  { lang, previous, home, now = report.observedAt }: Omit<PageOptions, 'nav'>,
): BoardContent {
  const words = boardWords(lang);
  const context: PageContext = { report, previous, board: boardOf(report), words, home, now };
  const main = markup`${head(context)}
${warnings(context)}
<div class="beside">${suggestions(context)}${changed(context)}</div>
${graph(context)}
<div class="shelves">${issueGroups(context)}</div>
${aboutScan(context)}`;
  return { title: words.heading.boardHealth, main, script: scriptOf(words) };
}

/** The content of the page as HTML, with its style and script, for a site that puts it into a frame of its own. */
export function boardContent(
  report: Report,
  options: Omit<PageOptions, 'nav'>,
): { readonly title: string; readonly main: string; readonly style: string; readonly script: string } {
  const { title, main, script } = contentOf(report, options);
  return { title, main: htmlText(main), style: CONTENT_STYLE, script };
}

/** The whole page. */
export function boardPage(report: Report, options: PageOptions): string {
  const { lang, nav = [] } = options;
  const words = boardWords(lang);
  const { title, main, script } = contentOf(report, options);
  return htmlText(markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${boardPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · crew</title>
${trustedElement('style', BOARD_STYLE)}
</head>
<body>
<a class="skip" href="#main">${words.toContent}</a>
<div class="top"><div class="wide"><span class="brand">${boat}crew</span>${nav.length > 0 && markup`<nav class="site">${nav.map(({ name, href, on }) => markup`<a href="${href}"${on === true && markup` aria-current="page"`}>${name}</a>`)}</nav>`}</div></div>
<main id="main" class="wide">
${main}
</main>
${trustedElement('script', script)}
</body>
</html>
`);
}

interface StateChange {
  readonly issue: IssueNumber;
  readonly title: string;
  /** Null if the issue was not on the board at that scan. */
  readonly from: BoardGroup | null;
  readonly to: BoardGroup | null;
  readonly fromRule: string | null;
  readonly toRule: string | null;
}

/** The issues that were added or removed, or whose state or rule changed. */
function stateChanges(previous: Report, report: Report): readonly StateChange[] {
  const before = new Map(previous.assessments.map((each) => [each.issue, each]));
  const after = new Set(report.assessments.map(({ issue }) => issue));
  const groupOf = { before: groupingOf(previous), now: groupingOf(report) };
  const addedOrChanged = report.assessments.flatMap(
    (each) => stateChangeOf(before.get(each.issue), each, groupOf) ?? [],
  );
  const removed = previous.assessments
    .filter(({ issue }) => !after.has(issue))
    .flatMap((each) => stateChangeOf(each, undefined, groupOf) ?? []);
  return [...addedOrChanged, ...removed];
}

function stateChangeOf(
  from: Assessment | undefined,
  to: Assessment | undefined,
  groupOf: Readonly<Record<'before' | 'now', Board['groupOf']>>,
): StateChange | null {
  const { issue, title } = to ?? from ?? { issue: 0, title: '' };
  if (from && to && from.state === to.state && from.rule === to.rule) return null;
  return {
    issue,
    title,
    from: from ? groupOf.before(from) : null,
    to: to ? groupOf.now(to) : null,
    fromRule: from?.rule ?? null,
    toRule: to?.rule ?? null,
  };
}

/** Events after the previous scan, newest first. Without crew's own reviews: GitHub creates one for each of its replies. */
function newEvents({ events, previousAt }: Report): readonly BoardEvent[] {
  if (previousAt === null) return [];
  const isShown = ({ time, type, own }: BoardEvent) => time > previousAt && !(own && type === 'pr_reviewed');
  return events.filter(isShown).toSorted((a, b) => (a.time < b.time ? 1 : -1));
}
