// The publish phase of `fix`, which `task` uses too. It publishes only a change that the document of the verify job is about. On crew's
// branch it writes one commit, one check, one pull request and a reply in each review thread. On another person's pull request it writes
// suggestions or a patch.

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
  countsText,
  createdObject,
  endingText,
  type FixPublishContext,
  isOtherPersons,
  type Publication,
  publishPullRequest,
  resultObject,
} from './publish-pull.js';
import { currentTask } from './rules/brief.js';
import { diffParts, page } from './rules/ending-text.js';
import { followUpJob } from './rules/job.js';
import { failedVerification, reasonNotToPublish, verifyReportOf } from './rules/publish-checks.js';
import { countsOf, requestTable, subjectOfRequests, threadReplies, titleOf } from './rules/pull-request.js';
import {
  answersIn,
  isAnsweredWithoutChange,
  isComplete,
  recordedRequests,
  resolveRequests,
} from './rules/resolutions.js';
import { verifyFailures } from './rules/review.js';
import { isUndone, pullRequestTextsIn, type Round, roundsOf } from './rules/rounds.js';
import { stuckReportFromVerify } from './rules/stuck-report.js';
import { type CommitRequest, commitChange, identityLine, suggestionsIn, type Target } from './rules/target.js';
import { undoneRequests } from './subject.js';
import { chooseTarget } from './target.js';

/** Publishes an accepted change and returns the outcome of the run. An outcome other than `done` is returned unchanged. */
export async function publish(context: PublishContext, order: FixOrder, result: WorkResult | null): Promise<Outcome> {
  if (!result) throw new Error('a fix without a result is not published');
  const { outcome, diff } = result;
  // A fix at a terminal has no target and publishes nothing.
  if (!order.target) return outcome;
  const ctx: FixPublishContext = { ...context, messages: fixMessages(context.settings.lang) };
  if (outcome.name === 'refused' && !diff) return answerRequests(ctx, order, outcome);
  if (outcome.name !== 'done') return outcome;
  const { settings, run, jobs } = ctx;
  if (!diff) return { name: 'stuck', says: ctx.messages.end({ is: 'no-change' }) };
  const { fix, facilitate } = settings.config;
  const rules = { configFile: settings.configFile, agents: facilitate.agentDiscoveryPath };
  const isMerge = diff.base === order.target.merges;
  const why = reasonNotToPublish(diff, { ...rules, workflowFiles: fix['workflow-files'], isMerge });
  if (why) return { ...outcome, name: 'refused', says: ctx.messages.thread.notAdmitted(why) };
  const target = await targetOf(context, order.target, diff.base);
  const report = verifyReportOf({ run, diff: diff.sha256, fixed: fixedTestsIn(outcome), files: diff.files }, jobs);
  const checkPage = endedCheck(report.ending, { lang: settings.lang, details: jobs.url });
  const { review } = currentTask(order.job.task);
  // Line numbers in the diff of a merge differ from those of the review, so its lines are not compared.
  const resolutions = resolveRequests(review?.requests ?? [], answersIn(outcome.result), isMerge ? null : diff.text);
  const publication: Publication = {
    outcome,
    order: { ...order, target },
    diff,
    report,
    checkPage,
    runUrl: jobs.url,
    resolutions,
    rounds: await earlierRounds(context, target),
  };
  // The report has a tree only if the change may be published.
  const { tree } = report;
  if (tree === undefined) return endUnpublished(ctx, publication, await mayStartRound(ctx));
  return target.how === 'branch' ? commit(ctx, publication, tree) : suggest(ctx, publication);
}

/** Posts the Editor's answers if no review request asks for a change. Every other refusal is returned as it is. */
async function answerRequests(ctx: FixPublishContext, { job, target }: FixOrder, outcome: Outcome): Promise<Outcome> {
  const requests = currentTask(job.task).review?.requests ?? [];
  const answers = answersIn(outcome.result);
  if (!target?.pull || !isAnsweredWithoutChange(requests, answers)) return outcome;
  const { thread } = ctx.messages;
  const resolutions = resolveRequests(requests, answers, null);
  const recorded = recordedRequests(resolutions);
  const pull = target.pull.number;
  const reply = { pull, slot: replySlot(ctx.run), sha: target.commit, runUrl: ctx.jobs.url };
  await replyInThreads(ctx, threadReplies(resolutions, reply, thread));
  const says = [outcome.says ?? '', thread.requestCounts(countsOf(recorded)), requestTable(recorded, thread)];
  return { ...outcome, says: says.join('\n\n'), result: { ...resultObject(outcome), pull, requests: recorded } };
}

const replySlot = (run: string): string => `reply:${run.slice(-10)}`;

/** The earlier rounds of the pull request, without this run itself. */
async function earlierRounds({ history, run }: PublishContext, { pull }: Target): Promise<readonly Round[]> {
  return pull ? roundsOf(await history.ofSubject(), pull.number).filter((each) => each.run !== run) : [];
}

/**
 * Returns the target with the commit that the work job started from. Another run may have created or moved the branch since the gate, so
 * that the work job started from a newer head. The expected head (`at`) becomes that commit only if GitHub reports it as the head now.
 */
async function targetOf(
  { github, issue, repo, settings }: PublishContext,
  target: Target,
  startCommit: string,
): Promise<Target> {
  // A merge is committed on the head that the gate read. If the branch has moved since, the push is refused.
  if (startCommit === target.merges) return target;
  const asAtGate = { ...target, commit: startCommit };
  if (target.how !== 'branch' || startCommit === (target.at ?? target.commit)) return asAtGate;
  if (target.asked === 'issue' || target.follows !== undefined) {
    const now = await chooseTarget({ issue, repo, settings }, github, { base: target.base });
    return now.commit === startCommit ? now : asAtGate;
  }
  return (await github.branches.head(target.branch)) === startCommit ? { ...asAtGate, at: startCommit } : asAtGate;
}

/** Tests that the work job reports as fixed. The verify job must see them fixed too. */
function fixedTestsIn({ result }: Outcome): readonly string[] {
  const { fixed } = fieldsOf(result);
  return Array.isArray(fixed) ? fixed.filter((each): each is string => typeof each === 'string') : [];
}

/** Whether a red verify job may start a further round. Each request has one such round, if budget is left. */
async function mayStartRound({ history, record, run }: FixPublishContext): Promise<boolean> {
  const leftUsd = (record.budget?.usd ?? 0) - (record.spent?.usd ?? 0);
  return leftUsd > 0 && countRounds(await history.ofSubject(), { run, why: 'verify' }) === 0;
}

/**
 * The outcome after a verify job that did not pass: `failed` with a further round if `mayStartNext`, `stuck` with a report if not, or
 * the outcome of a job that could not run.
 */
function endUnpublished(
  ctx: FixPublishContext,
  { outcome, report, checkPage, order, diff, runUrl }: Publication,
  mayStartNext: boolean,
): Outcome {
  const { messages, run } = ctx;
  const { thread } = messages;
  const found = failedVerification(report);
  const { unconfirmed } = report;
  const findings = [
    ...(unconfirmed.length > 0 ? [thread.unconfirmedTests(unconfirmed)] : []),
    `### ${checkPage.title}`,
    checkPage.summary,
  ];
  const result = { ...resultObject(outcome), heldBack: checkPage.title };
  if (!found) return { name: report.outcome, says: [thread.verifyUnable, ...findings].join('\n\n'), result };
  if (mayStartNext) {
    const job = followUpJob(order.job, {
      news: verifyFailures(found, unconfirmed),
      previousChange: { ...diff, files: [...diff.files] },
    });
    return { name: 'failed', says: thread.furtherRound, result, followUp: { why: 'verify', order: { ...order, job } } };
  }
  const stuckReport = stuckReportFromVerify(found, { run, asked: order.asked, diff, runUrl });
  const options = [{ is: 'hint' }, { is: 'split' }, { is: 'retry', run }] as const;
  const next = page([{ heading: 'next' }, { items: options.map((each) => messages.option(each)) }], messages);
  return {
    name: 'stuck',
    says: [thread.verifyFailed, ...findings, next].join('\n\n'),
    result: { ...result, report: stuckReport },
  };
}

/**
 * Writes the commit, the check on it, the pull request, and a reply in each review thread. Returns `refused` if the branch or pull request
 * changed meanwhile.
 */
async function commit(ctx: FixPublishContext, publication: Publication, tree: string): Promise<Outcome> {
  const { run, settings, messages, github } = ctx;
  const { thread } = messages;
  const { order, outcome, diff, runUrl, resolutions } = publication;
  const { target } = order;
  const pullBefore = target.pull ? await github.pulls.read(target.pull.number) : null;
  if (pullBefore && pullBefore.state !== 'open') {
    const { number, state } = pullBefore;
    const isCrews = target.pull?.isCrews ?? false;
    return { ...outcome, name: 'refused', says: thread.gone({ pull: number, state, isCrews }) };
  }
  const now = recordedRequests(resolutions);
  const hasOwnText = isOwnText(ctx, order);
  // Read before the commit: if GitHub does not answer, no commit is left without its check.
  const undone = target.pull
    ? await undoneRequests(github, target.pull.number, [...publication.rounds, { requests: now, hasOwnText }])
    : [];
  const me = await github.people.me();
  const { by } = ctx.record.request;
  const fallback = target.pull
    ? subjectOfRequests(now, pullBefore?.title ?? '') || thread.roundSubject(target.pull.number)
    : order.title;
  const request: CommitRequest = {
    run,
    target,
    login: by?.login,
    by,
    url: runUrl,
    title: titleOf(pullRequestTextsIn(outcome.result), fallback),
    issue: isOtherPersons(target) ? undefined : (issueOfBranch(target.branch) ?? ctx.issue),
    merges: diff.base === target.merges ? diff.base : undefined,
    change: { diff: diff.sha256, tree },
    signOff: settings.config.fix['sign-off'] ? identityLine(me) : undefined,
  };
  const [applied] = await ctx.apply([commitChange(request)]);
  const { sha, verified, isBranchDeleted } = createdObject<CommitResult>(applied);
  if (sha === undefined) {
    // A skipped commit has `existing: null` if GitHub found no branch.
    const isDeleted = isBranchDeleted ?? applied?.existing === null;
    return { ...outcome, name: 'refused', says: thread[isDeleted ? 'deleted' : 'moved'](target) };
  }
  const committed = {
    ...publication,
    undone,
    commitRequest: request,
    sha,
    pullBefore,
    startsNoWorkflow: me.login === ACTIONS_LOGIN,
  };
  const pull = await publishPullRequest(ctx, committed);
  if (pull.number !== undefined)
    await replyInThreads(
      ctx,
      threadReplies(resolutions, { pull: pull.number, slot: replySlot(run), sha, runUrl }, thread),
    );
  const published = { sha, verified, branch: target.branch, base: target.base, pull: pull.number ?? null };
  const recorded = { subject: request.title, title: pull.title, requests: now, ...(hasOwnText && { hasOwnText }) };
  const result = {
    ...resultObject(outcome),
    ...published,
    check: pull.check,
    ...recorded,
    provenByTest: pull.isProven,
  };
  const isWhole = outcomes[pull.wholeOutcome].conclusion !== 'failure';
  const name = isComplete(resolutions) && undone.length === 0 && isWhole ? outcome.name : 'partial';
  return { ...outcome, name, says: endingText(ctx, committed, pull), result };
}

/**
 * Whether the command of this run has a text of its own, such as `/crew fix keep the old name`. A round for failed checks repeats the text of
 * an earlier round, so it has none.
 */
const isOwnText = ({ record }: FixPublishContext, { job }: FixOrder): boolean =>
  record.follows?.why !== 'ci' && job.task.text !== '';

/** What `applyChanges` returns for a commit: `sha` and `verified`, or `isBranchDeleted` if another writer was faster. */
interface CommitResult {
  readonly sha?: string;
  readonly verified?: boolean;
  readonly isBranchDeleted?: boolean;
}

/** Workflows on a pull request that this login pushes to wait until a maintainer approves them. */
const ACTIONS_LOGIN = 'github-actions[bot]';

/** Posts the replies. A thread that refuses its reply (locked or deleted) is skipped, because the commit is published already. */
async function replyInThreads(ctx: FixPublishContext, replies: readonly ReplyChange[]): Promise<void> {
  for (const reply of replies)
    await ctx.apply([reply]).catch((error: unknown) => {
      if (!(error instanceof UserError) || error.ends === 'infra_error') throw error;
    });
}

/**
 * On another person's pull request: posts suggestions in line comments. If not everything can be suggested, the returned text contains the
 * whole patch.
 */
async function suggest(
  ctx: FixPublishContext,
  { order, outcome: workOutcome, diff, resolutions }: Publication,
): Promise<Outcome> {
  const { messages, run } = ctx;
  const { target } = order;
  const { thread } = messages;
  const requests = recordedRequests(resolutions);
  const counts = requests.some(isUndone) ? countsText(requests, thread) : '';
  const outcome: Outcome = {
    ...workOutcome,
    name: isComplete(resolutions) ? workOutcome.name : 'partial',
    says: [workOutcome.says ?? '', counts, requestTable(requests, thread)].filter((part) => part !== '').join('\n\n'),
  };
  const { suggestions, left } = suggestionsIn(diff.text);
  const patch = page([{ lead: thread.patch }, ...diffParts(diff.text, { run, repo: ctx.repo })], messages);
  const result = { ...resultObject(outcome), pull: target.pull?.number };
  if (target.how === 'patch' || suggestions.length === 0)
    return { ...outcome, says: `${outcome.says ?? ''}\n\n${patch}`, result };
  const body = thread.suggests({ count: suggestions.length, left });
  const change = {
    kind: 'remarks',
    pull: target.pull?.number ?? 0,
    head: target.commit,
    slot: `suggest:${run.slice(-10)}`,
    body,
    remarks: suggestions,
  } as const;
  const isPosted = await ctx.apply([change]).then(
    () => true,
    // GitHub refuses comments on lines that the pull request does not show.
    (error: unknown) => (error instanceof UserError && error.ends === 'refused' ? false : Promise.reject(error)),
  );
  const says = isPosted && left.length === 0 ? body : `${isPosted ? body : ''}\n\n${patch}`;
  return { ...outcome, says: `${outcome.says ?? ''}\n\n${says.trim()}`, result };
}
