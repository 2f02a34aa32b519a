// The review requests of a pull request (review threads, texts of reviews, comments by people with write access) and their results after a
// round. A request counts as answered only if the Editor answered it or the diff changes its lines. Pure. Used by the gate and publish
// phases and by debug-loop.ts.

import * as z from 'zod';
import { clipped, fenced } from '../../../agent/prompt-text.js';
import { readMarker } from '../../../changes/marker.js';
import type { ReviewRead } from '../../../ports/pulls.js';
import type { RunRecord } from '../../../ports/run.js';
import type { Comment } from '../../../ports/threads.js';
import { changedFiles } from '../../../text/diff.js';
import { plainWords } from '../../../text/quote.js';
import { isResultClaim, withoutResultClaims } from '../../../text/result-claims.js';
import { sanitize } from '../../../text/sanitize.js';
import { withoutCommands } from './conversation.js';
import { isLeadIn, requestItems } from './review-text.js';
import type { EditorAnswer } from './schemas.js';

/** One request of a reviewer. */
export interface ReviewRequest {
  /** `thread`: a review thread. `review`: the text of a review. `comment`: a comment on the pull request. */
  readonly from: 'thread' | 'review' | 'comment';
  /** GitHub's id of the review, the comment, or the thread's first comment. */
  readonly id: number;
  /** If the review or comment contains a list, the number of the list item, from 1. */
  readonly item?: number | undefined;
  /** Text that introduces the request: the text before a list, or the sentence above a review's line comments. */
  readonly context?: string | undefined;
  /** The file and line of a thread. The line is null if the thread is outdated. */
  readonly path?: string | undefined;
  readonly line?: number | null | undefined;
  /** The comments by people with write access, oldest first. */
  readonly comments: readonly { readonly by: string; readonly text: string }[];
}

const recordedRequest = z.object({
  from: z.enum(['thread', 'review', 'comment']),
  id: z.number(),
  item: z.number().optional(),
  path: z.string().optional(),
  line: z.number().nullish(),
  by: z.string(),
  asked: z.string(),
  is: z.enum(['done', 'no-change', 'declined', 'changed', 'unanswered']),
  text: z.string(),
  /** True if the Editor answered `done` and the change does not edit the file of the thread. */
  isElsewhere: z.boolean().optional(),
});

/** A request with its result, as the run record stores it. */
export type RecordedRequest = z.output<typeof recordedRequest>;

const editorWords = z.object({
  title: z.string().default(''),
  what: z.string().default(''),
  why: z.string().default(''),
  pullTitle: z.string().default(''),
  pullWhat: z.string().default(''),
});

/** The Editor's texts for commit and pull request. */
export type EditorWords = z.output<typeof editorWords>;

const publishedRound = z.object({
  pull: z.number(),
  /** Absent if it only answered requests. */
  sha: z.string().optional(),
  /** Absent in records of earlier versions. */
  requests: z.array(recordedRequest).optional(),
  /** The commit subject, and the title of the pull request after it. */
  subject: z.string().optional(),
  title: z.string().optional(),
  words: editorWords.optional(),
});

/** A run that published a commit on the pull request, or answered the requests of its review. */
export interface Round extends z.output<typeof publishedRound> {
  readonly run: string;
  /** The time of its request. */
  readonly at: string;
  readonly usd: number;
}

/** The rounds of a pull request, oldest first. */
export function roundsOf(records: readonly RunRecord[], pull: number): readonly Round[] {
  return records.flatMap(({ run, request, spent, end }) => {
    const read = publishedRound.safeParse(end?.result);
    const isRound = read.success && (read.data.sha !== undefined || read.data.requests !== undefined);
    return isRound && read.data.pull === pull ? [{ ...read.data, run, at: request.at, usd: spent?.usd ?? 0 }] : [];
  });
}

/** The Editor's texts in the result of a run; empty texts if there are none. */
export function editorWordsIn(result: unknown): EditorWords {
  const read = z.object({ words: editorWords }).safeParse(result);
  return read.success ? read.data.words : editorWords.parse({});
}

const MAX_CHARACTERS = 4000;

const isByPerson = ({ body }: Comment): boolean => readMarker(body) === null;

/** The authors of reviews and review comments, whose permission has to be read. */
export function reviewersIn({ reviews, threads }: ReviewRead): readonly string[] {
  const all = [...reviews, ...threads.flatMap(({ comments }) => comments)].filter(isByPerson);
  return [...new Set(all.map(({ author }) => author.login))];
}

interface RequestSources {
  readonly read: ReviewRead;
  readonly comments: readonly Comment[];
  readonly writers: ReadonlySet<string>;
  readonly rounds: readonly Round[];
}

/** The unanswered requests: threads in their order, then texts of reviews, then comments. */
export function openRequests({ read, comments, writers, rounds }: RequestSources): readonly ReviewRequest[] {
  const isByWriter = (each: Comment) => isByPerson(each) && writers.has(each.author.login);
  // The text of a command in a thread is about the lines of the thread.
  const threadCommentOf = ({ author, body }: Comment) => ({
    by: author.login,
    text: textOf(body.replace(COMMAND, '')),
  });
  const lineComments = read.threads.flatMap((each) => each.comments);
  const reviews = read.reviews.filter((each) => each.asks && isByWriter(each));
  // The sentence above a review's line comments, such as "Two more points.", is no request beside them.
  const leadIns = reviews.filter(
    (review) => isLeadIn(textOf(withoutCommands(review.body))) && lineComments.some((each) => isOfReview(each, review)),
  );
  const threads = read.threads
    .filter(({ resolved, comments: all }) => !resolved && all.some(isByWriter))
    // A thread that crew answered last waits for its author, unless crew reported the request as open.
    .filter(
      ({ id, comments: all }) =>
        all.slice(-1).some(isByPerson) || lastRecordOf(rounds, { from: 'thread' }, id)?.is === 'unanswered',
    )
    .map(({ id, path, line, comments: all }) => {
      const leadIn = leadIns.find((each) => all.some((comment) => isOfReview(comment, each)));
      return {
        ...({ from: 'thread', id, path, line } as const),
        ...(leadIn && { context: textOf(leadIn.body) }),
        comments: all.filter(isByWriter).map(threadCommentOf).filter(hasText),
      };
    });
  const itemsOf = (from: 'review' | 'comment') => (comment: Comment) =>
    requestItems(textOf(withoutCommands(comment.body)))
      .filter(({ item }) => !isAnswered(rounds, { from, item }, comment))
      .map(({ context, text, item }) => ({
        ...({ from, id: comment.id } as const),
        ...(item !== undefined && { item }),
        ...(context !== '' && { context }),
        comments: [{ by: comment.author.login, text }].filter(hasText),
      }));
  return [
    ...threads,
    ...reviews.filter((each) => !leadIns.includes(each)).flatMap(itemsOf('review')),
    ...comments.filter(isByWriter).flatMap(itemsOf('comment')),
  ].filter((each) => each.comments.length > 0);
}

/** The maximum time between a review and its line comments, which GitHub publishes together. */
const MAX_GAP_MS = 60_000;

/** Whether a line comment was published with a review. */
const isOfReview = (comment: Comment, review: Comment): boolean =>
  comment.author.id === review.author.id &&
  comment.at !== undefined &&
  review.at !== undefined &&
  Math.abs(Date.parse(comment.at) - Date.parse(review.at)) <= MAX_GAP_MS;

const textOf = (body: string): string => clipped(sanitize(body).text.trim(), MAX_CHARACTERS);

const COMMAND = /^[ \t]*\/crew(?:[ \t]+[\w-]+)?[ \t]*/gim;

const hasText = ({ text }: { readonly text: string }): boolean => text !== '';

/** The last record of a request. Earlier versions of crew recorded a list as one request, whose record counts for each item. */
const lastRecordOf = (
  rounds: readonly Round[],
  { from, item }: Pick<ReviewRequest, 'from' | 'item'>,
  id: number,
): RecordedRequest | undefined =>
  rounds
    .flatMap(({ requests = [] }) => requests)
    .findLast((each) => each.from === from && each.id === id && (each.item ?? item) === item);

/**
 * Whether a round answered the request. Earlier versions of crew recorded no requests; such a round counts as the answer to everything
 * written before it.
 */
function isAnswered(
  rounds: readonly Round[],
  request: Pick<ReviewRequest, 'from' | 'item'>,
  { id, at }: Comment,
): boolean {
  const last = lastRecordOf(rounds, request, id);
  if (last) return last.is !== 'unanswered';
  return rounds.some((round) => !round.requests && at !== undefined && Date.parse(at) <= Date.parse(round.at));
}

/** The most requests of one round. The others stay open. */
const MAX_REQUESTS = 40;

/** The numbered list, as the Editor reads it. */
export function requestsText(requests: readonly ReviewRequest[]): string {
  const taken = requests.slice(0, MAX_REQUESTS);
  const left = requests.length - taken.length;
  return [
    'These are the open requests from the review of this pull request. Carry out each one, or say why not. Answer each one by its number in `requests`.',
    ...taken.map((each, n) =>
      fenced(
        `Request ${n + 1} (${sourceText(each)})`,
        [...contextLines(each), ...each.comments.map(({ by, text }) => `${by}: ${text}`)].join('\n\n'),
      ),
    ),
    ...(left > 0 ? [`${left} more requests are left for the next round.`] : []),
  ].join('\n\n');
}

const contextLines = ({ context, comments: [first] }: ReviewRequest): readonly string[] =>
  context === undefined ? [] : [`Context, no request: ${first?.by ?? ''}: ${context}`];

function sourceText({ from, path = '', line }: ReviewRequest): string {
  if (from === 'review') return 'text of a review';
  if (from === 'comment') return 'comment on the pull request';
  return `review thread at ${JSON.stringify(path)}${line ? `, line ${line}` : ''}`;
}

type RequestAnswer = EditorAnswer['requests'][number];

/** The numbers of requests that the Editor should answer and did not. */
export function unansweredNumbers(
  requests: readonly ReviewRequest[],
  { requests: answers }: Pick<EditorAnswer, 'requests'>,
): readonly number[] {
  return requests
    .slice(0, MAX_REQUESTS)
    .flatMap((_, n) => (answers.some(({ number }) => number === n + 1) ? [] : [n + 1]));
}

/** Whether every request is answered, and none asks for a change. */
export const asksForNoChange = (requests: readonly ReviewRequest[], answers: readonly RequestAnswer[]): boolean =>
  requests.length > 0 && resolveRequests(requests, answers, null).every(({ is }) => is === 'no-change');

/** The result of a request. */
export interface Resolution {
  readonly request: ReviewRequest;
  /**
   * `done`, `no-change`, `declined`: the Editor says so, with `text`. `changed`: the Editor says nothing, and the diff changes the lines.
   * `unanswered`: everything else.
   */
  readonly is: RecordedRequest['is'];
  /** The Editor's words, without claims about results. */
  readonly text: string;
  /** The change edits the file of the thread. */
  readonly isFileChanged: boolean;
}

const resultWithAnswers = z.object({
  answers: z
    .array(
      z.object({
        number: z.number(),
        result: z.enum(['done', 'no-change', 'not-done']),
        text: z.string().default(''),
      }),
    )
    .catch([]),
});

/** The Editor's answers in a work result. */
export function answersIn(result: unknown): readonly RequestAnswer[] {
  const read = resultWithAnswers.safeParse(result);
  return read.success ? read.data.answers : [];
}

/** Returns the result of each request. Pass null for `diff` if its line numbers differ from those of the review, as in a merge. */
export function resolveRequests(
  requests: readonly ReviewRequest[],
  given: readonly RequestAnswer[],
  diff: string | null,
): readonly Resolution[] {
  const files = diff === null ? [] : changedFiles(diff).flatMap(({ path, from }) => (from ? [path, from] : [path]));
  return requests.map((request, n) => {
    const answer = n < MAX_REQUESTS ? given.findLast(({ number }) => number === n + 1) : undefined;
    // Many requests are about tests, so only claims about their results are removed.
    const text = plainWords(withoutResultClaims(answer?.text ?? '', isResultClaim));
    const isFileChanged = request.path !== undefined && files.includes(request.path);
    const is = resultOf(answer, {
      text,
      isTouched: isFileChanged && changesLineOf(diff ?? '', request),
      isFileChanged,
    });
    return { request, is, text, isFileChanged };
  });
}

function resultOf(
  answer: RequestAnswer | undefined,
  { text, isTouched, isFileChanged }: { text: string; isTouched: boolean; isFileChanged: boolean },
): Resolution['is'] {
  if (answer?.result === 'done' && (text !== '' || isFileChanged)) return 'done';
  if (answer && answer.result !== 'done' && text !== '')
    return answer.result === 'no-change' ? 'no-change' : 'declined';
  return isTouched && answer?.result !== 'not-done' ? 'changed' : 'unanswered';
}

/** Whether the diff changes the line of the thread. True for an outdated thread, which has no line. */
function changesLineOf(diff: string, { path, line }: ReviewRequest): boolean {
  if (!line) return true;
  return diff.split(/^(?=diff --git )/m).some((part) => {
    const [file] = changedFiles(part);
    if (file?.path !== path && file?.from !== path) return false;
    return part.split(/^(?=@@ )/m).some((hunk) => changedLines(hunk).has(line));
  });
}

/** The line numbers of the old file that a hunk removes, and those next to lines that it adds. */
function changedLines(hunk: string): ReadonlySet<number> {
  const [head = '', ...lines] = hunk.split('\n');
  const [, start] = /^@@ -(\d+)/.exec(head) ?? [];
  const changed = new Set<number>();
  if (start === undefined) return changed;
  let at = Number(start);
  for (const line of lines) {
    if (line.startsWith('-')) changed.add(at);
    if (line.startsWith('+')) changed.add(at - 1).add(at);
    if (line.startsWith('-') || line.startsWith(' ')) at += 1;
  }
  return changed;
}

/** Whether every request was carried out or needs no change. A declined or unanswered one makes the run `partial`. */
export const isComplete = (resolutions: readonly Resolution[]): boolean =>
  resolutions.every(({ is }) => is === 'done' || is === 'no-change' || is === 'changed');

const MAX_RECORDED_REQUEST = 160;

/** The requests with their results, as the run record stores them. */
export function recordedRequests(resolutions: readonly Resolution[]): readonly RecordedRequest[] {
  return resolutions.map(({ request: { from, id, item, path, line, comments }, is, text, isFileChanged }) => {
    const { by = '', text: asked = '' } = comments.at(-1) ?? {};
    const place = path === undefined ? {} : { path, line: line ?? null };
    const isElsewhere = is === 'done' && path !== undefined && !isFileChanged;
    const words = shortened(plainWords(asked).replace(/\s+/g, ' '));
    return {
      from,
      id,
      ...(item !== undefined && { item }),
      ...place,
      by,
      asked: words,
      is,
      text,
      ...(isElsewhere && { isElsewhere }),
    };
  });
}

const shortened = (text: string): string =>
  text.length > MAX_RECORDED_REQUEST ? `${text.slice(0, MAX_RECORDED_REQUEST - 1).trimEnd()}…` : text;

/** The requests of all rounds, each with its last state, in the order in which they first came up. */
export function requestsOfAll(
  rounds: readonly Pick<Round, 'requests'>[],
  now: readonly RecordedRequest[],
): readonly RecordedRequest[] {
  const all = [...rounds.flatMap(({ requests = [] }) => requests), ...now];
  return [...new Map(all.map((each) => [`${each.from} ${each.id} ${each.item ?? ''}`, each])).values()];
}
