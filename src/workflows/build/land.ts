// After a wave: turns the changes of its tasks into a chain of commits, in task order, and verifies the end of the chain. If that fails,
// a binary search finds the task that broke it, and its change is left out. Called by execute.ts; open-build.ts takes the baseline.
import type { Diff } from '../../ports/index.js';
import type { WorkContext } from '../../ports/workflow.js';
import { compare, differences } from '../../verify/compare/index.js';
import { verifyOnce } from '../../verify/prove/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import type { Build } from './build.js';
import { bisect } from './rules/attempts.js';
import type { PlanTask } from './rules/plan.js';
import type { TaskResult } from './task.js';

/** The parts of a build that landing needs. */
export interface LandContext extends Pick<Build, 'repository' | 'verifications' | 'verifier' | 'base' | 'baseline'> {
  readonly ctx: Pick<WorkContext, 'step' | 'settings'>;
}

/** A task's change in the chain, relative to the commit before it. */
export interface Landed {
  readonly task: number;
  readonly title: string;
  readonly diff: Pick<Diff, 'text' | 'sha256' | 'files'>;
}

/** The result of merging the changes of a wave. */
export interface Landing {
  readonly landed: readonly Landed[];
  /** Tasks whose change was left out, with the reason. */
  readonly dropped: readonly { readonly task: number; readonly error: string }[];
  /** Verifications of the run so far. */
  readonly loops: number;
}

/** A wave whose tasks have run. */
export interface WaveToLand {
  /** The name of the wave in the journal: `2`, or `retry-2` in the second plan. */
  readonly wave: string;
  /** The commit that its tasks began from. */
  readonly commit: string;
  /** The changes of its tasks, in task order. */
  readonly changes: readonly { readonly task: PlanTask; readonly diff: NonNullable<TaskResult['diff']> }[];
  /** Runs a task's worker again on a commit, because of conflicts in these files. */
  readonly resolve: (task: PlanTask, commit: string, conflict: readonly string[]) => Promise<TaskResult>;
}

/** Lands a wave and returns the last commit of its chain. If it landed in an earlier process, only its commits are made again. */
export async function land(build: LandContext, waveToLand: WaveToLand): Promise<Landing & { readonly commit: string }> {
  const landing = await build.ctx.step(`landed ${waveToLand.wave}`, () => mergeWave(build, waveToLand));
  build.verifications.count = landing.loops;
  return { ...landing, commit: await commitChain(build, waveToLand.commit, landing.landed) };
}

/** Commits the changes in order on top of a commit and returns the last commit. */
async function commitChain({ repository }: LandContext, commit: string, landed: readonly Landed[]): Promise<string> {
  let at = commit;
  for (const { diff, title } of landed) at = await repository.commit(at, diff, title);
  return at;
}

/** Merges the changes of a wave, and drops tasks until the verification passes. */
async function mergeWave(build: LandContext, waveToLand: WaveToLand): Promise<Landing> {
  const dropped: { task: number; error: string }[] = [];
  let chain: readonly Landed[] = [];
  for (const { task, diff } of waveToLand.changes) {
    const next = await mergeTask(build, { ...waveToLand, chain, task, diff });
    if ('error' in next) dropped.push({ task: task.id, error: next.error });
    else chain = [...chain, next];
  }
  while (chain.length > 0) {
    const broken = await findBreakingTask(build, waveToLand.commit, chain);
    if (broken === null) break;
    const breaking = chain[broken.found - 1];
    if (!breaking) break;
    dropped.push({ task: breaking.task, error: broken.error });
    chain = await dropTask(build, { ...waveToLand, chain, task: breaking.task, dropped });
  }
  return { landed: chain, dropped, loops: build.verifications.count };
}

/** A task to merge onto the chain. */
interface TaskToMerge extends WaveToLand {
  readonly chain: readonly Landed[];
  readonly task: PlanTask;
  readonly diff: NonNullable<TaskResult['diff']>;
}

/** Merges a change three-way onto the chain. On a conflict the task's worker makes its change once more, on the merged tree. */
async function mergeTask(build: LandContext, taskToMerge: TaskToMerge): Promise<Landed | { readonly error: string }> {
  const { repository } = build;
  const { task, diff, chain, commit } = taskToMerge;
  const end = await commitChain(build, commit, chain);
  const change = await repository.commit(commit, diff, task.title);
  const result = await repository.merge(end, change, task.title);
  if (result.is === 'merged') {
    const { text, sha256, files } = await repository.diff(end, result.commit);
    return { task: task.id, title: task.title, diff: { text, sha256, files } };
  }
  const again = await taskToMerge.resolve(task, end, result.files);
  if (again.diff) return { task: task.id, title: task.title, diff: again.diff };
  return { error: `merge conflict in ${result.files.slice(0, 5).join(', ')}` };
}

interface TaskToDrop extends Pick<TaskToMerge, 'chain' | 'commit'> {
  readonly task: number;
  /** Tasks whose changes depend on the dropped one are added here. */
  readonly dropped: { task: number; error: string }[];
}

/** The chain without one task. Later changes that depend on it are left out too. */
async function dropTask(build: LandContext, taskToDrop: TaskToDrop): Promise<readonly Landed[]> {
  const { repository } = build;
  const { chain, task, commit, dropped } = taskToDrop;
  const remaining: Landed[] = [];
  let end = commit;
  for (const each of chain) {
    if (each.task === task) continue;
    // A change that does not apply was made on top of the dropped one.
    const applied = await repository.commit(end, each.diff, each.title).catch(() => null);
    if (applied === null) dropped.push({ task: each.task, error: `its change cannot stand without task_${task}` });
    else {
      remaining.push(each);
      end = applied;
    }
  }
  return remaining;
}

/** The task that breaks the verification, and why it fails. */
interface BreakingTask {
  /** Its place in the chain, from 1. */
  readonly found: number;
  readonly error: string;
}

/** The first task whose merge fails the verification; null if the whole chain passes. */
async function findBreakingTask(
  build: LandContext,
  commit: string,
  chain: readonly Landed[],
): Promise<BreakingTask | null> {
  let [good, bad] = [0, chain.length];
  let error = await verificationFailure(build, await commitChain(build, commit, chain));
  if (error === null) return null;
  for (;;) {
    const step = bisect(good, bad);
    if ('found' in step) return { found: step.found, error };
    const failure = await verificationFailure(build, await commitChain(build, commit, chain.slice(0, step.next)));
    if (failure === null) good = step.next;
    else [bad, error] = [step.next, failure];
  }
}

/** Why a commit fails verification; null if nothing fails that passed at the baseline. */
async function verificationFailure(build: LandContext, commit: string): Promise<string | null> {
  const { ctx, verifications, verifier, base } = build;
  const baseline = await build.baseline();
  verifications.count += 1;
  const ref = `loop-${verifications.count}` as const;
  const verifyCommit = async (only?: Parameters<typeof verifier>[0]['only']): Promise<VerificationRecord> => {
    const checkout = await build.repository.checkOut(commit);
    try {
      return await verifier({ tree: checkout.tree, ref, commit: base, dirty: true, ...(only && { only }) });
    } finally {
      await checkout.close();
    }
  };
  const record = await verifyOnce(ctx, `verification ${ref}`, () => verifyCommit());
  // A repository without a pipeline has nothing that could fail.
  if (record.steps.length === 0) return null;
  const comparison = await ctx.step(`comparison ${ref}`, async () =>
    compare({
      base: baseline,
      head: record,
      again: { base: [], head: await rerunFailures(build, { baseline, record, verifyAgain: verifyCommit }) },
    }),
  );
  const { verdict, broken, refused, silenced, reasons } = comparison;
  if (verdict === 'better' || verdict === 'same') return null;
  const what = [...broken, ...refused, ...silenced].slice(0, 3).join(', ');
  return `the verification after its merge failed: ${what || reasons[0] || verdict}`;
}

/** Returns a function that verifies the base commit once and then returns the same record. */
export function baselineOf(context: Omit<LandContext, 'verifications' | 'baseline'>): Build['baseline'] {
  const { ctx, repository, verifier, base } = context;
  let baseline: Promise<VerificationRecord> | undefined;
  const verify = async () => {
    const checkout = await repository.checkOut(repository.base);
    try {
      return await verifier({ tree: checkout.tree, ref: 'baseline', commit: base, dirty: false });
    } finally {
      await checkout.close();
    }
  };
  return () => {
    baseline ??= verifyOnce(ctx, 'verification baseline', verify);
    return baseline;
  };
}

/** A verification with new failures, and the baseline that they are compared with. */
interface RerunInput {
  readonly baseline: VerificationRecord;
  readonly record: VerificationRecord;
  /** Verifies the same commit again, only with the given tests. */
  readonly verifyAgain: (only: Parameters<Build['verifier']>[0]['only']) => Promise<VerificationRecord>;
}

/** Verifies new failures again, so that a flaky test drops no task. Returns the records of these verifications. */
async function rerunFailures(
  build: LandContext,
  { baseline, record, verifyAgain }: RerunInput,
): Promise<readonly VerificationRecord[]> {
  const reruns: VerificationRecord[] = [];
  for (let round = 0; round < build.ctx.settings.config.verify.reruns; round += 1) {
    const { head: failures } = differences({ base: baseline, head: record, again: { base: [], head: reruns } });
    if (failures.length === 0) break;
    reruns.push(await verifyAgain(failures));
  }
  return reruns;
}
