import type { Assessment } from '../../../ports/report.js';
import { singleLine } from '../../../text/clean-output.js';
import { icons, type Markup, markup, type Piece } from '../../html.js';
import { type IssueGroup, nameOf, type Place } from '../board.js';
import { groupAnchor } from './head.js';
import { anchorOf, bare, issueLink, moment, outLink, type PageContext } from './parts.js';

const SHORT = 8;
/** The most issues that the page shows. The report has all of them. */
const MOST = 1000;

/** All issues, grouped by state. Done issues are folded, and so are stale ones of a long group. */
export function shelves(of: PageContext): Piece {
  const { board, report, say } = of;
  // The head says what could not be read.
  if (board.groups.length === 0)
    return report.coverage.seen < report.coverage.issues ? null : markup`<p class="empty">${say.nothingHere}</p>`;
  return board.groups.map((group) => groupOf(group, of));
}

function groupOf({ group, fresh, stale }: IssueGroup, of: PageContext): Markup {
  const { say } = of;
  const all = [...fresh, ...stale];
  const title = markup`<h2>${icons[group]}<span class="shelf-name">${say.group[group]}</span> <span class="count">${all.length}</span></h2><p class="soft">${say.groupNote[group]}</p>`;
  if (group === 'done')
    return markup`<details class="shelf of-${group}" id="${groupAnchor(group)}"><summary>${title}</summary>${list(all, of)}</details>`;
  const isShort = all.length <= SHORT;
  return markup`<section class="shelf of-${group}" id="${groupAnchor(group)}"><div class="shelf-head">${title}</div>
${list(isShort ? all : fresh, of)}
${!isShort && stale.length > 0 && markup`<details class="fold"><summary>${say.stale(stale.length)}</summary>${list(stale, of)}</details>`}
</section>`;
}

function list(places: readonly Place[], of: PageContext): Piece {
  if (places.length === 0) return null;
  const left = places.length - MOST;
  return markup`<div class="issues">${places.slice(0, MOST).map((place) => issueOf(place, of))}${left > 0 && markup`<p class="soft">${of.say.more(left)}</p>`}</div>`;
}

/** One issue as a line that unfolds to its evidence. */
function issueOf({ assessment, activity }: Place, of: PageContext): Markup {
  const { issue, title, freshness, rule } = assessment;
  const { say } = of;
  return markup`<details class="issue"><summary><span class="fresh is-${freshness}" title="${say.freshness[freshness]}"></span>
<span class="name">${nameOf(issue)}</span><span class="title">${singleLine(title)}</span>
<span class="rule">${held(assessment, of) ?? say.rule(rule)}</span><span class="when">${activity === null ? '–' : moment(activity, of)}</span></summary>
${proof(assessment, of)}</details>`;
}

/** The reason in the issue's line; for a blocked issue its blockers. */
function held({ rule, blockers }: Assessment, { say }: PageContext): string | null {
  const names = blockers.flatMap(({ issue, external, open }) => (open ? [nameOf(issue ?? external ?? '?')] : []));
  return /^blocked/.test(rule) && names.length > 0 ? say.waitsFor(names.slice(0, 3)) : null;
}

function proof(assessment: Assessment, of: PageContext): Markup {
  const { issue, recommendation, confidence, freshness, rule, evidence, whyNot, frees } = assessment;
  const { say } = of;
  return markup`<div class="proof" id="${anchorOf(issue)}">
${recommendation !== '' && markup`<p class="advice">${bare(recommendation)}</p>`}
<dl>${[
    term(
      say.heading.evidence,
      evidence.map((line) => markup`<li>${bare(line)}</li>`),
    ),
    term(
      say.heading.links,
      assessment.links.map((link) => linkOf(link, of)),
    ),
    term(
      say.heading.waitsFor,
      assessment.blockers.map((blocker) => blockerOf(blocker, of)),
    ),
    frees.length > 0 &&
      term(say.heading.frees, [markup`<li>${frees.map((each, n) => [n > 0 && ', ', issueLink(each, of)])}</li>`]),
    term(
      say.heading.whyNot,
      whyNot.map((line) => markup`<li>${bare(line)}</li>`),
    ),
  ]}</dl>
<p class="soft">${say.rule(rule)} · ${say.confidence(confidence)} · ${say.freshness[freshness]} · ${outLink(issue, `${nameOf(issue)} ↗`, of.home)}</p></div>`;
}

const term = (name: string, lines: readonly Markup[]): Piece =>
  lines.length > 0 && markup`<div><dt>${name}</dt><dd><ul>${lines}</ul></dd></div>`;

function linkOf({ kind, ref, strength }: Assessment['links'][number], { say, home }: PageContext): Markup {
  const shown = kind === 'pull' ? outLink(ref, ref, home) : markup`<code>${ref}</code>`;
  return markup`<li>${shown} <span class="soft">${say.strength(strength)}</span></li>`;
}

function blockerOf({ issue, external, open, root }: Assessment['blockers'][number], of: PageContext): Markup {
  const name = issue === undefined ? markup`<span>${external ?? '?'}</span>` : issueLink(issue, of);
  const title = issue === undefined ? '' : singleLine(of.board.find(issue)?.title ?? '');
  const mark = open ? root && of.say.root : of.say.over;
  return markup`<li${!open && markup` class="is-over"`}>${name} ${title} ${mark && markup`<span class="tag">${mark}</span>`}</li>`;
}
