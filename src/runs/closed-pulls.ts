// Edits crew's comments about a run when the pull request that the run published is merged or closed. Called by housekeeping.ts for every
// subject of a scheduled scan, and by the App for the pull request of a webhook.

import { subjectOf } from '../changes/own-pull.js';
import type { Pull } from '../ports/index.js';
import type { RunRecord } from '../ports/run.js';
import { fieldsOf } from '../text/json.js';
import { runMessages } from '../text/lang/thread/index.js';
import { changeRun, post, type Services } from './services.js';
import { closedComments } from './thread.js';

/** The pull request that a run published; undefined if it published none, or has not ended. Reviews publish none. */
function publishedPull({ exclusive, end }: RunRecord): number | undefined {
  const { pull } = fieldsOf(end?.result);
  return exclusive && end?.outcome !== 'awaiting' && typeof pull === 'number' ? pull : undefined;
}

/** Edits the comments about the runs of a subject whose pull request was merged or closed since the last call. */
export async function noteClosedPulls(subject: string, services: Services): Promise<void> {
  const { store, github, target } = services;
  if (!github || !target || services.dryRun) return;
  const { runs } = await store.read(subject);
  const unnoted = runs.filter((record) => record.pullEnd === undefined && publishedPull(record) !== undefined);
  const numbers = [...new Set(unnoted.flatMap((record) => publishedPull(record) ?? []))];
  for (const number of numbers) {
    const pull = await github.pulls.read(number);
    if (!pull || pull.state === 'open') continue;
    await noteClosed(
      { subject, pull, state: pull.state, records: unnoted.filter((record) => publishedPull(record) === number) },
      services,
    );
  }
}

/** As `noteClosedPulls`, for the subject of a pull request that was closed or merged. */
export async function noteClosedPull(number: number, services: Services): Promise<void> {
  const { github, target } = services;
  if (github && target) await noteClosedPulls(await subjectOf(number, target.repo, github), services);
}

interface ClosedPull {
  readonly subject: string;
  readonly pull: Pull;
  readonly state: 'closed' | 'merged';
  readonly records: readonly RunRecord[];
}

async function noteClosed({ subject, pull, state, records }: ClosedPull, services: Services): Promise<void> {
  const { lang } = await services.settings();
  const pullEnd = runMessages(lang).pullClosed({ pull: pull.number, state, by: pull.mergedBy });
  for (const record of records) {
    const url = record.actions && pull.url.replace(/\/pull\/\d+$/, `/actions/runs/${record.actions.id}`);
    if (record.end) await post(closedComments(record, record.end, { lang, url, pullEnd }), services);
    await changeRun(services.store, { subject, run: record.run }, (current) => ({ ...current, pullEnd: state }));
  }
}
