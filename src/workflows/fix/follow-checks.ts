// Starts a further round of a fix after the repository's own checks failed on the commit that crew published. Called by settle
// (src/action/settle.ts) after a `workflow_run` event and by the App (src/app) after a `check_suite` event.
import { issueOfBranch } from '../../changes/own-pull.js';
import type { RunRecord, SubjectRecord, Update } from '../../ports/run.js';
import { startActionsRun } from '../../runs/launch.js';
import { followUpOf } from '../../runs/publish.js';
import { countRounds, runIn, statusOf, withRun } from '../../runs/record.js';
import type { Services } from '../../runs/services.js';
import type { FixOrder } from './gate.js';
import { followUpJob } from './rules/job.js';
import { checkFailures, splitByBaseChecks } from './rules/review.js';
import { requestsNow } from './subject.js';

/** A commit on a branch whose checks failed. */
export interface FailedChecks {
  readonly branch: string;
  readonly sha: string;
}

/**
 * Starts a further round of a fix if the repository's checks failed on the commit that crew published last. Returns the id of the new run.
 * Returns null and starts nothing if a newer commit is on the branch, the same checks fail on the base, another run of the subject runs or
 * waits, no round or budget is left, or the requester has lost write access.
 */
export async function followFailedChecks({ branch, sha }: FailedChecks, services: Services): Promise<string | null> {
  const { store, github, clock, settings } = services;
  const issue = issueOfBranch(branch);
  if (issue === null || !github) return null;
  const subject = `issue-${issue}`;
  const record = await store.read(subject);
  const last = lastPublished(record, sha);
  if (!last || last.stopFollowUps) return null;
  const { config } = await settings();
  const rounds = countRounds(record.runs, { run: last.run, why: 'ci' });
  const leftUsd = (last.budget?.usd ?? 0) - (last.spent?.usd ?? 0);
  if (rounds >= config.fix['ci-rounds'] || leftUsd <= 0) return null;
  if ((await github.branches.head(branch)) !== sha) return null;
  const pull = (await github.pulls.listByBranch(branch)).find(({ state }) => state === 'open');
  if (!pull || pull.head.sha !== sha) return null;
  const { state, failures } = await github.ci.read(sha);
  if (state !== 'red') return null;
  const { own } = splitByBaseChecks(failures, await github.ci.readBase(pull.base.branch));
  if (own.length === 0) return null;
  const { by } = last.request;
  const permission = by ? await github.people.permission(by.login) : 'none';
  if (permission !== 'admin' && permission !== 'write') return null;
  const order = last.order as FixOrder;
  const target = order.target && {
    ...order.target,
    at: sha,
    commit: sha,
    pull: { number: pull.number, isCrews: true },
  };
  const requests = await requestsNow(github, { pull: pull.number, records: record.runs });
  // The failed checks go into `news` below. `red` stays empty, so that the Editor does not read them twice.
  const task = { ...order.job.task, review: { requests, red: [] } };
  const job = followUpJob({ ...order.job, task }, { news: checkFailures(own), previousChange: undefined });
  const round = followUpOf(last, { why: 'ci', order: { ...order, job, target } }, { clock }, branch);
  const started = await store.update<string | null>(subject, (current): Update<string | null> => {
    if (runIn(current, round.run)) return { record: 'unchanged', value: round.run };
    const isBusy = current.runs.some(
      (each) => each.exclusive && ['running', 'awaiting'].includes(statusOf(each, clock.now())),
    );
    return isBusy ? { record: 'unchanged', value: null } : { record: withRun(current, round), value: round.run };
  });
  if (started) await startActionsRun({ subject, run: started }, services);
  return started;
}

/** Returns the newest run that changed the branch, if it is a fix that published this commit; else undefined. */
function lastPublished({ runs }: SubjectRecord, sha: string): RunRecord | undefined {
  const last = runs.findLast(
    ({ exclusive, end }) => exclusive && (end?.outcome === 'done' || end?.outcome === 'partial'),
  );
  const { sha: published } = (last?.end?.result ?? {}) as { sha?: unknown };
  return published === sha && last?.workflow === 'fix' ? last : undefined;
}
