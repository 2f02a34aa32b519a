// Chooses the outcome of the work phase of `fix` and writes its text, from the records. Used by ../work.ts, ../start.ts and ../editor.ts.
import { type AgentEnd, type EndReason, isDailyLimit } from '../../../agent/agent-end.js';
import type { Outcome } from '../../../ports/run.js';
import { plainWords } from '../../../text/quote.js';
import { UnableToVerify } from '../../../verify/prove/index.js';
import { OtherBase, OtherTree } from '../../../verify/run-tree.js';
import { VerificationCancelled } from '../../../verify/verifier.js';
import type { FixWork } from '../context.js';
import { currentTask, requestText } from './brief.js';
import {
  alreadyText,
  cancelledText,
  dryRunText,
  failedApplyText,
  infraText,
  noPlanText,
  partialText,
  planQuestionText,
  summary,
} from './ending-text.js';
import { countsOf } from './pull-request.js';
import { ASKED_BY_CREW, takeOverId, waitForPerson } from './questions.js';
import type { FixRecords } from './records.js';
import { recordedRequests, resolveRequests } from './resolutions.js';
import type { EditorAnswer, PlanAnswer } from './schemas.js';
import { isProvenByTest } from './statements.js';
import { stuckReportOf, stuckText } from './stuck-report.js';

type OutcomeParts = Pick<FixWork, 'ctx' | 'job' | 'state' | 'allowance'>;

/** The records of the run so far. */
export function recordsOf({ ctx, job, state, allowance: { budget } }: OutcomeParts): FixRecords {
  const asked = requestText(job.task);
  const spent = { spentUsd: budget.spentUsd(), limitUsd: budget.limitUsd };
  const { place } = ctx;
  const repo = place === 'thread' ? ctx.repo : undefined;
  return { ...state.records({ run: ctx.run.id, asked, ...spent }), place, repo };
}

/** The outcome of the Editor's conversation. */
export function outcomeOf(fixWork: OutcomeParts, ended: AgentEnd<EditorAnswer>): Outcome {
  const { ctx, state, allowance } = fixWork;
  const spent = { usd: allowance.budget.spentUsd(), turns: ended.turns };
  if (ended.ended === 'cancelled')
    return { name: 'cancelled', says: cancelledText(recordsOf(fixWork), ctx.fixMessages), result: spent };
  if (state.isStopped) return stuckOutcome(fixWork, spent);
  switch (ended.ended) {
    case 'answered':
      return answeredOutcome(fixWork, ended.answer, spent);
    case 'asked': {
      const { id, kind, text, choices, stopped } = ended.question;
      const awaits = { id, kind, question: text, ...(choices ? { choices } : {}) };
      return waitForPerson(fixWork, awaits, { result: spent, ...(stopped ? { stopped, lifts: stopped.lifts } : {}) });
    }
    case 'budget':
      return budgetUsedUp(fixWork, ended.why, spent);
    case 'failed':
      return ended.why === 'service'
        ? serviceUnavailable(fixWork, ended.detail, spent)
        : stuckOutcome(fixWork, { ...spent, why: ended.why });
    case 'stuck':
      return stuckOutcome(fixWork, { ...spent, why: ended.why });
  }
}

const isChanged = ({ diff }: FixRecords): boolean => diff !== undefined && diff.text !== '';

/** With a change the run ends `partial`. Without one it asks for more budget. */
function budgetUsedUp(fixWork: OutcomeParts, why: EndReason, spent: { readonly usd: number }): Outcome {
  const { ctx, job, allowance } = fixWork;
  const records = recordsOf(fixWork);
  if (isChanged(records) && !job.dryRun)
    return { name: 'partial', says: partialText(records, ctx.fixMessages), result: { why, ...spent } };
  const question = ctx.messages.agent.budget({ why, usd: spent.usd, limitUsd: allowance.budget.limitUsd });
  return waitForPerson(fixWork, { id: 'b-1', kind: 'budget', question }, { result: spent, day: isDailyLimit(why) });
}

/** The outcome if the model service failed. */
function serviceUnavailable(fixWork: OutcomeParts, detail: string | undefined, spent: object): Outcome {
  const { ctx } = fixWork;
  const records = recordsOf(fixWork);
  const { run, place } = ctx;
  const failure = ctx.messages.agent.failed({
    role: ctx.messages.agent.model,
    why: 'service',
    detail,
    resumesAs: run.id,
    place,
  });
  const says = isChanged(records) ? `${failure}\n\n${infraText(records, ctx.fixMessages, 'editor')}` : failure;
  return { name: 'infra_error', says, result: { detail, ...spent } };
}

function answeredOutcome(fixWork: OutcomeParts, answer: EditorAnswer, spent: object): Outcome {
  const { ctx, job } = fixWork;
  const records = recordsOf(fixWork);
  const { fixMessages } = ctx;
  if (answer.result === 'cannot') return stuckOutcome(fixWork, spent);
  if (answer.result === 'already-so')
    return {
      name: 'refused',
      says: alreadyText({ ...records, diff: undefined }, fixMessages),
      result: { already: true, ...spent },
    };
  if (answer.result === 'no-change') {
    const requests = currentTask(job.task).review?.requests ?? [];
    const { declined, answered } = countsOf(recordedRequests(resolveRequests(requests, answer.requests, null)));
    return {
      name: 'refused',
      says: fixMessages.end({ is: 'answered', declined, answered }),
      result: { answers: answer.requests, ...spent },
    };
  }
  const result = {
    sha256: records.diff?.sha256,
    files: records.diff?.files,
    provenByTest: isProvenByTest(records),
    // The verify job must see the same tests fixed.
    fixed: records.comparison?.fixed.slice(0, 500) ?? [],
    words: pullRequestTextsOf(answer),
    answers: answer.requests,
    ...spent,
  };
  if (job.dryRun) return { name: 'planned', says: dryRunText(records, fixMessages), result: { ...result, answer } };
  const run_id = records.verifications.at(-1)?.run_id;
  const applied = job.proposal ? { applied: job.proposal.diff.sha256 } : {};
  return { name: 'done', says: summary(records, fixMessages), result: { ...result, run_id, ...applied } };
}

/** The Editor's words for the pull request. Statements about results are removed when it is written. */
const pullRequestTextsOf = ({ title, what, why, pullTitle, pullWhat }: EditorAnswer) => ({
  title,
  what,
  why,
  pullTitle,
  pullWhat,
});

function stuckOutcome(fixWork: OutcomeParts, spent: object): Outcome {
  const records = recordsOf(fixWork);
  const applied = fixWork.job.proposal ? { applied: fixWork.job.proposal.diff.sha256 } : {};
  const report = stuckReportOf(records);
  return { name: 'stuck', says: stuckText(records, fixWork.ctx.fixMessages), result: { report, ...applied, ...spent } };
}

/** `apply HASH` did not pass: the diff stays in the tree, nothing is published, and a person may continue the run. */
export function applyFailed(fixWork: OutcomeParts): Outcome {
  const { fixMessages } = fixWork.ctx;
  const records = recordsOf(fixWork);
  const applied = fixWork.job.proposal ? { applied: fixWork.job.proposal.diff.sha256 } : {};
  return { name: 'failed', says: failedApplyText(records, fixMessages), result: { ...applied, usd: 0 } };
}

/**
 * Returns the outcome of an expected error: a cancelled or impossible verification, or a tree that a person changed. Returns null for every
 * other error, which the caller throws.
 */
export function outcomeOfError(fixWork: OutcomeParts, error: unknown): Outcome | null {
  const records = recordsOf(fixWork);
  const { messages, fixMessages } = fixWork.ctx;
  const spent = { usd: fixWork.allowance.budget.spentUsd() };
  if (error instanceof VerificationCancelled)
    return { name: 'cancelled', says: cancelledText(records, fixMessages), result: spent };
  if (error instanceof UnableToVerify) {
    const { expected, found, remedy } = error;
    const says = `${messages.userError({ expected, found, remedy })}\n\n${infraText(records, fixMessages)}`;
    return { name: 'infra_error', says, result: { error: { expected, found, remedy }, ...spent } };
  }
  if (!(error instanceof OtherBase || error instanceof OtherTree)) return null;
  const { expected, found, remedy } = error;
  const question = messages.userError({ expected, found, remedy });
  const isTree = error instanceof OtherTree;
  const id = isTree ? takeOverId(error.sha256) : 'p-1';
  return waitForPerson(fixWork, { id, kind: 'pause', question }, { result: spent, ...ASKED_BY_CREW, lifts: isTree });
}

/** Asks a person to approve a plan, with its estimated cost. */
export function planQuestion(
  fixWork: OutcomeParts & Pick<FixWork, 'estimateUsd'>,
  plan: PlanAnswer,
  id: string,
): Outcome {
  const { low, high } = fixWork.estimateUsd;
  const question = planQuestionText({ plan, low, high }, fixWork.ctx.fixMessages);
  const spent = { plan, estimateUsd: [low, high], usd: fixWork.allowance.budget.spentUsd() };
  return waitForPerson(fixWork, { id, kind: 'approval', question }, { result: spent, ...ASKED_BY_CREW });
}

/** Scout A found no plan, so there is nothing to approve: the run ends `stuck` with its reason. */
export function noPlan(outcomeParts: OutcomeParts, why: string): Outcome {
  const report = { ...stuckReportOf(recordsOf(outcomeParts)), hypotheses: [plainWords(why)] };
  const says = noPlanText(why, outcomeParts.ctx.place, outcomeParts.ctx.fixMessages);
  return { name: 'stuck', says, result: { noPlan: true, report, usd: outcomeParts.allowance.budget.spentUsd() } };
}

/** The cost and turns of an answer that no model gave in this run. */
export const NO_COST = {
  spent: { usd: 0, usage: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 }, ms: 0 },
  turns: 0,
} as const;
