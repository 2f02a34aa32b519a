// With an App the comment of a run is edited at each job of its Actions run.

import { outcomes } from '../runs/outcome.js';
import { runIn } from '../runs/record.js';
import { apply, type Services } from '../runs/services.js';
import { openRuns } from '../runs/settle.js';
import { startComment } from '../runs/thread.js';
import type { ChangedJob } from './app.js';

const JOBS = ['work', 'verify', 'publish'] as const;

/** Shows which jobs have started and ended. A run that has ended keeps its last comment. */
export async function showJob({ actionsRun, job, status }: ChangedJob, services: Services): Promise<void> {
  if (!JOBS.some((each) => each === job)) return;
  const { store, github, settings } = services;
  const state = await github?.actions.state(actionsRun);
  if (!state || status === outcomes.cancelled.status) return;
  const [open] = await openRuns({ id: actionsRun, title: state.title }, services);
  const record = open && runIn(await store.read(open.subject), open.run);
  if (!record || record.end) return;
  const { lang } = await settings();
  const started = new Set(state.started.map((name) => name.split(' / ').at(-1)));
  const jobs = Object.fromEntries(JOBS.filter((name) => started.has(name)).map((name) => [name, 'done'] as const));
  await apply(startComment(record, { lang, url: state.url, limitUsd: record.budget?.usd, jobs }), services);
}
