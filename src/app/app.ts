// The App's webhooks: reads each delivery, writes those with work to the inbox, and schedules scans of changed boards. Used by serve.ts;
// app-work.ts contains what the App then does. app-work.ts, reports.ts and token.ts use its types.

import type { Probot } from 'probot';
import { issueOfBranch } from '../changes/own-pull.js';
import { mayContainCommand } from '../commands/event-commands.js';
import type { Event } from '../ports/event.js';
import type { Clock, Log } from '../ports/index.js';
import type { JobOfRun } from '../runs/job-progress.js';
import { phaseOfJob } from '../runs/services.js';
import { changedBy, fromWebhook } from '../services/event.js';
import { fieldsOf } from '../text/json.js';
import type { FailedChecks } from '../workflows/fix/follow-checks.js';
import { type Delivery, openInbox } from './inbox.js';
import { debounce, type Pace, repeatScans } from './scan-schedule.js';

/** What the webhooks call. */
export interface AppOptions {
  /** The folder of deliveries that are not handled yet. */
  readonly inbox: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Handles the commands of an event, for one installation. */
  readonly handle: (event: Event, installation: Installation) => Promise<void>;
  /** The checks of a commit on one of crew's branches failed. */
  readonly checksFailed: (
    failed: FailedChecks & { readonly repo: string },
    installation: Installation,
  ) => Promise<void>;
  /** A job of an Actions run started or ended. */
  readonly jobChanged: (job: ChangedJob, installation: Installation) => Promise<void>;
  /** Scans a board. Returns undefined if it did not scan. */
  readonly scan: (request: ScanRequest) => Promise<ScanResult | undefined>;
}

/** A board that is to be scanned. */
export interface ScanRequest {
  readonly repo: string;
  readonly installation: Installation;
  /** The ids of the accounts that changed the board; empty if the timer started the scan. */
  readonly by: readonly number[];
  /** The pull requests that were merged or closed. */
  readonly closedPulls?: readonly number[] | undefined;
}

/** The result of a scan that decides when the next one follows. */
export interface ScanResult {
  readonly pace: Pace;
  /** Whether the scan changed something. Several scans in a row that change nothing end the repetition. */
  readonly changed: boolean;
}

/** An installation of the App, and the repository that a token is created for. */
export interface Installation {
  readonly installation: number;
  readonly repository: number;
}

/** The App while it handles webhooks. */
export interface RunningApp {
  /** Resolves when no delivery and no scan is waiting or running. */
  readonly idle: () => Promise<void>;
  readonly stop: () => void;
}

const MAX_REASON_CHARACTERS = 200;

/** A change of a board. */
interface BoardChange {
  /** The id of the account that made it. */
  readonly by: number;
  readonly closedPull: number | undefined;
  readonly installation: Installation;
}

/** A job of an Actions run that works on a run of crew. */
interface ChangedJob extends JobOfRun {
  readonly repo: string;
}

/** Handles webhooks, and the deliveries that an earlier process left on disk. */
export async function crewApp(probot: Probot, options: AppOptions): Promise<RunningApp> {
  const { log, clock, scan } = options;
  const handle = ({ name, payload }: Delivery) => handleDelivery(name, payload, options);
  const inbox = openInbox({ folder: options.inbox, log, clock, handle });
  const repeater = repeatScans(clock, log);
  const scanAndRepeat = async (request: ScanRequest): Promise<void> => {
    const result = await scan(request);
    if (result)
      repeater.scheduleNext(request.repo, {
        ...result,
        scanAgain: () => scanAndRepeat({ ...request, by: [], closedPulls: [] }),
      });
  };
  const changes = debounce<BoardChange>(async (repo, all) => {
    const [last] = all.slice(-1);
    repeater.reset(repo);
    const closedPulls = all.flatMap(({ closedPull }) => closedPull ?? []);
    if (last) await scanAndRepeat({ repo, installation: last.installation, by: all.map(({ by }) => by), closedPulls });
  }, log);
  probot.onAny(async ({ id, name, payload }) => {
    const event = fromWebhook(name, payload);
    const isWanted = (event && mayContainCommand(event)) || failedChecks(name, payload) || changedJob(name, payload);
    if (isWanted) await inbox.put({ id, name, payload });
    const changed = changedBy(name, payload);
    const installation = installationOf(payload);
    // A change of a board is not stored. If the process dies before the scan, the next scan finds the change.
    if (changed && installation)
      changes.note(changed.repo, { by: changed.by, closedPull: changed.closedPull, installation });
    const repo = repoOfEndedRun(name, payload);
    if (repo !== null && installation) changes.note(repo, { by: NO_ACCOUNT, closedPull: undefined, installation });
  });
  // One short line for each refused delivery, so that forged deliveries cannot fill the log.
  probot.onError(({ message, event }) =>
    log('delivery refused', { id: event.id, why: message.slice(0, MAX_REASON_CHARACTERS) }),
  );
  await inbox.resume();
  const idle = async () => {
    await inbox.idle();
    await changes.idle();
  };
  const stop = () => {
    changes.stop();
    repeater.stop();
  };
  return { idle, stop };
}

async function handleDelivery(name: string, payload: unknown, options: AppOptions): Promise<void> {
  const installation = installationOf(payload);
  if (!installation) return;
  const failed = failedChecks(name, payload);
  if (failed) await options.checksFailed(failed, installation);
  const job = changedJob(name, payload);
  if (job) await options.jobChanged(job, installation);
  const event = fromWebhook(name, payload);
  if (event) await options.handle(event, installation);
}

/** Conclusions of a check suite that failed. */
const RED = ['failure', 'timed_out'];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A check suite that failed on one of crew's branches; null for other deliveries. */
function failedChecks(name: string, payload: unknown): (FailedChecks & { repo: string }) | null {
  const body = fieldsOf(payload);
  const suite = fieldsOf(body.check_suite);
  const branch = text(suite.head_branch);
  const isRed = name === 'check_suite' && body.action === 'completed' && RED.includes(text(suite.conclusion));
  if (!isRed || issueOfBranch(branch) === null) return null;
  return { branch, sha: text(suite.head_sha), repo: text(fieldsOf(body.repository).full_name) };
}

/** A job of crew's workflows that started or ended; null for other deliveries. */
function changedJob(name: string, payload: unknown): ChangedJob | null {
  const body = fieldsOf(payload);
  const job = fieldsOf(body.workflow_job);
  const isCrews = /^crew\b/.test(text(job.workflow_name));
  if (name !== 'workflow_job' || !isCrews || !['in_progress', 'completed'].includes(text(body.action))) return null;
  return {
    repo: text(fieldsOf(body.repository).full_name),
    actionsRun: Number(job.run_id),
    job: text(job.name),
    status: text(job.conclusion) || text(job.status),
  };
}

/** The end of a run is a change by no account, so it starts a scan although crew's App dispatched the Actions run. */
const NO_ACCOUNT = 0;

/**
 * The repository of a run of crew that has ended: its publish job, which records the end, is completed. Null for other deliveries, also for a
 * skipped publish job, which records nothing.
 */
function repoOfEndedRun(name: string, payload: unknown): string | null {
  const job = changedJob(name, payload);
  const isEnd = fieldsOf(payload).action === 'completed' && job?.status !== 'skipped';
  return job && isEnd && phaseOfJob(job.job) === 'publish' ? job.repo : null;
}

function installationOf(payload: unknown): Installation | null {
  const installation = fieldsOf(fieldsOf(payload).installation).id;
  const repository = fieldsOf(fieldsOf(payload).repository).id;
  return typeof installation === 'number' && typeof repository === 'number' ? { installation, repository } : null;
}
