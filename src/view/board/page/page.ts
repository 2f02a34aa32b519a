// The board as one offline page. It loads nothing and runs no script except its own. Pure.
import { createHash } from 'node:crypto';
import type { Assessment, BoardEvent, IssueNumber, Report } from '../../../ports/report.js';
import { singleLine } from '../../../text/clean-output.js';
import { type BoardGroup, boardWords } from '../../../text/lang/board/index.js';
import { type Language, languages } from '../../../text/lang/index.js';
import { boat, documentOf, type Markup, markup, type Piece, verbatim } from '../../html.js';
import { boardOf, groupBy, groupOf, nameOf } from '../board.js';
import { graph } from './graph.js';
import { shelves } from './groups.js';
import { head, look, warnings } from './head.js';
import { next } from './next.js';
import { issueLink, moment, type PageContext } from './parts.js';
import { STYLE } from './style.js';

/** Adds a button that copies a command. Without the script, a click selects the whole command. */
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

/** The agents, and the cost of this scan. */
function foot({ report, say }: PageContext): Markup {
  const { agents, problems } = report.registry;
  const kinds = [...groupBy(report.coverage.notIssues, ({ kind }) => kind)];
  const who = agents.map(
    ({ name, description, capabilities, inferred }) =>
      markup`<li title="${description}">${say.agent({ name, capabilities, inferred: inferred === true })}</li>`,
  );
  return markup`<footer class="colophon"><div class="wide"><section><h2>${say.heading.agents}</h2>
<ul>${who.length > 0 ? who : markup`<li>${say.noAgents}</li>`}${problems.map(({ path, message }) => markup`<li class="bad"><code>${path}</code>: ${message}</li>`)}</ul></section>
<section><h2>${say.heading.run}</h2><ul><li>${say.observed(report.observedAt)}.</li><li>${say.written(report.changes)}</li><li>${say.cost(report.cost)}</li>
${kinds.length > 0 && markup`<li>${say.notWork(kinds.map(([kind, { length: count }]) => ({ kind, count })))}</li>`}</ul></section></div></footer>`;
}

const MOST = 40;

/** Changes and events since the previous scan. */
function changed(of: PageContext): Piece {
  const { report, previous, say } = of;
  const events = newEvents(report);
  const moves = previous ? movesBetween(previous, report) : [];
  const since = previous?.observedAt ?? report.previousAt;
  if (since === null || (!previous && events.length === 0)) return null;
  if (moves.length === 0 && events.length === 0)
    return markup`<section class="changed"><h2>${say.heading.changed}</h2><p class="soft">${say.nothingChanged(since)}</p></section>`;
  return markup`<section class="changed"><h2>${say.heading.changed}</h2><p class="soft">${say.sinceLook(since)}</p>
${moves.length > 0 && markup`<ul class="moves">${moves.slice(0, MOST).map((move) => moveOf(move, of))}${rest(moves.length, of)}</ul>`}
${events.length > 0 && markup`<details class="fold"><summary>${say.happened(events.length)}</summary><ul class="events">${events.slice(0, MOST).map((each) => eventOf(each, of))}${rest(events.length, of)}</ul></details>`}
</section>`;
}

const rest = (count: number, { say }: PageContext): Piece =>
  count > MOST && markup`<li class="soft">${say.more(count - MOST)}</li>`;

function moveOf(move: Move, of: PageContext): Markup {
  return markup`<li>${issueLink(move.issue, of)} <span class="title">${singleLine(move.title)}</span> <span class="to">${wordsOf(move, of)}</span></li>`;
}

function wordsOf({ from, to, fromRule, toRule }: Move, { say }: PageContext): Piece {
  if (to === null) return markup`<span class="soft">${say.left}</span>`;
  const now = markup`<span class="word of-${to}">${from === to ? say.rule(toRule ?? '') : say.group[to]}</span>`;
  if (from === null) return markup`<span class="soft">+</span> ${now}`;
  return markup`<span class="word of-${from}">${from === to ? say.rule(fromRule ?? '') : say.group[from]}</span> → ${now}`;
}

function eventOf({ time, type, issue, by }: BoardEvent, of: PageContext): Markup {
  const who = by === undefined ? '' : of.say.by(by);
  return markup`<li>${issueLink(issue, of)} <span title="${nameOf(issue)}">${of.say.event(type)}</span> <span class="soft">${who} ${moment(time, of)}</span></li>`;
}

interface PageOptions {
  readonly lang: Language;
  /** The report of the previous scan. With it, the page lists changes. */
  readonly previous?: Report | undefined;
  /** The address of the board's repository, such as `https://github.com/owner/name`. Without it, the page has no links to GitHub. */
  readonly home?: string | undefined;
  /** The navigation links of the site. */
  readonly nav?: readonly { readonly name: string; readonly href: string; readonly on?: boolean }[] | undefined;
}

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy of the page, for its server: only its own style and script, by their digests. */
export const boardPolicy = [
  "default-src 'none'",
  `style-src ${digestOf(STYLE)}`,
  `script-src ${languages.map((lang) => digestOf(scriptOf(boardWords(lang)))).join(' ')}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function boardPage(report: Report, { lang, previous, home, nav = [] }: PageOptions): string {
  const say = boardWords(lang);
  const of: PageContext = { report, previous, board: boardOf(report), say, home };
  return documentOf(markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${boardPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${say.heading.board} · crew</title>
${verbatim('style', STYLE)}
</head>
<body>
<a class="skip" href="#main">${say.toContent}</a>
<div class="top"><div class="wide"><span class="brand">${boat}crew</span>${nav.length > 0 && markup`<nav class="site">${nav.map(({ name, href, on }) => markup`<a href="${href}"${on === true && markup` aria-current="page"`}>${name}</a>`)}</nav>`}${look(of)}</div></div>
<main id="main" class="wide">
${head(of)}
${warnings(of)}
<div class="beside">${next(of)}${changed(of)}</div>
${graph(of)}
<div class="shelves">${shelves(of)}</div>
</main>
${foot(of)}
${verbatim('script', scriptOf(say))}
</body>
</html>
`);
}

interface Move {
  readonly issue: IssueNumber;
  readonly title: string;
  /** Null if the issue was not on the board at that scan. */
  readonly from: BoardGroup | null;
  readonly to: BoardGroup | null;
  readonly fromRule: string | null;
  readonly toRule: string | null;
}

/** Issues that were added, removed, or are in their state for another reason. */
function movesBetween(previous: Report, report: Report): readonly Move[] {
  const before = new Map(previous.assessments.map((each) => [each.issue, each]));
  const after = new Set(report.assessments.map(({ issue }) => issue));
  const came = report.assessments.flatMap((each) => changeOf(before.get(each.issue), each) ?? []);
  const went = previous.assessments
    .filter(({ issue }) => !after.has(issue))
    .flatMap((each) => changeOf(each, undefined) ?? []);
  return [...came, ...went];
}

function changeOf(from: Assessment | undefined, to: Assessment | undefined): Move | null {
  const { issue, title } = to ?? from ?? { issue: 0, title: '' };
  if (from && to && from.state === to.state && from.rule === to.rule) return null;
  return {
    issue,
    title,
    from: from ? groupOf(from) : null,
    to: to ? groupOf(to) : null,
    fromRule: from?.rule ?? null,
    toRule: to?.rule ?? null,
  };
}

/** Events after the previous scan, newest first. */
function newEvents({ events, previousAt }: Report): readonly BoardEvent[] {
  if (previousAt === null) return [];
  return events.filter(({ time }) => time > previousAt).toSorted((a, b) => (a.time < b.time ? 1 : -1));
}
