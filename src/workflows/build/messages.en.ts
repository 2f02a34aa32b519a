// What a build says to people, in English. The lines of the specification itself (waves, warnings) are the same in every language.

import { inQuote } from '../../text/quote.js';
import type { BuildEstimate } from './rules/estimate.js';
import type { LogStatus } from './rules/execution-log.js';

export interface TaskLine {
  readonly id: number;
  readonly title: string;
  readonly persona: string;
  readonly wave: number;
  readonly status: string;
  readonly error?: string | undefined;
}

interface HeldBack {
  /** The verify job says that something broke; else it could not say. */
  readonly isRed: boolean;
  readonly title: string;
  readonly summary: string;
  readonly report: string;
}

const usd = (amount: number): string => `$${amount.toFixed(2)}`;
export const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** The report's words; its front matter is for programs. */
export const withoutFrontMatter = (report: string): string =>
  report.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*\r?\n/, '').trim();

const STATUS: Readonly<Record<string, string>> = {
  pending: 'not started',
  running: 'running',
  retrying: 'running again',
  success: 'done',
  partial: 'partly done',
  failure: 'failed',
  timeout: 'turn limit reached',
  skipped: 'skipped',
};

export const en = {
  askToStart: ({
    estimate: { low, high, tasks, longestChain, fix },
    id,
  }: {
    estimate: BuildEstimate;
    id: string;
  }): string =>
    [
      `The plan has ${tasks} ${tasks === 1 ? 'task' : 'tasks'}; its longest chain of dependent tasks has ${longestChain}. A build would not be faster than one \`/crew fix\`.`,
      '',
      `| | cost |\n|---|---|\n| this build | ${usd(low)}–${usd(high)} |\n| a single \`/crew fix\` | ${usd(fix[0])}–${usd(fix[1])} |`,
      '',
      `\`/crew approve ${id}\` starts the build. \`/crew cancel\` cancels it.`,
    ].join('\n'),
  estimate: ({ low, high, tasks, longestChain }: BuildEstimate): string =>
    `${tasks} tasks, longest chain ${longestChain}, ${usd(low)}–${usd(high)}`,
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
    `${table}\n\n<details><summary>The aggregator's report (not verified)</summary>\n\n${withoutFrontMatter(summary)}\n\n</details>`,
  title: (issue: { number: number; title: string } | undefined, request: string): string => issue?.title ?? request,
  closes: (issue: number): string => `Closes #${issue}`,
  landed: (landed: number, tasks: number): string =>
    landed === tasks
      ? `All ${tasks} tasks are in this pull request, one commit each.`
      : `${landed} of ${tasks} tasks are in this pull request, one commit each.`,
  heldBack: ({ isRed, title, summary, report }: HeldBack): string =>
    [
      isRed
        ? `All tasks passed in the work job, but the whole change failed in the separate verify job: ${title}. Nothing was published. \`/crew build\` with what to do otherwise starts a new build.`
        : `The verify job could not check the change: ${title}. Nothing was published. \`/crew continue\` tries again.`,
      report,
      `<details><summary>The verification</summary>\n\n${summary}\n\n</details>`,
    ].join('\n\n'),
  nothingLanded: 'No change was made.',
  subIssue: ({ run }: { run: string }): string => `This is a task of the build \`${run}\`.`,
  gantt: {
    title: 'Waves of the build',
    wave: (n: number): string => `Wave ${n}`,
    status: (status: LogStatus): string => STATUS[status] ?? status,
  },
  noRequest: 'Nothing to build. Write the request after `/crew build`, or use the command on an issue.',
  noPlan: (said: string): string =>
    `The decomposer made no plan of this, so nothing was built.${said === '' ? ' Say more precisely what is wanted, or ask for less at once.' : ` It says:\n\n${inQuote(said)}`}`,
  rejected: 'The build was rejected and did not start.',
};

export type Messages = typeof en;
