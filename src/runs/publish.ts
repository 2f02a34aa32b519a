// The publish phase: claims the run, calls `publish` of its workflow, edits the run's comment, and writes the ending.

import { isCancelled } from '../agent/signals.js';
import type { FileChange } from '../ports/index.js';
import type { FollowUp, Outcome, RecordFiles, RunRecord, Update } from '../ports/run.js';
import type { JobResults, PublishContext, WorkDiff, WorkResult } from '../ports/workflow.js';
import { fieldsOf } from '../text/json.js';
import { runMessages } from '../text/lang/thread/index.js';
import { outcomes } from './outcome.js';
import { endOf, outcomeOfError, recordedBy, startActionsRun, urlOf } from './proceed.js';
import { iso, issueOf, roundName, runIn, withRun } from './record.js';
import {
  apply,
  hasLostAccess,
  historyOf,
  journalFile,
  logRefused,
  patchFile,
  post,
  type Services,
} from './services.js';
import { endComment, endNotice, type Shown } from './thread.js';
import { type Flaw, readResult } from './work-result.js';

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

export interface Published {
  readonly record: RunRecord;
  /** False if the run has ended or another Actions run has claimed it. */
  readonly isOurs: boolean;
}

/**
 * Publishes a run and writes its ending. If the run has ended, it only stores journal and patch; if another Actions run has claimed it, it does
 * nothing.
 */
export async function runPublish(of: PublishOptions, services: Services): Promise<Published> {
  const { subject, run, jobs, workOutput } = of;
  const claimed = await services.store.update(subject, (now) => claimPublish(now.runs, now, { run, jobs }));
  if (!claimed) throw new Error(`no run ${run} in ${subject}`);
  const read = readResult(workOutput.bytes, { run, workflow: claimed.record.workflow, digest: workOutput.digest });
  const result = 'result' in read ? read.result : null;
  const files: RecordFiles = {
    ...(workOutput.journal === null ? {} : { [journalFile(run)]: workOutput.journal }),
    ...(result?.diff ? { [patchFile(run)]: result.diff.text } : {}),
  };
  if (!claimed.isOurs) {
    // The ending is written already; journal and patch are added, for a continued run.
    if (claimed.record.end && Object.keys(files).length > 0)
      await services.store.update(subject, () => ({ record: 'unchanged', files, value: null }));
    return claimed;
  }
  const record: RunRecord = { ...claimed.record, ...(result && { spent: result.spent }) };
  const outcome = await outcomeOf({ ...of, record, read }, services);
  await showEnd({ ...of, record, outcome }, services);
  const next = outcome.followUp && followUpOf(record, outcome.followUp, services);
  const ended = await services.store.update(subject, (now): Update<RunRecord | null> => {
    const there = runIn(now, run) ?? record;
    // Recovered and continued meanwhile: the ending belongs to the Actions run that works on it now.
    if (there.publishing?.id !== jobs.actions.id) return { record: 'unchanged', value: null };
    const end = { ...there, ...(result && { spent: result.spent }), end: endOf(outcome, services.clock.now()) };
    const withEnd = withRun(now, end);
    const isNew = next && !runIn(withEnd, next.run);
    return { record: isNew ? withRun(withEnd, next) : withEnd, files, value: end };
  });
  if (!ended) return { record, isOurs: false };
  await appendToLedger(ended, services);
  if (next) await startActionsRun({ subject, run: next.run }, services);
  return { record: ended, isOurs: true };
}

type Records = readonly RunRecord[];

/** Claims the right to write the ending. `settle` passes the id of the Actions run that died, so it counts as that run. */
function claimPublish(
  runs: Records,
  now: Parameters<typeof withRun>[0],
  { run, jobs }: Pick<PublishOptions, 'run' | 'jobs'>,
): Update<Published | null> {
  const record = runs.find((each) => each.run === run);
  if (!record) return { record: 'unchanged', value: null };
  const { publishing, end, actions } = record;
  const isOthers = publishing !== undefined && publishing.id !== jobs.actions.id;
  const isWorkedOn = actions !== undefined && actions.id !== jobs.actions.id;
  if (end || isOthers || isWorkedOn) return { record: 'unchanged', value: { record, isOurs: false } };
  const claimed = { ...record, publishing: jobs.actions };
  return { record: withRun(now, claimed), value: { record: claimed, isOurs: true } };
}

interface Ending extends PublishOptions {
  readonly record: RunRecord;
  readonly read: { readonly result: WorkResult } | { readonly flaw: Flaw };
}

async function outcomeOf(ending: Ending, services: Services): Promise<Outcome> {
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
  const ctx = await contextOf(ending, { ...services, github, target: { ...target, files } });
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

async function contextOf(
  { record, jobs, subject }: { record: RunRecord; jobs: JobResults; subject?: string },
  services: Services & { readonly github: NonNullable<Services['github']> },
): Promise<PublishContext> {
  const { settings, clock, github, store } = services;
  const { run, repo, signals, request } = record;
  return {
    run,
    repo,
    issue: record.issue ?? issueOf(request.event),
    place: 'thread',
    settings: await settings(),
    signals,
    history: historyOf(store, subject),
    clock,
    github,
    record,
    jobs,
    apply: (changes) => apply(changes, services),
  };
}

/**
 * After a run was ended without its `publish`: concludes its check, edits its comment, appends it to the ledger, and so releases the amount that
 * it had reserved of a daily budget.
 */
export async function concludeRun(
  record: RunRecord,
  outcome: Outcome,
  services: Services,
  { wasAwaiting }: { readonly wasAwaiting: boolean },
): Promise<void> {
  const { github, target, workflows, settings } = services;
  const url = urlOf(record, services);
  const workflow = workflows.find(({ name }) => name === record.workflow);
  if (github && target && workflow?.concludes) {
    const actions = record.actions ?? { id: 0, attempt: 0 };
    const verify = { result: 'cancelled', document: null, digest: undefined };
    const jobs: JobResults = { work: 'cancelled', verify, url: url ?? '', actions };
    const ctx = await contextOf({ record, jobs }, { ...services, github });
    await workflow.concludes(ctx, record.order).catch((error: unknown) => logRefused(error, services));
  }
  const shown = { lang: (await settings()).lang, url, limitUsd: record.budget?.usd };
  // A run whose question came from the gate has no comment of its own.
  const hasComment = !wasAwaiting || record.publishing !== undefined;
  await post(hasComment ? endComment(record, outcome, shown) : [], services);
  await appendToLedger(record, services);
}

/** The outcome of a run whose result is not published (cancelled, too large, lost, write access revoked); null if the workflow's `publish` decides. */
async function outcomeWithoutPublish(
  { record, read, jobs, workOutput }: Ending,
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
  const shown = { lang, url: jobs.url, limitUsd: record.budget?.usd, jobs: endedJobs(jobs, outcome) };
  const notice = endNotice(record, outcome, { lang, n: record.signals.length });
  await post([...endComment(record, outcome, shown), ...notice], services);
}

/** The checklist of the run's comment. Skipped jobs stay unticked, and so does `publish` if nothing was published. */
function endedJobs({ work, verify }: JobResults, outcome: Outcome): Shown['jobs'] {
  const of = (result: string) => (result === 'success' ? 'done' : 'failed');
  const { sha, pull } = fieldsOf(outcome.result);
  // A partial run may have published a commit or suggestions.
  const hasPart = outcome.name === 'partial' && (sha !== undefined || pull !== undefined);
  const isPublished = hasPart || outcome.published !== undefined || outcomes[outcome.name].status === 'succeeded';
  const isVerified = verify.result !== 'skipped' && verify.result !== '';
  return {
    work: of(work),
    ...(isVerified && { verify: of(verify.result) }),
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
    run: roundName(record.run, round),
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

/** Appends an ended run to the ledger. */
export async function appendToLedger(record: RunRecord, { spending, clock, target }: Services): Promise<void> {
  const { run, workflow, issue, end, request, spent } = record;
  const { pull } = fieldsOf(end?.result);
  await spending.append({
    kind: 'ended',
    run,
    workflow,
    issue,
    outcome: end?.outcome,
    at: new Date(clock.now()).toISOString(),
    user: request.by?.login ?? 'you',
    repo: target?.repo ?? 'here',
    usd: spent?.usd ?? 0,
    ...(typeof pull === 'number' ? { pull } : {}),
  });
}
