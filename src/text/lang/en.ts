import type { Complaint } from '../../commands/grammar.js';
import { code } from '../code.js';
import { en as agent } from './agent/en.js';
import { en as facilitate } from './facilitate/en.js';
import { en as fix } from './fix/en.js';
import type { Messages } from './messages.js';
import { en as review } from './review/en.js';
import { commandRow, explainedTable, runRow, type StatusWords, statusWordOf, written } from './rows.js';

function complaintOf(complaint: Complaint): string {
  switch (complaint.is) {
    case 'missing':
      return `${code(complaint.of)} is missing`;
    case 'shape':
      return `${code(complaint.word)} is no ${code(complaint.of)}`;
    case 'value':
      return `${code(complaint.word)} needs ${code(complaint.of)} behind it`;
    case 'unknown-flag':
      return `${code(complaint.word)} is no flag of this command`;
    case 'twice':
      return `${code(complaint.word)} stands there twice`;
    case 'stray':
      return `${code(complaint.word)} belongs before the text; if it is part of the text, put ${code('--')} before the text`;
    case 'extra':
      return `nothing may follow where ${code(complaint.word)} stands`;
    case 'one-of-two':
      return `it needs ${code(complaint.of)} or ${code(complaint.or)}, one of the two`;
    case 'beside':
      return `${code(complaint.word)} needs ${code(complaint.of)} beside it`;
  }
}

const words: StatusWords = {
  running: 'running',
  unclaimed: 'dispatched, not started yet',
  interrupted: 'interrupted',
  succeeded: 'done',
  awaiting: 'waits for a person',
  partial: 'partly done',
  stuck: 'stuck',
  failed: 'failed',
  escalated: 'needs a person',
  refused: 'refused',
  cancelled: 'cancelled',
  infra_error: 'could not run',
  error: 'ended by a fault of crew',
};

const statusWord = statusWordOf(words);

export const en: Messages = {
  help: ({ commands }) =>
    [
      'Write one of these at the start of a line in a comment:',
      '',
      '| command | what it does |',
      '|---|---|',
      ...commands.map(commandRow),
      '',
      commands.every(({ open }) => open)
        ? 'Everybody can use these.'
        : 'Everybody can use `help` and `status`. The other commands need write access to this repository. `/crew help fix` explains `fix`.',
    ].join('\n'),
  helpOf: ({ usage, summary, explained, example, open }) =>
    [
      written(usage),
      '',
      `${capital(summary)}. ${open ? 'Everybody can use it.' : 'It needs write access to this repository.'}`,
      ...explainedTable(['argument', 'meaning'], explained),
      '',
      `Example: ${written(example)}`,
    ].join('\n'),
  helpHead: 'crew keeps a project board up to date and changes code and texts on request.',
  helpFoot: '`crew help COMMAND` explains a command: its flags, their defaults, and an example.',
  helpCommon: 'Flags of every command: crew help.',
  status: ({ issue, runs }) => {
    const where = issue === undefined ? 'here' : `on #${issue}`;
    if (runs.length === 0) return `Nothing has run ${where} yet, and nothing waits for anybody.`;
    return [
      `Runs ${where}, newest first:`,
      '',
      '| run | status | began |',
      '|---|---|---|',
      ...runs.map(runRow(statusWord)),
    ].join('\n');
  },
  lastDays: ({ days, opened, merged, firstPass, usdEach }) =>
    `${[
      `Last ${days} days: ${opened} pull requests opened, ${merged} merged, ${firstPass} without a further round`,
      ...(usdEach === undefined ? [] : [`$${usdEach.toFixed(2)} for each merged one`]),
    ].join(', ')}.`,
  unknownCommand: ({ found, meant }) =>
    `${code(`/crew ${found}`)} is not a crew command${meant ? `; did you mean ${code(`/crew ${meant}`)}?` : '.'} ${code('/crew help')} lists them all.`,
  complaint: complaintOf,
  wrongCommand: ({ complaint, usage }) =>
    `${capital(complaintOf(complaint))}. Nothing was started. It is written like this: ${written(usage)}`,
  brokenConfig: ({ file, problems }) =>
    [
      `The configuration ${code(file)} cannot be used as it is, so defaults hold until it is mended:`,
      '',
      ...problems.map((each) => `- ${each}`),
    ].join('\n'),
  mishap: ({ expected, found, remedy }) => `Expected ${expected}; found ${found}. ${remedy}`,
  fault: ({ id }) =>
    `Something went wrong inside crew, and nothing more was done. The operator finds it in the log as ${code(id)}.`,
  change: (change) => {
    switch (change.kind) {
      case 'comment':
        return `${change.existing === null ? 'write' : 'update'} my comment on #${change.issue}`;
      case 'issue':
        return `keep my issue “${change.title}” up to date`;
      case 'label':
        return change.action === 'add'
          ? `put the label ${change.label} on #${change.issue}`
          : `take the label ${change.label} off #${change.issue}`;
      case 'reaction':
        return `react with ${change.reaction}`;
      case 'branch':
        return `put one commit on the branch ${change.branch}`;
      case 'files':
        return `put ${change.commits.length} commits on the new branch ${change.branch}`;
      case 'pull':
        return `open the pull request “${change.title}”`;
      case 'reply':
        return `answer beside a line of #${change.pull}`;
      case 'remarks':
        return `leave ${change.remarks.length} remarks on #${change.pull}`;
      case 'check':
        return change.conclusion === null
          ? `begin the check ${change.name}`
          : `conclude the check ${change.name} as ${change.conclusion}`;
    }
  },
  looked: ({ assessments, changes, recommendation }) =>
    `I looked at ${assessments.length} issues and wrote ${changes.written} changes${changes.deferred > 0 ? `; ${changes.deferred} follow next time` : ''}. ${recommendation.reason}`,
  nothingToDo: 'There was nothing to do.',
  statusWord,
  agent,
  facilitate,
  fix,
  review,
};

function capital(sentence: string): string {
  return sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
