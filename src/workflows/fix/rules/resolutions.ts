// The result of each review request after a round. A request counts as answered only if the Editor answered it or the diff changes its
// lines. Pure. Used by ../debug-loop.ts, ../publish.ts, ../publish-pull.ts and pull-request.ts.

import * as z from 'zod';
import { changedFiles } from '../../../text/diff.js';
import { plainWords } from '../../../text/quote.js';
import { isResultClaim, withoutResultClaims } from '../../../text/result-claims.js';
import { isQuestion, MAX_REQUESTS, type RequestAnswer, type ReviewRequest } from './requests.js';
import { isUndone, type RecordedRequest } from './rounds.js';

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

/** Whether every request is answered without a change: it asks for none, or the Editor says why it does not carry it out. */
export const isAnsweredWithoutChange = (
  requests: readonly ReviewRequest[],
  answers: readonly RequestAnswer[],
): boolean =>
  requests.length > 0 &&
  resolveRequests(requests, answers, null).every(({ is }) => is === 'no-change' || is === 'declined');

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
export const isComplete = (resolutions: readonly Resolution[]): boolean => !resolutions.some(isUndone);

const MAX_RECORDED_REQUEST = 160;

/** The requests with their results, as the run record stores them. */
export function recordedRequests(resolutions: readonly Resolution[]): readonly RecordedRequest[] {
  return resolutions.map(({ request, is, text, isFileChanged }) => {
    const { from, id, item, path, line, comments } = request;
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
      ...(isQuestion(request) && { isQuestion: true }),
    };
  });
}

const shortened = (text: string): string =>
  text.length > MAX_RECORDED_REQUEST ? `${text.slice(0, MAX_RECORDED_REQUEST - 1).trimEnd()}…` : text;
