import type { Suggestion } from '../../../report.js';
import { showable } from '../command.js';
import { commandBlock, inert } from './inert.js';
import { linked } from './link.js';
import type { RenderOptions } from './options.js';
import { folded } from './table.js';

/** So many stand there at once; the others are folded away. */
const FIRST = 3;

/** What can be done next, each with the command that does it. */
export function steps(of: RenderOptions): readonly string[] {
  const { report, say, room } = of;
  const shown = report.recommendation.suggestions.slice(0, room.steps);
  if (shown.length === 0) return [];
  const others = shown.slice(FIRST).map((step) => stepOf(step, of));
  return [
    `### ${say.heading.next}`,
    ...shown.slice(0, FIRST).map((step) => stepOf(step, of)),
    ...(others.length > 0 ? [folded(say.heading.alsoPossible, others.join('\n\n'))] : []),
  ];
}

function stepOf(
  { agent, command, description, priority, rationale, issue }: Suggestion,
  { say, home }: RenderOptions,
): string {
  const who = agent === 'none' ? say.person : inert(agent, 60);
  const subject = issue === undefined ? '' : `${linked(issue, home)} `;
  const said = `${subject}**${inert(description)}** · ${who} · ${say.priority[priority]}`;
  const why = rationale ? [inert(rationale, 300)] : [];
  const whole = showable(command);
  const way = whole === null ? [say.unshown] : whole === '' ? [] : [commandBlock(whole)];
  return [said, ...way, ...why].join('\n\n');
}
