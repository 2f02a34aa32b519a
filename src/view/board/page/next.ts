import type { Suggestion } from '../../../ports/report.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { commandPlace, isForCrew } from '../board.js';
import { idleOf } from '../conditions.js';
import { bare, commandOf, issueLink, type PageContext } from './parts.js';

const FIRST = 3;
const MOST = 30;

/** Suggestions, the best first, each with its command. */
export function next(of: PageContext): Piece {
  const { say, report } = of;
  const { nextAgent, reason, suggestions } = report.recommendation;
  const shown = suggestions.slice(0, MOST);
  const others = shown.slice(FIRST);
  if (shown.length === 0 && report.assessments.length === 0) return null;
  if (shown.length === 0) {
    const said = nextAgent === 'none' ? idleOf(report, say) : say.next({ agent: nextAgent, issues: [] });
    return markup`<section class="next"><h2>${say.heading.next}</h2><p>${said} <span class="soft">${bare(reason)}</span></p></section>`;
  }
  return markup`<section class="next"><h2>${say.heading.next}</h2>
${reason !== '' && markup`<p class="soft">${bare(reason)}</p>`}
<details class="fold note"><summary>${say.scoreTitle}</summary><p class="soft">${say.scoreNote}</p></details>
<ol>${shown.slice(0, FIRST).map((step) => stepOf(step, of))}</ol>
${others.length > 0 && markup`<details class="fold"><summary>${say.heading.alsoPossible} <span class="count">${others.length}</span></summary><ol>${others.map((step) => stepOf(step, of))}</ol></details>`}
</section>`;
}

function stepOf(step: Suggestion, of: PageContext): Markup {
  const { agent, command, description, priority, rationale, issue } = step;
  const place = commandPlace(step, of.board.find);
  const who = agent === 'none' ? of.say.person : isForCrew(command) ? 'crew' : of.say.byAgent(agent);
  return markup`<li class="step is-${priority}"><div class="what">${issue !== undefined && issueLink(issue, of)}
<strong>${bare(description)}</strong></div>
<p class="soft">${who} · ${of.say.priority[priority]} · ${scoreOf(step, of)}</p>
${commandOf(command, of.say)}${place !== undefined && markup`<p class="soft">${of.say.commandPlace(place)}</p>`}${rationale !== '' && markup`<p class="why">${bare(rationale)}</p>`}</li>`;
}

/** The score; its title lists the parts that add up to it. */
function scoreOf({ score, addends }: Suggestion, { say }: PageContext): Piece {
  const { urgency, capability, priority, freshness, change } = addends;
  const parts = [
    [say.addend.urgency, urgency],
    [say.addend.capability, capability],
    [say.addend.priority, priority],
    [say.addend.freshness, freshness],
    [say.addend.change, change],
  ] as const;
  return markup`<span class="score" title="${parts.map(([name, value]) => `${name} ${value}`).join(' + ')}">${say.score(score)}</span>`;
}
