// fix-issue: what a fix is about, where that stands on GitHub. No workflow for itself: looked at once, when a run begins.
//
//   it reads         an issue and what was said on it, as the facilitator sees it; or a pull request and its review
//   it takes         words of people who may push; what others said is counted, and left out
//                    as it stood when somebody asked, where the event tells: a run may wait long for its turn
//   it stops         where there is no such issue, on the board or beside it
import type { BoardReader, Ctx, Hub, Input } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Event } from '../../event.js';
import { sanitize } from '../../text/sanitize.js';
import { identityOf } from '../facilitate/identity.js';
import { judge } from '../facilitate/judge.js';
import { mayPush } from '../facilitate/may-push.js';
import { rulesOf } from '../facilitate/rules.js';
import { sceneOf } from '../facilitate/scene.js';
import type { Reviewed } from '../fix/review.js';
import { conversationOf, saidOn, talkersOf } from '../fix/said.js';
import { type Standing, standingOf } from '../fix/standing.js';
import type { TaskIssue } from '../fix/task-text.js';
import { reviewOn, type Target, writersAmong } from '../fix-thread/index.js';
import { conversationThen, issueThen, reviewThen, seenIn } from './then.js';

/** What a fix is about, and how it stands. */
export interface SeenIssue {
  readonly text: TaskIssue;
  readonly standing: Standing | undefined;
  readonly review?: Reviewed | undefined;
}

/** What it is about, as it stands: an issue on the board, or a pull request and what is said of it. */
export async function issueFrom(ctx: Ctx, input: Input, target: Target | undefined): Promise<SeenIssue | null> {
  const { hub, issue } = ctx;
  if (hub && target?.asked === 'pull') return pullFrom({ hub, event: input.event }, target, ctx.issue ?? 0);
  return issue === undefined || !ctx.board ? null : issueOnBoard(ctx, input, target);
}

async function pullFrom(
  { hub, event }: { hub: Hub; event: Event },
  target: Target,
  number: number,
): Promise<SeenIssue> {
  const now = await hub.pulls.read(number);
  const { title = '', body = '' } = seenIn(event) ?? now ?? {};
  const { was: talk, edited: ofTalk } = conversationThen(await hub.thread.read(number), event);
  const said = conversationOf(talk, await writersAmong(hub, talkersOf(talk)));
  const on = await reviewOn(hub, target, (read) => reviewThen(read, event));
  const edited = ofTalk + (on?.edited ?? 0);
  const text = { title: sanitize(title).text, body: sanitize(body).text, ...said, edited };
  return { text, standing: undefined, review: on?.review };
}

async function issueOnBoard(
  { board: reader, issue, known, say, run, repo }: Ctx,
  { event }: Input,
  target: Target | undefined,
): Promise<SeenIssue | null> {
  if (!reader || issue === undefined) return null;
  const { board, outside, previous, me, ref, facts } = await lookFor(reader, issue);
  const rules = rulesOf(known.config, reader.host);
  const identity = identityOf(me, { config: known.config, earlier: previous?.identities });
  const judged = judge(board, rules, previous, outside);
  const verdict = judged.verdicts.get(ref);
  const scene = sceneOf({ board, judged, rules, config: known.config, say: say.facilitate, identity, previous });
  const by = { login: facts.author.login, mayPush: mayPush(board, facts.author.login, board.repo) };
  const { was, edited } = issueThen(facts, event);
  const words = { title: sanitize(was.title).text, body: sanitize(was.body).text };
  const text = { ...words, by, ...saidOn(was, board), edited };
  // In a thread the issue's lease is held.
  const pulls = target?.pull?.isCrews ? [`${repo}#${target.pull.number}`] : [];
  const own = { runs: target ? ('all' as const) : [run.id], pulls };
  return {
    text,
    standing: verdict && standingOf(verdict, { scene, own, by: 'actor' in event ? event.actor.login : undefined }),
  };
}

/** A board bounds what crew looks after by itself, not what a person asks for: an issue that is not on it is looked for beside it. */
async function lookFor(reader: BoardReader, issue: number) {
  const found = await lookAt(reader, issue, false);
  return found ?? lookAt(reader, issue, true).then((beside) => beside ?? Promise.reject(notSeen(issue)));
}

async function lookAt(reader: BoardReader, issue: number, whole: boolean) {
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
