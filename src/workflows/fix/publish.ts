// The publish phase of `fix`. It publishes only a change that the document of the verify job is about. On crew's branch it writes one
// commit, one check, one pull request and a reply in each review thread. On another person's pull request it writes suggestions or a patch.

import { issueOfBranch } from '../../changes/own-pull.js';
import type { ReplyChange } from '../../ports/change.js';
import { UserError } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import type { PublishContext, WorkResult } from '../../ports/workflow.js';
import { outcomes } from '../../runs/outcome.js';
import { countRounds } from '../../runs/record.js';
import { fieldsOf } from '../../text/json.js';
import { endedCheck } from '../../view/check/index.js';
import type { FixOrder } from './gate.js';
import { fixMessages } from './messages.js';
import {
  type Ctx,
  countsOf,
  createdBy,
  endingText,
  isOtherPersons,
  type Publication,
  publishPullRequest,
  resultObject,
} from './publish-pull.js';
import { currentTask } from './rules/brief.js';
import { diffParts, page } from './rules/ending-text.js';
import { followUpJob } from './rules/job.js';
import { failedVerification, proofOf, reasonNotToPublish } from './rules/publish-checks.js';
import { requestTable, threadReplies, titleOf } from './rules/pull-request.js';
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

/** Publishes an accepted change and returns the outcome of the run. An outcome other than `done` is returned unchanged. */
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
  const why = reasonNotToPublish(diff, { ...rules, workflowFiles: fix['workflow-files'], isMerge });
  if (why) return { ...outcome, name: 'refused', says: ctx.messages.thread.notAdmitted(why) };
  const { base } = diff;
  const target = await targetOf(context, order.target, base);
  const proof = proofOf({ run, diff: diff.sha256, fixed: fixedTestsIn(outcome), files: diff.files }, jobs);
  const checkPage = endedCheck(proof.ending, { lang: settings.lang, details: jobs.url });
  const { review } = currentTask(order.job.task);
  // Line numbers in the diff of a merge differ from those of the review, so its lines are not compared.
  const resolutions = resolveRequests(review?.requests ?? [], answersIn(outcome.result), isMerge ? null : diff.text);
  const delivery: Publication = {
    ...{ outcome, order: { ...order, target }, diff, proof, checkPage, details: jobs.url },
    ...{ resolutions, rounds: await earlierRounds(context, target) },
  };
  if (proof.tree === undefined) return endAfterRedVerify(ctx, delivery, await mayStartRound(ctx));
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
  await replyInThreads(ctx, threadReplies(resolutions, { pull, slot: replySlot(ctx.run), sha: target.commit }, thread));
  const says = [outcome.says ?? '', thread.requestCounts(countsOf(resolutions)), requestTable(recorded, thread)];
  return { ...outcome, says: says.join('\n\n'), result: { ...resultObject(outcome), pull, requests: recorded } };
}

const replySlot = (run: string): string => `reply:${run.slice(-10)}`;

/** The earlier rounds of the pull request, without this run itself. */
async function earlierRounds({ history, run }: PublishContext, { pull }: Target): Promise<readonly Round[]> {
  return pull ? roundsOf(await history.ofSubject(), pull.number).filter((each) => each.run !== run) : [];
}

/**
 * Returns the target with the commit that the work job started from. Another run may have created or moved the branch since the gate, so
 * `base` becomes the head of the branch only if GitHub reports it as the head now.
 */
async function targetOf(
  { github, issue, repo, settings }: PublishContext,
  target: Target,
  base: string,
): Promise<Target> {
  // A merge is committed on the head that the gate read. If the branch has moved since, the push is refused.
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
function fixedTestsIn({ result }: Outcome): readonly string[] {
  const { fixed } = fieldsOf(result);
  return Array.isArray(fixed) ? fixed.filter((each): each is string => typeof each === 'string') : [];
}

/** Whether a red verify job may start a further round. Each request has one such round, if budget is left. */
async function mayStartRound({ history, record, run }: Ctx): Promise<boolean> {
  const leftUsd = (record.budget?.usd ?? 0) - (record.spent?.usd ?? 0);
  return leftUsd > 0 && countRounds(await history.ofSubject(), { run, why: 'verify' }) === 0;
}

/**
 * The outcome after a verify job that did not pass: `failed` with a follow-up round if `mayFollow`, `stuck` with a report if not, or the
 * outcome of a job that could not run.
 */
function endAfterRedVerify(
  ctx: Ctx,
  { outcome, proof, checkPage, order, diff, details }: Publication,
  mayFollow: boolean,
): Outcome {
  const { messages, run } = ctx;
  const { thread } = messages;
  const found = failedVerification(proof);
  const { unconfirmed: unheld } = proof;
  const seen = [...(unheld.length > 0 ? [thread.unheld(unheld)] : []), `### ${checkPage.title}`, checkPage.summary];
  const result = { ...resultObject(outcome), heldBack: checkPage.title };
  if (!found) return { name: proof.outcome, says: [thread.unableAgain, ...seen].join('\n\n'), result };
  if (mayFollow) {
    const job = followUpJob(order.job, {
      news: verifyFailures(found, unheld),
      previousChange: { ...diff, files: [...diff.files] },
    });
    return { name: 'failed', says: thread.oneMore, result, followUp: { why: 'verify', order: { ...order, job } } };
  }
  const report = stuckReportFromVerify(found, { run, asked: order.asked, diff, details });
  const options = [{ is: 'hint' }, { is: 'split' }, { is: 'retry', run }] as const;
  const next = page([{ heading: 'next' }, { items: options.map((each) => messages.option(each)) }], messages);
  return { name: 'stuck', says: [thread.redAgain, ...seen, next].join('\n\n'), result: { ...result, report } };
}

/**
 * Writes the commit, the check on it, the pull request, and a reply in each review thread. Returns `refused` if the branch or pull request
 * changed meanwhile.
 */
async function commit(ctx: Ctx, publication: Publication, tree: string): Promise<Outcome> {
  const { run, settings, messages, github } = ctx;
  const { thread } = messages;
  const { order, outcome, diff, details, resolutions } = publication;
  const { target } = order;
  const pullNow = target.pull ? await github.pulls.read(target.pull.number) : null;
  if (pullNow && pullNow.state !== 'open') {
    const isCrews = target.pull?.isCrews ?? false;
    return { ...outcome, name: 'refused', says: thread.gone({ pull: pullNow.number, state: pullNow.state, isCrews }) };
  }
  const me = await github.people.me();
  const { by } = ctx.record.request;
  const fallback = target.pull ? thread.roundSubject(target.pull.number) : order.title;
  const request: CommitRequest = {
    ...{ run, target, login: by?.login, by, url: details },
    title: titleOf(editorWordsIn(outcome.result), fallback),
    issue: isOtherPersons(target) ? undefined : (issueOfBranch(target.branch) ?? ctx.issue),
    merges: diff.base === target.merges ? diff.base : undefined,
    change: { diff: diff.sha256, tree },
    signOff: settings.config.fix['sign-off'] ? signOffOf(me) : undefined,
  };
  const [placed] = await ctx.apply([commitChange(request)]);
  const { sha, verified, isGone = placed?.existing === null } = createdBy<CommitResult>(placed);
  if (sha === undefined) return { ...outcome, name: 'refused', says: thread[isGone ? 'deleted' : 'moved'](target) };
  const round = { ...publication, request, sha, there: pullNow, startsNone: me.login === ACTIONS_LOGIN };
  const pull = await publishPullRequest(ctx, round);
  if (pull.number !== undefined)
    await replyInThreads(ctx, threadReplies(resolutions, { pull: pull.number, slot: replySlot(run), sha }, thread));
  const published = { sha, verified, branch: target.branch, base: target.base, pull: pull.number ?? null };
  const recorded = { subject: request.title, title: pull.title, requests: recordedRequests(resolutions) };
  const result = {
    ...resultObject(outcome),
    ...published,
    check: pull.check,
    ...recorded,
    provenByTest: pull.isProven,
  };
  const isWhole = outcomes[pull.outcome].conclusion !== 'failure';
  const name = isComplete(resolutions) && isWhole ? outcome.name : 'partial';
  return { ...outcome, name, says: endingText(ctx, round, pull), result };
}

/** What `applyChanges` returns for a commit. Without `sha` the commit was not written; `isGone` is true if the branch was deleted. */
interface CommitResult {
  readonly sha: string;
  readonly verified: boolean;
  readonly isGone: boolean;
}

/** Workflows on a pull request that this login pushes to wait until a maintainer approves them. */
const ACTIONS_LOGIN = 'github-actions[bot]';

/** Posts the replies. A thread that refuses its reply (locked or deleted) is skipped, because the commit is published already. */
async function replyInThreads(ctx: Ctx, replies: readonly ReplyChange[]): Promise<void> {
  for (const reply of replies)
    await ctx.apply([reply]).catch((error: unknown) => {
      if (!(error instanceof UserError) || error.ends === 'infra_error') throw error;
    });
}

/**
 * On another person's pull request: posts suggestions in line comments. The returned text contains the patch of what cannot be suggested.
 */
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
  const result = { ...resultObject(outcome), pull: target.pull?.number };
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
