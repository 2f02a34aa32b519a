import { SETUP_ACTION } from '../../tool-lines.js';
import type { CheckWords, Counts } from './words.js';

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

function changes({ broken, refused, fixed }: Counts): string {
  const parts = [
    broken > 0 ? `${broken} broken` : '',
    refused > 0 ? `${refused} new and failing` : '',
    fixed > 0 ? `${fixed} fixed` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

const passing = (passed: number | null): string =>
  passed === null ? '; no tests ran' : passed > 0 ? `: ${many(passed, 'test')} passed` : '';

const fine = ({ fixed }: Counts, passed: number | null): string =>
  fixed > 0 ? `${fixed} fixed, nothing broke${passing(passed)}` : `Nothing broke${passing(passed)}`;

export const en: CheckWords = {
  begun: {
    title: 'Running the tests of base and head',
    summary: 'crew runs the checks of this repository on the base and on the head. The result will be shown here.',
  },
  title: {
    bent: ({ counts, bent }) =>
      [`The change weakens tests or checks in ${many(bent, 'place')}`, changes(counts)].filter(Boolean).join('; '),
    worse: ({ counts }) => changes(counts),
    unable: () => 'Some checks could not run',
    unknown: () => 'Base and head could not be compared',
    asks: ({ counts, passed, asks }) =>
      `${fine(counts, passed)}; ${many(asks, 'line needs', 'lines need')} a maintainer’s review`,
    fine: ({ counts, passed }) => fine(counts, passed),
  },
  first: {
    bent: 'This change weakens the tests or checks that verify it, so a passing result proves little.',
    worse: 'This change breaks checks that passed before it.',
    unable: 'Some checks could not run, so there is no verdict on this change.',
    unknown: 'Some tests could not be compared with the base, so crew cannot say that nothing broke.',
    asks: 'Nothing broke. Some lines change tests or checks; a maintainer should confirm that this is intended.',
    fine: 'Everything that passed before this change still passes.',
  },
  nothing: {
    title: 'Nothing to verify',
    first: 'Only documentation changed, so no checks were run:',
  },
  unable: {
    title: 'Not verified',
    first: ({ expected, found, remedy }) => `Expected ${expected}; found ${found}. ${remedy}`,
  },
  fault: {
    title: 'Not verified',
    first: (id) => `crew stopped because of an internal error. The job's log has it as ${id}.`,
  },
  superseded: {
    title: 'Superseded by a newer commit',
    first: (by) => `The head of the pull request is now ${by}, so crew stopped verifying this commit.`,
  },
  cancelled: {
    title: 'Cancelled',
    first: 'The verify job was cancelled or reached its time limit. Re-run it from its page.',
  },
  died: {
    title: 'Not verified',
    first: 'The verify job ended without a result. Its log may say why.',
  },
  unusable: {
    title: 'Not verified',
    first: {
      missing: 'The verify job left no result.',
      'too large': 'The result of the verify job is too large, so crew did not read it.',
      'another digest': 'The result does not match the digest that the verify job printed, so crew did not read it.',
      unreadable: 'The result of the verify job is not readable, so crew did not use it.',
      'another run': 'The result belongs to another run, so crew did not use it.',
      'another commit': 'The result belongs to another commit, so crew did not use it.',
    },
  },
  unjudged: {
    title: (files) =>
      files === null ? 'May change the workflows that check it' : 'Changes the workflows that check it',
    first: (files) =>
      `${files === null ? 'This pull request from a fork changes too many files for crew to see whether it edits the workflows that check it' : `This pull request from a fork edits the workflows that check it (${files})`}, so crew did not verify it. A maintainer can review the change and push the commit to a branch of this repository; crew then verifies it.`,
  },
  uncommitted: '(base with the change)',
  between: ({ base, head, seconds, walls }) => `Base ${base} → head ${head} · ${seconds} s · sandbox: ${walls}`,
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
    broken: (count) => `${count} passed on base and failed on head`,
    refused: (count) => `${many(count, 'is', 'are')} new on head and failed`,
    fixed: (count) => `${count} failed on base and passed on head`,
    removed: (count) => `${count} ran on base and ${count === 1 ? 'is' : 'are'} missing on head`,
    silenced: (count) => `${count} ran on base and ${count === 1 ? 'was' : 'were'} skipped on head`,
    unknown: (count) => `${count} could not be compared`,
    flaky: (count) => `${count} ${count === 1 ? 'is' : 'are'} flaky (passed and failed on the same code)`,
    before: (count) => `${count} failed on base and still ${count === 1 ? 'fails' : 'fail'} on head`,
    added: (count) => `${many(count, 'is', 'are')} new on head and passed`,
  },
  status: { PASS: 'passed', FAIL: 'failed', INFRA_ERROR: 'could not run' },
  lines: (step) => `Last lines of ${step}`,
  log: ({ step, digest }) => `${step}: sha256 ${digest}`,
  again: ({ step, side }) => `${step} (second run on ${side})`,
  more: (count) => `and ${count} more`,
  cut: 'The rest is left out because GitHub limits the length of this page.',
  run: (url) => `[Actions run and log](${url})`,
  missingTool: (name) =>
    `${name} is not installed. Add these two lines to the steps of \`${SETUP_ACTION}\` on the default branch:\n`,
  next: {
    bent: 'Undo the lines named above, or move them into a separate pull request.',
    worse: 'Start with the first failure. “Files changed” shows it beside its line.',
    unable: 'Fix what could not run, then re-run the job.',
    unknown: 'Check the tests that could not be compared: missing and skipped tests prove nothing.',
    asks: 'Review the lines named above, then decide whether to merge.',
  },
  beside: {
    broken: 'Passed on base, fails here',
    refused: 'New test fails',
    flaky: 'Flaky test',
    before: 'Also failed on base',
    failed: 'Fails',
    step: 'Command failed',
  },
};
