import type { Assessment } from '../../../ports/report.js';
import type { Place } from '../groups.js';
import { lineOf } from '../line.js';
import { nameOf } from '../name-of.js';
import { type Markup, markup, type Piece } from './markup.js';
import { anchorOf, bare, issueLink, moment, outLink, type Showing } from './showing.js';

/** One issue in a line; unfolded, everything that was found about it. */
export function issueOf({ assessment, activity }: Place, of: Showing): Markup {
  const { issue, title, freshness, rule } = assessment;
  const { say } = of;
  return markup`<details class="issue"><summary><span class="fresh is-${freshness}" title="${say.freshness[freshness]}"></span>
<span class="name">${nameOf(issue)}</span><span class="title">${lineOf(title)}</span>
<span class="rule">${held(assessment, of) ?? say.rule(rule)}</span><span class="when">${activity === null ? '–' : moment(activity, of)}</span></summary>
${proof(assessment, of)}</details>`;
}

/** What it waits for says more than that it waits. */
function held({ rule, blockers }: Assessment, { say }: Showing): string | null {
  const names = blockers.flatMap(({ issue, external, open }) => (open ? [nameOf(issue ?? external ?? '?')] : []));
  return /^blocked/.test(rule) && names.length > 0 ? say.waitsFor(names.slice(0, 3)) : null;
}

function proof(assessment: Assessment, of: Showing): Markup {
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

function linkOf({ kind, ref, strength }: Assessment['links'][number], { say, home }: Showing): Markup {
  const shown = kind === 'pull' ? outLink(ref, ref, home) : markup`<code>${ref}</code>`;
  return markup`<li>${shown} <span class="soft">${say.strength(strength)}</span></li>`;
}

function blockerOf({ issue, external, open, root }: Assessment['blockers'][number], of: Showing): Markup {
  const name = issue === undefined ? markup`<span>${external ?? '?'}</span>` : issueLink(issue, of);
  const title = issue === undefined ? '' : lineOf(of.board.find(issue)?.title ?? '');
  const mark = open ? root && of.say.root : of.say.over;
  return markup`<li${!open && markup` class="is-over"`}>${name} ${title} ${mark && markup`<span class="tag">${mark}</span>`}</li>`;
}
