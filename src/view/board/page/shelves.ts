import type { Place, Shelved } from '../groups.js';
import { shelfAnchor } from './head.js';
import { icons } from './icons.js';
import { issueOf } from './issue.js';
import { type Markup, markup, type Piece } from './markup.js';
import type { Showing } from './showing.js';

const SHORT = 8;
/** A page of more than this no browser likes; the report itself has them all. */
const MOST = 1000;

/** Every issue on its shelf. What is over, and on a long shelf what is quiet, waits folded. */
export function shelves(of: Showing): Piece {
  const { board, report, say } = of;
  // Of what could not be seen, the head speaks.
  if (board.shelves.length === 0)
    return report.coverage.seen < report.coverage.issues ? null : markup`<p class="empty">${say.nothingHere}</p>`;
  return board.shelves.map((shelved) => shelfOf(shelved, of));
}

function shelfOf({ shelf, fresh, stale }: Shelved, of: Showing): Markup {
  const { say } = of;
  const all = [...fresh, ...stale];
  const title = markup`<h2>${icons[shelf]}<span class="shelf-name">${say.shelf[shelf]}</span> <span class="count">${all.length}</span></h2><p class="soft">${say.shelfNote[shelf]}</p>`;
  if (shelf === 'done')
    return markup`<details class="shelf of-${shelf}" id="${shelfAnchor(shelf)}"><summary>${title}</summary>${list(all, of)}</details>`;
  const isShort = all.length <= SHORT;
  return markup`<section class="shelf of-${shelf}" id="${shelfAnchor(shelf)}"><div class="shelf-head">${title}</div>
${list(isShort ? all : fresh, of)}
${!isShort && stale.length > 0 && markup`<details class="fold"><summary>${say.stale(stale.length)}</summary>${list(stale, of)}</details>`}
</section>`;
}

function list(places: readonly Place[], of: Showing): Piece {
  if (places.length === 0) return null;
  const left = places.length - MOST;
  return markup`<div class="issues">${places.slice(0, MOST).map((place) => issueOf(place, of))}${left > 0 && markup`<p class="soft">${of.say.more(left)}</p>`}</div>`;
}
