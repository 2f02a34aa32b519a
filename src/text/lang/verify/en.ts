// Sentences of a verification in English: verdict, why a step ended as it did, where it was detected, what to do next. ../check/en.ts uses
// it too.
import { installationLines, SETUP_ACTION } from '../../tool-lines.js';

export type Verdict = 'PASS' | 'FAIL' | 'INFRA_ERROR';

/** Why a step ended as it did, if the exit code alone does not explain it. */
export type StepEndReason =
  | { readonly is: 'no-tool'; readonly name: string }
  | { readonly is: 'not-started' }
  | { readonly is: 'no-disk' }
  | { readonly is: 'not-fetched' }
  | { readonly is: 'setup-failed' }
  /** The sandbox blocked a connection to `host`. (In COMPARISON_KINDS, `refused` means something else: a new test that fails.) */
  | { readonly is: 'refused'; readonly host: string; readonly remedy: string }
  /** A script before or after the tests, such as npm's `posttest`, needs a blocked host. The tests passed. */
  | { readonly is: 'hook-refused'; readonly hook: string; readonly host: string }
  /** Install scripts did not download browsers or binaries, because crew set the variables that switch their downloads off. */
  | { readonly is: 'downloads-skipped'; readonly packages: string }
  | { readonly is: 'time-out'; readonly seconds: number }
  | { readonly is: 'killed'; readonly signal: string }
  | { readonly is: 'passed-but-failed'; readonly tests: number; readonly exit: number }
  | { readonly is: 'failed-but-passed'; readonly failed: number }
  | { readonly is: 'no-results' }
  | { readonly is: 'broken-results'; readonly flaw: ResultsFlaw }
  | { readonly is: 'doubtful-results'; readonly flaw: ResultsFlaw }
  | { readonly is: 'no-tests' };

/**
 * What is wrong with the results that a test runner wrote. `not adding up`: tests are missing or appear twice, or a result file is there that no
 * runner announced. `bailed out`: the runner stopped itself (TAP). `no files`: the results are no plain files, such as links.
 */
export type ResultsFlaw = 'cut off' | 'not adding up' | 'unreadable' | 'bailed out' | 'too large' | 'no files';

/** The place in the repository or its configuration from which a step was detected. */
export type StepSource =
  | { readonly is: 'configured'; readonly section: 'verify.steps' | 'verify.setup' }
  | { readonly is: 'script'; readonly file: string; readonly name: string }
  | { readonly is: 'target'; readonly file: string; readonly name: string }
  | { readonly is: 'file'; readonly file: string }
  | { readonly is: 'missing'; readonly folder: string }
  | { readonly is: 'ci'; readonly file: string; readonly job: string };

/** The numbers of tests by result. */
export interface TestCount {
  readonly failed: number;
  readonly passed: number;
  readonly skipped: number;
}

export type SideName = 'base' | 'head';

/**
 * How the result of a test can differ between base and head, in the order in which the lists are shown. `refused`: new on head and failed;
 * `silenced`: ran on base and is skipped on head; `before`: failed on both; `added`: new on head and passed.
 */
export const COMPARISON_KINDS = [
  'broken',
  'refused',
  'fixed',
  'removed',
  'silenced',
  'unknown',
  'flaky',
  'before',
  'added',
] as const;

export type ComparisonKind = (typeof COMPARISON_KINDS)[number];

const withCount = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

const FLAWS: Readonly<Record<ResultsFlaw, string>> = {
  'cut off': 'are incomplete',
  'not adding up': 'are inconsistent',
  unreadable: 'cannot be read',
  'bailed out': 'end in "Bail out!"',
  'too large': 'are too large to read',
  'no files': 'are not plain files',
};

const countOf = ({ failed, passed, skipped }: TestCount): string =>
  [failed > 0 ? `${failed} failed` : '', `${passed} passed`, skipped > 0 ? `${skipped} skipped` : '']
    .filter(Boolean)
    .join(', ');

function endReason(of: StepEndReason): string {
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
      return `The command exited with 0, but ${withCount(of.failed, 'test')} failed.`;
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

function stepSource(of: StepSource): string {
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

export const en = {
  /** The verdict in one sentence, with the numbers of tests if any ran. */
  headline: ({
    verdict,
    count,
    steps,
  }: {
    verdict: Verdict;
    count: TestCount;
    steps: { failed: number; unable: number };
  }): string => {
    const seen = count.failed + count.passed;
    if (verdict === 'PASS')
      return seen > 0 ? `Everything passed: ${countOf(count)}.` : 'Every step passed, but no tests ran.';
    if (verdict === 'INFRA_ERROR') {
      return steps.unable > 0
        ? `${withCount(steps.unable, 'step')} could not run${steps.failed > 0 ? ` and ${steps.failed} failed` : ''}, so there is no verdict.`
        : 'crew found no steps to run, so there is no verdict.';
    }
    return `${withCount(steps.failed, 'step')} failed${seen > 0 ? ` (tests: ${countOf(count)})` : ''}.`;
  },
  count: countOf,
  exit: (exit: number): string => `exit code ${exit}`,
  endReason,
  stepSource,
  /** The verdict of the comparison with the base, in one sentence. */
  against: {
    better: 'Better than the base: something that failed there passes.',
    same: 'Nothing got worse compared with the base.',
    worse: 'Worse than the base: a check that passed fails now.',
    unknown: 'crew could not compare the change with the base.',
  },
  /** Titles of two reports on a change to a pull request: against its state before the change, and against its base branch. */
  comparedWith: {
    pull: 'Compared with the pull request before this change',
    branch: (name: string): string => `Compared with the base branch ${name}`,
  },
  compared: {
    side: { base: 'base', head: 'head' },
    more: (count: number): string => `, and ${count} more`,
    named: {
      broken: (count: number, list: string): string => `${count} passed on base and failed on head: ${list}.`,
      refused: (count: number, list: string): string => `${withCount(count, 'new test')} failed: ${list}.`,
      fixed: (count: number, list: string): string => `${count} failed on base and passed on head: ${list}.`,
      removed: (count: number, list: string): string =>
        `${count} ran on base and ${count === 1 ? 'is' : 'are'} missing on head: ${list}.`,
      silenced: (count: number, list: string): string =>
        `${count} ran on base and ${count === 1 ? 'was' : 'were'} skipped on head: ${list}.`,
      unknown: (count: number, list: string): string => `${count} could not be compared with base: ${list}.`,
      flaky: (count: number, list: string): string =>
        `${withCount(count, 'is', 'are')} flaky (passed and failed on the same code): ${list}.`,
      before: (count: number, list: string): string =>
        `${count} failed on base and still ${count === 1 ? 'fails' : 'fail'} on head: ${list}.`,
      added: (count: number, list: string): string => `${withCount(count, 'new test')} passed: ${list}.`,
    },
    renamed: (list: string): string => `Perhaps renamed; not counted as fixed: ${list}.`,
    notRun: ({ side, step, why }: { side: string; step: string; why: string }): string =>
      `\`${step}\` could not run on ${side}: ${why}.`,
    cutShort: ({ side, step, by }: { side: string; step: string; by: 'time-out' | 'signal' }): string =>
      `\`${step}\` did not finish on ${side}: it ${by === 'time-out' ? 'reached the time limit' : 'was killed'}.`,
    noTests: (side: string): string => `No tests ran on ${side}.`,
    nothing: 'No step ran on both base and head, so crew could not compare them.',
  },
  /** About lines that weaken tests or checks. */
  tamper: {
    heading: 'Changes to tests and checks',
    weight: { blocks: 'blocks', named: 'for your information', ask: 'needs review' },
    more: (count: number): string => `and ${count} more`,
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
  /** Without `where`, the others are in no file that the reader can open. */
  more: ({ count, where }: { count: number; where: string | undefined }): string =>
    where === undefined ? `and ${count} more` : `and ${count} more, in ${where}`,
  unaffected: (packages: readonly string[]): string =>
    `Skipped, because the change does not affect them: ${packages.join(', ')}.`,
  unread: (files: readonly string[]): string =>
    `crew cannot read ${files.join(', ')}, so steps from there are missing.`,
  /** Printed when a step begins. */
  begins: ({ name, command, n, of }: { name: string; command: string; n: number; of: number }): string =>
    `[${n}/${of}] ${name}: ${command}`,
  /** After the name of a side whose tests run a second time, because base and head differ in them. */
  again: ' (run again, since base and head differ)',
  sandbox: (name: string): string => `Sandbox: ${name}`,
  stopped: 'Stopped; there is no verdict.',
  /** Dry run: the heading before the steps, and the text when there are none. */
  planned: {
    heading: 'Dry run. These steps would run',
    nothing: 'Dry run. crew found no steps to run.',
  },
  took: (seconds: string): string => `${seconds} s`,
  /** What to do next, in one sentence. */
  next: {
    /** Nothing got worse against the base. */
    notWorse: 'Nothing to do: every failure was there before this change.',
    /** It could not be compared with the base. */
    unknown: 'Check the tests that could not be compared: missing and skipped tests prove nothing.',
    /** crew found no steps and could not read this manifest, which may define some. */
    unread: (file: string): string => `Fix ${file}, which crew cannot read, then run \`crew verify\` again.`,
    nothingToRun: 'Add steps under `verify.steps` in .github/crew.yml.',
    noTests: 'Add a test that fails without your change; checks without tests prove little.',
    /** Without `log`, the reader cannot open the log file. */
    mend: ({ first, log }: { first: string; log: string | undefined }): string =>
      log === undefined ? `Start with ${first}.` : `Start with ${first}. Full log: ${log}`,
    tool: (name: string): string =>
      `Install ${name}. In GitHub Actions, add these two lines to ${SETUP_ACTION}:\n${installationLines(name).join('\n')}`,
    again: (log: string | undefined): string =>
      log === undefined
        ? 'Read the output above and fix what it names.'
        : `Read the log, then run \`crew verify\` again. Log: ${log}`,
  },
};

export type VerifyWords = typeof en;
