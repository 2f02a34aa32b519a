// The English texts of `write`: paths, selection, rounds and result. Also used by src/workflows/pictures.ts.

import { code } from '../../text/quote.js';
import { dollarsIn } from '../../text/values.js';
import type { Failure, Thresholds } from './rules/gate.js';
import type { ProgressWords } from './rules/state.js';
import type { FactKind } from './rules/verdicts.js';

/** A finished chapter, for messages and the result of the run. */
export interface ChapterReport {
  readonly n: number;
  readonly title: string;
  readonly file: string;
  readonly rounds: number;
  readonly average: number | null;
  readonly how: 'pass' | 'converged' | 'force_pass';
  /** What a forced pass left unresolved. */
  readonly open: readonly string[];
}

export interface ReviewResult {
  readonly file: string;
  readonly average: number | null;
  /** Empty if the quality gate is passed. */
  readonly failures: readonly Failure[];
  readonly thresholds: Thresholds;
}

const dollars = dollarsIn('en');
const how = {
  pass: 'passed',
  converged: 'passed, no further improvement',
  force_pass: 'not passed, last round',
} as const;

/** Why a round does not pass the quality gate. */
function failureText(failure: Failure, { min_each, min_overall }: Thresholds): string {
  switch (failure.is) {
    case 'missing':
      return `${failure.reviewer} gave no review`;
    case 'low':
      return `${failure.reviewer} gave ${failure.score}, less than ${min_each}`;
    case 'average':
      return failure.average === null ? 'there is no score' : `the average is less than ${min_overall}`;
    case 'critical':
      return failure.count === 1 ? '1 critical issue is open' : `${failure.count} critical issues are open`;
  }
}

/** The scores of a chapter in its last round, by reviewer. */
export interface ReviewerScores {
  readonly n: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** A folded table: a row for each chapter, a column for each reviewer. '' without scores. */
export function reviewerScoresTable(
  chapters: readonly ReviewerScores[],
  [title, chapter]: readonly [string, string],
): string {
  const reviewers = [...new Set(chapters.flatMap(({ scores }) => Object.keys(scores)))];
  if (reviewers.length === 0) return '';
  const row = (cells: readonly (string | number)[]): string => `| ${cells.map(String).join(' | ')} |`;
  const table = [
    row([chapter, ...reviewers.map(code)]),
    row(['---', ...reviewers.map(() => '---')]),
    ...chapters.map(({ n, scores }) => row([n, ...reviewers.map((name) => scores[name] ?? '–')])),
  ];
  return `<details><summary>${title}</summary>\n\n${table.join('\n')}\n\n</details>`;
}

export const en = {
  progress: {
    // The specification has no phase 3.
    phase: { 0: 'Intake', 1: 'Paths', 2: 'Selection', 4: 'Writing loop' },
    status: {
      intake: 'Reading the request',
      writing_paths: 'Writing the paths',
      awaiting_selection: 'Waiting for a selection',
      path_selected: 'Path selected',
      drafting: 'Writing the draft',
      reviewing: 'Reviewers are scoring the draft',
      chapter_passed: 'Chapter finished',
      done: 'Text finished',
    },
    choosePath: 'Select one of the 3 paths',
    forced: '⚠️ Last round reached. Continues below the quality threshold',
    converged: 'No further improvement; the chapter passes',
  } satisfies ProgressWords,
  comparison: { path: 'Path', direction: 'Direction', chapters: 'Chapters' },
  select: (table: string): string =>
    `Three ways to write it:\n\n${table}\n\nReply with ${code('/crew select A')}, ${code('B')} or ${code('C')}. The writer reads what you add after the letter.`,
  question: 'Which path: A, B or C?',
  noSuchPath: (choice: string): string => `There is no path ${code(choice)}. The paths are A, B and C.`,
  overBudget: (of: { readonly chapter: number; readonly needUsd: number; readonly leftUsd: number }): string =>
    `Chapter ${of.chapter} will cost about ${dollars(of.needUsd)}, but only ${dollars(of.leftUsd)} of the budget is left. ${code(`/crew continue +${Math.ceil(of.needUsd)}`)} adds $${Math.ceil(of.needUsd)} and continues. The text so far is kept.`,
  budgetUsed: (leftUsd: number): string =>
    `The budget is used up (${dollars(leftUsd)} left). ${code('/crew continue +5')} adds $5 and continues. The text so far is kept.`,
  written: (chapters: readonly ChapterReport[]): string =>
    [
      '| Chapter | File | Rounds | Average score | Quality gate |',
      '|---|---|---|---|---|',
      ...chapters.map(
        ({ n, title, file, rounds, average, how: ended }) =>
          `| ${n}. ${title.replaceAll('|', '\\|')} | ${code(file)} | ${rounds} | ${average ?? '–'} | ${how[ended]} |`,
      ),
    ].join('\n'),
  unresolved: (chapters: readonly ChapterReport[]): string =>
    [
      'Unresolved remarks of the last round, marked in the text:',
      ...chapters.flatMap(({ n, open }) => open.map((each) => `- Chapter ${n}: ${each}`)),
    ].join('\n'),
  scores: 'Average score by chapter and round',
  stuck: (what: string): string =>
    `The writer gave two unusable answers for ${what}. The text so far is kept in the run. ${code('/crew retry')} starts again.`,
  noService: (why: string): string =>
    `The model did not answer: ${why}. ${code('/crew continue')} continues from here.`,
  cancelled: 'Cancelled. Finished drafts and reviews are kept.',
  reviewed: ({ file, average, failures, thresholds }: ReviewResult): string =>
    `${code(file)}: average score ${average ?? '–'}, quality gate ${failures.length === 0 ? 'passed' : 'not passed'}.${
      failures.length === 0 ? '' : ` Reasons: ${failures.map((each) => failureText(each, thresholds)).join('; ')}.`
    }`,
  /** In the list of unresolved remarks: a reviewer that gave no review. */
  noReview: 'no review',
  noFile: (file: string): string => `There is no file ${code(file)} in the repository.`,
  checked: (of: { readonly right: number; readonly wrong: number; readonly unchecked: readonly string[] }): string =>
    [
      `Statements checked automatically: ${of.right} correct, ${of.wrong} wrong, ${of.unchecked.length} not checked.`,
      ...(of.unchecked.length > 0
        ? [
            `Not checked: ${of.unchecked
              .slice(0, 20)
              .map((each) => code(each))
              .join(', ')}${of.unchecked.length > 20 ? ' …' : ''}`,
          ]
        : []),
    ].join('\n'),
  /** A critical issue that crew itself raises: a statement that the tree or a run of the example contradicts. `why` is English. */
  wrongFact: ({ line, kind, what, why }: { line: number; kind: FactKind; what: string; why: string }): string =>
    `Line ${line}: ${kind} ${code(what)} is wrong: ${why}.`,
  correctIt: 'Correct it, or leave it out.',
  /** A critical issue that crew itself raises: a text that wants to influence the reviewers. */
  speaksToReviewers: (quote: string): string => `The text speaks to its reviewers: ${quote}`,
  removeIt: 'Remove it.',
  what: {
    idea: 'the request',
    path: (id: string): string => `path ${id}`,
    characters: 'the character sheets',
    draft: (n: number): string => `chapter ${n}`,
  },
  nothingAsked: `Say what to write, for example ${code('/crew write a guide for the first release')}.`,
  requestedBy: (login: string): string => `requested by @${login}`,
  /** Below the table of chapters. */
  reviewerScores: (chapters: readonly ReviewerScores[]): string =>
    reviewerScoresTable(chapters, ['Reviewers’ scores in the last round', 'Chapter']),
  noDiff: 'Nothing was published: the run wrote no text.',
  notADocument: (file: string): string =>
    `Nothing was pushed: the work job changed ${code(file)}, which is not a document.`,
  revoked: (login: string): string => `@${login} no longer has write access, so nothing was pushed.`,
  notVerified: 'Nothing was pushed: the verify job left no result for this change. The text is kept in the run.',
  moved: (branch: string): string =>
    `Nothing was pushed: ${code(branch)} was changed or deleted while crew worked. The text is kept in the run.`,
  pull: (number: number, draft: boolean): string =>
    draft
      ? `Draft pull request #${number} has the text. It did not pass the quality gate.`
      : `Pull request #${number} has the text.`,
  branchOnly: (branch: string): string =>
    `${code(branch)} has the text. This repository does not allow Actions to open pull requests, so open one yourself.`,
};

export type WriteMessages = typeof en;
