// The report of a scan as GitHub Markdown: the job summary of facilitation, and the digest issue. Used by src/workflows/facilitate. Pure.
import type { IssueNumber, Report, Suggestion } from '../../../ports/report.js';
import { copyableCommand } from '../../../text/clean-output.js';
import { boardWords } from '../../../text/lang/board/index.js';
import type { Language } from '../../../text/lang/index.js';
import { codeBlock } from '../../../text/quote.js';
import { MAX_POST_CHARACTERS } from '../../../text/shorten.js';
import { folded, inert, inertCode } from '../../markdown.js';
import { boardOf, isCrewCommand, pageStepFor, pullRequestForCommand } from '../board.js';
import { emptyBoardSentence, nextSteps, unmetConditions } from '../conditions.js';
import { type DigestContent, digestNotes, suggestionBoxes } from './digest.js';
import { issueTables } from './issues.js';
import { issueLink, LIMITS, type RenderOptions } from './links.js';
import { cycleSection, dependencySection, driftSection, scanLine, unreadSection } from './notes.js';

/** The other suggestions are folded. */
const UNFOLDED_SUGGESTIONS = 3;

/** The suggestions, each with its command. */
function suggestionSection(context: RenderOptions): readonly string[] {
  const { report, words, limits } = context;
  const shown = report.recommendation.suggestions.slice(0, limits.steps);
  if (shown.length === 0) return [];
  const others = shown.slice(UNFOLDED_SUGGESTIONS).map((step) => suggestionText(step, context));
  return [
    `### ${words.heading.next}`,
    ...shown.slice(0, UNFOLDED_SUGGESTIONS).map((step) => suggestionText(step, context)),
    ...(others.length > 0 ? [folded(words.heading.alsoPossible, others.join('\n\n'))] : []),
  ];
}

function suggestionText(step: Suggestion, context: RenderOptions): string {
  const { words, home, board } = context;
  const { agent, command, description, priority, rationale, issue } = step;
  const place = pullRequestForCommand(step, board.find);
  // The command itself follows in a block of its own.
  const agentOrCrew = isCrewCommand(command) ? 'crew' : words.byAgent(inert(agent, 60));
  const who = agent === 'none' ? words.maintainer : agentOrCrew;
  const subject = issue === undefined ? '' : `${issueLink(issue, home)} `;
  const title = `${subject}**${inert(description)}** · ${who}${priority === 'high' ? ` · ${words.highPriority}` : ''}`;
  const why = rationale ? [inert(rationale, 300)] : [];
  const where = place === undefined ? [] : [inert(words.commandPlace(place))];
  return [title, ...commandLines(command, context), ...where, ...why].join('\n\n');
}

/** The command as a block to copy, or on which page it is done; empty for a suggestion without a command. */
function commandLines(command: string, { words, host }: RenderOptions): readonly string[] {
  const pageStep = pageStepFor(command, host);
  if (pageStep) return [`${words.onPage[pageStep.action]} ${inert(pageStep.ref)}`];
  const copyable = copyableCommand(command);
  if (copyable === null) return [words.unshown];
  return copyable === '' ? [] : [codeBlock(copyable, 'sh')];
}

/** The first section: the state of the board and the next step. */
function headSection(context: RenderOptions): readonly string[] {
  const { report, board, words } = context;
  const { assessments, health } = report;
  if (assessments.length === 0) return [`## ${words.heading.board}`, emptyBoardSentence(report, words)];
  return [
    `## ${words.heading.board}`,
    words.headline({ issues: assessments.length, tallies: board.tallies }),
    [`**${words.health(health.score)}**`, ...unmetConditions(report, words)].join(' · '),
    ...nextStepTexts(context),
    ...(report.recommendation.reason ? [inert(report.recommendation.reason, 300)] : []),
  ];
}

function nextStepTexts({ report, board, words, home }: RenderOptions): readonly string[] {
  const format = {
    issue: (issue: IssueNumber) => issueLink(issue, home),
    agent: (name: string) => `**${inert(name, 60)}**`,
    command: inertCode,
    description: (text: string) => inert(text),
  };
  return nextSteps(report, { board, words, format }).map(({ title, text }) => `**${title}:** ${text}`);
}

export interface SummaryOptions {
  readonly lang: Language;
  /** The address of the board's repository, such as `https://github.com/owner/name`. Without it, issues are not linked. */
  readonly home?: string | undefined;
  /** GitHub's host. On another than github.com, the summary has no `gh` commands. */
  readonly host?: string | undefined;
}

type SectionRenderer = (context: RenderOptions) => readonly string[];

const BOARD_SECTIONS: readonly SectionRenderer[] = [
  headSection,
  suggestionSection,
  issueTables,
  dependencySection,
  cycleSection,
  driftSection,
  unreadSection,
];

/** The job summary: the state of the board, and the writes and cost of this scan. */
export function boardSummary(report: Report, reader: SummaryOptions): string {
  return render(report, reader, [...BOARD_SECTIONS, scanLine]);
}

/**
 * The text of the digest issue. `core` is the text without the sections that differ at every scan, such as the changes since the last one:
 * while `core` is unchanged, the issue needs no edit. GitHub lists each link to an issue on that issue, so `home` should be an address that
 * GitHub does not recognize as its own.
 */
export function boardDigest(
  report: Report,
  reader: SummaryOptions,
  more: DigestContent,
): { readonly core: string; readonly text: string } {
  const withBoxes: SectionRenderer = (context) => suggestionBoxes(context, more);
  const core = [headSection, withBoxes, issueTables, dependencySection, cycleSection, driftSection, unreadSection];
  const notes: SectionRenderer = (context) => digestNotes(context, more);
  return {
    core: render(report, reader, core),
    text: render(report, reader, [headSection, withBoxes, notes, ...core.slice(2)]),
  };
}

/** Renders the sections with the largest limits whose text GitHub accepts. With the smallest limits, every report fits. */
function render(report: Report, { lang, home, host }: SummaryOptions, parts: readonly SectionRenderer[]): string {
  const common = { report, board: boardOf(report), words: boardWords(lang), home, host };
  let text = '';
  for (const limits of LIMITS) {
    text = parts.flatMap((part) => part({ ...common, limits })).join('\n\n');
    if (text.length <= MAX_POST_CHARACTERS) break;
  }
  return `${text}\n`;
}
