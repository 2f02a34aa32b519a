// What one run of a fix is about: a task, its bounds, and what it goes on from. Read off the order, and for what goes on from an
// earlier run off that run's journal.

import * as z from 'zod';
import type { Role } from '../../../agent/role.js';
import { answerTo } from '../../../agent/signals.js';
import { questionId } from '../../../agent/tool.js';
import type { Command } from '../../../commands/index.js';
import { UserError } from '../../../ports/errors.js';
import type { CheckoutDifferences } from '../../../ports/index.js';
import type { RunHistory } from '../../../ports/run.js';
import { lastOf, type Recorded, stepOf } from '../../../runs/journal-steps.js';
import type { Place } from '../../../text/lang/agent/messages.js';
import { sanitize } from '../../../text/sanitize.js';
import type { Leftover } from '../../../verify/run-tree.js';
import type { Task } from './brief.js';
import type { RoundFailures } from './review.js';
import { type EditorAnswer, editorAnswer, type StuckReport, stuckReport } from './schemas.js';

/** The change of a dry run, to be made for real. */
export interface Proposal {
  readonly run: string;
  readonly diff: {
    readonly base: string;
    readonly sha256: string;
    readonly files: readonly string[];
    readonly text: string;
  };
  /** What the Editor said of it then. */
  readonly answer: EditorAnswer;
}

export interface Job {
  readonly task: Task;
  readonly scope: readonly string[];
  readonly dryRun: boolean;
  /** Whose day's budget it is; at a terminal there is nobody else. */
  readonly by?: string | undefined;
  /** A person wants to see a plan first. */
  readonly wantsPlan: boolean;
  readonly budgetUsd?: number | undefined;
  readonly branch?: string | undefined;
  readonly report?: StuckReport | undefined;
  readonly leftover?: Leftover | undefined;
  readonly proposal?: Proposal | undefined;
  /** The change of the round before, to be gone on from. */
  readonly previousChange?: Recorded['diff'] | undefined;
  /** The pull request conflicts with its base: `ground` is the merge of the two. */
  readonly merge?: { readonly base: string; readonly files: readonly string[] } | undefined;
}

/** The job of an order that begins something. */
export function newJob(
  order: FixOrder | Extract<Order, { is: 'plan' }>,
  { issue, review, target }: Pick<Task, 'issue' | 'review'> & { readonly target?: object | undefined },
): Job {
  const task: Task = { text: order.what, ...(issue ? { issue } : {}), ...(review ? { review } : {}) };
  if (order.is === 'plan') return { task, scope: [], dryRun: order.dryRun, wantsPlan: true };
  const { scope, dryRun, budgetUsd, base } = order;
  // Aimed at something, it is on the right commit by that.
  return { task, scope, dryRun, wantsPlan: false, budgetUsd, branch: target ? undefined : base };
}

const ended = z.object({
  answer: editorAnswer.optional(),
  report: stuckReport.optional(),
  applied: z.string().optional(),
});

const leftBy = ({ record }: RunHistory): z.output<typeof ended> => {
  const read = ended.safeParse(record.end?.result);
  return read.success ? read.data : {};
};

/** The job of a run: what its gate ordered, also as a part of the order of a task. */
function jobOf({ record }: RunHistory): Job | undefined {
  const order = record.order as { readonly job?: Job; readonly fix?: { readonly job?: Job } | null } | undefined;
  return order?.job ?? order?.fix?.job;
}

/** A task writes down under this name what is said of the change that it proposes. */
export const PROPOSED = 'proposed answer';

/** What is tried again: the newest that ended stuck. It gets the same task and that run's report, and nothing else of it but its bounds. */
export function retryOf(earlier: readonly RunHistory[], place: Place): Job {
  for (const each of earlier) {
    const { report } = leftBy(each);
    const job = jobOf(each);
    if (each.record.end?.outcome !== 'stuck' || !report || !job) continue;
    const apart = stepOf<{ readonly apart: CheckoutDifferences }>(each.steps, 'base')?.apart ?? {};
    const leftover = report.tried ? { sha256: report.tried.sha256, apart } : undefined;
    const { scope, budgetUsd, branch } = job;
    return { task: taskAgain(each, job), scope, dryRun: false, wantsPlan: false, budgetUsd, branch, report, leftover };
  }
  const cut = earlier.find((each) => jobOf(each) && !each.record.end)?.record;
  const continueCommand = place === 'thread' ? '/crew continue' : `crew continue --run ${cut?.run}`;
  const remedy = cut
    ? `\`${continueCommand}\` goes on with that one.`
    : `See \`${place === 'thread' ? '/crew status' : 'crew list'}\`.`;
  throw refused('a run of fix that ended stuck', cut ? `${cut.run}, which never came to its end` : 'none here', remedy);
}

/** The whole task, with what was answered before anything began; what a round before it had found was about a tree that is gone. */
function taskAgain({ record: { run, signals } }: RunHistory, { task: { news: _, ...task } }: Job): Task {
  const answer = answerTo(signals, questionId('q', run)) ?? task.answer;
  return answer === undefined ? task : { ...task, answer };
}

/** What is applied: the open dry run of this name, or the only one that is open. */
export function applyOf(
  earlier: readonly RunHistory[],
  { hash, place }: { hash: string | undefined; place: Place },
): Job {
  const applied = new Set(earlier.flatMap((each) => leftBy(each).applied ?? []));
  const open = earlier.flatMap((each): readonly (Proposal & { readonly job: Job })[] => {
    const answer = leftBy(each).answer ?? stepOf<EditorAnswer>(each.steps, PROPOSED);
    const diff = lastOf(each.steps, 'diff');
    const job = jobOf(each);
    const isPlanned = each.record.end?.outcome === 'planned';
    if (!isPlanned || !answer || !diff || !job || applied.has(diff.sha256)) return [];
    return [{ run: each.record.run, diff, answer, job }];
  });
  const meant = open.filter(({ diff }) => hash === undefined || diff.sha256.startsWith(hash));
  const digests = [...new Set(meant.map(({ diff }) => diff.sha256))];
  const [proposal] = meant;
  if (!proposal || digests.length !== 1) throw noneOrMany(digests, { hash, applied, place });
  const { job, ...rest } = proposal;
  return { ...job, dryRun: false, wantsPlan: false, proposal: rest };
}

function noneOrMany(
  digests: readonly string[],
  { hash, applied, place }: { hash: string | undefined; applied: ReadonlySet<string>; place: Place },
): UserError {
  const done = hash === undefined ? undefined : [...applied].find((each) => each.startsWith(hash));
  if (done !== undefined)
    return refused('a dry run that is open', `${done.slice(0, 12)}, which is applied already`, 'Make another one.');
  if (digests.length === 0)
    return refused(
      'a dry run that is open',
      hash === undefined ? 'none' : `none whose digest begins with ${hash}`,
      `Make one with \`${place === 'thread' ? '/' : ''}crew fix --dry-run\`.`,
    );
  const names = digests.map((each) => each.slice(0, 12)).join(', ');
  return refused('the digest of one dry run', `${digests.length} that are open`, `Name one of ${names}.`);
}

/** One more round: the same task with what came out since, within the same bounds. */
export function roundOf(
  job: Job,
  { news, previousChange }: { news: RoundFailures; previousChange: Recorded['diff'] | undefined },
): Job {
  const { scope, report, budgetUsd } = job;
  return {
    task: { ...job.task, news },
    ...{ scope, report, dryRun: false, wantsPlan: false, budgetUsd },
    // Failing checks of the repository are about a commit that is part of the tree now.
    ...(news.why === 'verify' && previousChange ? { previousChange } : {}),
  };
}

const refused = (expected: string, found: string, remedy: string): UserError =>
  new UserError({ expected, found, remedy, ends: 'refused' });

/** Only on the commit on which it was made, where that is known already. */
export function appliedOn(job: Job, commit: string | undefined): Job {
  if (commit !== undefined && job.proposal && job.proposal.diff.base !== commit) throw stale(job.proposal, commit);
  return job;
}

/** The commit moved on since the dry run was made. */
export const stale = ({ run, diff }: Proposal, head: string): UserError =>
  refused(
    `the commit ${diff.base.slice(0, 12)}, on which the dry run was made`,
    head.slice(0, 12),
    `Make the dry run again, or merge it three ways by hand: \`crew show ${run} --json | jq -r .diff.text | git apply --3way\`.`,
  );

interface FixOrder {
  readonly is: 'fix';
  /** In the person's words, sanitised; empty where the issue says it all. */
  readonly what: string;
  readonly dryRun: boolean;
  readonly scope: readonly string[];
  readonly budgetUsd?: number | undefined;
  readonly base?: string | undefined;
}

type Order =
  | FixOrder
  | { readonly is: 'plan'; readonly what: string; readonly dryRun: boolean }
  | { readonly is: 'apply'; readonly hash?: string | undefined; readonly dryRun: boolean }
  | { readonly is: 'retry'; readonly dryRun: boolean };

/** Reads it; `dryRun` is what the door was told besides. */
export function orderOf(command: Command, dryRun: boolean): Order {
  const plain = (text = '') => sanitize(text).text.trim();
  switch (command.name) {
    case 'fix': {
      const { what, scope, budgetUsd, base } = command.args;
      return { is: 'fix', what: plain(what), dryRun: dryRun || command.args.dryRun, scope, budgetUsd, base };
    }
    case 'plan':
      return { is: 'plan', what: plain(command.args.what), dryRun };
    case 'apply':
      return { is: 'apply', hash: command.args.hash?.toLowerCase(), dryRun };
    case 'retry':
      return { is: 'retry', dryRun };
    default:
      throw new Error('a command that orders no fix came here');
  }
}

/** The role's limits; `--budget` replaces its cost limit. */
export const limitsOf = ({ limits }: Role, { budgetUsd = limits.usd }: Job): Role['limits'] => ({
  ...limits,
  usd: budgetUsd,
});
