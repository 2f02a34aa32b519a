// What an Actions run that ended left open, and further rounds after failing checks. Started by `workflow_run`, or by an App's
// `check_suite`; nothing waits or polls.

import { issueOfBranch } from '../changes/own-pull.js';
import type { RunRecord, SubjectRecord, Update } from '../ports/run.js';
import type { FixOrder } from '../workflows/fix/gate.js';
import { roundOf } from '../workflows/fix/rules/job.js';
import { ciNews } from '../workflows/fix/rules/news.js';
import { parted } from '../workflows/fix/rules/parted.js';
import { runMessages } from './messages.js';
import { startActionsRun, undelivered } from './proceed.js';
import { followUpOf } from './publish.js';
import { runIn, statusOf, withRun } from './record.js';
import { apply, type Services } from './services.js';

/** An Actions run that has ended. */
export interface Ended {
  readonly id: number;
  /** `crew #12 issue_comment-345`, as the template's run-name says; other titles name no subject. */
  readonly title: string;
}

export interface Open {
  readonly subject: string;
  readonly run: string;
}

/** The runs that an ended Actions run had claimed and that have no ending. */
export async function openRuns({ id, title }: Ended, { store }: Services): Promise<readonly Open[]> {
  const [, number] = /^crew #(\d+)\b/.exec(title) ?? [];
  const subjects = number === undefined ? await store.subjects() : [`issue-${number}`, `pr-${number}`];
  const found = await openIn(subjects, id, store);
  // A comment on crew's pull request belongs to the subject of its issue.
  return found.length > 0 || number === undefined ? found : openIn(await store.subjects(), id, store);
}

async function openIn(subjects: readonly string[], id: number, store: Services['store']): Promise<readonly Open[]> {
  const records: readonly SubjectRecord[] = await Promise.all(subjects.map((subject) => store.read(subject)));
  return records.flatMap(({ subject, runs }) =>
    runs.filter(({ end, actions }) => !end && actions?.id === id).map(({ run }) => ({ subject, run })),
  );
}

/** The gate died before its first write: whoever asked is told once. */
export async function tellUnrecorded(
  { title, url }: { title: string; url: string },
  services: Services,
): Promise<boolean> {
  const [, number, event] = /^crew #(\d+) (\S+)$/.exec(title) ?? [];
  if (number === undefined || event === undefined) return false;
  const { lang } = await services.settings();
  const body = runMessages(lang).unrecorded(url);
  const slot = `lost:${event
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
    .slice(0, 40)}`;
  await apply([{ kind: 'comment', issue: Number(number), slot, body }], services).catch((error) =>
    undelivered(error, services),
  );
  return true;
}

export interface FailedChecks {
  readonly branch: string;
  readonly sha: string;
}

/**
 * Starts a further round of a fix when the repository's own checks failed on the commit that crew published last. Refused where
 * somebody pushed since, the same checks fail on the base, something runs or waits on the subject, or rounds, budget or the
 * requester's permission are used up.
 */
export async function followFailedChecks({ branch, sha }: FailedChecks, services: Services): Promise<string | null> {
  const { store, github, clock, settings } = services;
  const issue = issueOfBranch(branch);
  if (issue === null || !github) return null;
  const subject = `issue-${issue}`;
  const last = lastPublished(await store.read(subject), sha);
  if (!last || last.stopFollowUps) return null;
  const { config } = await settings();
  const rounds = last.follows?.why === 'ci' ? last.follows.round - 1 : 0;
  const leftUsd = (last.budget?.usd ?? 0) - (last.spent?.usd ?? 0);
  if (rounds >= config.fix['ci-rounds'] || leftUsd <= 0) return null;
  if ((await github.branches.head(branch)) !== sha) return null;
  const pull = (await github.pulls.from(branch)).find(({ state }) => state === 'open');
  if (!pull || pull.head.sha !== sha) return null;
  const { state, failures } = await github.ci.on(sha);
  if (state !== 'red') return null;
  const { own } = parted(failures, await github.ci.base(pull.base.branch));
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
  const job = roundOf(order.job, { news: ciNews(own), ground: undefined });
  const round = followUpOf(last, { why: 'ci', order: { ...order, job, target } }, { clock }, branch);
  const started = await store.update<string | null>(subject, (now): Update<string | null> => {
    if (runIn(now, round.run)) return { record: 'unchanged', value: round.run };
    const busy = now.runs.some(
      (each) => each.exclusive && ['running', 'awaiting'].includes(statusOf(each, clock.now())),
    );
    return busy ? { record: 'unchanged', value: null } : { record: withRun(now, round), value: round.run };
  });
  if (started) await startActionsRun({ subject, run: started }, services);
  return started;
}

/** The newest run of a fix, where it published this commit. */
function lastPublished({ runs }: SubjectRecord, sha: string): RunRecord | undefined {
  const last = runs.findLast(({ exclusive, end }) => exclusive && end?.outcome === 'done');
  const { sha: published } = (last?.end?.result ?? {}) as { sha?: unknown };
  return published === sha && last?.workflow === 'fix' ? last : undefined;
}
