import type { Complaint } from '../../ports/run.js';
import { code } from '../quote.js';
import { en as agent } from './agent/en.js';
import type { Messages } from './messages.js';
import { commandRow, explainedTable, runRow, statusWord, written } from './rows.js';

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
    case 'beside':
      return `${code(complaint.word)} also needs ${code(complaint.of)}`;
  }
}

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
        ? 'Anyone can use these.'
        : 'Anyone can use `help` and `status`. The other commands need write access to this repository. `/crew help fix` explains `fix`.',
    ].join('\n'),
  helpOf: ({ usage, summary, explained, example, open }) =>
    [
      written(usage),
      '',
      `${capital(summary)}. ${open ? 'Anyone can use it.' : 'It needs write access to this repository.'}`,
      ...explainedTable(['argument', 'meaning'], explained),
      '',
      `Example: ${written(example)}`,
    ].join('\n'),
  helpHead: 'crew keeps a project board up to date and changes code and texts on request.',
  helpFoot: '`crew help COMMAND` explains a command: its flags, their defaults, and an example.',
  helpCommon: 'Flags of every command: crew help.',
  status: ({ issue, runs }) => {
    const where = issue === undefined ? 'here' : `on #${issue}`;
    if (runs.length === 0) return `No runs ${where} yet.`;
    return [
      `Runs ${where}, newest first:`,
      '',
      '| run | status | began |',
      '|---|---|---|',
      ...runs.map(runRow((status) => statusWord('en', status))),
    ].join('\n');
  },
  lastDays: ({ days, opened, merged, firstPass, usdEach }) =>
    `${[
      `Last ${days} days: ${opened} pull request${opened === 1 ? '' : 's'} opened, ${merged} merged, ${firstPass} needed no correction`,
      ...(usdEach === undefined ? [] : [`$${usdEach.toFixed(2)} per merged pull request`]),
    ].join(', ')}.`,
  unknownCommand: ({ found, meant }) =>
    `${code(`/crew ${found}`)} is not a crew command${meant ? `; did you mean ${code(`/crew ${meant}`)}?` : '.'} ${code('/crew help')} lists them all.`,
  complaint: complaintOf,
  wrongCommand: ({ complaint, usage }) =>
    `${capital(complaintOf(complaint))}. Nothing was started. Usage: ${written(usage)}`,
  brokenConfig: ({ file, problems }) =>
    [
      `crew cannot use the configuration ${code(file)} and works with defaults until these problems are fixed:`,
      '',
      ...problems.map((each) => `- ${each}`),
    ].join('\n'),
  userError: ({ expected, found, remedy }) => `Expected ${expected}; found ${found}. ${remedy}`,
  fault: ({ id }) => `crew stopped because of an internal error. The operator finds it in the log as ${code(id)}.`,
  change: (change) => {
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
        return `review #${change.pull} with ${change.remarks.length} line comments`;
      case 'check':
        return change.conclusion === null
          ? `start the check ${change.name}`
          : `conclude the check ${change.name} as ${change.conclusion}`;
    }
  },
  looked: ({ assessments, changes, recommendation }) =>
    `crew scanned ${assessments.length} issues and wrote ${changes.written} changes${changes.deferred > 0 ? `; ${changes.deferred} are left for the next scan` : ''}. ${recommendation.reason}`,
  nothingToDo: 'Nothing to do.',
  statusWord: (status) => statusWord('en', status),
  agent,
};

function capital(sentence: string): string {
  return sentence.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
