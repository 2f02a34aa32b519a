// The suggestions on the board page: what to do next, with the command for each. Used by page.ts.
import type { Suggestion } from '../../../ports/report.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { isCrewCommand, issueName, pageStepFor, pullRequestForCommand, shortReference } from '../board.js';
import { noSuggestionSentence } from '../conditions.js';
import { commandBox, outLink, type PageContext, referenceLink, sumTable, withoutBackticks } from './parts.js';

/** The other suggestions are folded. */
const UNFOLDED_SUGGESTIONS = 3;
const MAX_SUGGESTIONS = 30;

/** The section with the suggestions, the best first. Null for a board without issues. */
export function suggestions(context: PageContext): Piece {
  const { words, report } = context;
  const { nextAgent, reason, suggestions } = report.recommendation;
  const shown = suggestions.slice(0, MAX_SUGGESTIONS);
  const others = shown.slice(UNFOLDED_SUGGESTIONS);
  if (shown.length === 0 && report.assessments.length === 0) return null;
  if (shown.length === 0) {
    const sentence =
      nextAgent === 'none' ? noSuggestionSentence(report, words) : words.next({ agent: nextAgent, issues: [] });
    return markup`<section class="next"><h2>${words.heading.next}</h2><p>${sentence} <span class="soft">${withoutBackticks(reason)}</span></p></section>`;
  }
  return markup`<section class="next"><h2>${words.heading.next}</h2>
${reason !== '' && markup`<p class="soft">${withoutBackticks(reason)}</p>`}
<details class="fold note"><summary>${words.scoreTitle}</summary><p class="soft">${words.scoreNote}</p></details>
<ol>${shown.slice(0, UNFOLDED_SUGGESTIONS).map((step) => suggestionItem(step, context))}</ol>
${others.length > 0 && markup`<details class="fold"><summary>${words.heading.alsoPossible} <span class="count">${others.length}</span></summary><ol>${others.map((step) => suggestionItem(step, context))}</ol></details>`}
</section>`;
}

function suggestionItem(step: Suggestion, context: PageContext): Markup {
  const { agent, command, description, priority, rationale, issue } = step;
  const place = pullRequestForCommand(step, context.board.find);
  const agentOrCrew = isCrewCommand(command) ? 'crew' : context.words.byAgent(agent);
  const who = agent === 'none' ? context.words.maintainer : agentOrCrew;
  return markup`<li class="step is-${priority}"><div class="what">${issue !== undefined && outLink(issue, issueName(issue), context.home)}
<strong>${withoutBackticks(description)}</strong></div>
<div class="soft">${who} · ${priority === 'high' && markup`${context.words.highPriority} · `}${scoreOf(step, context)}</div>
${stepCommand(command, context)}${place !== undefined && markup`<p class="soft">${context.words.commandPlace(place)}</p>`}${rationale !== '' && markup`<p class="why">${withoutBackticks(rationale)}</p>`}</li>`;
}

/** The command of a suggestion, or a link to the page on which it is done. */
function stepCommand(command: string, { words, home }: PageContext): Piece {
  const step = pageStepFor(command, home === undefined ? undefined : new URL(home).host);
  if (step === undefined) return commandBox(command, words);
  return markup`<p class="why">${words.onPage[step.action]} ${referenceLink(shortReference(step.ref, home), home)}</p>`;
}

/** The score, which unfolds to the values whose sum it is. */
function scoreOf({ agent, score, addends }: Suggestion, { words }: PageContext): Markup {
  const { urgency, capability, priority, freshness, change } = addends;
  const parts = [
    [words.addend.urgency, urgency],
    [agent === 'none' ? words.noAgentNeeded : words.addend.capability, capability],
    [words.addend.priority, priority],
    [words.addend.freshness, freshness],
    [words.addend.change, change],
  ] as const;
  return markup`<details class="score"><summary>${words.score(score)}</summary>${sumTable([...parts.map(([name, value]) => [name, String(value)] as const), [words.scoreSum, String(score)]])}</details>`;
}
