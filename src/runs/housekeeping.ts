// What becomes due by time alone: a dispatched Actions run that never started, a claimed one that ended without an ending, a question without
// an answer, old records. Every gate checks its subject, a scheduled facilitation up to fifty subjects in turn, and the App after a dispatch.
// Also finds the runs that an ended Actions run left open (crew-settle.yml).
import { UserError } from '../ports/errors.js';
import type { Outcome, RecordFiles, RunRecord, SubjectRecord, Update } from '../ports/run.js';
import { digestOf } from '../text/digest.js';
import { runMessages } from '../text/lang/thread/index.js';
import { endOf, startActionsRun, urlOf } from './proceed.js';
import { concludeRun, runPublish } from './publish.js';
import { AWAIT_LIMIT, iso } from './record.js';
import { deletedFilesOf, post, type Services } from './services.js';
import { endNotice, gateAnswer } from './thread.js';

/** A dispatched Actions run that has not claimed its run within this time is dispatched once more. */
export const UNCLAIMED = 10 * 60 * 1000;

const DAY = 24 * 60 * 60 * 1000;
const KEEP_FILES = 30 * DAY;
const KEEP_RECORDS = 90 * DAY;

type Due = {
  readonly is: 'dispatch-again' | 'never-started' | 'expired' | 'drop-files' | 'drop-record';
  readonly run: string;
};

/** Whether an Actions run was dispatched for a run and none has claimed it. */
const isUnclaimed = ({ end, actions, process, order }: RunRecord): boolean =>
  !end && !actions && process === undefined && order !== undefined;

/** What is due on a subject. `lost`: runs whose Actions run is known to have ended without claiming them. Pure. */
export function dueIn({ runs }: SubjectRecord, now: number, lost: readonly string[] = []): readonly Due[] {
  return runs.flatMap((record): readonly Due[] => {
    const { run, end, startedAt, signals, dispatchedAgain, filesDropped } = record;
    if (isUnclaimed(record)) {
      const since = Date.parse(dispatchedAgain ?? signals.at(-1)?.at ?? startedAt);
      if (now - since <= UNCLAIMED && !lost.includes(run)) return [];
      return [{ is: dispatchedAgain === undefined ? 'dispatch-again' : 'never-started', run }];
    }
    if (!end) return [];
    const age = now - Date.parse(end.at);
    if (age > KEEP_RECORDS) return [{ is: 'drop-record', run }];
    if (end.outcome === 'awaiting') return age > AWAIT_LIMIT ? [{ is: 'expired', run }] : [];
    return age > KEEP_FILES && !filesDropped ? [{ is: 'drop-files', run }] : [];
  });
}

/** Claimed runs without an ending, old enough that their Actions run may have ended and crew-settle.yml may have failed. Pure. */
export function maybeLost({ runs }: SubjectRecord, now: number): readonly RunRecord[] {
  return runs.filter(({ end, actions, signals, startedAt }) => {
    const since = Date.parse(signals.at(-1)?.at ?? startedAt);
    return !end && actions !== undefined && now - since > UNCLAIMED;
  });
}

/** Ends a run as crew-settle.yml does if its Actions run ended more than ten minutes ago. A failure is logged; the next gate asks again. */
async function endIfLost(subject: string, record: RunRecord, services: Services): Promise<void> {
  const { github, here, clock, log } = services;
  const { run, actions } = record;
  if (!github || !actions || actions.id === here?.id) return;
  try {
    const endedAt = await github.actions.endedAt(actions.id);
    if (endedAt === null || clock.now() - Date.parse(endedAt) <= UNCLAIMED) return;
    const verify = { result: 'skipped', document: null, digest: undefined };
    const jobs = { work: 'failure', verify, url: urlOf(record, services) ?? '', actions };
    const workOutput = { bytes: null, digest: undefined, journal: null };
    await runPublish({ subject, run, workOutput, jobs, filesOf: async () => [] }, services);
  } catch (error) {
    log('a lost run was not ended', { subject, run, error: String(error) });
  }
}

/** Does what is due on a subject. If nothing is due, it reads the record once and writes nothing. `lost` as in `dueIn`. */
export async function tidy(subject: string, services: Services, lost: readonly string[] = []): Promise<void> {
  const { store, clock, target, settings } = services;
  if (!target || services.dryRun) return;
  const found = await store.read(subject);
  for (const record of maybeLost(found, clock.now())) await endIfLost(subject, record, services);
  if (dueIn(found, clock.now(), lost).length === 0) return;
  const say = runMessages((await settings()).lang);
  const done = await store.update(subject, (now): Update<readonly Done[]> => {
    const all = dueIn(now, clock.now(), lost).flatMap((due): readonly Done[] => {
      const record = now.runs.find(({ run }) => run === due.run);
      return record ? [{ due, before: record, ...changed(due, record, { now: clock.now(), say }) }] : [];
    });
    const changedRuns = new Map(all.map(({ due, after }) => [due.run, after]));
    const runs = now.runs.flatMap((each) => (changedRuns.has(each.run) ? (changedRuns.get(each.run) ?? []) : each));
    const files: RecordFiles = Object.assign({}, ...all.map((each) => each.files));
    return all.length === 0 ? { record: 'unchanged', value: [] } : { record: { ...now, runs }, files, value: all };
  });
  for (const each of done) await announce(subject, each, services);
}

interface Changed {
  /** The record afterwards; undefined if it is removed. */
  readonly after: RunRecord | undefined;
  readonly outcome?: Outcome | undefined;
  readonly files?: RecordFiles | undefined;
}

interface Done extends Changed {
  readonly due: Due;
  readonly before: RunRecord;
}

function changed(
  { is, run }: Due,
  record: RunRecord,
  { now, say }: { now: number; say: ReturnType<typeof runMessages> },
): Changed {
  const ended = (outcome: Outcome): Changed => ({ after: { ...record, end: endOf(outcome, now) }, outcome });
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

async function announce(subject: string, { due, before, after, outcome }: Done, services: Services): Promise<void> {
  if (due.is === 'dispatch-again') await dispatchAgain(subject, due.run, services);
  if (!after || !outcome) return;
  await concludeRun(after, outcome, services, { wasAwaiting: before.end !== undefined });
  const { lang } = await services.settings();
  await post(endNotice(after, outcome, { lang, n: due.is }), services);
}

/** Dispatches a run again. Where the token may not start Actions runs, as in facilitate.yml, the run ends, and its requester is told how to start it. */
async function dispatchAgain(subject: string, run: string, services: Services): Promise<void> {
  try {
    await startActionsRun({ subject, run }, services);
  } catch (error) {
    if (!(error instanceof UserError) || error.ends !== 'refused') throw error;
    await tidy(subject, services, [run]);
  }
}

/** Subjects that one scheduled scan checks; the next scan takes the next ones. */
const MOST_SUBJECTS = 50;
const SCAN_EVERY = 6 * 60 * 60 * 1000;

/** Tidies subjects of a repository, at most fifty in each scheduled scan. */
export async function tidyAll(services: Services): Promise<void> {
  const { store, clock, log } = services;
  if (!services.target || services.dryRun) return;
  const all = await store.subjects();
  const parts = Math.max(1, Math.ceil(all.length / MOST_SUBJECTS));
  const first = (Math.floor(clock.now() / SCAN_EVERY) % parts) * MOST_SUBJECTS;
  for (const subject of all.slice(first, first + MOST_SUBJECTS))
    await tidy(subject, services).catch((error: unknown) => log('not tidied', { subject, error: String(error) }));
}

/** An Actions run that has ended. */
interface Ended {
  readonly id: number;
  /** `crew #12 345`, as the template's run-name says: the thread, and the comment or the dispatched run. Other titles name no subject. */
  readonly title: string;
}

const TITLE = /^crew #([1-9]\d*) (\S+)$/;

interface Found {
  readonly subject: string;
  readonly record: RunRecord;
}

/** The runs that an Actions run claimed or was dispatched for, and those that it or its event recorded or signalled. */
async function runsOf({ id, title }: Ended, { store }: Pick<Services, 'store'>): Promise<readonly Found[]> {
  const [, number, event] = TITLE.exec(title) ?? [];
  const isIts = ({ run, actions, recordedBy, request, signals }: RunRecord) =>
    actions?.id === id ||
    recordedBy?.id === id ||
    run === event ||
    [request.event, ...signals].some(({ key }) => key.split('/')[0]?.endsWith(`-${event}`));
  const runsIn = async (subjects: readonly string[]) => {
    const records: readonly SubjectRecord[] = await Promise.all(subjects.map((subject) => store.read(subject)));
    return records.flatMap(({ subject, runs }) => runs.filter(isIts).map((record) => ({ subject, record })));
  };
  const found = number === undefined ? [] : await runsIn([`issue-${number}`, `pr-${number}`]);
  // A comment on crew's pull request belongs to the subject of its issue.
  return found.length > 0 ? found : runsIn(await store.subjects());
}

interface Open {
  readonly subject: string;
  readonly run: string;
}

const openRun = ({ subject, record: { run } }: Found): Open => ({ subject, run });

/** The runs that an Actions run had claimed and that have no ending. */
export async function openRuns(of: Ended, services: Services): Promise<readonly Open[]> {
  const found = await runsOf(of, services);
  return found.filter(({ record: { actions, end } }) => actions?.id === of.id && !end).map(openRun);
}

/** Whether an ended Actions run claimed the run, or was dispatched for it and cancelled before the claim. */
const belongsTo = ({ id, title, isCancelled }: Ended & { isCancelled: boolean }, record: RunRecord): boolean =>
  record.actions?.id === id || (isCancelled && isUnclaimed(record) && title.endsWith(` ${record.run}`));

/** Whether the journal of the run is not stored yet: it has no ending, or one that a cancel wrote before `publish` claimed it. */
const needsPublish = ({ end, publishing }: RunRecord): boolean => !(end && publishing);

/**
 * Does what is left after an Actions run that failed or was cancelled. A run without a claim is dispatched again. A missing question of the gate
 * is posted. If nothing was recorded, the thread is told. Returns the runs that `publish` has to end (`needsPublish`).
 */
export async function settleRuns(
  of: Ended & { url: string; isCancelled: boolean },
  services: Services,
): Promise<readonly Open[]> {
  const found = await runsOf(of, services);
  if (found.length === 0 && !of.isCancelled) await reportUnrecorded(of, services);
  const isOwn = ({ record }: Found) => belongsTo(of, record);
  for (const { subject, record } of found.filter((each) => !isOwn(each))) {
    await post(gateAnswer(record), services);
    await tidy(subject, services, [record.run]);
  }
  return found.filter((each) => isOwn(each) && needsPublish(each.record)).map(openRun);
}

/** Tells the requester that the Actions run ended before its first write. Writes one comment for each event. */
async function reportUnrecorded({ title, url }: { title: string; url: string }, services: Services): Promise<void> {
  const [, number, event] = TITLE.exec(title) ?? [];
  if (number === undefined || event === undefined) return;
  const { lang } = await services.settings();
  const body = runMessages(lang).unrecorded(url);
  const slot = `lost:${digestOf(event).slice(0, 12)}`;
  await post([{ kind: 'comment', issue: Number(number), slot, body }], services);
}
