// Messages that belong to no single workflow, in English. The type `Messages` is also used by src/agent and src/workflows/fix.

import type { Change } from '../../ports/change.js';
import type { ErrorParts } from '../../ports/errors.js';
import type { Report } from '../../ports/report.js';
import type { Complaint } from '../../ports/run.js';
import { code } from '../quote.js';
import { dollarsIn } from '../values.js';
import { en as agent } from './agent/en.js';
import { stateWord } from './outcome-words.js';
import {
  type CommandLine,
  commandAsCode,
  commandRow,
  explainedTable,
  type RunLine,
  runRow,
  totalCost,
} from './rows.js';

const dollars = dollarsIn('en');

/** What a maintainer can do now, such as merging an approved pull request: up to five suggestions. */
function forMaintainers({ suggestions }: Report['recommendation']): string {
  const headlines = suggestions.flatMap(({ agent: who, description }) => (who === 'none' ? [description] : []));
  if (headlines.length === 0) return '';
  const more = headlines.length > 5 ? `; and ${headlines.length - 5} more` : '';
  return ` For a maintainer: ${headlines.slice(0, 5).join('; ')}${more}.`;
}

/** crew's pull requests of the last days. */
interface RecentPullRequests {
  readonly days: number;
  readonly opened: number;
  readonly merged: number;
  /** Merged pull requests that needed no further round. */
  readonly firstPass: number;
  /** The cost of all runs of these days in dollars, also of those without a pull request. */
  readonly usd: number;
}

function complaintOf(complaint: Complaint): string {
  switch (complaint.is) {
    case 'missing':
      return `${code(complaint.of)} is missing`;
    case 'shape':
      return `${code(complaint.word)} is not a valid ${code(complaint.of)}`;
    case 'value':
      return `${code(complaint.word)} needs a value: ${code(complaint.of)}`;
    case 'unknown-flag':
      return `this command has no flag ${code(complaint.word)}`;
    case 'twice':
      return `${code(complaint.word)} is given twice`;
    case 'stray':
      return `put ${code(complaint.word)} before the text; if it is part of the text, put ${code('--')} before the text`;
    case 'extra':
      return `${code(complaint.word)} is one word too many`;
    case 'one-of-two':
      return `give either ${code(complaint.of)} or ${code(complaint.or)}`;
    case 'needs':
      return `${code(complaint.word)} also needs ${code(complaint.of)}`;
  }
}

function wrongTyped(typed: string, complaint: Complaint): string {
  if (complaint.is !== 'missing') return `${typed}: ${complaintOf(complaint)}.`;
  const { of } = complaint;
  return `${typed} needs ${of === 'ID' ? 'an ID' : /^\w+$/.test(of) ? `a ${of.toLowerCase()}` : code(of)}.`;
}

export const en = {
  /** All commands, as a comment. */
  help: ({ commands }: { commands: readonly CommandLine[] }): string =>
    [
      'Write one of these at the start of a line in a comment:',
      '',
      '| command | what it does |',
      '|---|---|',
      ...commands.map(commandRow),
      '',
      commands.every(({ open }) => open)
        ? 'Anyone can use these.'
        : 'Anyone can use `help` and `status`. The other commands need write access to this repository. `/crew help fix` explains `fix`.',
    ].join('\n'),
  /** One command, as a comment. */
  helpOf: ({ usage, summary, explained, example, open }: CommandLine): string =>
    [
      commandAsCode(usage),
      '',
      `${capital(summary)}. ${open ? 'Anyone can use it.' : 'It needs write access to this repository.'}`,
      ...explainedTable(['argument', 'meaning'], explained),
      '',
      `Example: ${commandAsCode(example)}`,
    ].join('\n'),
  /** The first line of help in a terminal. Tables of commands and flags follow. */
  helpHead: 'crew keeps a project board up to date and changes code and texts on request.',
  helpFoot: '`crew help COMMAND` explains a command: its flags, their defaults, and an example.',
  /** Below the page of one command, in a terminal. */
  helpCommon: 'Flags of every command: crew help.',
  /** Below the page of a command that also works in comments. */
  helpTyped:
    'At a terminal, changes stay uncommitted in this folder, and the answer is printed: no pull request, no comment.',
  status: ({ issue, runs }: { issue: number | undefined; runs: readonly RunLine[] }): string => {
    const where = issue === undefined ? 'here' : `on #${issue}`;
    if (runs.length === 0) return `No runs ${where} yet.`;
    return [
      `Runs ${where}, newest first:`,
      '',
      '| command | status | began | cost | run |',
      '|---|---|---|---|---|',
      ...runs.map(runRow('en')),
      ...(runs.length > 1 ? ['', `Cost of these ${runs.length} runs together: ${dollars(totalCost(runs))}.`] : []),
    ].join('\n');
  },
  /** The repository's last days, below the list of runs in `status`. */
  lastDays: ({ days, opened, merged, firstPass, usd }: RecentPullRequests): string => {
    const counts = [
      `${opened} pull request${opened === 1 ? '' : 's'} opened`,
      ...(merged === 0 ? [] : [`${merged} merged`]),
      ...(firstPass === 0 ? [] : [`of which ${firstPass} needed no correction`]),
    ].join(', ');
    const each = merged === 0 ? '' : `, which is ${dollars(usd / merged)} for each merged pull request`;
    return `Last ${days} days in this repository: ${counts}. All runs of these days cost ${dollars(usd)}${each}.`;
  },
  unknownCommand: ({ found, meant }: { found: string; meant: string | undefined }): string =>
    `${code(`/crew ${found}`)} is not a crew command${meant ? `; did you mean ${code(`/crew ${meant}`)}?` : '.'} ${code('/crew help')} lists them all.`,
  complaint: complaintOf,
  /** `approve` without an id, where no run waits for approval. */
  nothingToApprove: 'Nothing here waits for approval.',
  wrongCommand: ({ complaint, usage }: { complaint: Complaint; usage: string }): string =>
    `${capital(complaintOf(complaint))}. Nothing was started. Usage: ${commandAsCode(usage)}`,
  /** A wrong command line at a terminal. */
  wrongTyped: ({ name, complaint, usage }: { name: string; complaint: Complaint; usage: string }): string =>
    `${wrongTyped(code(`crew ${name}`), complaint)} Nothing was started. Usage: ${commandAsCode(usage)}`,
  unknownTyped: ({ found, meant }: { found: string; meant: string | undefined }): string =>
    `${code(`crew ${found}`)} is not a crew command. ${meant ? `Did you mean ${code(`crew ${meant}`)}?` : `See ${code('crew help')}.`}`,
  /** A word or flag that a terminal command does not take. */
  notTaken: ({ name, word, usage }: { name: string; word: string; usage: string }): string =>
    `${code(`crew ${name}`)} does not take ${code(word)}. Nothing was done. Usage: ${commandAsCode(usage)}`,
  /** A command at a terminal that works in comments only. */
  commentOnly: ({ name, on }: { name: string; on: 'issue' | 'pull' }): string =>
    `${code(`crew ${name}`)} works only in a comment on ${on === 'pull' ? 'a pull request' : 'an issue'}: write ${code(`/crew ${name}`)} there.`,
  brokenConfig: ({ file, problems }: { file: string; problems: readonly string[] }): string =>
    [
      `crew cannot use the configuration ${code(file)} and works with defaults until these problems are fixed:`,
      '',
      ...problems.map((each) => `- ${each}`),
    ].join('\n'),
  userError: ({ expected, found, remedy }: ErrorParts): string =>
    `crew needs ${expected}, but found ${found}. ${remedy}`,
  fault: ({ id }: { id: string }): string =>
    `crew stopped because of an internal error. The operator finds it in the log as ${code(id)}.`,
  change: (change: Change): string => {
    switch (change.kind) {
      case 'comment':
        return `${change.existing === null ? 'write' : 'update'} crew's comment on #${change.issue}`;
      case 'issue':
        return `create or update crew's issue “${change.title}”`;
      case 'label':
        return change.action === 'add'
          ? `add the label ${change.label} to #${change.issue}`
          : `remove the label ${change.label} from #${change.issue}`;
      case 'reaction':
        return `react with ${change.reaction}`;
      case 'branch':
        return `push one commit to the branch ${change.branch}`;
      case 'files':
        return `put ${change.commits.length} commits on the new branch ${change.branch}`;
      case 'pull':
        return `open the pull request “${change.title}”`;
      case 'reply':
        return `reply in a review thread of #${change.pull}`;
      case 'remarks':
        return `review #${change.pull} with ${change.remarks.length} line comment${change.remarks.length === 1 ? '' : 's'}`;
      case 'check':
        return change.conclusion === null
          ? `start the check ${change.name}`
          : `conclude the check ${change.name} as ${change.conclusion}`;
    }
  },
  /** The short answer to `/crew facilitate`. */
  looked: ({ assessments, changes, recommendation }: Report): string =>
    `crew scanned ${assessments.length} issues and wrote ${changes.written} ${changes.written === 1 ? 'change' : 'changes'}${changes.deferred > 0 ? `; ${changes.deferred} ${changes.deferred === 1 ? 'is' : 'are'} left for the next scan` : ''}. ${recommendation.reason}${forMaintainers(recommendation)}`,
  nothingToDo: 'Nothing to do.',
  /** The state of a run, in words. */
  statusWord: (state: string): string => stateWord('en', state),
  agent,
};

export type Messages = typeof en;

function capital(sentence: string): string {
  return sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
