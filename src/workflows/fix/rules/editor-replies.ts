// Every sentence that the Editor and the Scouts read from crew after the first message. Test output and text of people are quoted in them as
// data. Pure.

import { clipped, fenced } from '../../../agent/prompt-text.js';
import type { Reproduced } from '../../../verify/prove/index.js';
import type { Comparison, StepRecord, TamperFinding, VerificationRecord } from '../../../verify/records.js';
import type { Found } from '../../../verify/tamper/index.js';

const paths = (files: readonly string[]): string =>
  `${files
    .slice(0, 20)
    .map((file) => JSON.stringify(file))
    .join(', ')}${files.length > 20 ? ` and ${files.length - 20} more` : ''}`;

const tests = (names: readonly string[]): readonly string[] => [
  ...names.slice(0, 30).map((name) => `- ${JSON.stringify(name)}`),
  ...(names.length > 30 ? [`- and ${names.length - 30} more`] : []),
];

/** Text for the person is written in their language; code follows the repository. */
export const inLanguage: Readonly<Record<'ja', string>> = {
  ja: 'The person reads Japanese: write `what`, `why`, `hypotheses` and every question to them in Japanese. Code, comments and names follow what is in the repository.',
};

const NOT_VERIFIED = 'Nothing was verified.';

export const unchanged = `${NOT_VERIFIED} No file differs from the commit below: nothing was changed. Make the change, then answer; if there is no honest way, answer \`cannot\`.`;

export const onlyComments = `${NOT_VERIFIED} Nothing but comments and blank space differs from the commit below, and no program reads those. Change what it does; if the task asks for such words and for nothing else, say so with the kind \`other\`, and if its own words do not, ask the person.`;

export const onlyTests = `${NOT_VERIFIED} Only tests differ from the commit below, and the task does not ask for tests. Change the code that they test. If it already does what is asked, answer \`already-so\` with a test that shows it; if a test contradicts the task, ask the person.`;

export const sameAgain = `${NOT_VERIFIED} The tree is byte for byte the one that failed before. Find out why it failed, mend it, then answer.`;

export const sameApproach = `${NOT_VERIFIED} Another approach was asked for, and this is the one that failed: the same words, or the same bytes. Say in \`approach\` what is different about it, and make it so.`;

export const outside = (files: readonly string[], scope: readonly string[]): string =>
  `${NOT_VERIFIED} Changed outside of what may be changed (${paths(scope)}): ${paths(files)}. Put these back as they were; if the change needs them, ask the person, or Scout A where the slice is too narrow.`;

export const protectedFiles = (files: readonly string[]): string =>
  `${NOT_VERIFIED} ${paths(files)} may not be changed by you. Put these back as they were.`;

export const conflicted = (files: readonly string[]): string =>
  `${NOT_VERIFIED} Conflict markers are left in ${paths(files)}. Resolve every conflict, then answer.`;

export const tooLong = (lines: number, most: number): string =>
  `${NOT_VERIFIED} ${lines} lines are added or removed; the repository takes at most ${most} from you. Find the smaller change, or answer \`cannot\` with how it could be split.`;

export const longForSlice = (lines: number, wanted: number): string =>
  `${NOT_VERIFIED} ${lines} lines are added or removed, and Scout A thought that ${wanted} would be enough. Take out what the task does not need; if all of it is needed, answer once more as it is.`;

export const weakenedTests = (found: readonly Found[]): string =>
  [
    `${NOT_VERIFIED} The change bends what judges it:`,
    ...found.slice(0, 20).map(({ file, line, why }) => `- ${JSON.stringify(file)}:${line}: ${why}`),
    'Put these back as they were, and make the code right instead. If a test asks for what the task contradicts, ask the person, or answer `cannot`.',
  ].join('\n');

/** Sent once. A change whose requests stay unanswered is published, and the run ends `partial`. */
export const answerRequests = (numbers: readonly number[]): string =>
  `${NOT_VERIFIED} The review request${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')} ${numbers.length === 1 ? 'has' : 'have'} no answer. Carry out what is still missing, then answer again with an entry in \`requests\` for every number: what you changed for it, or why you did not.`;

/** Sent once, after a change was accepted. */
export const addProvingTest = ({
  hasTests,
  answers,
}: {
  hasTests: boolean;
  answers: readonly TamperFinding[];
}): string => {
  const accepted = `The change is accepted${hasTests ? ': the checks pass' : ''}.`;
  if (answers.length > 0)
    return [
      `${accepted} Its tests do not prove it, because the code contains their inputs and results:`,
      ...answers.slice(0, 20).map(({ file, line, why }) => `- ${JSON.stringify(file)}:${line}: ${why}`),
      'Solve the general case, then answer again. If the task asks for exactly these cases, answer again as before and say so in `notShown`.',
    ].join('\n');
  return `${accepted} No test fails without it and passes with it, so nothing proves it. Add a test that does, and run it; then answer again. If no test can show it, answer again as before and say why in \`notShown\`.`;
};

export const targetsStillFail = (names: readonly string[]): string =>
  [
    'Nothing that passed before fails now. These tests failed before the change, concern what it changes, and still fail. Make them pass; those that the task does not cover, list in `notTargets` with the reason:',
    ...tests(names),
  ].join('\n');

export const notAlreadySo = (tests: readonly Reproduced[]): string =>
  tests.length === 0
    ? 'Nothing shows that it is so already. Name in `shownBy` the test that asks for it, and leave everything else as it was.'
    : `It is not so already: on the commit below ${tests.map(({ test, base }) => `${JSON.stringify(test)} ${base}`).join(', ')}.`;

export const testIsNotNew = (tests: readonly string[]): string =>
  `Was there before, and was not written for this task: ${tests.map((test) => JSON.stringify(test)).join(', ')}. To show that it is so already, write the test that asks for it, name it in \`shownBy\`, and change nothing else.`;

export const mayAddOnlyTests = (files: readonly string[]): string =>
  `To show that it is so already, only tests may be added; you changed ${paths(files)}. Put these back, or answer \`changed\`.`;

/** What a verification found. If it names no test, the reasons of the comparison are given. */
export function failure(
  record: VerificationRecord,
  { broken, refused, unknown, reasons }: Pick<Comparison, 'broken' | 'refused' | 'unknown' | 'reasons'>,
  lacks: readonly string[],
): string {
  const isUnnamed = [lacks, broken, refused, unknown].every(({ length }) => length === 0);
  const list = (head: string, names: readonly string[]) => (names.length > 0 ? [head, ...tests(names)] : []);
  return [
    `Verification ${record.ref} (${record.run_id}) did not accept the change.`,
    ...lacks,
    ...list('These passed before the change and fail now:', broken),
    ...list('These are new and fail:', refused),
    ...list('Of these nothing can be told any more; they ran before the change:', unknown),
    ...(isUnnamed && reasons.length > 0
      ? [fenced('Reasons, from the comparison with the base', reasons.join('\n'))]
      : []),
    ...record.steps.filter(({ status }) => status !== 'PASS').map((step) => failedStep(step, record.run_id)),
  ].join('\n\n');
}

const MOST_TAIL = 8000;

function failedStep({ name, command, cwd, exit, ended, why, log, tail = '' }: StepRecord, run: string): string {
  const end = exit === null ? ended : `exit ${exit}`;
  const head = `Step ${JSON.stringify(name)}, ${JSON.stringify(command)} in ${JSON.stringify(cwd)}: ${end}${why ? `. ${why}` : ''}`;
  return `${head}\n${fenced(`The end of its log (all of it: log ${run} ${log})`, clipped(tail, MOST_TAIL))}`;
}

export const keepWhatIsRight = 'Keep what is right, find out why it fails, mend it, then answer again.';

export const takenOver = (files: readonly string[]): string =>
  `The person has worked in the tree while you were stopped, and wants you to go on from what is there now. Not as you left them may be: ${paths(files)}. Read a file before you change it; what you take over, you hand in as your own.`;

export const replan = (failed: readonly string[]): string =>
  [
    'Three verifications in a row did not accept the change. Take the idea for wrong, not its details.',
    fenced('Approaches that failed', failed.map((each) => `- ${each.replace(/\s+/g, ' ')}`).join('\n')),
    'Plan anew: what do you know now that you did not know then, and what have you taken for granted? If you looked in the wrong place, missed a dependency or broke an invariant, ask Scout A; if you may have misread the build, the tests or the environment, ask Scout B; if it was plain logic, ask nobody. What may be changed stays as it was. Go about it in another way, then answer; an approach that does not differ goes back unverified.',
  ].join('\n\n');

export const hardStop =
  'This was the twelfth verification that did not accept the change, and the last. Call `answer` once more, at once and without any other call: `result` is `cannot`, and under `hypotheses` stands what may be the cause, each guess with what would prove or disprove it. A person and whoever tries next read it.';

export const askHypotheses =
  'Your work on this task has ended without an accepted change. Nothing runs any more. Call `answer` once: `result` is `cannot`, and `hypotheses` says what may be the cause, each with what would prove or disprove it. A person and whoever tries next read them.';

export const loopHasEnded = 'It is over. Call `answer` with your hypotheses; nothing else runs any more.';

export const unresolvedPlaces = (problems: readonly string[]): string =>
  ['Not taken: what you cite must be there to be seen.', ...problems.slice(0, 20).map((each) => `- ${each}`)].join(
    '\n',
  );
