// What follows the ending of a run: its check, its comment and its line in the ledger. publish.ts and local.ts use the parts;
// housekeeping.ts and signal.ts conclude a run whose `publish` does not run.

import type { Outcome, RunRecord } from '../ports/run.js';
import type { JobResults, PublishContext } from '../ports/workflow.js';
import { fieldsOf } from '../text/json.js';
import { actionsUrlOf } from './launch.js';
import { issueOf } from './record.js';
import { apply, historyOf, logRefused, post, type Services } from './services.js';
import { endComment } from './thread.js';

/** The context of a workflow's `publish` and `concludes`. */
export async function publishContextOf(
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
 * Concludes a run that was ended without its `publish`: concludes its check, edits its comment, and appends it to the ledger, which releases
 * the amount that the run had reserved of a daily budget.
 */
export async function concludeRun(
  record: RunRecord,
  outcome: Outcome,
  services: Services,
  { wasAwaiting }: { readonly wasAwaiting: boolean },
): Promise<void> {
  const { github, target, workflows, settings } = services;
  const url = actionsUrlOf(record, services);
  const workflow = workflows.find(({ name }) => name === record.workflow);
  if (github && target && workflow?.concludes) {
    // The id 0 says that no Actions run has claimed the run.
    const actions = record.actions ?? { id: 0, attempt: 0 };
    const verify = { result: 'cancelled', document: null, digest: undefined };
    const jobs: JobResults = { work: 'cancelled', verify, url: url ?? '', actions };
    const ctx = await publishContextOf({ record, jobs }, { ...services, github });
    await workflow.concludes(ctx, record.order).catch((error: unknown) => logRefused(error, services));
  }
  const shown = { lang: (await settings()).lang, url, limitUsd: record.budget?.usd };
  // A run whose question came from the gate has no comment of its own.
  const hasComment = !wasAwaiting || record.publishing !== undefined;
  await post(hasComment ? endComment(record, outcome, shown) : [], services);
  await appendToLedger(record, services);
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
