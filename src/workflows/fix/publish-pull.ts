// Writes the pull request of a published commit, the check on it, and the text for the requester. In a further round, title, body and check
// describe the whole change, from the merge base to the new commit. Used by publish.ts.

import type { Applied, CheckChange, PullChange } from '../../ports/change.js';
import type { Pull } from '../../ports/pulls.js';
import type { Outcome, OutcomeName } from '../../ports/run.js';
import type { GitHubReader, PublishContext, WorkDiff } from '../../ports/workflow.js';
import { endedCheck } from '../../view/check/index.js';
import { concludedCheck } from '../check/rules/check-run.js';
import type { FixOrder } from './gate.js';
import type { Messages } from './messages.en.js';
import {
  draftReasons,
  mayHaveNotices,
  type Notice,
  noticesOf,
  reportForCommit,
  type VerifyReport,
  type WholeChange,
  wholeChange,
} from './rules/publish-checks.js';
import { bodyOf, commitLink, countsOf, pullTitleOf, requestTable, TEMPLATES } from './rules/pull-request.js';
import { isComplete, type Resolution, recordedRequests } from './rules/resolutions.js';
import {
  isUndone,
  placeOf,
  pullRequestTextsIn,
  type RecordedRequest,
  type Round,
  requestsNotIn,
  requestsOfAll,
  requestUrl,
} from './rules/rounds.js';
import { type CommitRequest, compareUrl, type Target } from './rules/target.js';

export type FixPublishContext = PublishContext & { readonly messages: Messages };

/** A change that may be published. */
export interface Publication {
  readonly outcome: Outcome;
  readonly order: FixOrder & { readonly target: Target };
  readonly diff: WorkDiff;
  readonly report: VerifyReport;
  /** The page of the check. */
  readonly checkPage: { readonly title: string; readonly summary: string };
  /** The URL of the Actions run. */
  readonly runUrl: string;
  /** The earlier rounds of the pull request. */
  readonly rounds: readonly Round[];
  /** What became of each review request. */
  readonly resolutions: readonly Resolution[];
}

/** A publication whose commit is on the branch. */
interface PublishedCommit extends Publication {
  readonly commitRequest: CommitRequest;
  readonly sha: string;
  /** The requests of all rounds that are not done and that the reviewers still ask for. */
  readonly undone: readonly RecordedRequest[];
  /** The pull request before this round. */
  readonly pullBefore: Pull | null;
  /** GitHub starts no workflow on this push, so the repository's checks wait for approval. */
  readonly startsNoWorkflow: boolean;
}

interface PublishedPull {
  /** Undefined if the repository does not allow Actions to open it. */
  readonly number: number | undefined;
  readonly title: string;
  readonly isDraft: boolean;
  /** Logins of `fix.reviewers` that GitHub did not accept as reviewers. */
  readonly notAsked: readonly string[];
  readonly notices: readonly Notice[];
  readonly check: number | undefined;
  /** What the check says about the whole change. */
  readonly checkTitle: string;
  /** How the verification of the whole change ended. */
  readonly wholeOutcome: OutcomeName;
  readonly isProven: boolean;
}

/** The result of an outcome as an object; empty if it has none. */
export const resultObject = ({ result }: Outcome): object =>
  typeof result === 'object' && result !== null ? result : {};

/** What GitHub returned for an applied change; empty if it was skipped. */
export const createdObject = <T>(applied: Applied | undefined): Partial<T> => (applied?.made ?? {}) as Partial<T>;

/** Whether the target is a pull request that another person opened. */
export const isOtherPersons = ({ pull }: Target): boolean => pull !== undefined && !pull.isCrews;

/**
 * Whether title and body of the pull request stay as they are. They stay on another person's pull request. On crew's, they stay if no earlier
 * round is recorded and this run is not a further round (`record.follows` names the round before it).
 */
const keepsPullText = ({ record }: FixPublishContext, { order: { target }, rounds }: Publication): boolean =>
  isOtherPersons(target) ||
  (target.pull !== undefined && !rounds.some(({ sha }) => sha) && record.follows === undefined);

/** Opens or updates the pull request, and concludes the check on the new commit. */
export async function publishPullRequest(ctx: FixPublishContext, published: PublishedCommit): Promise<PublishedPull> {
  const { settings, github } = ctx;
  const { order, diff, runUrl, sha } = published;
  const { target } = order;
  const own = { report: reportForCommit(published.report, sha), base: diff.base, files: diff.files };
  const whole = isOtherPersons(target) ? own : wholeChange(own, target.base);
  const wholeCheckPage = endedCheck(whole.report.ending, { lang: settings.lang, details: runUrl });
  const notices = await readNotices(github, { ...whole, sha });
  const check = checkChange(ctx, published, whole.report);
  const { outcome: wholeOutcome, isProven } = whole.report;
  const facts = { notices, checkTitle: wholeCheckPage.title, wholeOutcome, isProven };
  const number = target.pull?.number;
  const title = published.pullBefore?.title ?? published.commitRequest.title;
  if (keepsPullText(ctx, published)) {
    const [concluded] = await ctx.apply([check]);
    return {
      ...facts,
      number,
      title,
      isDraft: false,
      notAsked: [],
      check: createdObject<{ id: number }>(concluded).id,
    };
  }
  const change = await pullChange(ctx, published, { whole, wholeCheckPage, notices });
  const [opened, concluded] = await ctx.apply([change, check]);
  const { number: newNumber, notAsked = [] } = createdObject<{ number: number; notAsked: readonly string[] }>(opened);
  const { id } = createdObject<{ id: number }>(concluded);
  return { ...facts, number: number ?? newNumber, title: change.title, isDraft: change.draft, notAsked, check: id };
}

/** The check on the commit. If no test proves the change or a request of any round is not done, it is neutral and its title says so. */
function checkChange(
  { run, settings, messages: { thread } }: FixPublishContext,
  { sha, runUrl, undone }: PublishedCommit,
  report: VerifyReport,
): CheckChange {
  const concluded = concludedCheck({ head: sha, name: run, details: runUrl, lang: settings.lang }, report.ending);
  if (concluded.conclusion !== 'success' || (report.isProven && undone.length === 0)) return concluded;
  const reasons = [
    ...(undone.length > 0 ? [thread.neutralFor.open(undone.length)] : []),
    ...(report.isProven ? [] : [thread.neutralFor.unproven]),
  ];
  const title = [concluded.page.title, ...reasons].join('; ');
  return { ...concluded, conclusion: 'neutral', page: { ...concluded.page, title } };
}

interface PullParts {
  readonly whole: WholeChange;
  readonly wholeCheckPage: { readonly title: string; readonly summary: string };
  readonly notices: readonly Notice[];
}

async function pullChange(
  ctx: FixPublishContext,
  published: PublishedCommit,
  { whole, wholeCheckPage, notices }: PullParts,
): Promise<PullChange> {
  const { run, settings, messages, github } = ctx;
  const { runUrl, outcome, order, pullBefore, rounds, commitRequest: request } = published;
  const { target } = order;
  const { fix } = settings.config;
  const { thread } = messages;
  const reasons = draftReasons(whole.report);
  const isDraft = pullBefore ? pullBefore.draft : fix.draft || reasons.length > 0;
  const { ending } = whole.report;
  // Set if the verify job left a document and verified both commits.
  const verified = ending.is === 'told' && ending.document.found.is === 'verified' ? ending.document.found : undefined;
  const words = pullRequestTextsIn(outcome.result);
  const { budget, spent } = ctx.record;
  const text = {
    words,
    rounds,
    subject: request.title,
    requests: requestsOfAll(rounds, recordedRequests(published.resolutions)),
    found: verified,
    run,
    url: runUrl,
    login: request.login,
    ...linkOf(request),
    usd: spent?.usd ?? 0,
    limitUsd: budget?.usd,
    diff: { base: whole.base, sha256: published.diff.sha256 },
    verified: wholeCheckPage,
    fixed: whole.report.fixed,
    notes: [
      ...reasons.map((why) => thread[isDraft ? 'draftFor' : 'concern'][why]),
      ...(pullBefore?.draft && reasons.length === 0 && !fix.draft ? [thread.draftOver] : []),
      ...notices.map(thread.notice),
      ...(published.startsNoWorkflow ? [thread.noChecks] : []),
    ],
    template: await readTemplate(github, target),
  };
  return {
    kind: 'pull',
    branch: target.branch,
    base: target.base,
    body: bodyOf(text, thread),
    draft: isDraft,
    title: pullTitleOf({ words, rounds, now: pullBefore?.title, subject: request.title }),
    reviewers: fix.reviewers,
    labels: fix.labels,
  };
}

/** A pull request that follows a merged one (`target.follows`, its number) refers to it; every other pull request closes its issue. */
const linkOf = ({ target: { follows }, issue }: CommitRequest) =>
  follows === undefined ? { closes: issue, refers: undefined } : { closes: undefined, refers: follows };

/** Notices for the reviewer, from the files before and after the change. */
async function readNotices(
  { branches }: GitHubReader,
  { base, files, sha }: { readonly base: string; readonly files: readonly string[]; readonly sha: string },
): Promise<readonly Notice[]> {
  const paths = files.filter(mayHaveNotices);
  if (paths.length === 0) return [];
  const [before, after] = [await branches.files(base, paths), await branches.files(sha, paths)];
  const textIn = (all: typeof before, path: string): string | null => {
    const bytes = all.find((each) => each.path === path)?.bytes;
    return bytes ? new TextDecoder().decode(bytes) : null;
  };
  return noticesOf(paths.map((path) => ({ path, before: textIn(before, path), after: textIn(after, path) })));
}

/** The repository's pull request template, if it has one. */
async function readTemplate({ branches }: GitHubReader, { commit: at }: Target): Promise<string | null> {
  const [found] = await branches.files(at, TEMPLATES);
  return found?.bytes ? new TextDecoder().decode(found.bytes) : null;
}

/** The text for the requester: the pull request or the new commit, and the result of each review request. */
export function endingText(ctx: FixPublishContext, published: PublishedCommit, pull: PublishedPull): string {
  const { thread, statement } = ctx.messages;
  const { order, sha, commitRequest: request, outcome, runUrl, resolutions } = published;
  const { target } = order;
  const keepsBody = keepsPullText(ctx, published);
  const isFailed = pull.wholeOutcome === 'failed';
  const requests = recordedRequests(resolutions);
  const hasTable = pull.number !== undefined && !keepsBody;
  // The pull request lists every request, so the comment lists only those that are left.
  const listed = hasTable ? requests.filter(isUndone) : requests;
  const earlier = requestsNotIn(published.undone, requests).map((each) => ({
    name: placeOf(each),
    url: requestUrl(each, target.pull?.number ?? 0, runUrl),
  }));
  return [
    publishedSentence(ctx, { ...pull, sha, subject: request.title, target, runUrl }),
    ...(target.pull && !isOtherPersons(target) && !pull.isProven ? [statement({ is: 'unproven' })] : []),
    ...(isFailed ? [thread.wholeFails(pull.checkTitle)] : []),
    ...(resolutions.length > 0 ? [countsText(requests, thread)] : []),
    ...(earlier.length > 0 ? [thread.stillUndone({ requests: earlier, isRoundDone: isComplete(resolutions) })] : []),
    requestTable(listed, thread),
    // If the pull request does not contain the summary, the thread does.
    ...(pull.number === undefined || keepsBody ? [outcome.says ?? ''] : []),
    ...(keepsBody ? pull.notices.map(thread.notice) : []),
    ...(pull.notAsked.length > 0 ? [thread.notAsked(pull.notAsked)] : []),
    ...(pull.number !== undefined && published.startsNoWorkflow ? [thread.noChecks] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** How many requests ended how, and what a person can do about those that are not done. */
export function countsText(requests: readonly RecordedRequest[], thread: Messages['thread']): string {
  const counts = countsOf(requests);
  const { unanswered, declined } = counts;
  return [
    thread.requestCounts(counts),
    ...(declined > 0 ? [thread.retryDeclined] : []),
    ...(unanswered > 0 ? [thread.workOnUnanswered(unanswered)] : []),
  ].join(' ');
}

function publishedSentence(
  { messages }: FixPublishContext,
  published: PublishedPull & {
    readonly sha: string;
    readonly subject: string;
    readonly target: Target;
    readonly runUrl: string;
  },
): string {
  const { thread } = messages;
  const { number, isDraft, sha, subject, target, runUrl } = published;
  if (number === undefined) return thread.forbidden({ branch: target.branch, compare: compareUrl(runUrl, target) });
  return target.pull
    ? thread.added({ pull: number, commit: commitLink(sha, runUrl), subject })
    : thread.ready({ pull: number, draft: isDraft });
}
