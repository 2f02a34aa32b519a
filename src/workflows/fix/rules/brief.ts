// The task of a fix, and the first messages of the Editor and the Scouts with it. Texts by people are quoted as data, each with its source.
// Pure. Used throughout `fix`, and by the gate of `build`.

import { clipped, fenced } from '../../../agent/quote.js';
import type { Language } from '../../../text/lang/index.js';
import type { VerificationRecord } from '../../../verify/records.js';
import { changeText } from '../../review/rules/task.js';
import type { TaskThread } from './conversation.js';
import * as replies from './editor-replies.js';
import { type RepositoryNotes, repositoryNotesText } from './repository-notes.js';
import { failuresText, type ReviewTask, type RoundFailures, reviewIn, reviewText } from './review.js';
import type { EditorAnswer, PlanAnswer, StuckReport } from './schemas.js';

/** What the run should do. */
export interface Task {
  /** The text after the command. */
  readonly text: string;
  readonly issue?: TaskIssue | undefined;
  /** The open requests and failed checks of the pull request. */
  readonly review?: ReviewTask | undefined;
  /** What failed after the previous round. */
  readonly news?: RoundFailures | undefined;
  /** The answer to the gate's question. */
  readonly answer?: string | undefined;
}

/** An issue or a pull request as it was when the request was made. */
export interface TaskIssue extends Partial<TaskThread> {
  readonly title: string;
  readonly body: string;
  readonly isPull?: boolean | undefined;
  /** The author. */
  readonly by?: { readonly login: string; readonly mayPush: boolean } | undefined;
  /** Addresses of its pictures. */
  readonly images?: readonly string[] | undefined;
  /** How many comments are left out because they were edited after the request. */
  readonly edited?: number | undefined;
}

/** An issue as earlier versions of crew recorded it: its comments are called `said`. */
interface EarlierIssue extends TaskIssue {
  readonly said?: TaskIssue['comments'];
}

/** Converts a recorded task of any earlier version to the present form. */
export function currentTask(task: Task): Task {
  const { said: comments, ...issue }: EarlierIssue = task.issue ?? { title: '', body: '' };
  const review = task.review && reviewIn(task.review);
  return { ...task, review, issue: task.issue && { ...(comments && { comments }), ...issue } };
}

const MAX_CHARACTERS = 20_000;

/** The task as the agents read it. */
export function taskText({ text, issue, review, news, answer }: Task): string {
  return [
    ...(issue ? issueText(issue) : []),
    ...(review ? [reviewText(review)] : []),
    ...(text === '' ? [] : [fenced('The request', clipped(text, MAX_CHARACTERS))]),
    ...(answer === undefined
      ? []
      : [fenced('The answer of the requester to a question', clipped(answer, MAX_CHARACTERS))]),
    ...(news ? [failuresText(news)] : []),
  ].join('\n\n');
}

/** The issue and its comments, each with its author. */
function issueText({
  title,
  body,
  isPull = false,
  by,
  comments = [],
  strangers = 0,
  unread = 0,
  edited = 0,
}: TaskIssue): readonly string[] {
  const author = by ? ` by ${by.login} (${by.mayPush ? '' : 'no '}write access)` : '';
  const omitted = [
    ...(strangers > 0 ? [`${strangers} by people without write access or by bots`] : []),
    ...(unread > 0 ? [`${unread} because of their length or number`] : []),
    ...(edited > 0 ? [`${edited} that were edited after the request`] : []),
  ];
  return [
    fenced(`The ${isPull ? 'pull request' : 'issue'}${author}`, clipped(`${title}\n\n${body}`, MAX_CHARACTERS)),
    ...comments.map(({ by: login, at, text }) =>
      fenced(`Comment by ${login} (write access)${at === undefined ? '' : `, ${at}`}`, text),
    ),
    ...(omitted.length > 0 ? [`Comments left out: ${omitted.join('; ')}.`] : []),
  ];
}

/** All texts of the task in one string, in which rules look for names of files and tests. */
export const taskWords = ({ text, issue, review, news, answer = '' }: Task): string =>
  [
    text,
    issue?.title ?? '',
    issue?.body ?? '',
    answer,
    ...[...(issue?.comments ?? []), ...(review?.red ?? []), ...(news?.found ?? [])].map(textOf),
    ...(review?.requests ?? []).flatMap(({ comments }) => comments.map(textOf)),
  ].join('\n');

const textOf = ({ text }: { readonly text: string }): string => text;

/** The request in one text, for records. A command without a text asks for what the review asks, else for what the issue says. */
export const requestText = ({ text, issue, review, answer }: Task): string => {
  const requests = (review?.requests ?? []).flatMap(({ comments }) => comments.slice(-1).map(textOf));
  const titles = issue ? [issue.title] : [];
  const asked = text === '' ? (requests.length > 0 ? requests : titles) : [text];
  return [...asked, ...(answer === undefined ? [] : [answer])].join('\n').trim();
};

/** A plan that a person approved. `condition`: what the person added to the approval; empty if nothing. */
export interface ApprovedPlan extends PlanAnswer {
  readonly condition: string;
}

/** The parts of the Editor's first message. */
export interface Brief {
  readonly repositoryNotes?: RepositoryNotes | undefined;
  readonly task: Task;
  readonly map: string;
  readonly scope: readonly string[];
  readonly baseline?: VerificationRecord | undefined;
  readonly plan?: ApprovedPlan | undefined;
  readonly report?: StuckReport | undefined;
  /** A sentence about a change that is in the tree already. */
  readonly applied?: string | undefined;
  readonly isDryRun: boolean;
  /** The language of the requester. */
  readonly lang?: Language | undefined;
}

/** The first message of the Editor. Its stable parts come first, so that they are cached. */
export function briefText(brief: Brief): string {
  const { repositoryNotes, task, map, scope, baseline, plan, report, applied, isDryRun, lang = 'en' } = brief;
  return [
    ...(repositoryNotes ? [repositoryNotesText(repositoryNotes)] : []),
    taskText(task),
    ...(lang === 'en' ? [] : [replies.inLanguage[lang]]),
    ...(scope.length > 0
      ? [
          `Only these may be changed, and only the person can widen that: ${scope.map((glob) => JSON.stringify(glob)).join(', ')}.`,
        ]
      : []),
    ...(isDryRun
      ? [
          'This is a dry run. You work on a copy, without a shell, and nothing is verified. A person reads your change before it is applied.',
        ]
      : []),
    ...(baseline ? [baselineText(baseline)] : []),
    ...(plan ? [approvedPlanText(plan)] : []),
    ...(report
      ? [fenced('An earlier attempt failed. This report is all that is left of it', JSON.stringify(report, null, 1))]
      : []),
    ...(applied === undefined ? [] : [applied]),
    fenced('The map of the repository', map),
  ].join('\n\n');
}

/** The message that asks for hypotheses after a stuck run. */
export function hypothesesText({
  task,
  failed,
  diff = '',
  lastAnswer,
  lang = 'en',
}: {
  readonly task: Task;
  readonly failed: VerificationRecord | undefined;
  readonly diff: string | undefined;
  readonly lastAnswer: Pick<EditorAnswer, 'approach' | 'why'> | undefined;
  readonly lang?: Language;
}): string {
  return [
    taskText(task),
    ...(lang === 'en' ? [] : [replies.inLanguage[lang]]),
    ...(failed ? [replies.failure(failed, NO_TESTS, [])] : []),
    ...(diff === '' ? [] : [fenced('The change as it is in the tree', clipped(diff, MAX_CHARACTERS))]),
    ...(lastAnswer
      ? [fenced('Your last answer', clipped(`${lastAnswer.approach}\n\n${lastAnswer.why}`, MAX_CHARACTERS))]
      : []),
    replies.askHypotheses,
  ].join('\n\n');
}

/** A comparison that names no test, for a message without one. */
const NO_TESTS = { broken: [], refused: [], unknown: [], reasons: [] } as const;

function baselineText(record: VerificationRecord): string {
  if (record.steps.length === 0) return 'This repository has no checks to run yet.';
  const steps = record.steps.map(({ name, command, cwd, status }) => `- ${name}: ${command} in ${cwd}: ${status}`);
  const failed = record.steps.flatMap(({ tests = [] }) =>
    tests.flatMap(({ id, status }) => (status === 'failed' ? [`- ${id}`] : [])),
  );
  return [
    fenced(`The checks before any change (${record.run_id})`, steps.join('\n')),
    ...(failed.length > 0 ? [fenced('Tests that failed before any change', failed.slice(0, 50).join('\n'))] : []),
  ].join('\n\n');
}

function approvedPlanText(plan: ApprovedPlan): string {
  const approved = fenced('The approved plan', planForEditor(plan));
  if (plan.condition === '') return approved;
  return `${approved}\n\n${fenced('The conditions of the approval, which take precedence over the plan', clipped(plan.condition, MAX_CHARACTERS))}`;
}

/** The plan as the Editor reads it. */
export function planForEditor({ approach, steps, slices }: PlanAnswer): string {
  const files = slices.flatMap(({ paths }) => paths);
  return [
    approach,
    ...steps.map((step, n) => `${n + 1}. ${step}`),
    ...(files.length > 0 ? [`Changes stay within: ${files.join(', ')}`] : []),
  ].join('\n');
}

/** Tells the Editor that the diff of a dry run was applied and rejected. `wrong`: the reason. */
export const appliedText = (wrong: string): string =>
  `The tree holds the change of a dry run. Continue from it.\n\n${wrong}`;

/** Tells the Editor that the change of the previous round was applied. */
export const PREVIOUS_CHANGE_TEXT = 'The tree holds the change of the previous round. Continue from it.';

/** Tells the Editor that the tree holds the conflicted merge of the pull request with its base. */
export function mergeText(
  { base, files }: { readonly base: string; readonly files: readonly string[] },
  diff: string,
): string {
  const { text, omitted } = changeText(diff);
  return [
    `The pull request conflicts with its base ${JSON.stringify(base)}. The tree holds the merge of the two. These files conflict: ${files.map((file) => JSON.stringify(file)).join(', ')}.`,
    'Resolve every conflict as part of the task, so that the intent of both sides is kept, and remove all conflict markers. A conflicting file without markers was deleted, renamed or replaced on one side: decide which state is right. Do not commit; crew makes the merge commit.',
    fenced('The merged tree against the base', text),
    ...(omitted.length > 0 ? [`Not shown: ${omitted.join('; ')}.`] : []),
  ].join('\n\n');
}

/** The first message of a Scout. */
export function questionText({ question, task, map }: { question: string; task: Task; map: string }): string {
  return [
    fenced('The Editor’s question', question),
    `The task:\n\n${taskText(task)}`,
    fenced('The map of the repository', map),
  ].join('\n\n');
}

export const PLAN_QUESTION =
  'Plan this task for the person who gave it: the approach, the steps, the smallest safe slice of the tree, and the risks. The person approves the plan before anything is changed. If you find no plan, say why under `cannot`.';
