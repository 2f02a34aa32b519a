// The review of a pull request as part of a task (open requests and failed checks), and the failures after a round. Pure. Used by the gate
// and publish phases, ../subject.ts, ../follow-checks.ts, and brief.ts, job.ts and workable.ts here.

import { clipped, fenced } from '../../../agent/quote.js';
import type { CiBase, CiFailure, CiResult } from '../../../ports/checks.js';
import { cleanLine } from '../../../text/clean-output.js';
import { sanitize } from '../../../text/sanitize.js';
import type { DocumentStep, Verified } from '../../../verify/artifact.js';
import { type ReviewRequest, requestsText } from './requests.js';

/** The open requests and failed checks of a pull request. */
export interface ReviewTask {
  readonly requests: readonly ReviewRequest[];
  /** Failed checks. */
  readonly red: readonly { readonly name: string; readonly text: string }[];
}

/** The review as earlier versions of crew recorded it. */
interface EarlierReviewTask {
  readonly remarks: readonly {
    readonly id: number;
    readonly path: string;
    readonly line: number | null;
    readonly said: ReviewRequest['comments'];
  }[];
  readonly words: ReviewRequest['comments'];
  readonly red: ReviewTask['red'];
}

/** Converts the review of a recorded order of any earlier version to the present form. */
export function reviewIn(recorded: ReviewTask | EarlierReviewTask): ReviewTask {
  if ('requests' in recorded) return recorded;
  const { remarks, words, red } = recorded;
  const threads = remarks.map(({ said: comments, ...place }) => ({ ...place, from: 'thread', comments }) as const);
  return {
    requests: [...threads, ...words.map((each) => ({ from: 'review', id: 0, comments: [each] }) as const)],
    red,
  };
}

const MAX_CHARACTERS = 4000;

/** The failed checks of a commit, as parts of a task. */
export const failedChecks = ({ state, failures }: Pick<CiResult, 'state' | 'failures'>): ReviewTask['red'] =>
  state === 'red'
    ? failures.map(({ name, summary, annotations }) => ({ name, text: redText(summary, annotations) }))
    : [];

/** The text of a failed check, with its annotations. */
function redText(summary: string, annotations: CiResult['failures'][number]['annotations']): string {
  const lines = annotations.slice(0, 20).map(({ path, line, message }) => `${path}:${line}: ${message}`);
  return clipped(sanitize([summary, ...lines].join('\n')).text, MAX_CHARACTERS);
}

/** Whether no request is open and no check failed. */
export const isEmptyReview = ({ requests, red }: ReviewTask): boolean => requests.length + red.length === 0;

/** The requests and failed checks, as the Editor reads them. */
export function reviewText({ requests, red }: ReviewTask): string {
  return [
    ...(requests.length > 0 ? [requestsText(requests)] : []),
    ...red.map(({ name, text }) =>
      fenced(`The check ${JSON.stringify(name)} of this pull request failed. It says`, text),
    ),
  ].join('\n\n');
}

/** The failures that a further round should repair. */
export interface RoundFailures {
  readonly why: 'verify' | 'ci';
  /** Each failure: `from` is the heading that says where it comes from. */
  readonly found: readonly { readonly from: string; readonly text: string }[];
}

/** The maximum length of the text of one failure, and the maximum number of failures. */
const MAX_FAILURE_CHARACTERS = 4000;
const MAX_FAILURES = 10;

/** The failures that the verify job found in a change. `unconfirmed`: tests that the work job fixed and that still fail. */
export function verifyFailures(
  { head, comparison: { lists }, tamper }: Verified,
  unconfirmed: readonly string[],
): RoundFailures {
  const failed = head.steps.filter(({ status }) => status === 'FAIL').slice(0, MAX_FAILURES);
  const failedBefore = lists.before.names.filter((name) => !unconfirmed.includes(name));
  const broken = [...lists.broken.names, ...lists.refused.names];
  const weakened = tamper.found.map(({ file, line, why }) => `${file}:${line}: ${why}`);
  return {
    why: 'verify',
    found: [
      ...failurePart(
        'Fail before the change, pass with it in the work job, and fail with it in the verify job',
        unconfirmed,
      ),
      ...failurePart('Passed before the change or are new, and fail in the verify job', broken),
      ...failurePart('Weakens tests or checks', weakened),
      ...failed.map((step) => ({
        from: stepSource(step),
        text: quotedText([...testFailures(step, failedBefore), step.tail ?? ''].join('\n')),
      })),
    ],
  };
}

const quotedText = (text: string): string => clipped(sanitize(text).text.trim(), MAX_FAILURE_CHARACTERS);

const failurePart = (from: string, lines: readonly string[]): RoundFailures['found'] =>
  lines.length === 0 ? [] : [{ from, text: quotedText(lines.join('\n')) }];

const stepSource = ({ name, command, cwd, exit, ended }: DocumentStep): string =>
  `Step ${JSON.stringify(name)}, ${JSON.stringify(command)} in ${JSON.stringify(cwd)}, in the verify job: ${exit === null ? ended : `exit ${exit}`}`;

/** The tests that failed in a step, each with file, line and message. Tests of `failedBefore` are left out. */
const testFailures = ({ failures }: DocumentStep, failedBefore: readonly string[]): readonly string[] =>
  failures
    .filter(({ id }) => !failedBefore.includes(cleanLine(id)))
    .map(({ id, at, message = '' }) => `${at ? `${at.file}:${at.line}: ` : ''}${id}${message ? `: ${message}` : ''}`);

/** The failures that the repository's checks found in a commit. */
export function checkFailures(failures: CiResult['failures']): RoundFailures {
  const found = failures.slice(0, MAX_FAILURES).map(({ name, summary, annotations }) => ({
    from: `The check ${JSON.stringify(name)} failed. It says`,
    text: redText(summary, annotations),
  }));
  return { why: 'ci', found };
}

const INTRODUCTIONS: Readonly<Record<RoundFailures['why'], string>> = {
  verify:
    'The change of the previous round passed its checks in the work job and failed in the separate verify job. That job has a clean checkout on another machine: ignored files, files that commands left behind, and effects of earlier commands are not there.',
  ci: 'The tree holds the commit of the previous round. The repository’s own checks failed on that commit.',
};

/** The failures after a round, as the Editor reads them. */
export const failuresText = ({ why, found }: RoundFailures): string =>
  [INTRODUCTIONS[why], ...found.map(({ from, text }) => fenced(from, text))].join('\n\n');

interface SplitChecks {
  /** Failed checks that the change may have caused. */
  readonly own: readonly CiFailure[];
  /** Names of checks that fail on the base too, with the same annotations. */
  readonly alsoOnBase: readonly string[];
  /** Names of checks in `own` that fail on the base too, perhaps for another reason. */
  readonly maybeOnBase: readonly string[];
}

/**
 * Splits failed checks into those that the change may have caused (`own`) and those that fail on the base in the same way. Without data
 * about the base, all are `own`.
 */
export function splitByBaseChecks(failures: readonly CiFailure[], { failed }: Pick<CiBase, 'failed'>): SplitChecks {
  const onBase = ({ name }: CiFailure) => failed.find((each) => each.name === name);
  const own = failures.filter((failure) => !failsEquallyOnBase(failure, onBase(failure)));
  const same = failures.filter((failure) => !own.includes(failure));
  return { own, alsoOnBase: namesOf(same), maybeOnBase: namesOf(own.filter(onBase)) };
}

/**
 * Whether every failure annotation occurs on the base too, at any line. False if the check has no annotations or some could not be read.
 */
function failsEquallyOnBase({ annotations, unread }: CiFailure, base: CiBase['failed'][number] | undefined): boolean {
  const failures = annotations.filter(({ level }) => level === 'failure');
  if (!base || unread || failures.length === 0) return false;
  const keysOnBase = new Set(base.annotations.map(annotationKey));
  return failures.every((each) => keysOnBase.has(annotationKey(each)));
}

const namesOf = (failures: readonly CiFailure[]): readonly string[] => [...new Set(failures.map(({ name }) => name))];

/** An annotation without its line, because a change moves lines. */
const annotationKey = ({ path, title, message }: CiFailure['annotations'][number]): string =>
  JSON.stringify([path, title, message]);
