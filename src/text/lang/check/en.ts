// The words of the check `crew/verify` in English.

import { SETUP_ACTION } from '../../tool-lines.js';
import { stateTitle } from '../outcome-words.js';
import type { ComparisonKind } from '../verify/en.js';

/**
 * Result of a verification. `weakened`: the change weakens tests or checks. `worse`: a check that passed fails now. `unable`:
 * some checks could not run. `unknown`: tests could not be compared. `asks`: nothing broke, and a maintainer should review
 * some lines. `fine`: nothing broke.
 */
export type CheckResult = 'weakened' | 'worse' | 'unable' | 'unknown' | 'asks' | 'fine';

/** Why the result of a verify job is not used. */
export type UnusableResult =
  | 'missing'
  | 'too large'
  | 'another digest'
  | 'unreadable'
  | 'another run'
  | 'another commit';

/** The number of tests of each kind. */
export type ComparisonCounts = Readonly<Record<ComparisonKind, number>>;

/** The numbers in a title. */
export interface TitleCounts {
  readonly counts: ComparisonCounts;
  /** Tests that passed on head; null where no tests ran. */
  readonly passed: number | null;
  /** Places where the change weakens tests or checks. */
  readonly weakened: number;
  /** Lines that a maintainer should review. */
  readonly asks: number;
}

const withCount = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

function changes({ broken, refused, fixed }: ComparisonCounts): string {
  const parts = [
    broken > 0 ? `${broken} broken` : '',
    refused > 0 ? `${withCount(refused, 'new test')} ${refused === 1 ? 'fails' : 'fail'}` : '',
    fixed > 0 ? `${fixed} fixed` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

const passing = (passed: number | null): string =>
  passed === null ? '; no tests ran' : passed > 0 ? `: ${withCount(passed, 'test')} passed` : '';

const fine = ({ fixed }: ComparisonCounts, passed: number | null): string =>
  fixed > 0 ? `${fixed} fixed, nothing broke${passing(passed)}` : `Nothing broke${passing(passed)}`;

const title: Readonly<Record<CheckResult, (of: TitleCounts) => string>> = {
  weakened: ({ counts, weakened }) =>
    [`The change weakens tests or checks in ${withCount(weakened, 'place')}`, changes(counts)]
      .filter(Boolean)
      .join('; '),
  worse: ({ counts }) => changes(counts),
  unable: (): string => 'Some checks could not run',
  unknown: (): string => 'Base and head could not be compared',
  asks: ({ counts, passed, asks }) =>
    `${fine(counts, passed)}; ${withCount(asks, 'line needs', 'lines need')} a maintainer’s review`,
  fine: ({ counts, passed }) => fine(counts, passed),
};

export const en = {
  begun: {
    title: 'Running the tests of base and head',
    summary: 'crew runs the checks of this repository on the base and on the head. The result will be shown here.',
  },
  /** The title of the check, which GitHub shows beside its name. */
  title,
  /** The first sentence of the page of the check. */
  first: {
    weakened: 'This change weakens the tests or checks that verify it, so a passing result proves little.',
    worse: ({ broken, refused }: ComparisonCounts): string => {
      const old =
        broken === 0
          ? ''
          : broken === 1
            ? 'A test or check fails that passed before.'
            : `${broken} tests or checks fail that passed before.`;
      const added =
        refused === 0
          ? ''
          : refused === 1
            ? 'A test that this change adds fails.'
            : `${refused} tests that this change adds fail.`;
      return [old, added].filter(Boolean).join(' ');
    },
    unable: 'Some checks could not run, so there is no verdict on this change.',
    unknown: 'Some tests could not be compared with the base, so crew cannot say that nothing broke.',
    asks: 'Nothing broke. Some lines change tests or checks; a maintainer should confirm that this is intended.',
    fine: 'Every check and every test that passed on the base passes with this change.',
  },
  nothing: {
    title: 'Nothing to verify',
    first: 'Only documentation changed, so no checks were run:',
  },
  unable: {
    title: stateTitle('en', 'infra_error'),
    first: ({ expected, found, remedy }: { expected: string; found: string; remedy: string }): string =>
      `crew needs ${expected}, but found ${found}. ${remedy}`,
  },
  fault: {
    title: stateTitle('en', 'error'),
    first: (id: string): string => `crew stopped because of an internal error. The job's log has it as ${id}.`,
  },
  superseded: {
    title: 'Superseded by a newer commit',
    first: (by: string): string => `The head of the pull request is now ${by}, so crew stopped verifying this commit.`,
  },
  cancelled: {
    title: stateTitle('en', 'cancelled'),
    first: 'The verify job was cancelled or reached its time limit. Re-run it from its page.',
  },
  died: {
    title: stateTitle('en', 'infra_error'),
    first: 'The verify job ended without a result. Its log may say why. Re-run it from its page.',
  },
  unusable: {
    title: stateTitle('en', 'infra_error'),
    first: {
      missing: 'The verify job left no result.',
      'too large': 'The result of the verify job is too large, so crew did not read it.',
      'another digest': 'The result does not match the digest that the verify job printed, so crew did not read it.',
      unreadable: 'The result of the verify job is not readable, so crew did not use it.',
      'another run': 'The result belongs to another run, so crew did not use it.',
      'another commit': 'The result belongs to another commit, so crew did not use it.',
    },
  },
  /** For a pull request from a fork that changes the workflows that check it. `files`: null if it changes too many files to be sure. */
  unjudged: {
    title: (files: string | null): string =>
      files === null ? 'May change the workflows that check it' : 'Changes the workflows that check it',
    first: (files: string | null): string =>
      `${files === null ? 'This pull request from a fork changes too many files for crew to see whether it edits the workflows that check it' : `This pull request from a fork edits the workflows that check it (${files})`}, so crew did not verify it. A maintainer can review the change and push the commit to a branch of this repository; crew then verifies it.`,
  },
  /** In place of the head's commit id, if the change is not committed on GitHub yet. */
  uncommitted: '(base with the change)',
  between: ({
    base,
    head,
    seconds,
    sandbox,
  }: {
    base: string;
    head: string;
    seconds: string;
    sandbox: string;
  }): string => `Base ${base} → head ${head} · ${seconds} s · sandbox: ${sandbox}`,
  heading: {
    changed: 'Compared with the base',
    steps: 'Steps',
    failed: 'Failures',
    notes: 'Notes',
    why: 'Why these steps ran, and digests of their logs',
    next: 'Next step',
  },
  column: { step: 'Step', command: 'Command', base: 'Base', head: 'Head', took: 'Took' },
  list: {
    broken: (count: number): string => `${count} passed on base and failed on head`,
    refused: (count: number): string => `${withCount(count, 'new test')} failed`,
    fixed: (count: number): string => `${count} failed on base and passed on head`,
    removed: (count: number): string => `${count} ran on base and ${count === 1 ? 'is' : 'are'} missing on head`,
    silenced: (count: number): string => `${count} ran on base and ${count === 1 ? 'was' : 'were'} skipped on head`,
    unknown: (count: number): string => `${count} could not be compared`,
    flaky: (count: number): string =>
      `${count} ${count === 1 ? 'is' : 'are'} flaky (passed and failed on the same code)`,
    before: (count: number): string => `${count} failed on base and still ${count === 1 ? 'fails' : 'fail'} on head`,
    added: (count: number): string => `${withCount(count, 'new test')} passed`,
  },
  /** The status of a step without counted tests. */
  status: { PASS: 'passed', FAIL: 'failed', INFRA_ERROR: 'could not run' },
  lines: (step: string): string => `Last lines of ${step}`,
  log: ({ step, digest }: { step: string; digest: string | null }): string =>
    digest === null ? `${step}: the log is empty` : `${step}: sha256 ${digest}`,
  /** A step that was run once more. */
  again: ({ step, side, n }: { step: string; side: 'base' | 'head'; n: number }): string =>
    `${step} (run ${n} on ${side})`,
  more: (count: number): string => `and ${count} more`,
  cut: 'The rest is left out because GitHub limits the length of this page.',
  run: (url: string): string => `[Actions run and log](${url})`,
  /** The text before the lines that install a tool. */
  missingTool: (name: string): string =>
    `${name} is not installed. Add these two lines to the steps of \`${SETUP_ACTION}\` on the default branch:\n`,
  next: {
    weakened: 'Undo the lines named above, or move them into a separate pull request.',
    worse: 'Start with the first failure. “Files changed” shows it beside its line.',
    unable: 'Fix what could not run, then re-run the job.',
    unknown: 'Check the tests that could not be compared: missing and skipped tests prove nothing.',
    asks: 'Review the lines named above, then decide whether to merge.',
  },
  /** The beginning of the title of an annotation. */
  beside: {
    broken: 'Passed on base, fails here',
    refused: 'New test fails',
    flaky: 'Flaky test',
    before: 'Also failed on base',
    failed: 'Fails',
    step: 'Command failed',
  },
};

export type CheckWords = typeof en;
