// fix-issue: what a fix is about, where that stands on GitHub. No workflow for itself: looked at once, when a run begins.
//
//   it reads         an issue and what was said on it, as the facilitator sees it; or a pull request and its review
//   it takes         words of people who may push; what others said is counted, and left out
//                    as it stood when somebody asked, where the event tells: a run may wait long for its turn
//   it stops         where there is no such issue, on the board or beside it
import type { Ctx, FieldDesk, Hub, Input } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import type { Event } from '../../event.js';
import { sanitize } from '../../text/sanitize.js';
import { judge as judgeField } from '../facilitate/judge.js';
import { mayPush } from '../facilitate/may-push.js';
import { rulesOf } from '../facilitate/rules.js';
import { sceneOf } from '../facilitate/scene.js';
import type { Reviewed } from './rules/review.js';
import { conversationOf, saidOn, talkersOf } from './rules/said.js';
import { type Standing, standingOf } from './rules/standing.js';
import type { TaskIssue } from './rules/task-text.js';
import { reviewOn, type Target, writersAmong } from './aim.js';
import { conversationThen, issueThen, reviewThen, seenIn } from './rules/issue-then.js';

/** What a fix is about, and how it stands. */
export interface SeenIssue {
  readonly text: TaskIssue;
  readonly standing: Standing | undefined;
  readonly review?: Reviewed | undefined;
}

/** What it is about, as it stands: an issue on the field, or a pull request and what is said of it. */
export async function issueFrom(ctx: Ctx, input: Input, target: Target | undefined): Promise<SeenIssue | null> {
  const { hub, issue } = ctx;
  if (hub && target?.asked === 'pull') return pullFrom({ hub, event: input.event }, target, ctx.issue ?? 0);
  return issue === undefined || !ctx.field ? null : issueOnField(ctx, input, target);
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

async function issueOnField(
  { field: desk, issue, known, say, run, repo }: Ctx,
  { event }: Input,
  target: Target | undefined,
): Promise<SeenIssue | null> {
  if (!desk || issue === undefined) return null;
  const { field, outside, previous, me, ref, facts } = await lookFor(desk, issue);
  const rules = rulesOf(known.config, desk.host);
  const judged = judgeField(field, rules, previous, outside);
  const verdict = judged.verdicts.get(ref);
  const scene = sceneOf({ field, judged, rules, config: known.config, say: say.facilitate, me, previous });
  const by = { login: facts.author.login, mayPush: mayPush(field, facts.author.login, field.repo) };
  const { was, edited } = issueThen(facts, event);
  const words = { title: sanitize(was.title).text, body: sanitize(was.body).text };
  const text = { ...words, by, ...saidOn(was, field), edited };
  // In a thread the issue's lease is held.
  const pulls = target?.pull?.isCrews ? [`${repo}#${target.pull.number}`] : [];
  const own = { runs: target ? ('all' as const) : [run.id], pulls };
  return {
    text,
    standing: verdict && standingOf(verdict, { scene, own, by: 'actor' in event ? event.actor.login : undefined }),
  };
}

/** A board bounds what crew looks after by itself, not what a person asks for: an issue that is not on it is looked for beside it. */
async function lookFor(desk: FieldDesk, issue: number) {
  const found = await lookAt(desk, issue, false);
  return found ?? lookAt(desk, issue, true).then((beside) => beside ?? Promise.reject(notSeen(issue)));
}

async function lookAt(desk: FieldDesk, issue: number, whole: boolean) {
  const looked = await desk.look({ whole });
  const { repo, issues } = looked.field;
  const ref = `${repo}#${issue}`;
  const facts = issues.find((each) => each.ref === ref);
  return facts && { ...looked, ref, facts };
}

const notSeen = (issue: number): UserError =>
  new UserError({
    expected: `an issue #${issue}`,
    found: 'none of that number',
    remedy: 'Look at its number; or say in words what is to be done, without --issue.',
    ends: 'refused',
  });
