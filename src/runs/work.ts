// The work phase: reads again what may have changed while the run waited, then calls `work` of its workflow with the journal. Called by the
// Action's job `work` and by local.ts.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isCancelled } from '../agent/signals.js';
import { writeAtomically } from '../files/durable.js';
import { recallOfRun } from '../memory/services.js';
import type { WorkEnvironment } from '../ports/index.js';
import type { Progress } from '../ports/progress.js';
import type { RunRecord } from '../ports/run.js';
import type { WorkContext, WorkResult } from '../ports/workflow.js';
import { runMessages } from '../text/lang/thread/index.js';
import { type Journal, openJournal, readSteps } from './journal.js';
import { otherOpenRuns, outcomeOfError } from './launch.js';
import { NO_SPENDING, runIn, statusOf, sumOf } from './record.js';
import { hasLostAccess, historyOf, journalFile, type Services } from './services.js';

/** What the entry point gives to the work phase. */
export interface WorkOptions {
  readonly subject: string;
  readonly run: string;
  /** The folder of the journal and the files of the run; empty on a fresh machine. */
  readonly folder: string;
  /** The journal of the earlier Actions run of this run, if that Actions run died before its journal was stored. */
  readonly earlierJournal?: string | null | undefined;
  readonly redact: (text: string) => string;
  /** Opens the environment of `WorkContext`; `at` is the commit to check out. */
  readonly environment: (ctx: Pick<WorkContext, 'step' | 'run'>, at?: string) => Promise<WorkEnvironment>;
  readonly stop: AbortSignal;
  readonly show: (progress: Progress) => void;
}

/** Does the work of a recorded run. Errors become the result; it throws only if the run is not recorded. */
export async function runWork(options: WorkOptions, services: Services): Promise<WorkResult> {
  const record = runIn(await services.store.read(options.subject), options.run);
  if (!record) throw new Error(`no run ${options.run} in ${options.subject}`);
  const refusal = await refusalBeforeWork(record, options, services);
  if (refusal) return { outcome: refusal, spent: record.spent ?? NO_SPENDING };
  const workflow = services.workflows.find(({ name }) => name === record.workflow);
  if (!workflow) throw new Error(`no workflow ${record.workflow}`);
  // Steps of another version of the workflow may mean something else, so they are not used.
  const stored =
    record.version === workflow.version
      ? ((await services.store.file(options.subject, journalFile(options.run))) ?? options.earlierJournal)
      : null;
  const journal = await openRunJournal(options, stored ?? '', services);
  try {
    const ctx = await contextOf(record, options, { journal, services });
    const result = await workflow.work(ctx, record.order);
    return { ...result, spent: sumOf(journal.steps().map(({ spent }) => spent)) };
  } catch (error) {
    const outcome = await outcomeOfError(error, services);
    return { outcome, spent: sumOf(journal.steps().map(({ spent }) => spent)) };
  }
}

/**
 * Why the run may not work any more: while it waited, it ended, was cancelled, was claimed by another Actions run, the requester lost write
 * access, or another run of the subject began to await an answer. Undefined if it may.
 */
async function refusalBeforeWork(
  record: RunRecord,
  options: WorkOptions,
  services: Services,
): Promise<WorkResult['outcome'] | undefined> {
  const { store, settings, clock } = services;
  const say = runMessages((await settings()).lang);
  const { run, signals, request, exclusive, end } = record;
  if (end) return { name: end.outcome, says: end.says };
  // It was cancelled in the queue and continued by another Actions run: this one publishes nothing.
  if (services.here && record.actions && record.actions.id !== services.here.id) return { name: 'refused' };
  if (isCancelled(signals)) return { name: 'cancelled', says: say.cancelledUnstarted(run) };
  if (request.event.kind === 'typed') return undefined;
  if (await hasLostAccess(request, services))
    return { name: 'refused', says: say.revokedBefore(request.by?.login ?? '') };
  const others = otherOpenRuns(await store.read(options.subject), run, clock.now());
  const awaiting = exclusive ? others.find((each) => statusOf(each, clock.now()) === 'awaiting') : undefined;
  return awaiting && { name: 'refused', says: say.otherAwaits(awaiting.run) };
}

/** Opens the journal on this machine. On a fresh machine it begins with the stored one. */
async function openRunJournal({ folder, redact }: WorkOptions, stored: string, { clock }: Services): Promise<Journal> {
  const file = path.join(folder, 'journal.jsonl');
  if (stored !== '') await writeFile(file, stored, { flag: 'wx' }).catch(async () => keepLonger(file, stored));
  return openJournal(file, { now: () => clock.now(), redact });
}

/** Replaces the journal on this machine if the stored copy has more steps. */
async function keepLonger(file: string, stored: string): Promise<void> {
  const local = await readFile(file, 'utf8').catch(() => '');
  if (readSteps(stored).length > readSteps(local).length) await writeAtomically(file, stored);
}

async function contextOf(
  record: RunRecord,
  options: WorkOptions,
  { journal, services }: { journal: Journal; services: Services },
): Promise<WorkContext> {
  const { run, repo, issue, request, signals, budget } = record;
  const { clock, github, store } = services;
  const { usd, by } = budget ?? { usd: 0 };
  const base = { run, step: journal.step };
  // Recorded as a step, so that a continued run keeps the configuration that it began with.
  const settings = await journal.step('settings', services.settings);
  await journal.step(`allowance ${signals.length}`, async () => ({ usd }));
  return {
    ...base,
    repo,
    issue,
    signals,
    settings,
    clock,
    github,
    place: request.event.kind === 'typed' ? 'terminal' : 'thread',
    history: historyOf(store, options.subject),
    allowed: { usd, ...(by ? { by } : {}) },
    environment: (at) => options.environment(base, at),
    steps: journal.steps,
    recall: services.memory && recallOfRun(services.memory, settings.config, journal.step),
    folder: options.folder,
    stop: options.stop,
    show: options.show,
  };
}
