// Shows in the comment of a run which jobs of its Actions run have ended. Used by the App, which GitHub tells about each job.

import type { ChecklistJobs, RunRecord } from '../ports/run.js';
import { outcomes } from './outcome.js';
import { runIn } from './record.js';
import { apply, phaseOfJob, type Services } from './services.js';
import { openRuns } from './settle.js';
import { endComment, startComment } from './thread.js';

/** A job of an Actions run that started or ended. */
export interface JobOfRun {
  readonly actionsRun: number;
  /** Its full name, such as `crew / run / publish`. */
  readonly job: string;
  readonly status: string;
}

const JOBS = ['work', 'verify', 'publish'] as const;

/**
 * Edits the comment of a run when a job of its Actions run starts or ends. GitHub's rate limits may delay the edit until after the publish job
 * has written the end of the run. The end is then written again.
 */
export async function showJob({ actionsRun, job, status }: JobOfRun, services: Services): Promise<void> {
  if (!phaseOfJob(job)) return;
  const { store, github, settings } = services;
  const state = await github?.actions.state(actionsRun);
  if (!state || status === outcomes.cancelled.status) return;
  const [openRun] = await openRuns({ id: actionsRun, title: state.title }, services);
  const record = openRun && runIn(await store.read(openRun.subject), openRun.run);
  // From `publishing` on, the publish job edits the comment.
  if (!record || record.end || record.publishing) return;
  const { lang } = await settings();
  const started = new Set(state.startedJobs.map(phaseOfJob));
  const names = JOBS.filter((name) => started.has(name));
  const facts = { lang, url: state.url, limitUsd: record.budget?.usd };
  // The jobs run one after another, so all that started have ended, except the last.
  await apply(startComment(record, { ...facts, jobs: allDone(names.slice(0, -1)) }), services);
  const ended = await endDuringEdit(openRun, services);
  if (!ended?.end) return;
  const { outcome: name, ...end } = ended.end;
  await apply(endComment(ended, { ...end, name }, { ...facts, jobs: end.jobs }), services);
}

const allDone = (names: readonly (keyof ChecklistJobs)[]): ChecklistJobs =>
  Object.fromEntries(names.map((name) => [name, 'done'] as const));

/** How long the publish job may take, and how often its end is looked for. */
const MAX_PUBLISH_MS = 10 * 60_000;
const POLL_MS = 5000;

/**
 * The record of a run that the publish job claimed and ended while its comment was edited. Waits for the end, because the publish job edits the comment
 * before it writes the end. Undefined if no publish job claimed the run, or if another round follows, which edits the same comment.
 */
async function endDuringEdit(
  { subject, run }: { readonly subject: string; readonly run: string },
  { store, clock }: Services,
): Promise<RunRecord | undefined> {
  const until = clock.now() + MAX_PUBLISH_MS;
  for (;;) {
    const current = await store.read(subject);
    const record = runIn(current, run);
    if (record?.end) {
      const hasNextRound = current.runs.some(({ follows }) => follows?.run === run);
      return hasNextRound ? undefined : record;
    }
    if (!record?.publishing || clock.now() >= until) return undefined;
    await clock.sleep(POLL_MS);
  }
}
