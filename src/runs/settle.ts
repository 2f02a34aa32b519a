// Finds the runs that an ended Actions run left open, and does what is left to do for them. Called by the job `settle` of crew-settle.yml
// (src/action/settle.ts); the App uses `openRuns` to show a run's jobs.

import type { RunRecord, SubjectRecord } from '../ports/run.js';
import { digestOf } from '../text/digest.js';
import { runMessages } from '../text/lang/thread/index.js';
import { isUnclaimed, tidy } from './housekeeping.js';
import { post, type Services } from './services.js';
import { gateAnswer } from './thread.js';

/** An Actions run that has ended. */
interface EndedActionsRun {
  readonly id: number;
  /** The `run-name` of the template's crew.yml, such as `Comment on #12 (345)`. Other titles name no subject. */
  readonly title: string;
}

/**
 * The titles of the template: the number of the issue or pull request, then the id of the comment or review, the run id, or the action. Earlier
 * templates wrote `/crew fix for #12`.
 */
const RUN_TITLE =
  /^(?:\/crew [a-z]+ (?:on|for)|Comment on|Review of|Issue|Pull request|Started by hand for) #([1-9]\d*) \(([^\s()]+)\)$/;

/** The titles of templates that crew wrote before 2026-11-20, such as `crew #12 345`. */
const OLD_RUN_TITLE = /^crew #([1-9]\d*) (\S+)$/;

/** The number and the id in a title. Both are undefined in a title that is not crew's. */
function readTitle(title: string): { readonly number: string | undefined; readonly event: string | undefined } {
  const [, number, event] = RUN_TITLE.exec(title) ?? OLD_RUN_TITLE.exec(title) ?? [];
  return { number, event };
}

interface FoundRun {
  readonly subject: string;
  readonly record: RunRecord;
}

/** The runs that an Actions run claimed, recorded or was dispatched for, and those whose request or signal came from its event. */
async function runsOf(
  { id, title }: EndedActionsRun,
  { store }: Pick<Services, 'store'>,
): Promise<readonly FoundRun[]> {
  const { number, event } = readTitle(title);
  const isIts = ({ run, actions, recordedBy, request, signals }: RunRecord) =>
    actions?.id === id ||
    recordedBy?.id === id ||
    run === event ||
    [request.event, ...signals].some(({ key }) => isFromEvent(key, event));
  const runsIn = async (subjects: readonly string[]) => {
    const records: readonly SubjectRecord[] = await Promise.all(subjects.map((subject) => store.read(subject)));
    return records.flatMap(({ subject, runs }) => runs.filter(isIts).map((record) => ({ subject, record })));
  };
  const found = number === undefined ? [] : await runsIn([`issue-${number}`, `pr-${number}`]);
  // A comment on crew's pull request belongs to the subject of its issue.
  return found.length > 0 ? found : runsIn(await store.subjects());
}

/** Whether a key is that of the event with this id. A key is `<kind>-<id>`; that of a signal ends with `/<number of the command>`. */
const isFromEvent = (key: string, id: string | undefined): boolean => key.split('/')[0]?.endsWith(`-${id}`) ?? false;

/** A run by its subject and id. */
interface RunKey {
  readonly subject: string;
  readonly run: string;
}

const keyOfRun = ({ subject, record: { run } }: FoundRun): RunKey => ({ subject, run });

/** The runs that an Actions run had claimed and that have no ending. */
export async function openRuns(endedRun: EndedActionsRun, services: Services): Promise<readonly RunKey[]> {
  const found = await runsOf(endedRun, services);
  return found.filter(({ record: { actions, end } }) => actions?.id === endedRun.id && !end).map(keyOfRun);
}

/** Whether an ended Actions run claimed the run, or was dispatched for it and cancelled before the claim. */
const belongsTo = (
  { id, title, isCancelled }: EndedActionsRun & { isCancelled: boolean },
  record: RunRecord,
): boolean =>
  record.actions?.id === id || (isCancelled && isUnclaimed(record) && readTitle(title).event === record.run);

/** Whether `publish` has still to end the run or store its journal: it has no ending, or it was cancelled before `publish` claimed it. */
const needsPublish = ({ end, publishing }: RunRecord): boolean => !(end && publishing);

/**
 * Does what is left after an Actions run that failed or was cancelled. If it recorded nothing and failed, the thread is told. Runs that it
 * recorded for other Actions runs get what is missing. Returns its own runs that `publish` has to end (`needsPublish`).
 */
export async function settleRuns(
  endedRun: EndedActionsRun & { url: string; isCancelled: boolean },
  services: Services,
): Promise<readonly RunKey[]> {
  const found = await runsOf(endedRun, services);
  if (found.length === 0 && !endedRun.isCancelled) await reportUnrecorded(endedRun, services);
  const isOwn = ({ record }: FoundRun) => belongsTo(endedRun, record);
  for (const { subject, record } of found.filter((each) => !isOwn(each))) {
    // A missing question or refusal of the gate.
    await post(gateAnswer(record), services);
    // Dispatches the run again if no Actions run has claimed it.
    await tidy(subject, services, [record.run]);
  }
  return found.filter((each) => isOwn(each) && needsPublish(each.record)).map(keyOfRun);
}

/** Tells the requester that the Actions run ended before its first write. Writes one comment for each event. */
async function reportUnrecorded({ title, url }: { title: string; url: string }, services: Services): Promise<void> {
  const { number, event } = readTitle(title);
  if (number === undefined || event === undefined) return;
  const { lang } = await services.settings();
  const body = runMessages(lang).unrecorded(url);
  const slot = `lost:${digestOf(event).slice(0, 12)}`;
  await post([{ kind: 'comment', issue: Number(number), slot, body }], services);
}
