// The top of the board page: the state of the board with its next step, the time of the scan, and warnings. Used by page.ts and groups.ts.
import { singleLine } from '../../../text/clean-output.js';
import type { BoardGroup, Tally } from '../../../text/lang/board/index.js';
import { icons, type Markup, markup, type Piece } from '../../html.js';
import { evidenceOfDrift, issueName } from '../board.js';
import { emptyBoardSentence, healthConditions, healthSum, nextSteps } from '../conditions.js';
import { issueLink, type PageContext, sumTable, timeElement, withoutBackticks } from './parts.js';

/** The header of the page: the state of the board as a sentence, a score and a bar. */
export function head(context: PageContext): Markup {
  const { report, board, words } = context;
  const { assessments } = report;
  return markup`<header class="head">
<div class="words"><h1>${words.heading.boardHealth}</h1>
${scanTime(context)}
<p class="lead">${assessments.length > 0 ? words.issues(assessments.length) : emptyBoardSentence(report, words)} ${assessments.length > 0 && nextStep(context)}</p>
<ul class="conditions">${healthConditions(report, words).map(
    ({ met, text }) => markup`<li class="${met ? 'is-met' : 'is-unmet'}">${met ? icons.done : icons.due}${text}</li>`,
  )}</ul>
${healthComputation(context)}</div>
${healthDial(context)}
${stateBar(board.tallies, context)}
</header>`;
}

/** What a maintainer and an agent do next. */
function nextStep({ report, board, words }: PageContext): Piece {
  const same = (text: string): string => text;
  const format = { issue: issueName, agent: same, command: same, description: withoutBackticks };
  return nextSteps(report, { board, words, format }).map(
    ({ title, text }, n) => markup`${n > 0 && '. '}${title}: <strong>${text}</strong>`,
  );
}

/** The sum that the health score is; null if it is not known. */
function healthComputation({ report, words }: PageContext): Piece {
  const sum = healthSum(report);
  return (
    sum !== null &&
    markup`<details class="fold sum"><summary>${words.healthSumTitle}</summary>${sumTable(words.healthSum(sum))}</details>`
  );
}

/** The health score as an arc around a number. An unknown score is an empty circle with a question mark. */
function healthDial({ report, words }: PageContext): Markup {
  const { score } = report.health;
  const circumference = 2 * Math.PI * 42;
  const arc = score === null ? 0 : (Math.max(0, Math.min(100, score)) / 100) * circumference;
  return markup`<div class="dial"><svg viewBox="0 0 100 100" role="img" aria-label="${words.health(score)}">
<circle class="whole" cx="50" cy="50" r="42"/>${arc > 0 && markup`<circle class="part" cx="50" cy="50" r="42" stroke-dasharray="${arc.toFixed(1)} ${circumference.toFixed(1)}" transform="rotate(-90 50 50)"/>`}
<text x="50" y="52" text-anchor="middle" dominant-baseline="middle">${score === null ? '?' : Math.round(score)}</text></svg>
<p>${words.health(score)}</p></div>`;
}

/** A bar with one part for each state, and below it a link to the issues of each state. */
function stateBar(tallies: readonly Tally[], { words }: PageContext): Piece {
  const all = tallies.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  let at = 0;
  const parts = tallies.map(({ group, count }) => {
    const width = (count / all) * 1000;
    at += width;
    return markup`<rect class="of-${group}" x="${(at - width).toFixed(2)}" width="${Math.max(2, width - 3).toFixed(2)}" height="12"/>`;
  });
  const key = tallies.map(
    ({ group, count }) =>
      markup`<li><a class="of-${group}" href="#${groupAnchor(group)}">${icons[group]}<b>${count}</b> ${words.group[group]}</a></li>`,
  );
  return markup`<nav class="band" aria-label="${words.heading.issues}"><svg viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">${parts}</svg><ul>${key}</ul></nav>`;
}

/** The id of a group's element on the page. */
export const groupAnchor = (group: BoardGroup): string => `shelf-${group}`;

/** The time of the scan, and how to scan again. */
function scanTime({ report, words, now }: PageContext): Markup {
  return markup`<p class="look">${words.observedAgo(report.observedAt, now)} · ${words.scanAgain}</p>`;
}

/** What could not be read, dependency cycles, and board columns that contradict the evidence. Null if there are none. */
export function warnings(context: PageContext): Piece {
  const { report, words } = context;
  const cycles = report.cycles.map(
    (cycle) =>
      markup`<li>${[...cycle.slice(0, 12), ...cycle.slice(0, 1)].map((issue, n) => [n > 0 && ' → ', issueLink(issue, context)])}</li>`,
  );
  const drifted = report.drift.map((drift) => {
    const { group, name } = evidenceOfDrift(drift, context.board, words);
    return markup`<li>${issueLink(drift.issue, context)}${words.driftColumn(singleLine(drift.board))} <span class="word of-${group}">${name}</span> <span class="soft">(${timeElement(drift.since, context, words.lasting)})</span></li>`;
  });
  const unread = [
    ...(report.coverage.seen < report.coverage.issues ? [markup`<li>${words.seen(report.coverage)}</li>`] : []),
    ...report.coverage.missing.map(({ what, why }) => markup`<li><b>${what}</b>: ${why}</li>`),
  ];
  const boxes = [
    { title: words.heading.missing, lines: unread, tone: 'is-bad' },
    { title: words.heading.circles, lines: cycles, tone: 'is-bad' },
    { title: words.heading.drift, lines: drifted, tone: '' },
  ].filter(({ lines }) => lines.length > 0);
  if (boxes.length === 0) return null;
  return markup`<div class="warnings">${boxes.map(({ title, lines, tone }) => markup`<section class="box ${tone}"><h2>${title}</h2><ul>${lines.slice(0, 12)}${lines.length > 12 && markup`<li class="soft">${words.more(lines.length - 12)}</li>`}</ul></section>`)}</div>`;
}
