import { SETUP_ACTION, toolLines } from '../../tool-lines.js';
import type { Count, Flaw, Reason, VerifyWords, Why } from './words.js';

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

const FLAWS: Readonly<Record<Flaw, string>> = {
  'cut off': 'are cut off',
  'not adding up': 'do not add up',
  unreadable: 'cannot be read',
  'bailed out': 'end in "Bail out!"',
  'too large': 'are too large to be read',
  'no files': 'are no plain files',
};

const countOf = ({ failed, passed, skipped }: Count): string =>
  [failed > 0 ? `${failed} failed` : '', `${passed} passed`, skipped > 0 ? `${skipped} skipped` : '']
    .filter(Boolean)
    .join(', ');

function reason(of: Reason): string {
  switch (of.is) {
    case 'no-tool':
      return `There is no \`${of.name}\` here.`;
    case 'not-started':
      return 'The command could not be started.';
    case 'no-disk':
      return 'There is no room left on the disk.';
    case 'not-fetched':
      return 'What its runner left could not be fetched.';
    case 'setup-failed':
      return 'What has to run before everything else did not succeed.';
    case 'refused':
      return `The host ${of.host} was not let through. ${of.remedy}`;
    case 'hook-refused':
      return `The tests passed. \`${of.hook}\` could not run here: the sandbox refused it the host ${of.host}.`;
    case 'downloads-skipped':
      return `Installed without the browsers or binaries that ${of.packages} would download: the sandbox does not reach their hosts. Tests that need them want them from ${SETUP_ACTION}.`;
    case 'time-out':
      return `It was stopped after ${of.seconds} s.`;
    case 'killed':
      return `It was ended by ${of.signal}.`;
    case 'passed-but-failed':
      return `All ${of.tests} tests that were told passed or were skipped, yet the command ended with ${of.exit}.`;
    case 'failed-but-passed':
      return `The command ended with 0, yet ${many(of.failed, 'test')} failed.`;
    case 'no-results':
      return 'The command ended with 0, yet its runner left no results: it was ended before it could.';
    case 'broken-results':
      return `The command ended with 0, yet its results ${FLAWS[of.flaw]}.`;
    case 'doubtful-results':
      return `Its results ${FLAWS[of.flaw]}, so only its exit code counts.`;
    case 'no-tests':
      return 'No test ran.';
  }
}

function why(of: Why): string {
  switch (of.is) {
    case 'configured':
      return `${of.section} of the configuration`;
    case 'script':
      return `the script "${of.name}" of ${of.file}`;
    case 'target':
      return `the target "${of.name}" of ${of.file}`;
    case 'file':
      return of.file;
    case 'missing':
      return `${of.folder} is not there`;
    case 'ci':
      return `the job "${of.job}" of ${of.file}`;
  }
}

export const en: VerifyWords = {
  headline: ({ verdict, count, steps }) => {
    const seen = count.failed + count.passed;
    if (verdict === 'PASS')
      return seen > 0 ? `Everything passed: ${countOf(count)}.` : 'Every step passed, but no test was seen to run.';
    if (verdict === 'INFRA_ERROR') {
      return steps.unable > 0
        ? `It could not be verified: ${many(steps.unable, 'step')} could not run${steps.failed > 0 ? `, and ${steps.failed} failed` : ''}.`
        : 'Nothing was found to run, so nothing is verified.';
    }
    return `${many(steps.failed, 'step')} failed${seen > 0 ? `; of the tests ${countOf(count)}` : ''}.`;
  },
  count: countOf,
  exit: (exit) => `ended with ${exit}`,
  reason,
  why,
  against: {
    better: 'Better than the base: something that failed there passes.',
    same: 'Nothing got worse against the base.',
    worse: 'Worse than the base: something that was whole is broken.',
    unknown: 'Whether it got better or worse against the base cannot be told.',
  },
  compared: {
    side: { base: 'base', head: 'head' },
    more: (count) => `, and ${count} more`,
    named: {
      broken: (count, list) => `${count} passed on base and failed on head: ${list}.`,
      refused: (count, list) => `${many(count, 'is', 'are')} new on head and failed: ${list}.`,
      fixed: (count, list) => `${count} failed on base and passed on head: ${list}.`,
      removed: (count, list) => `${count} of base did not run on head; a test that vanished proves nothing: ${list}.`,
      silenced: (count, list) => `${count} ran on base and ${count === 1 ? 'was' : 'were'} skipped on head: ${list}.`,
      unknown: (count, list) => `Of ${count} it cannot be told how head compares with base: ${list}.`,
      flaky: (count, list) => `${count} failed and passed on the same code: ${list}.`,
      before: (count, list) => `${count} failed on base and still ${count === 1 ? 'fails' : 'fail'} on head: ${list}.`,
      added: (count, list) => `${many(count, 'is', 'are')} new on head and passed: ${list}.`,
    },
    renamed: (list) => `Perhaps renamed, which is not counted as fixed: ${list}.`,
    notRun: ({ side, step, why }) => `\`${step}\` could not be run on ${side}: ${why}.`,
    cutShort: ({ side, step, by }) =>
      `\`${step}\` did not end by itself on ${side}: ${by === 'time-out' ? 'it took too long' : 'a signal ended it'}.`,
    noTests: (side) => `No test ran on ${side}.`,
    nothing: 'Nothing ran on both sides, so there is nothing to compare.',
  },
  tamper: {
    heading: 'Changes to what judges the code',
    weight: { blocks: 'stops it', named: 'for your review', ask: 'asks for a look' },
    more: (count) => `and ${count} more`,
    next: {
      blocks: 'Take the lines back that bend what judges this change, or move them into a change of their own.',
      ask: 'Read the lines that are named: they change what judges the code, and somebody should say that this was meant.',
    },
  },
  heading: {
    failed: 'What failed',
    unable: 'What could not run',
    lines: 'The last lines of',
    because: 'Why these steps',
    next: 'Next',
  },
  more: ({ count, where }) => `and ${count} more, in ${where}`,
  unaffected: (packages) => `Left out, since no change reaches them: ${packages.join(', ')}.`,
  unread: (files) => `Not readable, so what would have to run for it is not known: ${files.join(', ')}.`,
  begins: ({ name, command, n, of }) => `[${n}/${of}] ${name}: ${command}`,
  again: ', again',
  walls: (name) => `Commands run in: ${name}`,
  stopped: 'Stopped; there is no verdict.',
  planned: {
    heading: 'Nothing was run. These steps would be',
    nothing: 'Nothing was run, and nothing was found to run.',
  },
  took: (seconds) => `${seconds} s`,
  next: {
    passed: 'Nothing to do.',
    notWorse: 'Nothing to do for this change: what still fails, failed before it.',
    unknown: 'See what could not be told; a test that vanished or fell silent proves nothing.',
    unread: (file) => `Mend ${file}, which cannot be read, then run \`crew verify\` again.`,
    nothingToRun: 'Name the steps in .github/crew.yml, under verify.steps.',
    noTests: 'Add a test that fails without your change: a pipeline without tests proves little.',
    mend: ({ first, log }) => `Look at ${first} first. The whole log is ${log}`,
    tool: (name) =>
      `Install ${name}. In GitHub Actions these two lines in ${SETUP_ACTION} bring it:\n${toolLines(name).join('\n')}`,
    again: (log) => `See what the log says, then run \`crew verify\` again: ${log}`,
  },
};
