import { unmetOf } from '../conditions.js';
import { idleOf } from '../idle.js';
import { noneOf } from '../none-of.js';
import { inert } from './inert.js';
import { linked } from './link.js';
import type { RenderOptions } from './options.js';

/** What somebody reads who reads only the beginning: how it stands, and what is next. */
export function head(of: RenderOptions): readonly string[] {
  const { report, board, say } = of;
  const { assessments, health } = report;
  if (assessments.length === 0) return [`## ${say.heading.board}`, noneOf(report, say)];
  return [
    `## ${say.heading.board}`,
    say.headline({ issues: assessments.length, tallies: board.tallies }),
    [`**${say.health(health.score)}**`, ...unmetOf(report, say)].join(' · '),
    `**${say.heading.first}:** ${next(of)}`,
    ...(report.recommendation.reason ? [inert(report.recommendation.reason, 300)] : []),
  ];
}

function next({ report, say, home }: RenderOptions): string {
  const { nextAgent, targetIssues, suggestions } = report.recommendation;
  const issues = targetIssues.slice(0, 10).map((issue) => linked(issue, home));
  if (nextAgent !== 'none') return say.next({ agent: `**${inert(nextAgent, 60)}**`, issues });
  return suggestions.length === 0 ? idleOf(report, say) : say.nextByPerson(issues);
}
