// The App's webhooks. A delivery is written to disk before GitHub gets its answer; then it is handled.
import type { Probot } from 'probot';
import { issueOfBranch } from '../changes/own-pull.js';
import { mayAsk } from '../commands/asked.js';
import type { Event } from '../ports/event.js';
import type { Clock, Log } from '../ports/index.js';
import { changedBy, fromWebhook } from '../services/event.js';
import { fieldsOf } from '../text/json.js';
import type { FailedChecks } from '../workflows/fix/follow-checks.js';
import { type Delivery, openInbox } from './inbox.js';
import { debounce, type Pace, repeatScans } from './scan-schedule.js';

export interface AppOptions {
  /** The folder of deliveries that are not handled yet. */
  readonly inbox: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Handles the commands of an event, for one installation. */
  readonly handle: (event: Event, at: Installation) => Promise<void>;
  /** The checks of a commit on one of crew's branches failed. */
  readonly checksFailed: (failed: FailedChecks & { readonly repo: string }, at: Installation) => Promise<void>;
  /** A job of an Actions run started or ended. */
  readonly jobChanged: (job: ChangedJob, at: Installation) => Promise<void>;
  /** Scans a changed board. `by`: the ids of the actors. */
  readonly scan: (change: { repo: string; at: Installation; by: readonly number[] }) => Promise<Scanned | undefined>;
}

/** The result of a scan that decides when the next one follows. */
export interface Scanned {
  readonly pace: Pace;
  readonly changed: boolean;
}

/** An installation of the App, and the repository that a token is created for. */
export interface Installation {
  readonly installation: number;
  readonly repository: number;
}

export interface Listening {
  /** Resolves when no delivery and no scan is waiting or running. */
  readonly idle: () => Promise<void>;
  readonly stop: () => void;
}

const LONGEST_WHY = 200;

/** A change of a board: its actor and installation. */
interface Trace {
  readonly by: number;
  readonly at: Installation;
}

/** A job of an Actions run that works on a run of crew. */
export interface ChangedJob {
  readonly repo: string;
  readonly actionsRun: number;
  readonly job: string;
  readonly status: string;
}

/** Handles webhooks, and the deliveries that an earlier process left on disk. */
export async function crewApp(probot: Probot, options: AppOptions): Promise<Listening> {
  const { log, clock, scan } = options;
  const handle = ({ name, payload }: Delivery) => handleDelivery(name, payload, options);
  const inbox = openInbox({ folder: options.inbox, log, clock, handle });
  const again = repeatScans(clock, log);
  const scanAt = async (change: Parameters<typeof scan>[0]): Promise<void> => {
    const scanned = await scan(change);
    if (scanned) again.scanned(change.repo, { ...scanned, again: () => scanAt({ ...change, by: [] }) });
  };
  const changes = debounce<Trace>(async (repo, traces) => {
    const [last] = traces.slice(-1);
    again.reset(repo);
    if (last) await scanAt({ repo, at: last.at, by: traces.map(({ by }) => by) });
  }, log);
  probot.onAny(async ({ id, name, payload }) => {
    const event = fromWebhook(name, payload);
    const isWanted = (event && mayAsk(event)) || failedChecks(name, payload) || changedJob(name, payload);
    if (isWanted) await inbox.put({ id, name, payload });
    const changed = changedBy(name, payload);
    const at = installationOf(payload);
    // A scan that is lost with the process needs no record: the next scan finds the same.
    if (changed && at) changes.note(changed.repo, { by: changed.by, at });
  });
  // One short line for each refused delivery, so that forged deliveries cannot fill the log.
  probot.onError(({ message, event }) => log('delivery refused', { id: event.id, why: message.slice(0, LONGEST_WHY) }));
  await inbox.resume();
  const idle = async () => {
    await inbox.idle();
    await changes.idle();
  };
  const stop = () => {
    changes.stop();
    again.stop();
  };
  return { idle, stop };
}

async function handleDelivery(name: string, payload: unknown, options: AppOptions): Promise<void> {
  const at = installationOf(payload);
  if (!at) return;
  const failed = failedChecks(name, payload);
  if (failed) await options.checksFailed(failed, at);
  const job = changedJob(name, payload);
  if (job) await options.jobChanged(job, at);
  const event = fromWebhook(name, payload);
  if (event) await options.handle(event, at);
}

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

function changedJob(name: string, payload: unknown): ChangedJob | null {
  const body = fieldsOf(payload);
  const job = fieldsOf(body.workflow_job);
  const isCrews = /^crew\b/.test(text(job.workflow_name));
  if (name !== 'workflow_job' || !isCrews || !['in_progress', 'completed'].includes(text(body.action))) return null;
  return {
    repo: text(fieldsOf(body.repository).full_name),
    actionsRun: Number(job.run_id),
    job: text(job.name).split(' / ').at(-1) ?? '',
    status: text(job.conclusion) || text(job.status),
  };
}

function installationOf(payload: unknown): Installation | null {
  const installation = fieldsOf(fieldsOf(payload).installation).id;
  const repository = fieldsOf(fieldsOf(payload).repository).id;
  return typeof installation === 'number' && typeof repository === 'number' ? { installation, repository } : null;
}
