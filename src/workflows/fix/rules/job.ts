// The job of a fix, which is the part of the order that `work` carries out: the task, its limits, and the earlier change or report that it
// starts from. `apply` and `retry` take it from the journal of an earlier run. Pure. Used throughout `fix`, and by the work phase of
// `task`.

import * as z from 'zod';
import type { Role } from '../../../agent/role.js';
import { answerTo } from '../../../agent/signals.js';
import { questionId } from '../../../agent/tool.js';
import type { Command } from '../../../commands/index.js';
import { UserError } from '../../../ports/errors.js';
import type { CheckoutDifferences } from '../../../ports/index.js';
import type { RunHistory } from '../../../ports/run.js';
import { lastStepValue, type StepValues, stepValue } from '../../../runs/journal-steps.js';
import type { ReadingPlace } from '../../../text/lang/agent/asks.js';
import { sanitize } from '../../../text/sanitize.js';
import type { Leftover } from '../../../verify/run-tree.js';
import { currentTask, type Task } from './brief.js';
import type { ReviewRequest } from './requests.js';
import type { RoundFailures } from './review.js';
import { type EditorAnswer, editorAnswer, type StuckReport, stuckReport } from './schemas.js';

/** The diff of a dry run, to be applied. */
export interface Proposal {
  /** The id of the dry run. */
  readonly run: string;
  readonly diff: {
    readonly base: string;
    readonly sha256: string;
    readonly files: readonly string[];
    readonly text: string;
  };
  /** The Editor's answer in the dry run. */
  readonly answer: EditorAnswer;
}

/** The part of a fix's order that the work phase carries out. The run record stores it. */
export interface Job {
  readonly task: Task;
  readonly scope: readonly string[];
  readonly dryRun: boolean;
  /** The login whose daily budget is charged. Undefined at a terminal. */
  readonly by?: string | undefined;
  /** `/crew plan`: a person approves a plan first. */
  readonly wantsPlan: boolean;
  /** `--budget`. */
  readonly budgetUsd?: number | undefined;
  /** `--base` at a terminal: the branch whose commit is the base. */
  readonly branch?: string | undefined;
  /** `retry`: the report of the stuck run, and its change if the tree still holds it. */
  readonly report?: StuckReport | undefined;
  readonly leftover?: Leftover | undefined;
  /** `apply`: the diff of the dry run. */
  readonly proposal?: Proposal | undefined;
  /** The change of the previous round. */
  readonly previousChange?: StepValues['diff'] | undefined;
  /** Set if the pull request conflicts with its base. `previousChange` is then the merge, and `files` are the conflicting files. */
  readonly merge?: { readonly base: string; readonly files: readonly string[] } | undefined;
}

/** The job of `fix` and `plan`. */
export function newJob(
  input: FixInput | Extract<CommandInput, { is: 'plan' }>,
  { issue, review, target }: Pick<Task, 'issue' | 'review'> & { readonly target?: object | undefined },
): Job {
  // The text after the command is the task. It is not listed again as a review request.
  const isOther = ({ from, comments }: ReviewRequest) =>
    from === 'thread' || !comments.every(({ text }) => input.what.includes(text));
  const otherReview = review && { ...review, requests: review.requests.filter(isOther) };
  const task: Task = {
    text: input.what,
    ...(issue ? { issue } : {}),
    ...(otherReview ? { review: otherReview } : {}),
  };
  if (input.is === 'plan') return { task, scope: [], dryRun: input.dryRun, wantsPlan: true };
  const { scope, dryRun, budgetUsd, base } = input;
  // With a target, the work job has checked out the right commit.
  return { task, scope, dryRun, wantsPlan: false, budgetUsd, branch: target ? undefined : base };
}

/** The fields of an ending's result that a later run reads. `applied`: the digest of the dry run's diff that the run applied. */
const endResult = z.object({
  answer: editorAnswer.optional(),
  report: stuckReport.optional(),
  applied: z.string().optional(),
});

const endResultOf = ({ record }: RunHistory): z.output<typeof endResult> => {
  const read = endResult.safeParse(record.end?.result);
  return read.success ? read.data : {};
};

/** The job in a recorded order: of a fix, or of a task that runs a fix. */
function recordedJob({ record }: RunHistory): Job | undefined {
  const order = record.order as { readonly job?: Job; readonly fix?: { readonly job?: Job } | null } | undefined;
  return order?.job ?? order?.fix?.job;
}

/** The name of the journal step in which a task records the Editor's answer about its proposed change. */
export const PROPOSED = 'proposed answer';

/** The job of `retry`: task, limits and stuck report of the newest stuck run. Throws a UserError if there is none. */
export function retryJob(earlier: readonly RunHistory[], place: ReadingPlace): Job {
  for (const each of earlier) {
    const { report } = endResultOf(each);
    const job = recordedJob(each);
    if (each.record.end?.outcome !== 'stuck' || !report || !job) continue;
    const apart = stepValue<{ readonly apart: CheckoutDifferences }>(each.steps, 'base')?.apart ?? {};
    const leftover = report.tried ? { sha256: report.tried.sha256, apart } : undefined;
    const { scope, budgetUsd, branch } = job;
    return {
      task: retriedTask(each, job),
      scope,
      dryRun: false,
      wantsPlan: false,
      budgetUsd,
      branch,
      report,
      leftover,
    };
  }
  const unfinished = earlier.find((each) => recordedJob(each) && !each.record.end)?.record;
  const continueCommand = place === 'thread' ? '/crew continue' : `crew continue --run ${unfinished?.run}`;
  const remedy = unfinished
    ? `\`${continueCommand}\` goes on with that one.`
    : `See \`${place === 'thread' ? '/crew status' : 'crew list'}\`.`;
  throw refused(
    'a run of fix that ended stuck',
    unfinished ? `${unfinished.run}, which never came to its end` : 'none here',
    remedy,
  );
}

/**
 * The task of an earlier run with the answer to its gate's question. Failures of its rounds are dropped, because `retry` starts from the
 * base again.
 */
function retriedTask({ record: { run, signals } }: RunHistory, { task: { news: _, ...task } }: Job): Task {
  const answer = answerTo(signals, questionId('q', run)) ?? task.answer;
  return { ...currentTask(task), ...(answer === undefined ? {} : { answer }) };
}

/**
 * The job of `apply`: the unapplied dry run with this hash, or the only unapplied one. Throws a UserError if there is none or more than
 * one.
 */
export function applyJob(
  earlier: readonly RunHistory[],
  { hash, place }: { hash: string | undefined; place: ReadingPlace },
): Job {
  const applied = new Set(earlier.flatMap((each) => endResultOf(each).applied ?? []));
  const proposals = earlier.flatMap((each): readonly (Proposal & { readonly job: Job })[] => {
    const answer = endResultOf(each).answer ?? editorAnswer.safeParse(stepValue(each.steps, PROPOSED)).data;
    const diff = lastStepValue(each.steps, 'diff');
    const job = recordedJob(each);
    const isPlanned = each.record.end?.outcome === 'planned';
    if (!isPlanned || !answer || !diff || !job || applied.has(diff.sha256)) return [];
    return [{ run: each.record.run, diff, answer, job }];
  });
  const matching = proposals.filter(({ diff }) => hash === undefined || diff.sha256.startsWith(hash));
  const digests = [...new Set(matching.map(({ diff }) => diff.sha256))];
  const [proposal] = matching;
  if (!proposal || digests.length !== 1) throw noSingleDryRun(digests, { hash, applied, place });
  const { job, ...rest } = proposal;
  return { ...job, dryRun: false, wantsPlan: false, proposal: rest };
}

function noSingleDryRun(
  digests: readonly string[],
  { hash, applied, place }: { hash: string | undefined; applied: ReadonlySet<string>; place: ReadingPlace },
): UserError {
  const earlierHash = hash === undefined ? undefined : [...applied].find((each) => each.startsWith(hash));
  if (earlierHash !== undefined)
    return refused('a dry run to apply', `${earlierHash.slice(0, 12)}, which is applied already`, 'Make another one.');
  if (digests.length === 0)
    return refused(
      'a dry run to apply',
      hash === undefined ? 'none' : `none whose digest begins with ${hash}`,
      `Make one with \`${place === 'thread' ? '/' : ''}crew fix --dry-run\`.`,
    );
  const names = digests.map((each) => each.slice(0, 12)).join(', ');
  return refused('the digest of one dry run', `${digests.length} that are open`, `Name one of ${names}.`);
}

/** The job of a follow-up round: the same task and limits, with what failed. */
export function followUpJob(
  job: Job,
  { news, previousChange }: { news: RoundFailures; previousChange: StepValues['diff'] | undefined },
): Job {
  const { scope, report, budgetUsd } = job;
  return {
    task: { ...job.task, news },
    scope,
    report,
    dryRun: false,
    wantsPlan: false,
    budgetUsd,
    // After failed checks of the repository, the tree contains the previous change already.
    ...(news.why === 'verify' && previousChange ? { previousChange } : {}),
  };
}

const refused = (expected: string, found: string, remedy: string): UserError =>
  new UserError({ expected, found, remedy, ends: 'refused' });

/** Returns the job. Throws a UserError if its dry run was made on another commit than the target's. */
export function refuseOtherCommit(job: Job, commit: string | undefined): Job {
  if (commit !== undefined && job.proposal && job.proposal.diff.base !== commit)
    throw staleDryRun(job.proposal, commit);
  return job;
}

/** The error for a dry run whose branch has moved since. */
export const staleDryRun = ({ run, diff }: Proposal, head: string): UserError =>
  refused(
    `the commit ${diff.base.slice(0, 12)}, on which the dry run was made`,
    head.slice(0, 12),
    `Make the dry run again, or merge it three ways by hand: \`crew show ${run} --json | jq -r .diff.text | git apply --3way\`.`,
  );

/** The arguments of `/crew fix`. */
interface FixInput {
  readonly is: 'fix';
  /** The person's words, sanitised; empty if the issue says it all. */
  readonly what: string;
  readonly dryRun: boolean;
  readonly scope: readonly string[];
  readonly budgetUsd?: number | undefined;
  readonly base?: string | undefined;
}

type CommandInput =
  | FixInput
  | { readonly is: 'plan'; readonly what: string; readonly dryRun: boolean }
  | { readonly is: 'apply'; readonly hash?: string | undefined; readonly dryRun: boolean }
  | { readonly is: 'retry'; readonly dryRun: boolean };

/** Reads the arguments of a command. `dryRun` is the flag of the entry point. */
export function inputFromCommand(command: Command, dryRun: boolean): CommandInput {
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
