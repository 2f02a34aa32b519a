import type { BoardEvent } from '../../../report.js';
import { type Move, movesBetween, newEvents } from '../changes.js';
import { lineOf } from '../line.js';
import { nameOf } from '../name-of.js';
import { type Markup, markup, type Piece } from './markup.js';
import { issueLink, moment, type Showing } from './showing.js';

const MOST = 40;

/** What is other than at the last look, and what happened in between. */
export function changed(of: Showing): Piece {
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

const rest = (count: number, { say }: Showing): Piece =>
  count > MOST && markup`<li class="soft">${say.more(count - MOST)}</li>`;

function moveOf(move: Move, of: Showing): Markup {
  return markup`<li>${issueLink(move.issue, of)} <span class="title">${lineOf(move.title)}</span> <span class="to">${wordsOf(move, of)}</span></li>`;
}

function wordsOf({ from, to, fromRule, toRule }: Move, { say }: Showing): Piece {
  if (to === null) return markup`<span class="soft">${say.left}</span>`;
  const now = markup`<span class="word of-${to}">${from === to ? say.rule(toRule ?? '') : say.shelf[to]}</span>`;
  if (from === null) return markup`<span class="soft">+</span> ${now}`;
  return markup`<span class="word of-${from}">${from === to ? say.rule(fromRule ?? '') : say.shelf[from]}</span> → ${now}`;
}

function eventOf({ time, type, issue, by }: BoardEvent, of: Showing): Markup {
  const who = by === undefined ? '' : of.say.by(by);
  return markup`<li>${issueLink(issue, of)} <span title="${nameOf(issue)}">${of.say.event(type)}</span> <span class="soft">${who} ${moment(time, of)}</span></li>`;
}
