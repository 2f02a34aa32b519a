// The texts that crew sends to the Editor and the Scouts after the first message. Test output and texts by people are quoted as data. Pure.
// Used by ../debug-loop.ts, ../editor.ts, ../scouts.ts, brief.ts and rejections.ts.

import { clipped, fenced } from '../../../agent/quote.js';
import type { Reproduced } from '../../../verify/prove/index.js';
import type { Comparison, StepRecord, TamperFinding, VerificationRecord } from '../../../verify/records.js';
import type { Found } from '../../../verify/tamper/index.js';

const pathList = (files: readonly string[]): string =>
  `${files
    .slice(0, 20)
    .map((file) => JSON.stringify(file))
    .join(', ')}${files.length > 20 ? ` and ${files.length - 20} more` : ''}`;

const testLines = (names: readonly string[]): readonly string[] => [
  ...names.slice(0, 30).map((name) => `- ${JSON.stringify(name)}`),
  ...(names.length > 30 ? [`- and ${names.length - 30} more`] : []),
];

/** Asks the Editor to write texts for people in the requester's language. */
export const inLanguage: Readonly<Record<'ja', string>> = {
  ja: 'The requester reads Japanese. Write `what`, `why`, `hypotheses`, `pullWhat`, the texts in `requests` and every question in Japanese. Write code, comments and names as the repository does.',
};

const NOT_VERIFIED = 'Nothing was verified.';

export const unchanged = `${NOT_VERIFIED} No file differs from the base commit. Make the change, then answer. If the task cannot be done honestly, answer \`cannot\`.`;

export const onlyComments = `${NOT_VERIFIED} Only comments and whitespace differ from the base commit. Change what the program does. If the task asks for comments or formatting only, answer with the kind \`other\`. If the task does not say so in its own words, ask the person.`;

export const onlyTests = `${NOT_VERIFIED} Only tests differ from the base commit, and the task does not ask for tests. Change the code that they test. If it already does what is asked, answer \`already-so\` with a test that shows it; if a test contradicts the task, ask the person.`;

export const sameAgain = `${NOT_VERIFIED} The tree is identical to the one that failed in the last verification. Find out why it failed, fix it, then answer.`;

export const sameApproach = `${NOT_VERIFIED} You were asked for another approach, and this one is the same: \`approach\` or the diff equals that of a failed attempt. Change the approach, and say in \`approach\` what is different.`;

export const outside = (files: readonly string[], scope: readonly string[]): string =>
  `${NOT_VERIFIED} You changed ${pathList(files)}, which ${files.length === 1 ? 'is' : 'are'} outside of what may be changed (${pathList(scope)}). Restore ${files.length === 1 ? 'it' : 'them'}. If the change needs ${files.length === 1 ? 'it' : 'them'}, ask the person to widen the scope, or Scout A to widen the slice.`;

export const protectedFiles = (files: readonly string[]): string =>
  `${NOT_VERIFIED} You must not change ${pathList(files)}. Restore ${files.length === 1 ? 'it' : 'them'}.`;

export const conflicted = (files: readonly string[]): string =>
  `${NOT_VERIFIED} ${pathList(files)} still ${files.length === 1 ? 'has' : 'have'} conflict markers. Resolve every conflict, then answer.`;

export const tooLong = (lines: number, max: number): string =>
  `${NOT_VERIFIED} The change adds or removes ${lines} lines. The repository allows ${max}. Make a smaller change, or answer \`cannot\` and say how to split the task.`;

export const longForSlice = (lines: number, wanted: number): string =>
  `${NOT_VERIFIED} The change adds or removes ${lines} lines. Scout A expected at most ${wanted}. Remove what the task does not need. If all of it is needed, answer again without a change.`;

export const weakenedTests = (found: readonly Found[]): string =>
  [
    `${NOT_VERIFIED} The change weakens tests or checks:`,
    ...found.slice(0, 20).map(({ file, line, why }) => `- ${JSON.stringify(file)}:${line}: ${why}`),
    'Restore them, and correct the code instead. If a test contradicts the task, ask the person, or answer `cannot`.',
  ].join('\n');

/** Sent once. If requests stay unanswered, the change is published and the run ends `partial`. */
export const answerRequests = (numbers: readonly number[]): string =>
  `${NOT_VERIFIED} The review request${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')} ${numbers.length === 1 ? 'has' : 'have'} no answer. Do what is still missing, then answer again with an entry in \`requests\` for every number: what you changed for it, or why you did not.`;

/** Sent once, after a change was accepted. */
export const addProvingTest = ({
  hasTests,
  hardCodedResults,
}: {
  hasTests: boolean;
  hardCodedResults: readonly TamperFinding[];
}): string => {
  const accepted = `The change is accepted${hasTests ? ': the checks pass' : ''}.`;
  if (hardCodedResults.length > 0)
    return [
      `${accepted} Its tests do not prove it, because the code contains their inputs and results:`,
      ...hardCodedResults.slice(0, 20).map(({ file, line, why }) => `- ${JSON.stringify(file)}:${line}: ${why}`),
      'Solve the general case, then answer again. If the task asks for exactly these cases, answer again as before and say so in `notShown`.',
    ].join('\n');
  return `${accepted} No test fails without it and passes with it, so no test proves it. Add such a test and run it, then answer again. If no test can prove it, answer again as before and say why in \`notShown\`.`;
};

export const targetsStillFail = (names: readonly string[]): string =>
  [
    'Nothing that passed before fails now. These tests failed before the change, belong to what it changes, and still fail. Make them pass. List those that the task does not cover in `notTargets`, each with the reason:',
    ...testLines(names),
  ].join('\n');

export const notAlreadySo = (tests: readonly Reproduced[]): string =>
  tests.length === 0
    ? 'No test shows that the code already does this. Write a test for the request, name it in `shownBy`, and change nothing else.'
    : `The code does not do this yet. On the base commit: ${tests.map(({ test, base }) => `${JSON.stringify(test)} ${base}`).join(', ')}.`;

export const testIsNotNew = (tests: readonly string[]): string =>
  `These tests existed before this task: ${tests.map((test) => JSON.stringify(test)).join(', ')}. To show that the code already does this, write a new test for the request, name it in \`shownBy\`, and change nothing else.`;

export const mayAddOnlyTests = (files: readonly string[]): string =>
  `With the answer \`already-so\` you may only add tests, and you changed ${pathList(files)}. Restore ${files.length === 1 ? 'it' : 'them'}, or answer \`changed\`.`;

export const restoreForNoChange = (files: readonly string[]): string =>
  `With the answer \`no-change\` the tree stays as it is, and you changed ${pathList(files)}. Restore ${files.length === 1 ? 'it' : 'them'}, or answer \`changed\`.`;

export const notAllAnswered =
  'The answer `no-change` needs a list of review requests, and in `requests` a text for each of them with the result `no-change` or `not-done`. If anything else asks for a change, make it and answer `changed`.';

/** The result of a failed verification, for the Editor. If it names no test, it contains the reasons of the comparison. */
export function failure(
  record: VerificationRecord,
  { broken, refused, unknown, reasons }: Pick<Comparison, 'broken' | 'refused' | 'unknown' | 'reasons'>,
  failingTargets: readonly string[],
): string {
  const isUnnamed = [failingTargets, broken, refused, unknown].every(({ length }) => length === 0);
  const list = (head: string, names: readonly string[]) => (names.length > 0 ? [head, ...testLines(names)] : []);
  return [
    `Verification ${record.ref} (${record.run_id}) did not accept the change.`,
    ...failingTargets,
    ...list('These passed before the change and fail now:', broken),
    ...list('These are new and fail:', refused),
    ...list('These ran before the change and have no result now:', unknown),
    ...(isUnnamed && reasons.length > 0
      ? [fenced('Reasons, from the comparison with the base', reasons.join('\n'))]
      : []),
    ...record.steps.filter(({ status }) => status !== 'PASS').map((step) => failedStep(step, record.run_id)),
  ].join('\n\n');
}

const MAX_TAIL = 8000;

function failedStep({ name, command, cwd, exit, ended, why, log, tail = '' }: StepRecord, run: string): string {
  const end = exit === null ? ended : `exit ${exit}`;
  const head = `Step ${JSON.stringify(name)}, ${JSON.stringify(command)} in ${JSON.stringify(cwd)}: ${end}${why ? `. ${why}` : ''}`;
  return `${head}\n${fenced(`The end of its log (the tool log shows all of ${run} ${log})`, clipped(tail, MAX_TAIL))}`;
}

export const keepWhatIsRight = 'Keep what is right, find out why it fails, fix it, then answer again.';

export const takenOver = (files: readonly string[]): string =>
  `A person changed the tree while you were stopped, and wants you to continue from it. These files may differ from how you left them: ${pathList(files)}. Read a file before you change it. What you keep becomes part of your change.`;

export const replan = (failed: readonly string[]): string =>
  [
    'Three verifications in a row did not accept the change. Assume that the idea is wrong, not its details.',
    fenced('Approaches that failed', failed.map((each) => `- ${each.replace(/\s+/g, ' ')}`).join('\n')),
    'Make a new plan. What do you know now that you did not know then? What have you assumed? If you looked in the wrong place, missed a dependency or broke an invariant, ask Scout A. If you may have misread the build, the tests or the environment, ask Scout B. If it was a mistake in logic, ask neither. The same files may be changed as before. Take another approach, then answer. The same approach is returned without verification.',
  ].join('\n\n');

export const hardStop =
  'This was the twelfth verification that did not accept the change, and the last one. Call `answer` now, without any other call: set `result` to `cannot`, and list in `hypotheses` what may be the cause, each with what would prove or disprove it. A person and the next attempt read them.';

export const askHypotheses =
  'Your work on this task has ended without an accepted change, and no tool runs any more. Call `answer` once: set `result` to `cannot`, and list in `hypotheses` what may be the cause, each with what would prove or disprove it. A person and the next attempt read them.';

export const loopHasEnded = 'The work has ended, and no tool runs any more. Call `answer` with your hypotheses.';

export const unresolvedPlaces = (problems: readonly string[]): string =>
  [
    'The answer is rejected: every citation must name existing lines.',
    ...problems.slice(0, 20).map((each) => `- ${each}`),
  ].join('\n');
