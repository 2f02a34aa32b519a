// Reads the subject of a fix: an issue with its comments, or a pull request with its review, as they were when the request was made. Only
// comments by people with write access are used. Used by the gates of `fix`, `build` and `write`, and by follow-checks.ts.

import type { BoardReader } from '../../ports/board.js';
import type { CiState } from '../../ports/checks.js';
import { UserError } from '../../ports/errors.js';
import type { Event } from '../../ports/event.js';
import type { ReviewRead } from '../../ports/pulls.js';
import type { RunRecord } from '../../ports/run.js';
import type { Comment } from '../../ports/threads.js';
import type { GateContext, GitHubReader } from '../../ports/workflow.js';
import { inLanguage } from '../../text/lang/index.js';
import { sanitize } from '../../text/sanitize.js';
import { en } from '../facilitate/messages.en.js';
import { ja } from '../facilitate/messages.ja.js';
import { boardFactsOf } from '../facilitate/rules/board-facts.js';
import { judge } from '../facilitate/rules/judge.js';
import { identityOf, mayPush } from '../facilitate/rules/people.js';
import { rulesOf } from '../facilitate/rules/rule-settings.js';
import type { TaskIssue } from './rules/brief.js';
import {
  commentersOf,
  commentsOn,
  conversationAsOfRequest,
  conversationOf,
  imagesIn,
  issueAsOfRequest,
  reviewAsOfRequest,
  subjectTextOf,
} from './rules/conversation.js';
import { openRequests, reviewersIn } from './rules/requests.js';
import { failedChecks, type ReviewTask } from './rules/review.js';
import { isStillAsked, type RecordedRequest, type RoundRequests, roundsOf, undoneIn } from './rules/rounds.js';
import type { Target } from './rules/target.js';
import { type IssueState, issueStateOf } from './rules/workable.js';
import { writersOf } from './target.js';

/** The text of the issue or pull request, the state of the issue on the board, and the review. */
export interface Subject {
  readonly text: TaskIssue;
  readonly issueState: IssueState | undefined;
  readonly review?: ReviewTask | undefined;
  /** The checks of a pull request. */
  readonly checks?: CiState | undefined;
}

/** Returns the issue or pull request of a request. Returns null for a request at a terminal without `--issue`. */
export async function readSubject(ctx: GateContext, event: Event, target: Target | undefined): Promise<Subject | null> {
  const { github, issue } = ctx;
  if (github && target?.asked === 'pull') return readPull(ctx, github, { event, target });
  return issue === undefined || !ctx.board ? null : readIssue(ctx, event, target);
}

/** The pictures of a text. It takes the original text, because `sanitize` removes addresses. */
function imagesField(body: string): Pick<TaskIssue, 'images'> {
  const images = imagesIn(body);
  return images.length > 0 ? { images } : {};
}

async function readPull(
  ctx: GateContext,
  github: GitHubReader,
  { event, target }: { readonly event: Event; readonly target: Target },
): Promise<Subject> {
  const number = ctx.issue ?? 0;
  const pull = await github.pulls.read(number);
  const { title = '', body = '' } = subjectTextOf(event) ?? pull ?? {};
  const { value: comments, edited: editedComments } = conversationAsOfRequest(await github.thread.read(number), event);
  // `target.pull` is undefined on a merged pull request, whose review is no longer a task.
  const { value: read, edited: editedReviews } = target.pull
    ? reviewAsOfRequest(await github.reviews.read(number), event)
    : { value: NO_REVIEW, edited: 0 };
  const writers = await writersOf(github, [...new Set([...commentersOf(comments), ...reviewersIn(read)])]);
  const checks = target.pull && (await github.ci.read(target.commit));
  const review = checks && {
    requests: openRequests({
      read,
      writers,
      rounds: roundsOf(await ctx.history.ofSubject(), number),
      // On another person's pull request a comment need not be meant for crew.
      comments: target.pull?.isCrews ? comments : [],
    }),
    red: failedChecks(checks),
  };
  const isRequest = ({ id }: Comment): boolean =>
    review?.requests.some((each) => each.from === 'comment' && each.id === id) ?? false;
  const thread = conversationOf(
    comments.filter((each) => !isRequest(each)),
    writers,
  );
  // Of crew's own description only the text above the first table is read. The rest repeats the checks and the diff.
  const description = target.pull?.isCrews ? (body.split(/\n\n\|/)[0] ?? '') : body;
  const text = { title: sanitize(title).text, body: sanitize(description).text, isPull: true, ...thread };
  const edited = editedComments + editedReviews;
  return { text: { ...text, edited, ...imagesField(body) }, issueState: undefined, review, checks: checks?.state };
}

const NO_REVIEW: ReviewRead = { reviews: [], threads: [] };

/** Returns the open requests on crew's pull request as they are now. A round that starts by itself after failed checks uses them. */
export async function requestsNow(
  github: GitHubReader,
  { pull, records }: { readonly pull: number; readonly records: readonly RunRecord[] },
): Promise<ReviewTask['requests']> {
  const [read, comments] = [await github.reviews.read(pull), await github.thread.read(pull)];
  const writers = await writersOf(github, [...new Set([...commentersOf(comments), ...reviewersIn(read)])]);
  return openRequests({ read, comments, writers, rounds: roundsOf(records, pull) });
}

/** The requests of these rounds of a pull request, oldest first, that are not done and that its reviewers still ask for. */
export async function undoneRequests(
  github: GitHubReader,
  pull: number,
  rounds: readonly RoundRequests[],
): Promise<readonly RecordedRequest[]> {
  const undone = undoneIn(rounds);
  if (undone.length === 0) return [];
  const now = { ...(await github.reviews.read(pull)), comments: await github.thread.read(pull) };
  return undone.filter((each) => isStillAsked(each, now));
}

async function readIssue(
  { board: reader, issue, settings, run, repo }: GateContext,
  event: Event,
  target: Target | undefined,
): Promise<Subject | null> {
  if (!reader || issue === undefined) return null;
  const { board, outsideRefs, previous, login, ref, facts } = await scanFor(reader, issue);
  const { config, lang } = settings;
  const rules = rulesOf(config, reader.host);
  const identity = identityOf(login, { config, earlier: previous?.identities });
  const judged = judge(board, rules, previous, outsideRefs);
  const verdict = judged.verdicts.get(ref);
  const say = inLanguage(lang, { en, ja });
  const boardFacts = boardFactsOf({ board, judged, rules, config, say, identity, previous, digestIssues: [] });
  const by = { login: facts.author.login, mayPush: mayPush(board, facts.author.login, board.repo) };
  const { value, edited } = issueAsOfRequest(facts, event);
  const text = {
    title: sanitize(value.title).text,
    body: sanitize(value.body).text,
    by,
    ...commentsOn(value, board),
    edited,
    ...imagesField(value.body),
  };
  // On GitHub the concurrency group queues other runs of the issue, so none of them counts as a claim. Without a target (at the terminal) only
  // this run is its own.
  const pulls = target?.pull?.isCrews ? [`${repo}#${target.pull.number}`] : [];
  const own = { runs: target ? ('all' as const) : [run], pulls };
  return {
    text,
    issueState:
      verdict && issueStateOf(verdict, { boardFacts, own, by: 'actor' in event ? event.actor.login : undefined }),
  };
}

/**
 * Scans the board for the issue. An issue outside the configured board is read from the whole repository, because a person asked for it.
 */
async function scanFor(reader: BoardReader, issue: number) {
  const scan = (await scanWith(reader, issue, { whole: false })) ?? (await scanWith(reader, issue, { whole: true }));
  if (!scan) throw noSuchIssue(issue);
  return scan;
}

/** Returns the scan with the facts about the issue, or undefined if the scan does not contain the issue. */
async function scanWith(reader: BoardReader, issue: number, { whole }: { readonly whole: boolean }) {
  const scan = await reader.scan({ whole });
  const { repo, issues } = scan.board;
  const ref = `${repo}#${issue}`;
  const facts = issues.find((each) => each.ref === ref);
  return facts && { ...scan, ref, facts };
}

const noSuchIssue = (issue: number): UserError =>
  new UserError({
    expected: `an issue #${issue}`,
    found: 'none of that number',
    remedy: 'Look at its number; or say in words what is to be done, without --issue.',
    ends: 'refused',
  });
