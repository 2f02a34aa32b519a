// The publish phase of `fix`. Nothing is published without a document of the verify job about exactly this change. On a branch of crew: one
// commit, one check, one pull request, and a reply in each review thread. On another person's pull request: suggestions or a patch.

import { issueOfBranch } from '../../changes/own-pull.js';
import type { ReplyChange } from '../../ports/change.js';
import { UserError } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import type { PublishContext, WorkResult } from '../../ports/workflow.js';
import { outcomes } from '../../runs/outcome.js';
import { countRounds } from '../../runs/record.js';
import { endedCheck } from '../../view/check/index.js';
import type { FixOrder } from './gate.js';
import { fixMessages } from './messages.js';
import {
  type Ctx,
  countsOf,
  isTheirs,
  madeOf,
  type Publication,
  publishPullRequest,
  resultOf,
  saysOf,
} from './publish-pull.js';
import { currentTask } from './rules/brief.js';
import { diffParts, page } from './rules/ending-text.js';
import { roundOf } from './rules/job.js';
import { admit, proofOf, redIn } from './rules/publish-checks.js';
import { repliesTo, requestTable, titleOf } from './rules/pull-request.js';
import {
  answersIn,
  asksForNoChange,
  editorWordsIn,
  isComplete,
  type Round,
  recordedRequests,
  resolveRequests,
  roundsOf,
} from './rules/requests.js';
import { verifyFailures } from './rules/review.js';
import { stuckReportFromVerify } from './rules/stuck-report.js';
import { type CommitRequest, commitChange, signOffOf, suggestionsIn, type Target } from './rules/target.js';
import { chooseTarget } from './target.js';

/** Publishes an accepted change. Every other outcome is returned as it is. */
export async function publish(context: PublishContext, order: FixOrder, result: WorkResult | null): Promise<Outcome> {
  if (!result) throw new Error('a fix without a result is not published');
  const { outcome, diff } = result;
  if (!order.target) return outcome;
  const ctx: Ctx = { ...context, messages: fixMessages(context.settings.lang) };
  if (outcome.name === 'refused' && !diff) return answerRequests(ctx, order, outcome);
  if (outcome.name !== 'done') return outcome;
  const { settings, run, jobs } = ctx;
  if (!diff) return { name: 'stuck', says: ctx.messages.end({ is: 'no-change' }) };
  const { fix, facilitate } = settings.config;
  const rules = { configFile: settings.configFile, agents: facilitate.agentDiscoveryPath };
  const isMerge = diff.base === order.target.merges;
  const why = admit(diff, { ...rules, workflowFiles: fix['workflow-files'], isMerge });
  if (why) return { ...outcome, name: 'refused', says: ctx.messages.thread.notAdmitted(why) };
  const { base } = diff;
  const target = await targetOf(context, order.target, base);
  const proof = proofOf({ run, diff: diff.sha256, fixed: fixedIn(outcome), files: diff.files }, jobs);
  const shown = endedCheck(proof.ending, { lang: settings.lang, details: jobs.url });
  const { review } = currentTask(order.job.task);
  // The lines of a merge are not those that the reviewers saw.
  const resolutions = resolveRequests(review?.requests ?? [], answersIn(outcome.result), isMerge ? null : diff.text);
  const delivery: Publication = {
    ...{ outcome, order: { ...order, target }, diff, proof, checkPage: shown, details: jobs.url },
    ...{ resolutions, rounds: await earlierRounds(context, target) },
  };
  if (proof.tree === undefined) return heldBack(ctx, delivery, await mayCorrect(ctx));
  return target.how === 'branch' ? commit(ctx, delivery, proof.tree) : suggest(ctx, delivery);
}

/** The Editor changed nothing, because no review request asks for a change: its answers are posted. Every other refusal is returned as it is. */
async function answerRequests(ctx: Ctx, { job, target }: FixOrder, outcome: Outcome): Promise<Outcome> {
  const requests = currentTask(job.task).review?.requests ?? [];
  const answers = answersIn(outcome.result);
  if (!target?.pull || !asksForNoChange(requests, answers)) return outcome;
  const { thread } = ctx.messages;
  const resolutions = resolveRequests(requests, answers, null);
  const recorded = recordedRequests(resolutions);
  const pull = target.pull.number;
  await replyInThreads(ctx, repliesTo(resolutions, { pull, slot: replySlot(ctx.run), sha: target.commit }, thread));
  const says = [outcome.says ?? '', thread.requestCounts(countsOf(resolutions)), requestTable(recorded, thread)];
  return { ...outcome, says: says.join('\n\n'), result: { ...resultOf(outcome), pull, requests: recorded } };
}

const replySlot = (run: string): string => `reply:${run.slice(-10)}`;

/** The earlier rounds of the pull request, without this run itself. */
async function earlierRounds({ history, run }: PublishContext, { pull }: Target): Promise<readonly Round[]> {
  return pull ? roundsOf(await history.ofSubject(), pull.number).filter((each) => each.run !== run) : [];
}

/**
 * The target as the work job found it: another run may have created or moved the branch while this one waited. `base` comes from the work
 * job and counts only if the branch is at that commit now.
 */
async function targetOf(
  { github, issue, repo, settings }: PublishContext,
  target: Target,
  base: string,
): Promise<Target> {
  // A merge is committed on the head that the gate saw. If the branch moved since, nothing is pushed.
  if (base === target.merges) return target;
  const asAtGate = { ...target, commit: base };
  if (target.how !== 'branch' || base === (target.at ?? target.commit)) return asAtGate;
  if (target.asked === 'issue' || target.follows !== undefined) {
    const now = await chooseTarget({ issue, repo, settings }, github, { base: target.base });
    return now.commit === base ? now : asAtGate;
  }
  return (await github.branches.head(target.branch)) === base ? { ...asAtGate, at: base } : asAtGate;
}

/** Tests that the work job reports as fixed. The verify job must see them fixed too. */
function fixedIn({ result }: Outcome): readonly string[] {
  const { fixed } = (typeof result === 'object' && result !== null ? result : {}) as { fixed?: unknown };
  return Array.isArray(fixed) ? fixed.filter((each): each is string => typeof each === 'string') : [];
}

/** Whether a red verify job may start a further round: one for each request, while budget is left. */
async function mayCorrect({ history, record, run }: Ctx): Promise<boolean> {
  const leftUsd = (record.budget?.usd ?? 0) - (record.spent?.usd ?? 0);
  return leftUsd > 0 && countRounds(await history.ofSubject(), { run, why: 'verify' }) === 0;
}

/** The verify job did not pass: one further round starts if it may; otherwise the run ends and a person decides. */
function heldBack(
  ctx: Ctx,
  { outcome, proof, checkPage: shown, order, diff, details }: Publication,
  mayFollow: boolean,
): Outcome {
  const { messages, run } = ctx;
  const { thread } = messages;
  const found = redIn(proof);
  const { unheld } = proof;
  const seen = [...(unheld.length > 0 ? [thread.unheld(unheld)] : []), `### ${shown.title}`, shown.summary];
  const result = { ...resultOf(outcome), heldBack: shown.title };
  if (!found) return { name: proof.outcome, says: [thread.unableAgain, ...seen].join('\n\n'), result };
  if (mayFollow) {
    const job = roundOf(order.job, {
      news: verifyFailures(found, unheld),
      previousChange: { ...diff, files: [...diff.files] },
    });
    return { name: 'failed', says: thread.oneMore, result, followUp: { why: 'verify', order: { ...order, job } } };
  }
  const report = stuckReportFromVerify(found, { run, asked: order.asked, diff, details });
  const ways = [{ is: 'hint' }, { is: 'split' }, { is: 'retry', run }] as const;
  const next = page([{ heading: 'next' }, { items: ways.map((each) => messages.option(each)) }], messages);
  return { name: 'stuck', says: [thread.redAgain, ...seen, next].join('\n\n'), result: { ...result, report } };
}

/** One commit, then the check on it, the pull request, and a reply in each review thread. */
async function commit(ctx: Ctx, of: Publication, tree: string): Promise<Outcome> {
  const { run, settings, messages, github } = ctx;
  const { thread } = messages;
  const { order, outcome, diff, details, resolutions } = of;
  const { target } = order;
  const there = target.pull ? await github.pulls.read(target.pull.number) : null;
  if (there && there.state !== 'open') {
    const isCrews = target.pull?.isCrews ?? false;
    return { ...outcome, name: 'refused', says: thread.gone({ pull: there.number, state: there.state, isCrews }) };
  }
  const me = await github.people.me();
  const { by } = ctx.record.request;
  const fallback = target.pull ? thread.roundSubject(target.pull.number) : order.title;
  const request: CommitRequest = {
    ...{ run, target, login: by?.login, by, url: details },
    title: titleOf(editorWordsIn(outcome.result), fallback),
    issue: isTheirs(target) ? undefined : (issueOfBranch(target.branch) ?? ctx.issue),
    merges: diff.base === target.merges ? diff.base : undefined,
    change: { diff: diff.sha256, tree },
    signOff: settings.config.fix['sign-off'] ? signOffOf(me) : undefined,
  };
  const [placed] = await ctx.apply([commitChange(request)]);
  const { sha, verified, isGone = placed?.existing === null } = madeOf<Placed>(placed);
  if (sha === undefined) return { ...outcome, name: 'refused', says: thread[isGone ? 'deleted' : 'moved'](target) };
  const round = { ...of, request, sha, there, startsNone: me.login === ACTIONS };
  const pull = await publishPullRequest(ctx, round);
  if (pull.number !== undefined)
    await replyInThreads(ctx, repliesTo(resolutions, { pull: pull.number, slot: replySlot(run), sha }, thread));
  const handed = { sha, verified, branch: target.branch, base: target.base, pull: pull.number ?? null };
  const recorded = { subject: request.title, title: pull.title, requests: recordedRequests(resolutions) };
  const result = { ...resultOf(outcome), ...handed, check: pull.check, ...recorded, provenByTest: pull.isProven };
  const isWhole = outcomes[pull.outcome].conclusion !== 'failure';
  const name = isComplete(resolutions) && isWhole ? outcome.name : 'partial';
  return { ...outcome, name, says: saysOf(ctx, round, pull), result };
}

/** The result of placing a commit; without `sha` it was not placed, and `isGone` says whether the branch still exists. */
interface Placed {
  readonly sha: string;
  readonly verified: boolean;
  readonly isGone: boolean;
}

/** Workflows on a push by this identity do not start by themselves. */
const ACTIONS = 'github-actions[bot]';

/** The commit is published already, so a thread that takes no reply (locked, deleted) fails nothing. */
async function replyInThreads(ctx: Ctx, replies: readonly ReplyChange[]): Promise<void> {
  for (const reply of replies)
    await ctx.apply([reply]).catch((error: unknown) => {
      if (!(error instanceof UserError) || error.ends === 'infra_error') throw error;
    });
}

/** On another person's branch: suggestions in line comments, and a patch for the rest. */
async function suggest(ctx: Ctx, { order, outcome: done, diff, resolutions }: Publication): Promise<Outcome> {
  const { messages, run } = ctx;
  const { target } = order;
  const { thread } = messages;
  const answers = requestTable(recordedRequests(resolutions), thread);
  const outcome: Outcome = {
    ...done,
    name: isComplete(resolutions) ? done.name : 'partial',
    says: [done.says ?? '', answers].filter((part) => part !== '').join('\n\n'),
  };
  const { suggestions, left } = suggestionsIn(diff.text);
  const patch = page([{ lead: thread.patch }, ...diffParts(diff.text, { run, repo: ctx.repo })], messages);
  const result = { ...resultOf(outcome), pull: target.pull?.number };
  if (target.how === 'patch' || suggestions.length === 0)
    return { ...outcome, says: `${outcome.says ?? ''}\n\n${patch}`, result };
  const body = thread.suggests({ count: suggestions.length, left });
  const about = { pull: target.pull?.number ?? 0, head: target.commit, slot: `suggest:${run.slice(-10)}` };
  const isThere = await ctx.apply([{ kind: 'remarks', ...about, body, remarks: suggestions }]).then(
    () => true,
    // GitHub refuses comments on lines that the pull request does not show.
    (error: unknown) => (error instanceof UserError && error.ends === 'refused' ? false : Promise.reject(error)),
  );
  const says = isThere && left.length === 0 ? body : `${isThere ? body : ''}\n\n${patch}`;
  return { ...outcome, says: `${outcome.says ?? ''}\n\n${says.trim()}`, result };
}
