// Reads the subject of a fix in `gate`: an issue with its comments, or a pull request with its review, as they were when the request was
// made. Only comments by people with write access are used.

import type { BoardReader } from '../../ports/board.js';
import { UserError } from '../../ports/errors.js';
import type { Event } from '../../ports/event.js';
import type { ReviewRead } from '../../ports/pulls.js';
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
  conversationAt,
  conversationOf,
  imagesIn,
  issueAt,
  reviewAt,
  seenIn,
} from './rules/conversation.js';
import { type ReviewTask, reviewersIn, reviewTaskOf } from './rules/review.js';
import type { Target } from './rules/target.js';
import { type IssueState, issueStateOf } from './rules/workable.js';
import { writersOf } from './target.js';

/** The text of the issue or pull request, the state of the issue on the board, and the review. */
export interface Subject {
  readonly text: TaskIssue;
  readonly issueState: IssueState | undefined;
  readonly review?: ReviewTask | undefined;
}

/** The issue or pull request of a request; null for a request in a terminal without `--issue`. */
export async function readSubject(ctx: GateContext, event: Event, target: Target | undefined): Promise<Subject | null> {
  const { github: reader, issue } = ctx;
  if (reader && target?.asked === 'pull') return pullFrom({ reader, event }, target, issue ?? 0);
  return issue === undefined || !ctx.board ? null : issueOnBoard(ctx, event, target);
}

/** Read from the original text, because sanitised text has no addresses. */
function pictured(body: string): Pick<TaskIssue, 'images'> {
  const images = imagesIn(body);
  return images.length > 0 ? { images } : {};
}

async function pullFrom(
  { reader, event }: { reader: GitHubReader; event: Event },
  target: Target,
  number: number,
): Promise<Subject> {
  const now = await reader.pulls.read(number);
  const { title = '', body = '' } = seenIn(event) ?? now ?? {};
  const { value: talk, edited: ofTalk } = conversationAt(await reader.thread.read(number), event);
  const said = conversationOf(talk, await writersOf(reader, commentersOf(talk)));
  const on = await reviewOn(reader, target, (read) => reviewAt(read, event));
  const edited = ofTalk + (on?.edited ?? 0);
  const text = { title: sanitize(title).text, body: sanitize(body).text, ...said, edited, ...pictured(body) };
  return { text, issueState: undefined, review: on?.review };
}

async function issueOnBoard(
  { board: reader, issue, settings, run, repo }: GateContext,
  event: Event,
  target: Target | undefined,
): Promise<Subject | null> {
  if (!reader || issue === undefined) return null;
  const { board, outside, previous, me, ref, facts } = await scanFor(reader, issue);
  const { config, lang } = settings;
  const rules = rulesOf(config, reader.host);
  const identity = identityOf(me, { config, earlier: previous?.identities });
  const judged = judge(board, rules, previous, outside);
  const verdict = judged.verdicts.get(ref);
  const say = inLanguage(lang, { en, ja });
  const boardFacts = boardFactsOf({ board, judged, rules, config, say, identity, previous, digestIssues: [] });
  const by = { login: facts.author.login, mayPush: mayPush(board, facts.author.login, board.repo) };
  const { value, edited } = issueAt(facts, event);
  const words = { title: sanitize(value.title).text, body: sanitize(value.body).text };
  const text = { ...words, by, ...commentsOn(value, board), edited, ...pictured(value.body) };
  // In a thread GitHub's queue keeps other runs of the subject out.
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
  const found = await scanAt(reader, issue, false);
  return found ?? scanAt(reader, issue, true).then((beside) => beside ?? Promise.reject(notSeen(issue)));
}

async function scanAt(reader: BoardReader, issue: number, whole: boolean) {
  const scan = await reader.scan({ whole });
  const { repo, issues } = scan.board;
  const ref = `${repo}#${issue}`;
  const facts = issues.find((each) => each.ref === ref);
  return facts && { ...scan, ref, facts };
}

const notSeen = (issue: number): UserError =>
  new UserError({
    expected: `an issue #${issue}`,
    found: 'none of that number',
    remedy: 'Look at its number; or say in words what is to be done, without --issue.',
    ends: 'refused',
  });

/** The task that the review of a pull request sets. `then` removes what was written after the request. */
async function reviewOn(
  github: GitHubReader,
  { pull, commit }: Target,
  then: (read: ReviewRead) => { readonly value: ReviewRead; readonly edited: number },
): Promise<{ readonly review: ReviewTask; readonly edited: number } | null> {
  if (!pull) return null;
  const [now, ci] = await Promise.all([github.reviews.read(pull.number), github.ci.on(commit)]);
  const { value: read, edited } = then(now);
  return { review: reviewTaskOf(read, ci, await writersOf(github, reviewersIn(read))), edited };
}
