// The earlier rounds of a pull request, as the run records store them: commit, texts of the Editor, and review requests with their results.
// Pure. Used in `fix` only: by ../gate.ts, ../publish.ts, ../publish-pull.ts, ../subject.ts, the messages, and pull-request.ts, requests.ts
// and resolutions.ts.

import * as z from 'zod';
import type { ReviewRead } from '../../../ports/pulls.js';
import type { RunRecord } from '../../../ports/run.js';
import type { Comment } from '../../../ports/threads.js';
import { repositoryUrl } from './target.js';

const recordedRequest = z.object({
  from: z.enum(['thread', 'review', 'comment']),
  id: z.number(),
  item: z.number().optional(),
  path: z.string().optional(),
  line: z.number().nullish(),
  /** The author of the request, and the start of its text. */
  by: z.string(),
  asked: z.string(),
  is: z.enum(['done', 'no-change', 'declined', 'changed', 'unanswered']),
  /** The Editor's answer. */
  text: z.string(),
  /** True if the Editor answered `done` and the change does not edit the file of the thread. */
  isElsewhere: z.boolean().optional(),
  /** Absent in records of earlier versions. */
  isQuestion: z.boolean().optional(),
});

/** A request with its result, as the run record stores it. The fields mean the same as in `ReviewRequest` and `Resolution`. */
export type RecordedRequest = z.output<typeof recordedRequest>;

const pullRequestTexts = z.object({
  title: z.string().default(''),
  what: z.string().default(''),
  why: z.string().default(''),
  pullTitle: z.string().default(''),
  pullWhat: z.string().default(''),
});

/** The Editor's texts for commit and pull request. */
export type PullRequestTexts = z.output<typeof pullRequestTexts>;

const publishedRound = z.object({
  pull: z.number(),
  /** Absent if it only answered requests. */
  sha: z.string().optional(),
  /** Absent in records of earlier versions. */
  requests: z.array(recordedRequest).optional(),
  /** The command had a text of its own. Absent if not, and in records of earlier versions. */
  hasOwnText: z.boolean().optional(),
  /** The commit subject, and the title of the pull request after it. */
  subject: z.string().optional(),
  title: z.string().optional(),
  words: pullRequestTexts.optional(),
});

/** A run that published a commit on the pull request, or answered the requests of its review. */
export interface Round extends z.output<typeof publishedRound> {
  readonly run: string;
  /** The time of its request. */
  readonly at: string;
  /** Its cost, its limit, and the id of the Actions run that published it. */
  readonly usd: number;
  readonly limitUsd?: number | undefined;
  readonly actions?: number | undefined;
}

/** The source of a request and its number in a text, as in `ReviewRequest`. */
type RequestKey = Pick<RecordedRequest, 'from' | 'item'>;

/** The rounds of a pull request, oldest first. */
export function roundsOf(records: readonly RunRecord[], pull: number): readonly Round[] {
  return records.flatMap(({ run, request, spent, end, budget, publishing }) => {
    const read = publishedRound.safeParse(end?.result);
    const isRound = read.success && (read.data.sha !== undefined || read.data.requests !== undefined);
    const costs = { usd: spent?.usd ?? 0, limitUsd: budget?.usd, actions: publishing?.id };
    return isRound && read.data.pull === pull ? [{ ...read.data, run, at: request.at, ...costs }] : [];
  });
}

/** The Editor's texts in the result of a run; empty texts if there are none. */
export function pullRequestTextsIn(result: unknown): PullRequestTexts {
  const read = z.object({ words: pullRequestTexts }).safeParse(result);
  return read.success ? read.data.words : pullRequestTexts.parse({});
}

/** The last record of a request. Earlier versions of crew recorded a text as one request, whose record counts for each item in it. */
export const lastRecordOf = (
  rounds: readonly Round[],
  { from, item }: RequestKey,
  id: number,
): RecordedRequest | undefined =>
  rounds
    .flatMap(({ requests = [] }) => requests)
    .findLast((each) => each.from === from && each.id === id && (each.item ?? item) === item);

/**
 * Whether a round answered the request. Earlier versions of crew recorded no requests; such a round counts as the answer to everything
 * written before it.
 */
export function isAnswered(rounds: readonly Round[], request: RequestKey, { id, at }: Comment): boolean {
  const last = lastRecordOf(rounds, request, id);
  if (last) return last.is !== 'unanswered';
  return rounds.some((round) => !round.requests && at !== undefined && Date.parse(at) <= Date.parse(round.at));
}

const ANCHORS = { thread: 'discussion_r', review: 'pullrequestreview-', comment: 'issuecomment-' };

/** The page of a request. `runUrl`: the page of the Actions run; without it the result is undefined. */
export function requestUrl(
  { from, id }: Pick<RecordedRequest, 'from' | 'id'>,
  pull: number,
  runUrl: string,
): string | undefined {
  const repository = repositoryUrl(runUrl);
  return repository && `${repository}/pull/${pull}#${ANCHORS[from]}${id}`;
}

const keyOf = ({ from, id, item }: RecordedRequest): string => `${from} ${id} ${item ?? ''}`;

/** The file and line of a request, or the kind of text that contains it. */
export const placeOf = ({ from, path, line }: Pick<RecordedRequest, 'from' | 'path' | 'line'>): string =>
  path === undefined ? from : line ? `${path}:${line}` : path;

/**
 * The requests of all rounds, each with its last state, in the order in which they first came up. Earlier versions of crew recorded a text as
 * one request; later records of the items in it replace that record.
 */
export function requestsOfAll(
  rounds: readonly RoundRequests[],
  now: readonly RecordedRequest[],
): readonly RecordedRequest[] {
  const all = [...rounds.flatMap(({ requests = [] }) => requests), ...now];
  const isReplaced = ({ from, id, item }: RecordedRequest, n: number): boolean =>
    item === undefined &&
    all.slice(n + 1).some((each) => each.item !== undefined && each.from === from && each.id === id);
  const current = all.filter((each, n) => !isReplaced(each, n));
  return [...new Map(current.map((each) => [keyOf(each), each])).values()];
}

/** The requests that are not in `others`. */
export function requestsNotIn(
  requests: readonly RecordedRequest[],
  others: readonly RecordedRequest[],
): readonly RecordedRequest[] {
  const keys = new Set(others.map(keyOf));
  return requests.filter((each) => !keys.has(keyOf(each)));
}

/** Whether a request was neither carried out nor needs no change. */
export const isUndone = ({ is }: Pick<RecordedRequest, 'is'>): boolean => is === 'declined' || is === 'unanswered';

/** The requests of a round, and whether its command had a text of its own. */
export interface RoundRequests {
  readonly requests?: readonly RecordedRequest[] | undefined;
  readonly hasOwnText?: boolean | undefined;
}

/**
 * The requests of the rounds, oldest first, that are not done. A round with a text of its own replaces what earlier rounds declined in plain
 * comments and texts of reviews. A review thread stays until it is done or resolved.
 */
export function undoneIn(rounds: readonly RoundRequests[]): readonly RecordedRequest[] {
  const last = rounds.findLastIndex(({ hasOwnText }) => hasOwnText === true);
  const recent = new Set(rounds.slice(Math.max(last, 0)).flatMap(({ requests = [] }) => requests));
  return requestsOfAll(rounds, [])
    .filter(isUndone)
    .filter((each) => each.is !== 'declined' || each.from === 'thread' || recent.has(each));
}

interface ConversationNow {
  readonly threads: readonly Pick<ReviewRead['threads'][number], 'id' | 'resolved'>[];
  readonly reviews: readonly Pick<ReviewRead['reviews'][number], 'id' | 'asks'>[];
  readonly comments: readonly Pick<Comment, 'id'>[];
}

/** Whether a recorded request still stands: its thread is unresolved, its reviewer has not approved since, or its comment still exists. */
export function isStillAsked(
  { from, id }: Pick<RecordedRequest, 'from' | 'id'>,
  { threads, reviews, comments }: ConversationNow,
): boolean {
  if (from === 'thread') return threads.some((each) => each.id === id && !each.resolved);
  return from === 'review'
    ? reviews.some((each) => each.id === id && each.asks)
    : comments.some((each) => each.id === id);
}
