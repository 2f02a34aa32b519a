// The open review requests of a pull request: unresolved review threads, texts of reviews, and comments by people with write access. Pure.
// Used by ../subject.ts, ../debug-loop.ts, other rules here, and the gate of `review`. Their results after a round are in resolutions.ts.

import { clipped, fenced } from '../../../agent/quote.js';
import { readMarker } from '../../../changes/marker.js';
import type { ReviewRead } from '../../../ports/pulls.js';
import type { Comment } from '../../../ports/threads.js';
import { sanitize } from '../../../text/sanitize.js';
import { withoutCommands } from './conversation.js';
import { isCourtesy } from './courtesy.js';
import { isLeadIn, requestItems } from './review-text.js';
import { isAnswered, lastRecordOf, type Round } from './rounds.js';
import type { EditorAnswer } from './schemas.js';

/** One request of a reviewer. */
export interface ReviewRequest {
  /** `thread`: a review thread. `review`: the text of a review. `comment`: a comment on the pull request. */
  readonly from: 'thread' | 'review' | 'comment';
  /** GitHub's id of the review, the comment, or the thread's first comment. */
  readonly id: number;
  /** If the review or comment contains several requests, the number of this one, from 1. */
  readonly item?: number | undefined;
  /** Text that introduces the request, such as the text before a list, or the sentence above a review's line comments. */
  readonly context?: string | undefined;
  /** The file and line of a thread. The line is null if the thread is outdated. */
  readonly path?: string | undefined;
  readonly line?: number | null | undefined;
  /** The comments by people with write access, oldest first. */
  readonly comments: readonly { readonly by: string; readonly text: string }[];
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
    // "Thanks!" after crew's reply asks for nothing.
    .filter(({ comments: all }) => {
      const latest = all.slice(all.findLastIndex((each) => !isByPerson(each)) + 1).filter(isByWriter);
      return latest.length === 0 || !latest.every(({ body }) => isCourtesy(textOf(body.replace(COMMAND, ''))));
    })
    .map(({ id, path, line, comments: all }) => {
      const leadIn = leadIns.find((each) => all.some((comment) => isOfReview(comment, each)));
      return {
        from: 'thread' as const,
        id,
        path,
        line,
        ...(leadIn && { context: textOf(leadIn.body) }),
        comments: all.filter(isByWriter).map(threadCommentOf).filter(hasText),
      };
    });
  const itemsOf = (from: 'review' | 'comment') => (comment: Comment) =>
    requestItems(textOf(withoutCommands(comment.body)))
      .filter(({ item, text }) => !isCourtesy(text) && !isAnswered(rounds, { from, item }, comment))
      .map(({ context, text, item }) => ({
        from,
        id: comment.id,
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

/** A command at the start of a line, with its name, such as `/crew fix `. */
const COMMAND = /^[ \t]*\/crew(?:[ \t]+[\w-]+)?[ \t]*/gim;

const hasText = ({ text }: { readonly text: string }): boolean => text !== '';

/** The most requests of one round. The others stay open. */
export const MAX_REQUESTS = 40;

/** The numbered list, as the Editor reads it. */
export function requestsText(requests: readonly ReviewRequest[]): string {
  const shown = requests.slice(0, MAX_REQUESTS);
  const omitted = requests.length - shown.length;
  return [
    'These are the open requests from the review of this pull request. Carry out each one, or say why not. Answer each one by its number in `requests`.',
    ...shown.map((each, n) =>
      fenced(
        `Request ${n + 1} (${sourceText(each)})`,
        [...contextLines(each), ...each.comments.map(({ by, text }) => `${by}: ${text}`)].join('\n\n'),
      ),
    ),
    ...(omitted > 0 ? [`${omitted} more requests are left for the next round.`] : []),
  ].join('\n\n');
}

const contextLines = ({ context, comments: [first] }: ReviewRequest): readonly string[] =>
  context === undefined ? [] : [`Context, no request: ${first?.by ?? ''}: ${context}`];

function sourceText({ from, path = '', line }: ReviewRequest): string {
  if (from === 'review') return 'text of a review';
  if (from === 'comment') return 'comment on the pull request';
  return `review thread at ${JSON.stringify(path)}${line ? `, line ${line}` : ''}`;
}

/** Whether the last comment of a request asks a question. */
export const isQuestion = ({ comments }: ReviewRequest): boolean => /[?？]/.test(comments.at(-1)?.text ?? '');

/** The Editor's answer to one numbered request. */
export type RequestAnswer = EditorAnswer['requests'][number];

/** The numbers of requests that the Editor should answer and did not. */
export function unansweredNumbers(
  requests: readonly ReviewRequest[],
  { requests: answers }: Pick<EditorAnswer, 'requests'>,
): readonly number[] {
  return requests
    .slice(0, MAX_REQUESTS)
    .flatMap((_, n) => (answers.some(({ number }) => number === n + 1) ? [] : [n + 1]));
}
