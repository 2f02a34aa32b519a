// The English texts of build. Progress lines and warnings that the specification prescribes are in rules/ and the same in every language.
// Also used by rules/pull-request.ts and src/workflows/pictures.ts.

import { blockquote } from '../../text/quote.js';
import { dollarRange } from '../../text/values.js';
import type { BuildEstimate } from './rules/estimate.js';
import type { LogStatus } from './rules/execution-log.js';

/** A task in the table of a build. */
export interface TaskLine {
  readonly id: number;
  readonly title: string;
  /** The kind of worker: researcher, writer, coder or reviewer. */
  readonly persona: string;
  readonly wave: number;
  readonly status: string;
  readonly error?: string | undefined;
}

/** A build of which nothing was published. */
interface HeldBack {
  /** The change failed in the verify job. If false, the verify job has no verdict. */
  readonly isRed: boolean;
  /** Title and summary of the check. */
  readonly title: string;
  readonly summary: string;
  /** The report of the work job. */
  readonly report: string;
}

/** A text as a cell of a Markdown table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** A report without its front matter, which only programs read. */
export const withoutFrontMatter = (report: string): string =>
  report.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*\r?\n/, '').trim();

const STATUS: Readonly<Record<string, string>> = {
  pending: 'not started',
  running: 'running',
  retrying: 'running again',
  success: 'done',
  partial: 'partly done',
  failure: 'failed',
  // The specification's name for a task whose worker used all its turns. No time is measured.
  timeout: 'turn limit reached',
  skipped: 'skipped',
};

/** Why a build of this plan is no faster than one fix. */
function slowPlan({ tasks, longestChain }: BuildEstimate): string {
  if (tasks === 1) return 'The plan has only one task.';
  return longestChain === tasks
    ? `The plan has ${tasks} tasks, and each one has to wait for the one before.`
    : `The plan has only ${tasks} tasks.`;
}

export const en = {
  askToStart: ({ estimate, id }: { estimate: BuildEstimate; id: string }): string =>
    [
      `${slowPlan(estimate)} A build is not faster than a single \`/crew fix\`.`,
      '',
      '| | estimated cost |\n|---|---|',
      `| this build | ${dollarRange(estimate.low, estimate.high).join('–')} |`,
      `| a single \`/crew fix\` | ${dollarRange(...estimate.fix).join('–')} |`,
      '',
      `\`/crew approve ${id}\` starts the build. \`/crew cancel\` ends it; then \`/crew fix\` can do the same request.`,
    ].join('\n'),
  estimate: ({ low, high, tasks, longestChain }: BuildEstimate): string =>
    `Plan: ${tasks} ${tasks === 1 ? 'task' : 'tasks'}${longestChain > 1 ? ` (longest chain of dependent tasks: ${longestChain})` : ''}, estimated cost ${dollarRange(low, high).join('–')}`,
  waveTable: (lines: readonly TaskLine[]): string =>
    [
      '| wave | task | worker | status |',
      '|---|---|---|---|',
      ...lines.map(({ id, title, persona, wave, status, error }) => {
        const why = error === undefined ? '' : `: ${cell(error)}`;
        return `| ${wave} | ${id}. ${cell(title)} | ${persona} | ${STATUS[status] ?? status}${why} |`;
      }),
    ].join('\n'),
  report: ({ summary, table }: { summary: string; table: string }): string =>
    `${table}\n\n<details><summary>The agents' report (not verified)</summary>\n\n${withoutFrontMatter(summary)}\n\n</details>`,
  title: (issue: { number: number; title: string } | undefined, request: string): string => issue?.title ?? request,
  closes: (issue: number): string => `Closes #${issue}`,
  landed: (landed: number, tasks: number): string =>
    landed === tasks
      ? `All ${tasks} tasks are in this pull request, one commit each.`
      : `${landed} of ${tasks} tasks are in this pull request, one commit each.`,
  /** The announcement of a pull request without the tasks that failed or were skipped. */
  incomplete: ({ pull, landed, tasks }: { pull: number; landed: number; tasks: number }): string =>
    `Draft #${pull} has ${landed} of ${tasks} tasks; its table says why the others are missing. To add them, write \`/crew fix\` there and, on the same line, what is missing.`,
  heldBack: ({ isRed, title, summary, report }: HeldBack): string =>
    [
      isRed
        ? `Nothing was published: every task passed in the work job, but the whole change failed in the separate verify job (${title}). To start a new build, write \`/crew build\` and what to do differently.`
        : `Nothing was published: the verify job could not check the change (${title}). \`/crew continue\` runs it again.`,
      report,
      `<details><summary>Verification</summary>\n\n${summary}\n\n</details>`,
    ].join('\n\n'),
  subIssue: ({ run }: { run: string }): string =>
    `crew opened this issue for one task of the build \`${run}\`. Merging the pull request of the build closes it.`,
  gantt: {
    title: 'Timeline of the build',
    wave: (n: number): string => `Wave ${n}`,
    status: (status: LogStatus): string => STATUS[status] ?? status,
  },
  noRequest: 'Nothing to build. Write the request after `/crew build`, or use the command on an issue.',
  noPlan: (explanation: string): string =>
    explanation === ''
      ? 'Nothing was built: crew could not split this request into tasks. Describe it more precisely, or ask for a smaller part.'
      : `Nothing was built: crew made no plan for this request. Its explanation:\n\n${blockquote(explanation)}`,
  rejected: 'The build did not start, because the plan was rejected.',
};

export type Messages = typeof en;
