// The publish phase: claims the run, calls `publish` of its workflow, edits the run's comment, and writes the ending. Called by the Action's
// jobs `publish` and `settle`, by housekeeping for a lost run, and by workflows/fix/follow-checks.ts.

import { isCancelled } from '../agent/signals.js';
import type { FileChange } from '../ports/index.js';
import type { FollowUp, Outcome, RecordFiles, RunRecord, SubjectRecord, Update } from '../ports/run.js';
import type { JobResults, WorkDiff, WorkResult } from '../ports/workflow.js';
import { fieldsOf } from '../text/json.js';
import { runMessages } from '../text/lang/thread/index.js';
import { appendToLedger, publishContextOf } from './conclude.js';
import { endOf, outcomeOfError, recordedBy, startActionsRun } from './launch.js';
import { outcomes } from './outcome.js';
import { iso, roundId, runIn, withRun } from './record.js';
import { hasLostAccess, journalFile, patchFile, post, type Services } from './services.js';
import { endComment, endNotice, type RunCommentFacts } from './thread.js';
import { type Flaw, readResult } from './work-result.js';

/** What the work job left. */
export interface WorkOutput {
  /** The result as the work job left it, and the digest that the job named. */
  readonly bytes: Uint8Array | null;
  readonly digest: string | undefined;
  /** The longest journal that the work job uploaded. */
  readonly journal: string | null;
}

export interface PublishOptions {
  readonly subject: string;
  readonly run: string;
  readonly workOutput: WorkOutput;
  readonly jobs: JobResults;
  /** The files of a diff after it is applied to its base. */
  readonly filesOf: (diff: WorkDiff) => Promise<readonly FileChange[]>;
}

/** The result of `runPublish`. */
export interface Published {
  readonly record: RunRecord;
  /** False if the run has ended or another Actions run has claimed it. */
  readonly hasClaim: boolean;
}

/**
 * Publishes a run and writes its ending. If the run has ended, it only stores journal and patch; if another Actions run has claimed it, it does
 * nothing.
 */
export async function runPublish(options: PublishOptions, services: Services): Promise<Published> {
  const { subject, run, jobs, workOutput } = options;
  const claimed = await services.store.update(subject, (current) => claimPublish(current, { run, jobs }));
  if (!claimed) throw new Error(`no run ${run} in ${subject}`);
  const read = readResult(workOutput.bytes, { run, workflow: claimed.record.workflow, digest: workOutput.digest });
  const result = 'result' in read ? read.result : null;
  const files: RecordFiles = {
    ...(workOutput.journal === null ? {} : { [journalFile(run)]: workOutput.journal }),
    ...(result?.diff ? { [patchFile(run)]: result.diff.text } : {}),
  };
  if (!claimed.hasClaim) {
    // The ending is written already; journal and patch are added, for a continued run.
    if (claimed.record.end && Object.keys(files).length > 0)
      await services.store.update(subject, () => ({ record: 'unchanged', files, value: null }));
    return claimed;
  }
  const record: RunRecord = { ...claimed.record, ...(result && { spent: result.spent }) };
  const outcome = await outcomeOfPublish({ ...options, record, read }, services);
  await showEnd({ ...options, record, outcome }, services);
  const next = outcome.followUp && followUpOf(record, outcome.followUp, services);
  const ended = await services.store.update(subject, (current): Update<RunRecord | null> => {
    const currentRun = runIn(current, run) ?? record;
    // If the run was settled and continued meanwhile, the Actions run that works on it now writes the ending.
    if (currentRun.publishing?.id !== jobs.actions.id) return { record: 'unchanged', value: null };
    const endedRun = {
      ...currentRun,
      ...(result && { spent: result.spent }),
      end: { ...endOf(outcome, services.clock.now()), jobs: jobResults(jobs, outcome) },
    };
    const withEnd = withRun(current, endedRun);
    const isNew = next && !runIn(withEnd, next.run);
    return { record: isNew ? withRun(withEnd, next) : withEnd, files, value: endedRun };
  });
  if (!ended) return { record, hasClaim: false };
  await appendToLedger(ended, services);
  if (next) await startActionsRun({ subject, run: next.run }, services);
  return { record: ended, hasClaim: true };
}

/** Claims the right to write the ending. `settle` passes the id of the Actions run that died, so it counts as that run. */
function claimPublish(
  subject: SubjectRecord,
  { run, jobs }: Pick<PublishOptions, 'run' | 'jobs'>,
): Update<Published | null> {
  const record = runIn(subject, run);
  if (!record) return { record: 'unchanged', value: null };
  const { publishing, end, actions } = record;
  const isPublishedElsewhere = publishing !== undefined && publishing.id !== jobs.actions.id;
  const isClaimedElsewhere = actions !== undefined && actions.id !== jobs.actions.id;
  if (end || isPublishedElsewhere || isClaimedElsewhere)
    return { record: 'unchanged', value: { record, hasClaim: false } };
  const claimed = { ...record, publishing: jobs.actions };
  return { record: withRun(subject, claimed), value: { record: claimed, hasClaim: true } };
}

interface PublishInput extends PublishOptions {
  readonly record: RunRecord;
  readonly read: { readonly result: WorkResult } | { readonly flaw: Flaw };
}

/** Calls `publish` of the workflow, unless the result is not published. An error becomes an outcome, except while GitHub is down. */
async function outcomeOfPublish(ending: PublishInput, services: Services): Promise<Outcome> {
  const { record, read, filesOf } = ending;
  const { github, target, workflows } = services;
  const workflow = workflows.find(({ name }) => name === record.workflow);
  if (!workflow || !github || !target) throw new Error(`${record.workflow} cannot be published here`);
  const result = 'result' in read ? read.result : null;
  const files = (diff: string) => {
    const found = [result?.diff, ...(result?.commits ?? []).map((each) => each.diff)].find(
      (each) => each?.sha256 === diff,
    );
    if (!found) throw new Error(`the run ${record.run} has no diff ${diff}`);
    return filesOf(found);
  };
  const ctx = await publishContextOf(ending, { ...services, github, target: { ...target, files } });
  try {
    const unpublished = await outcomeWithoutPublish(ending, services);
    if (!unpublished) return await workflow.publish(ctx, record.order, result);
    await workflow.concludes?.(ctx, record.order);
    return unpublished;
  } catch (error) {
    const outcome = await outcomeOfError(error, services);
    // GitHub is down: the run stays open, and crew-settle.yml publishes it later.
    if (outcome.name === 'infra_error') throw error;
    return outcome;
  }
}

/**
 * The outcome of a run whose result is not published because it was cancelled, is too large or is lost, or because the requester lost write
 * access. Null if the workflow's `publish` decides the outcome.
 */
async function outcomeWithoutPublish(
  { record, read, jobs, workOutput }: PublishInput,
  services: Services,
): Promise<Outcome | null> {
  const say = runMessages((await services.settings()).lang);
  const { run, signals, request } = record;
  if (isCancelled(signals)) return { name: 'cancelled', says: say.cancelled(run) };
  if ('result' in read) {
    const { name } = read.result.outcome;
    // A refusal may come with answers to the review.
    const isPublishing =
      name === 'done' || name === 'refused' || (name === 'partial' && read.result.commits !== undefined);
    const isRefused = isPublishing && (await hasLostAccess(request, services));
    return isRefused ? { name: 'refused', says: say.revoked(request.by?.login ?? '') } : null;
  }
  if (read.flaw === 'too-large') return { name: 'partial', says: say.tooLarge(run) };
  if (jobs.work === 'cancelled') return { name: 'cancelled', says: say.cancelled(run) };
  const lost = workOutput.journal === null ? say.nothingCame : say.lost;
  const flaw = read.flaw === 'missing' ? '' : `, ${read.flaw}`;
  return { name: 'infra_error', says: lost({ run, how: `${jobs.work}${flaw}` }), result: { lost: jobs.work } };
}

/** Edits the comment of the run and notifies the requester with a new one. Writes nothing if a further round follows. */
async function showEnd(
  { record, outcome, jobs }: PublishOptions & { record: RunRecord; outcome: Outcome },
  services: Services,
): Promise<void> {
  if (outcome.followUp) return;
  const { lang } = await services.settings();
  const facts = { lang, url: jobs.url, limitUsd: record.budget?.usd, jobs: jobResults(jobs, outcome) };
  const notice = endNotice(record, outcome, { lang, n: record.signals.length });
  await post([...endComment(record, outcome, facts), ...notice], services);
}

/** The job results for the checklist of the run's comment. A skipped job has none, and neither has `publish` if nothing was published. */
function jobResults({ work, verify }: JobResults, outcome: Outcome): RunCommentFacts['jobs'] {
  const resultOf = (result: string) => (result === 'success' ? 'done' : 'failed');
  const { sha, pull } = fieldsOf(outcome.result);
  // A partial run may have published a commit or suggestions.
  const hasPart = outcome.name === 'partial' && (sha !== undefined || pull !== undefined);
  const isPublished = hasPart || outcome.published !== undefined || outcomes[outcome.name].status === 'succeeded';
  const isVerified = verify.result !== 'skipped' && verify.result !== '';
  return {
    work: resultOf(work),
    ...(isVerified && { verify: resultOf(verify.result) }),
    ...(isPublished && { publish: 'done' as const }),
  };
}

/** The record of a further round: the same request with another order. */
export function followUpOf(
  record: RunRecord,
  { why, order }: FollowUp,
  { clock, here }: Pick<Services, 'clock' | 'here'>,
  ref?: string,
): RunRecord {
  const { repo, issue, workflow, version, exclusive, request, budget, spent } = record;
  const round = (record.follows?.round ?? 1) + 1;
  const left = budget && { ...budget, usd: Math.max(0, budget.usd - (spent?.usd ?? 0)) };
  return {
    run: roundId(record.run, round),
    workflow,
    version,
    exclusive,
    repo,
    issue,
    request,
    order,
    signals: [],
    ref: ref ?? record.ref,
    startedAt: iso(clock.now()),
    ...recordedBy({ here }),
    follows: { run: record.run, round, why },
    ...(left && { budget: left }),
  };
}
