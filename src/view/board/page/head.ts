import type { BoardGroup, Tally } from '../../../text/lang/board/index.js';
import { icons, type Markup, markup, type Piece } from '../../html.js';
import { nameOf, nextComment } from '../board.js';
import { conditionsOf, idleOf, noneOf } from '../conditions.js';
import { issueLink, moment, type PageContext } from './parts.js';

/** The state of the board as a sentence, a score and a bar. */
export function head(of: PageContext): Markup {
  const { report, board, say } = of;
  const { assessments } = report;
  return markup`<header class="head">
<div class="words"><h1>${say.heading.board}</h1>
<p class="lead">${assessments.length > 0 ? say.issues(assessments.length) : noneOf(report, say)} ${assessments.length > 0 && lead(of)}</p>
<ul class="conditions">${conditionsOf(report, say).map(
    ({ met, words }) => markup`<li class="${met ? 'is-met' : 'is-unmet'}">${met ? icons.done : icons.due}${words}</li>`,
  )}</ul></div>
${dial(of)}
${band(board.tallies, of)}
</header>`;
}

/** The most important next step. */
function lead(of: PageContext): Piece {
  const { nextAgent, targetIssues, suggestions } = of.report.recommendation;
  const issues = targetIssues.slice(0, 10).map(nameOf);
  if (nextAgent === 'none' && suggestions.length === 0) return idleOf(of.report, of.say);
  const comment = nextComment(of.report, of.board.find);
  const byAgent = comment
    ? of.say.nextCommand({ command: comment.command, on: comment.on.slice(0, 10).map(nameOf) })
    : of.say.next({ agent: nextAgent, issues });
  const said = nextAgent === 'none' ? of.say.nextByPerson(issues) : byAgent;
  return markup`${of.say.heading.first}: <strong>${said}</strong>`;
}

/** The score as an arc. An unknown score is an empty circle, not zero. */
function dial({ report, say }: PageContext): Markup {
  const { score } = report.health;
  const round = 2 * Math.PI * 42;
  const part = score === null ? 0 : (Math.max(0, Math.min(100, score)) / 100) * round;
  return markup`<div class="dial"><svg viewBox="0 0 100 100" role="img" aria-label="${say.health(score)}">
<circle class="whole" cx="50" cy="50" r="42"/>${part > 0 && markup`<circle class="part" cx="50" cy="50" r="42" stroke-dasharray="${part.toFixed(1)} ${round.toFixed(1)}" transform="rotate(-90 50 50)"/>`}
<text x="50" y="52" text-anchor="middle" dominant-baseline="middle">${score === null ? '?' : Math.round(score)}</text></svg>
<p>${say.health(score)}</p></div>`;
}

/** A bar with one part for each state, which links to the issues of that state. */
function band(tallies: readonly Tally[], { say }: PageContext): Piece {
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
      markup`<li><a class="of-${group}" href="#${groupAnchor(group)}">${icons[group]}<b>${count}</b> ${say.group[group]}</a></li>`,
  );
  return markup`<nav class="band" aria-label="${say.heading.issues}"><svg viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">${parts}</svg><ul>${key}</ul></nav>`;
}

export const groupAnchor = (group: BoardGroup): string => `shelf-${group}`;

/** The time of the scan and of the previous one. */
export function look(of: PageContext): Markup {
  const { report, say } = of;
  return markup`<span class="look">${say.observed(report.observedAt)} · ${say.scanAgain}</span>`;
}

/** Cycles of blocked issues, and board columns that contradict the evidence. Empty if there are none. */
export function warnings(of: PageContext): Piece {
  const { report, say } = of;
  const rounds = report.cycles.map(
    (cycle) =>
      markup`<li>${[...cycle.slice(0, 12), ...cycle.slice(0, 1)].map((issue, n) => [n > 0 && ' → ', issueLink(issue, of)])}</li>`,
  );
  const drifted = report.drift.map(
    ({ issue, board, truth, since }) =>
      markup`<li>${issueLink(issue, of)} <q>${board}</q> → <span class="word of-${truth}">${say.group[truth]}</span> <span class="soft">${moment(since, of)}</span></li>`,
  );
  const unseen = [
    ...(report.coverage.seen < report.coverage.issues ? [markup`<li>${say.seen(report.coverage)}</li>`] : []),
    ...report.coverage.missing.map(({ what, why }) => markup`<li><b>${what}</b>: ${why}</li>`),
  ];
  const boxes = [
    { title: say.heading.missing, lines: unseen, tone: 'is-bad' },
    { title: say.heading.circles, lines: rounds, tone: 'is-bad' },
    { title: say.heading.drift, lines: drifted, tone: '' },
  ].filter(({ lines }) => lines.length > 0);
  if (boxes.length === 0) return null;
  return markup`<div class="warnings">${boxes.map(({ title, lines, tone }) => markup`<section class="box ${tone}"><h2>${title}</h2><ul>${lines.slice(0, 12)}${lines.length > 12 && markup`<li class="soft">${say.more(lines.length - 12)}</li>`}</ul></section>`)}</div>`;
}
