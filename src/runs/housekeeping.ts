// Does what becomes due by time alone: dispatches a run again that was never claimed, ends a run whose Actions run is gone, ends a question
// without an answer, and deletes old records. Every gate does it for its subject, a scheduled facilitation for up to fifty subjects, and the
// App after a dispatch. Used by gate.ts, start.ts, signal.ts, settle.ts and the App.

import { UserError } from '../ports/errors.js';
import type { Outcome, RecordFiles, RunRecord, SubjectRecord, Update } from '../ports/run.js';
import { runMessages } from '../text/lang/thread/index.js';
import { noteClosedPulls } from './closed-pulls.js';
import { concludeRun } from './conclude.js';
import { actionsUrlOf, endOf, startActionsRun } from './launch.js';
import { runPublish } from './publish.js';
import { AWAIT_LIMIT_MS, iso } from './record.js';
import { deletedFilesOf, post, type Services } from './services.js';
import { endNotice } from './thread.js';

/** A run that no Actions run has claimed within this time is dispatched once more. */
export const CLAIM_TIMEOUT_MS = 10 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;
const KEEP_FILES_MS = 30 * DAY_MS;
const KEEP_RECORDS_MS = 90 * DAY_MS;

/**
 * What is due for a run. `dispatch-again`: no Actions run has claimed it in time. `never-started`: none has after the second dispatch either.
 * `expired`: nobody answered its question in time. `drop-files` and `drop-record`: it ended long ago.
 */
type DueTask = {
  readonly is: 'dispatch-again' | 'never-started' | 'expired' | 'drop-files' | 'drop-record';
  readonly run: string;
};

/** Whether an Actions run was dispatched for a run and none has claimed it. */
export const isUnclaimed = ({ end, actions, process, order }: RunRecord): boolean =>
  !end && !actions && process === undefined && order !== undefined;

/** What is due for the runs of a subject. `lost`: runs whose Actions run is known to have ended without claiming them. Pure. */
export function dueTasks({ runs }: SubjectRecord, now: number, lost: readonly string[] = []): readonly DueTask[] {
  return runs.flatMap((record): readonly DueTask[] => {
    const { run, end, startedAt, signals, dispatchedAgain, filesDropped } = record;
    if (isUnclaimed(record)) {
      const since = Date.parse(dispatchedAgain ?? signals.at(-1)?.at ?? startedAt);
      if (now - since <= CLAIM_TIMEOUT_MS && !lost.includes(run)) return [];
      return [{ is: dispatchedAgain === undefined ? 'dispatch-again' : 'never-started', run }];
    }
    if (!end) return [];
    const age = now - Date.parse(end.at);
    if (age > KEEP_RECORDS_MS) return [{ is: 'drop-record', run }];
    if (end.outcome === 'awaiting') return age > AWAIT_LIMIT_MS ? [{ is: 'expired', run }] : [];
    return age > KEEP_FILES_MS && !filesDropped ? [{ is: 'drop-files', run }] : [];
  });
}

/** Claimed runs without an ending, old enough that their Actions run may have ended and crew-settle.yml may have failed. Pure. */
export function possiblyLostRuns({ runs }: SubjectRecord, now: number): readonly RunRecord[] {
  return runs.filter(({ end, actions, signals, startedAt }) => {
    const since = Date.parse(signals.at(-1)?.at ?? startedAt);
    return !end && actions !== undefined && now - since > CLAIM_TIMEOUT_MS;
  });
}

/** Ends a run as crew-settle.yml does if its Actions run ended more than ten minutes ago. A failure is logged; the next gate asks again. */
async function endIfLost(subject: string, record: RunRecord, services: Services): Promise<void> {
  const { github, here, clock, log } = services;
  const { run, actions } = record;
  if (!github || !actions || actions.id === here?.id) return;
  try {
    const endedAt = await github.actions.endedAt(actions.id);
    if (endedAt === null || clock.now() - Date.parse(endedAt) <= CLAIM_TIMEOUT_MS) return;
    const verify = { result: 'skipped', document: null, digest: undefined };
    const jobs = { work: 'failure', verify, url: actionsUrlOf(record, services) ?? '', actions };
    const workOutput = { bytes: null, digest: undefined, journal: null };
    await runPublish({ subject, run, workOutput, jobs, filesOf: async () => [] }, services);
  } catch (error) {
    log('a lost run was not ended', { subject, run, error: String(error) });
  }
}

/** Does what is due for a subject. If nothing is due, it reads the record once and writes nothing. `lost` as in `dueTasks`. */
export async function tidy(subject: string, services: Services, lost: readonly string[] = []): Promise<void> {
  const { store, clock, target, settings } = services;
  if (!target || services.dryRun) return;
  const found = await store.read(subject);
  for (const record of possiblyLostRuns(found, clock.now())) await endIfLost(subject, record, services);
  if (dueTasks(found, clock.now(), lost).length === 0) return;
  const say = runMessages((await settings()).lang);
  const done = await store.update(subject, (current): Update<readonly DoneTask[]> => {
    const all = dueTasks(current, clock.now(), lost).flatMap((due): readonly DoneTask[] => {
      const record = current.runs.find(({ run }) => run === due.run);
      return record ? [{ due, before: record, ...resultOfTask(due, record, { now: clock.now(), say }) }] : [];
    });
    const changedRuns = new Map(all.map(({ due, after }) => [due.run, after]));
    const runs = current.runs.flatMap((each) => (changedRuns.has(each.run) ? (changedRuns.get(each.run) ?? []) : each));
    const files: RecordFiles = Object.assign({}, ...all.map((each) => each.files));
    return all.length === 0 ? { record: 'unchanged', value: [] } : { record: { ...current, runs }, files, value: all };
  });
  for (const each of done) await finishTask(subject, each, services);
}

/** What a task changes in the store. */
interface TaskResult {
  /** The record afterwards; undefined if it is removed. */
  readonly after: RunRecord | undefined;
  readonly outcome?: Outcome | undefined;
  readonly files?: RecordFiles | undefined;
}

interface DoneTask extends TaskResult {
  readonly due: DueTask;
  readonly before: RunRecord;
}

function resultOfTask(
  { is, run }: DueTask,
  record: RunRecord,
  { now, say }: { now: number; say: ReturnType<typeof runMessages> },
): TaskResult {
  const ended = (outcome: Outcome): TaskResult => ({ after: { ...record, end: endOf(outcome, now) }, outcome });
  const files = deletedFilesOf(run);
  switch (is) {
    case 'dispatch-again':
      return { after: { ...record, dispatchedAgain: iso(now) } };
    case 'never-started':
      return ended({ name: 'infra_error', says: say.neverStarted(run) });
    case 'expired':
      return ended({ name: 'cancelled', says: say.expired(run) });
    case 'drop-files':
      return { after: { ...record, filesDropped: true }, files };
    case 'drop-record':
      return { after: undefined, files };
  }
}

/** Does what follows the write: the second dispatch, or the check, comments and ledger of an ended run. */
async function finishTask(
  subject: string,
  { due, before, after, outcome }: DoneTask,
  services: Services,
): Promise<void> {
  if (due.is === 'dispatch-again') await dispatchAgain(subject, due.run, services);
  if (!after || !outcome) return;
  await concludeRun(after, outcome, services, { wasAwaiting: before.end !== undefined });
  const { lang } = await services.settings();
  await post(endNotice(after, outcome, { lang, n: due.is }), services);
}

/** Dispatches a run again. If the token may not start Actions runs, as in facilitate.yml, the run ends, and its requester is told how to start it. */
async function dispatchAgain(subject: string, run: string, services: Services): Promise<void> {
  try {
    await startActionsRun({ subject, run }, services);
  } catch (error) {
    if (!(error instanceof UserError) || error.ends !== 'refused') throw error;
    await tidy(subject, services, [run]);
  }
}

/** Subjects that one scheduled scan checks; the next scan takes the next ones. */
const MAX_SUBJECTS = 50;
const SCAN_INTERVAL_MS = 6 * 60 * 60 * 1000;

/** Tidies subjects of a repository, at most fifty in each scheduled scan. */
export async function tidyAll(services: Services): Promise<void> {
  const { store, clock, log } = services;
  if (!services.target || services.dryRun) return;
  const all = await store.subjects();
  const parts = Math.max(1, Math.ceil(all.length / MAX_SUBJECTS));
  const first = (Math.floor(clock.now() / SCAN_INTERVAL_MS) % parts) * MAX_SUBJECTS;
  for (const subject of all.slice(first, first + MAX_SUBJECTS))
    await tidy(subject, services)
      .then(() => noteClosedPulls(subject, services))
      .catch((error: unknown) => log('not tidied', { subject, error: String(error) }));
}
