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
  passed === null ? '; no test was seen to run' : passed > 0 ? `: ${many(passed, 'test')} passed` : '';

const fine = ({ fixed }: Counts, passed: number | null): string =>
  fixed > 0 ? `${fixed} fixed, nothing broke${passing(passed)}` : `Nothing broke${passing(passed)}`;

export const en: CheckWords = {
  begun: {
    title: 'Running the tests of base and head',
    summary: 'The pipeline of this repository runs on the commit and on what it started from. The result stands here.',
  },
  title: {
    bent: ({ counts, bent }) =>
      [`What judges this change was bent in ${many(bent, 'place')}`, changes(counts)].filter(Boolean).join('; '),
    worse: ({ counts }) => changes(counts),
    unable: () => 'Something could not run',
    unknown: () => 'It cannot be told whether something broke',
    asks: ({ counts, passed, asks }) => `${fine(counts, passed)}; ${many(asks, 'place asks', 'places ask')} for a look`,
    fine: ({ counts, passed }) => fine(counts, passed),
  },
  first: {
    bent: 'This change bends what judges it, so its result proves little.',
    worse: 'Something that was whole before this change is broken now.',
    unable: 'Something could not run, so nothing is said for this change or against it.',
    unknown: 'Base and head could not be compared well enough to say that nothing broke.',
    asks: 'Nothing broke. Some lines change what judges the code, and a person should say that this was meant.',
    fine: 'Nothing that was whole before this change is broken now.',
  },
  nothing: {
    title: 'Nothing to verify here',
    first: 'Only documentation changed, so nothing was run:',
  },
  unable: {
    title: 'It could not be verified',
    first: ({ expected, found, remedy }) => `Expected ${expected}; found ${found}. ${remedy}`,
  },
  fault: {
    title: 'It could not be verified',
    first: (id) => `Something went wrong inside crew. The log of the job has it as ${id}.`,
  },
  superseded: {
    title: 'A newer commit came',
    first: (by) => `The pull request offers ${by} by now, so this commit was not verified to the end.`,
  },
  cancelled: {
    title: 'Cancelled',
    first: 'The job that runs the tests was cancelled, or took longer than it may. Run it again from its page.',
  },
  died: {
    title: 'It could not be verified',
    first: 'The job that runs the tests ended before it could say anything. Its log says why, as far as that is known.',
  },
  unusable: {
    title: 'It could not be verified',
    first: {
      missing: 'The job that runs the tests left no result.',
      'too large': 'The job that runs the tests left something too large to be its result; it was not read.',
      'another digest': 'What arrived is not what the job that runs the tests said it had left; it was not read.',
      unreadable: 'What the job that runs the tests left has not the form of a result; nothing of it is used.',
      'another run': 'What was left speaks of another run; nothing of it is used.',
      'another commit': 'What was left speaks of another commit; nothing of it is used.',
    },
  },
  unjudged: {
    title: (files) =>
      files === null ? 'It may change the workflows that check it' : 'It changes the workflows that check it',
    first: (files) =>
      `${files === null ? 'It cannot be told whether this pull request changes the workflows that check it' : `This pull request comes from another repository and changes the workflows that check it (${files})`}, so what they say of it does not count. Somebody who may write here can look at the change and push the commit to a branch of this repository: then it is verified as their own.`,
  },
  uncommitted: 'with the change on it',
  between: ({ base, head, seconds, walls }) => `Base ${base} → head ${head} · ${seconds} s · commands ran in: ${walls}`,
  heading: {
    changed: 'What changed against the base',
    steps: 'What ran',
    failed: 'What failed',
    notes: 'Besides',
    why: 'Why these steps, and the digests of their logs',
    next: 'Next',
  },
  column: { step: 'Step', command: 'Command', base: 'Base', head: 'Head', took: 'Took' },
  list: {
    broken: (count) => `${count} passed on base and failed on head`,
    refused: (count) => `${many(count, 'is', 'are')} new on head and failed`,
    fixed: (count) => `${count} failed on base and passed on head`,
    removed: (count) => `${count} of base did not run on head`,
    silenced: (count) => `${count} ran on base and ${count === 1 ? 'was' : 'were'} skipped on head`,
    unknown: (count) => `Of ${count} it cannot be told`,
    flaky: (count) => `${count} failed and passed on the same code`,
    before: (count) => `${count} failed on base and still ${count === 1 ? 'fails' : 'fail'} on head`,
    added: (count) => `${many(count, 'is', 'are')} new on head and passed`,
  },
  status: { PASS: 'passed', FAIL: 'failed', INFRA_ERROR: 'could not run' },
  lines: (step) => `The last lines of ${step}`,
  log: ({ step, digest }) => `${step}: sha256 ${digest}`,
  again: ({ step, side }) => `${step}, again on ${side}`,
  more: (count) => `and ${count} more`,
  cut: 'The rest was left out: GitHub takes no longer page.',
  run: (url) => `[The run, with its log](${url})`,
  missingTool: (name) =>
    `${name} is not installed. Add these two lines to the steps of \`${SETUP_ACTION}\` on the default branch:\n`,
  next: {
    bent: 'Take those lines back, or move them into a change of their own.',
    worse: 'Look at the first failure; it stands beside its line under Files changed too.',
    unable: 'See what could not run, mend that, and run the job again.',
    unknown: 'See what could not be told; a test that vanished or fell silent proves nothing.',
    asks: 'Read the lines that are named, then merge as you see fit.',
  },
  beside: {
    broken: 'Passed on base, fails here',
    refused: 'New, and fails',
    flaky: 'Fails and passes on the same code',
    before: 'Failed on base too',
    failed: 'Fails',
    step: 'A command fails',
  },
};
