import { SETUP_ACTION, toolLines } from '../../tool-lines.js';
import type { Count, Flaw, Reason, VerifyWords, Why } from './words.js';

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

const FLAWS: Readonly<Record<Flaw, string>> = {
  'cut off': 'are incomplete',
  'not adding up': 'are inconsistent',
  unreadable: 'cannot be read',
  'bailed out': 'end in "Bail out!"',
  'too large': 'are too large to read',
  'no files': 'are not plain files',
};

const countOf = ({ failed, passed, skipped }: Count): string =>
  [failed > 0 ? `${failed} failed` : '', `${passed} passed`, skipped > 0 ? `${skipped} skipped` : '']
    .filter(Boolean)
    .join(', ');

function reason(of: Reason): string {
  switch (of.is) {
    case 'no-tool':
      return `\`${of.name}\` is not installed.`;
    case 'not-started':
      return 'The command could not be started.';
    case 'no-disk':
      return 'The disk is full.';
    case 'not-fetched':
      return 'crew could not read the results of the test runner.';
    case 'setup-failed':
      return 'The setup step failed.';
    case 'refused':
      return `The sandbox blocked the host ${of.host}. ${of.remedy}`;
    case 'hook-refused':
      return `The tests passed. \`${of.hook}\` failed because the sandbox blocked the host ${of.host}.`;
    case 'downloads-skipped':
      return `Installed without the browsers or binaries that ${of.packages} would download, because the sandbox blocks their hosts. Tests that need them get them from ${SETUP_ACTION}.`;
    case 'time-out':
      return `Stopped after ${of.seconds} s (time limit).`;
    case 'killed':
      return `Killed by ${of.signal}.`;
    case 'passed-but-failed':
      return `All ${of.tests} reported tests passed or were skipped, but the command exited with ${of.exit}.`;
    case 'failed-but-passed':
      return `The command exited with 0, but ${many(of.failed, 'test')} failed.`;
    case 'no-results':
      return 'The command exited with 0, but the test runner wrote no results.';
    case 'broken-results':
      return `The command exited with 0, but its results ${FLAWS[of.flaw]}.`;
    case 'doubtful-results':
      return `The results ${FLAWS[of.flaw]}, so only the exit code counts.`;
    case 'no-tests':
      return 'No tests ran.';
  }
}

function why(of: Why): string {
  switch (of.is) {
    case 'configured':
      return `\`${of.section}\` in the configuration`;
    case 'script':
      return `the script "${of.name}" in ${of.file}`;
    case 'target':
      return `the target "${of.name}" in ${of.file}`;
    case 'file':
      return of.file;
    case 'missing':
      return `${of.folder} is missing`;
    case 'ci':
      return `the job "${of.job}" in ${of.file}`;
  }
}

export const en: VerifyWords = {
  headline: ({ verdict, count, steps }) => {
    const seen = count.failed + count.passed;
    if (verdict === 'PASS')
      return seen > 0 ? `Everything passed: ${countOf(count)}.` : 'Every step passed, but no tests ran.';
    if (verdict === 'INFRA_ERROR') {
      return steps.unable > 0
        ? `Not verified: ${many(steps.unable, 'step')} could not run${steps.failed > 0 ? `, and ${steps.failed} failed` : ''}.`
        : 'Not verified: crew found no steps to run.';
    }
    return `${many(steps.failed, 'step')} failed${seen > 0 ? ` (tests: ${countOf(count)})` : ''}.`;
  },
  count: countOf,
  exit: (exit) => `exit code ${exit}`,
  reason,
  why,
  against: {
    better: 'Better than the base: something that failed there passes.',
    same: 'Nothing got worse compared with the base.',
    worse: 'Worse than the base: a check that passed fails now.',
    unknown: 'crew could not compare the change with the base.',
  },
  compared: {
    side: { base: 'base', head: 'head' },
    more: (count) => `, and ${count} more`,
    named: {
      broken: (count, list) => `${count} passed on base and failed on head: ${list}.`,
      refused: (count, list) => `${many(count, 'is', 'are')} new on head and failed: ${list}.`,
      fixed: (count, list) => `${count} failed on base and passed on head: ${list}.`,
      removed: (count, list) => `${count} ran on base and ${count === 1 ? 'is' : 'are'} missing on head: ${list}.`,
      silenced: (count, list) => `${count} ran on base and ${count === 1 ? 'was' : 'were'} skipped on head: ${list}.`,
      unknown: (count, list) => `${count} could not be compared with base: ${list}.`,
      flaky: (count, list) => `${many(count, 'is', 'are')} flaky (passed and failed on the same code): ${list}.`,
      before: (count, list) => `${count} failed on base and still ${count === 1 ? 'fails' : 'fail'} on head: ${list}.`,
      added: (count, list) => `${many(count, 'is', 'are')} new on head and passed: ${list}.`,
    },
    renamed: (list) => `Perhaps renamed; not counted as fixed: ${list}.`,
    notRun: ({ side, step, why }) => `\`${step}\` could not run on ${side}: ${why}.`,
    cutShort: ({ side, step, by }) =>
      `\`${step}\` did not finish on ${side}: it ${by === 'time-out' ? 'reached the time limit' : 'was killed'}.`,
    noTests: (side) => `No tests ran on ${side}.`,
    nothing: 'No step ran on both base and head, so crew could not compare them.',
  },
  tamper: {
    heading: 'Changes to tests and checks',
    weight: { blocks: 'blocks', named: 'for your information', ask: 'needs review' },
    more: (count) => `and ${count} more`,
    next: {
      blocks: 'Undo the lines that weaken tests or checks, or move them into a separate pull request.',
      ask: 'Review the lines named above: they change tests or checks. Confirm that this is intended.',
    },
  },
  heading: {
    failed: 'Failures',
    unable: 'Could not run',
    lines: 'Last lines of',
    because: 'Why these steps',
    next: 'Next step',
  },
  more: ({ count, where }) => `and ${count} more, in ${where}`,
  unaffected: (packages) => `Skipped, because the change does not affect them: ${packages.join(', ')}.`,
  unread: (files) => `crew cannot read ${files.join(', ')}, so steps from there are missing.`,
  begins: ({ name, command, n, of }) => `[${n}/${of}] ${name}: ${command}`,
  again: ' (second run)',
  walls: (name) => `Sandbox: ${name}`,
  stopped: 'Stopped; there is no verdict.',
  planned: {
    heading: 'Dry run. These steps would run',
    nothing: 'Dry run. crew found no steps to run.',
  },
  took: (seconds) => `${seconds} s`,
  next: {
    passed: 'Nothing to do.',
    notWorse: 'Nothing to do: every failure was there before this change.',
    unknown: 'Check the tests that could not be compared: missing and skipped tests prove nothing.',
    unread: (file) => `Fix ${file}, which crew cannot read, then run \`crew verify\` again.`,
    nothingToRun: 'Add steps under `verify.steps` in .github/crew.yml.',
    noTests: 'Add a test that fails without your change; checks without tests prove little.',
    mend: ({ first, log }) => `Start with ${first}. Full log: ${log}`,
    tool: (name) =>
      `Install ${name}. In GitHub Actions, add these two lines to ${SETUP_ACTION}:\n${toolLines(name).join('\n')}`,
    again: (log) => `Read the log, then run \`crew verify\` again. Log: ${log}`,
  },
};
