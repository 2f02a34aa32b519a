// The issues on the board page, grouped by state; each one unfolds to its evidence. Used by page.ts.
import type { Assessment } from '../../../ports/report.js';
import { singleLine } from '../../../text/clean-output.js';
import { icons, type Markup, markup, type Piece } from '../../html.js';
import { type BoardIssue, blockerName, type IssueGroup, issueName } from '../board.js';
import { groupAnchor } from './head.js';
import { anchorOf, issueLink, outLink, type PageContext, referenceLink, timeElement, withLinks } from './parts.js';

/** In groups with more issues, stale issues are folded. */
const MAX_COMPLETE_GROUP = 8;
/** The most issues that the page shows of a group. */
const MAX_ISSUES = 1000;

/** All groups. Done issues are folded, and so are stale ones of a long group. */
export function issueGroups(context: PageContext): Piece {
  const { board, report, words } = context;
  // If issues could not be read, the warnings above say so.
  if (board.groups.length === 0)
    return report.coverage.seen < report.coverage.issues ? null : markup`<p class="empty">${words.nothingHere}</p>`;
  return [freshnessLegend(context), ...board.groups.map((group) => groupElement(group, context))];
}

const FRESHNESS = ['active', 'recent', 'stale'] as const;

/** What the dot of an issue means. */
const freshnessLegend = ({ words }: PageContext): Markup =>
  markup`<ul class="legend soft">${FRESHNESS.map((each) => markup`<li><span class="fresh is-${each}"></span>${words.freshness[each]}</li>`)}</ul>`;

function groupElement({ group, fresh, stale }: IssueGroup, context: PageContext): Markup {
  const { words } = context;
  const all = [...fresh, ...stale];
  const title = markup`<h2>${icons[group]}<span class="shelf-name">${words.group[group]}</span> <span class="count">${all.length}</span></h2><p class="soft">${words.groupNote[group]}</p>`;
  if (group === 'done')
    return markup`<details class="shelf of-${group}" id="${groupAnchor(group)}"><summary>${title}</summary>${list(all, context)}</details>`;
  const isShort = all.length <= MAX_COMPLETE_GROUP;
  return markup`<section class="shelf of-${group}" id="${groupAnchor(group)}"><div class="shelf-head">${title}</div>
${list(isShort ? all : fresh, context)}
${!isShort && stale.length > 0 && markup`<details class="fold"><summary>${words.stale(stale.length)}</summary>${list(stale, context)}</details>`}
</section>`;
}

function list(places: readonly BoardIssue[], context: PageContext): Piece {
  if (places.length === 0) return null;
  const left = places.length - MAX_ISSUES;
  return markup`<div class="issues">${places.slice(0, MAX_ISSUES).map((place) => issueOf(place, context))}${left > 0 && markup`<p class="soft">${context.words.more(left)}</p>`}</div>`;
}

/** One issue as a line that unfolds to its evidence. */
function issueOf({ assessment, lastActivity }: BoardIssue, context: PageContext): Markup {
  const { issue, title, freshness, rule } = assessment;
  const { words } = context;
  return markup`<details class="issue"><summary><span class="fresh is-${freshness}" title="${words.freshness[freshness]}"></span>
<span class="name">${issueName(issue)}</span><span class="title">${singleLine(title)}</span>
<span class="rule">${blockerText(assessment, context) ?? words.rule(rule)}</span><span class="when">${lastActivity === null ? '–' : timeElement(lastActivity, context)}</span></summary>
${issueDetails(assessment, context)}</details>`;
}

/** "waits for #3" with the open blockers of a blocked issue; null for other issues. */
function blockerText({ rule, blockers }: Assessment, { words }: PageContext): string | null {
  const names = blockers.flatMap(({ issue, external, open }) =>
    open ? [blockerName({ issue, external }, words)] : [],
  );
  return /^blocked/.test(rule) && names.length > 0 ? words.waitsFor(names.slice(0, 3)) : null;
}

/** What an issue's line unfolds to: recommendation, evidence, linked work, blockers, and what would change its state. */
function issueDetails(assessment: Assessment, context: PageContext): Markup {
  const { issue, recommendation, confidence, freshness, rule, evidence, whyNot, frees } = assessment;
  const { words, home } = context;
  const pulls = assessment.links.flatMap(({ kind, ref }) => (kind === 'pull' ? [ref] : []));
  const linked = (line: string) => withLinks(line, pulls, home);
  return markup`<div class="proof" id="${anchorOf(issue)}">
${recommendation !== '' && markup`<p class="advice">${linked(recommendation)}</p>`}
<dl>${[
    evidenceTerm(
      words.heading.evidence,
      evidence.map((line) => markup`<li>${linked(line)}</li>`),
    ),
    evidenceTerm(
      words.heading.links,
      assessment.links.map((link) => linkOf(link, context)),
    ),
    evidenceTerm(
      words.heading.waitsFor,
      assessment.blockers.map((blocker) => blockerOf(blocker, context)),
    ),
    frees.length > 0 &&
      evidenceTerm(words.heading.frees, [
        markup`<li>${frees.map((each, n) => [n > 0 && ', ', issueLink(each, context)])}</li>`,
      ]),
    evidenceTerm(
      words.heading.whyNot,
      whyNot.map((line) => markup`<li>${linked(line)}</li>`),
    ),
  ]}</dl>
<p class="soft">${words.rule(rule)}${rule !== 'closed' && ` · ${words.confidence(confidence)}`} · ${words.freshness[freshness]} · ${outLink(issue, `${issueName(issue)} ↗`, context.home)}</p></div>`;
}

/** A term with its list; nothing for an empty list. */
const evidenceTerm = (name: string, lines: readonly Markup[]): Piece =>
  lines.length > 0 && markup`<div><dt>${name}</dt><dd><ul>${lines}</ul></dd></div>`;

function linkOf({ kind, ref, strength }: Assessment['links'][number], { words, home }: PageContext): Markup {
  const shown = kind === 'pull' ? referenceLink(ref, home) : markup`<code>${ref}</code>`;
  return markup`<li>${shown} <span class="soft">${words.strength(strength)}</span></li>`;
}

function blockerOf({ issue, external, open, root }: Assessment['blockers'][number], context: PageContext): Markup {
  const name =
    issue === undefined
      ? markup`<span>${blockerName({ issue, external }, context.words)}</span>`
      : issueLink(issue, context);
  const title = issue === undefined ? '' : singleLine(context.board.find(issue)?.title ?? '');
  const mark = open ? root && context.words.root : context.words.blockerResolved;
  return markup`<li${!open && markup` class="is-over"`}>${name} ${title} ${mark && markup`<span class="tag">${mark}</span>`}</li>`;
}
