// The report as GitHub Markdown: the job summary, and the digest. Pure.
import type { Report, Suggestion } from '../../../ports/report.js';
import { copyableCommand } from '../../../text/clean-output.js';
import { boardWords } from '../../../text/lang/board/index.js';
import type { Language } from '../../../text/lang/index.js';
import { MAX_POST_CHARACTERS } from '../../../text/shorten.js';
import { commandBlock, folded, inert, inertCode } from '../../markdown.js';
import { boardOf, commandPlace, isForCrew, nextComment } from '../board.js';
import { idleOf, noneOf, unmetOf } from '../conditions.js';
import { boxes, type DigestMore, digestNotes } from './digest.js';
import { issues } from './issues.js';
import { LIMITS, linked, type RenderOptions } from './links.js';
import { circles, drift, missing, run, waits } from './notes.js';

/** The number of suggestions that are not folded. */
const FIRST = 3;

/** The suggestions, each with its command. */
function steps(of: RenderOptions): readonly string[] {
  const { report, say, limits: room } = of;
  const shown = report.recommendation.suggestions.slice(0, room.steps);
  if (shown.length === 0) return [];
  const others = shown.slice(FIRST).map((step) => stepOf(step, of));
  return [
    `### ${say.heading.next}`,
    ...shown.slice(0, FIRST).map((step) => stepOf(step, of)),
    ...(others.length > 0 ? [folded(say.heading.alsoPossible, others.join('\n\n'))] : []),
  ];
}

function stepOf(step: Suggestion, { say, home, board }: RenderOptions): string {
  const { agent, command, description, priority, rationale, issue } = step;
  const place = commandPlace(step, board.find);
  // The command follows below.
  const who = agent === 'none' ? say.person : isForCrew(command) ? 'crew' : say.byAgent(inert(agent, 60));
  const subject = issue === undefined ? '' : `${linked(issue, home)} `;
  const said = `${subject}**${inert(description)}** · ${who} · ${say.priority[priority]}`;
  const why = rationale ? [inert(rationale, 300)] : [];
  const whole = copyableCommand(command);
  const way = whole === null ? [say.unshown] : whole === '' ? [] : [commandBlock(whole)];
  const where = place === undefined ? [] : [inert(say.commandPlace(place))];
  return [said, ...way, ...where, ...why].join('\n\n');
}

/** The beginning: the state of the board and the next step. */
function head(of: RenderOptions): readonly string[] {
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

function next({ report, board, say, home }: RenderOptions): string {
  const { nextAgent, targetIssues, suggestions } = report.recommendation;
  const comment = nextComment(report, board.find);
  if (comment) {
    const on = comment.on.slice(0, 10).map((issue) => linked(issue, home));
    return say.nextCommand({ command: inertCode(comment.command), on });
  }
  const issues = targetIssues.slice(0, 10).map((issue) => linked(issue, home));
  if (nextAgent !== 'none') return say.next({ agent: `**${inert(nextAgent, 60)}**`, issues });
  return suggestions.length === 0 ? idleOf(report, say) : say.nextByPerson(issues);
}

export interface Reader {
  readonly lang: Language;
  /** The address of the board's repository, such as `https://github.com/owner/name`. Without it, issues are not linked. */
  readonly home?: string | undefined;
}

type Part = (of: RenderOptions) => readonly string[];

const FIELD: readonly Part[] = [head, steps, issues, waits, circles, drift, missing];

/** The job summary: the state of the board, and the writes and cost of this scan. */
export function boardSummary(report: Report, reader: Reader): string {
  return rendered(report, reader, [...FIELD, run]);
}

/**
 * The digest issue. `core` is its part about the board: while that is unchanged, the issue is not edited, since the part about changes
 * differs at every scan. GitHub lists linked mentions on the mentioned issue, so `home` should be an address that it does not recognize.
 */
export function boardDigest(
  report: Report,
  reader: Reader,
  more: DigestMore,
): { readonly core: string; readonly text: string } {
  const withBoxes: Part = (of) => boxes(of, more);
  const core = [head, withBoxes, issues, waits, circles, drift, missing];
  const notes: Part = (of) => digestNotes(of, more);
  return {
    core: rendered(report, reader, core),
    text: rendered(report, reader, [head, withBoxes, notes, ...core.slice(2)]),
  };
}

/** Renders with the largest limits that GitHub accepts. The smallest limits fit for every report. */
function rendered(report: Report, { lang, home }: Reader, parts: readonly Part[]): string {
  const common = { report, board: boardOf(report), say: boardWords(lang), home };
  let text = '';
  for (const room of LIMITS) {
    text = parts.flatMap((part) => part({ ...common, limits: room })).join('\n\n');
    if (text.length <= MAX_POST_CHARACTERS) break;
  }
  return `${text}\n`;
}
