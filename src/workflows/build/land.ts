// After a wave: turns the changes of its tasks into a chain of commits, in task order, and verifies the end of the chain. If that fails,
// bisects for the task that broke it and leaves its change out.
import type { Diff } from '../../ports/index.js';
import type { WorkContext } from '../../ports/workflow.js';
import { compare, differences } from '../../verify/compare/index.js';
import { verifyOnce } from '../../verify/prove/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import type { Build } from './build.js';
import { bisect } from './rules/attempts.js';
import type { PlanTask } from './rules/plan.js';
import type { TaskResult } from './task.js';

/** What landing a wave needs of a build. */
export interface LandContext extends Pick<Build, 'repository' | 'loops' | 'verifier' | 'base' | 'baseline'> {
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

export interface WaveToLand {
  readonly wave: string;
  readonly commit: string;
  readonly done: readonly { readonly task: PlanTask; readonly diff: NonNullable<TaskResult['diff']> }[];
  /** Runs a task's worker again on a commit, because of conflicts in these files. */
  readonly resolve: (task: PlanTask, commit: string, conflict: readonly string[]) => Promise<TaskResult>;
}

/** Lands a wave and returns the last commit of its chain. A wave that landed in an earlier process is only committed again. */
export async function land(build: LandContext, waveToLand: WaveToLand): Promise<Landing & { readonly commit: string }> {
  const landing = await build.ctx.step(`landed ${waveToLand.wave}`, () => mergeWave(build, waveToLand));
  build.loops.count = landing.loops;
  return { ...landing, commit: await commitChain(build, waveToLand.commit, landing.landed) };
}

async function commitChain({ repository }: LandContext, commit: string, landed: readonly Landed[]): Promise<string> {
  let at = commit;
  for (const { diff, title } of landed) at = await repository.commit(at, diff, title);
  return at;
}

async function mergeWave(build: LandContext, waveToLand: WaveToLand): Promise<Landing> {
  const dropped: { task: number; error: string }[] = [];
  let chain: readonly Landed[] = [];
  for (const { task, diff } of waveToLand.done) {
    const next = await mergeTask(build, { ...waveToLand, chain, task, diff });
    if ('error' in next) dropped.push({ task: task.id, error: next.error });
    else chain = [...chain, next];
  }
  while (chain.length > 0) {
    const broken = await findBreakingTask(build, waveToLand.commit, chain);
    if (broken === null) break;
    const at = chain[broken.found - 1];
    if (!at) break;
    dropped.push({ task: at.task, error: broken.error });
    chain = await dropTask(build, { ...waveToLand, chain, task: at.task, dropped });
  }
  return { landed: chain, dropped, loops: build.loops.count };
}

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
  const own = await repository.commit(commit, diff, task.title);
  const result = await repository.merge(end, own, task.title);
  if (result.is === 'merged') {
    const { text, sha256, files } = await repository.diff(end, result.commit);
    return { task: task.id, title: task.title, diff: { text, sha256, files } };
  }
  const again = await taskToMerge.resolve(task, end, result.files);
  if (again.diff) return { task: task.id, title: task.title, diff: again.diff };
  return { error: `merge conflict in ${result.files.slice(0, 5).join(', ')}` };
}

/** The chain without one task. Later changes that depend on it are left out too. */
async function dropTask(
  build: LandContext,
  {
    chain,
    task,
    commit,
    dropped,
  }: Pick<TaskToMerge, 'chain' | 'commit'> & { task: number; dropped: { task: number; error: string }[] },
): Promise<readonly Landed[]> {
  const { repository } = build;
  const remaining: Landed[] = [];
  let [end, old] = [commit, commit];
  for (const each of chain) {
    const own = await repository.commit(old, each.diff, each.title);
    if (each.task !== task) {
      // If the change does not apply, it was made on top of the removed one.
      const alone = await repository.commit(end, each.diff, each.title).catch(() => null);
      if (alone === null) dropped.push({ task: each.task, error: `its change cannot stand without task_${task}` });
      else {
        remaining.push(each);
        end = alone;
      }
    }
    old = own;
  }
  return remaining;
}

interface BreakingTask {
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
  const { ctx, loops, verifier, base } = build;
  const baseline = await build.baseline();
  loops.count += 1;
  const ref = `loop-${loops.count}` as const;
  const on = async (only?: Parameters<typeof verifier>[0]['only']): Promise<VerificationRecord> => {
    const place = await build.repository.checkOut(commit);
    try {
      return await verifier({ tree: place.tree, ref, commit: base, dirty: true, ...(only && { only }) });
    } finally {
      await place.close();
    }
  };
  const record = await verifyOnce(ctx, `verification ${ref}`, () => on());
  if (record.steps.length === 0) return null;
  const comparison = await ctx.step(`comparison ${ref}`, async () =>
    compare({
      base: baseline,
      head: record,
      again: { base: [], head: await rerunFailures(build, { baseline, record, on }) },
    }),
  );
  const { verdict, broken, refused, silenced, reasons } = comparison;
  if (verdict === 'better' || verdict === 'same') return null;
  const what = [...broken, ...refused, ...silenced].slice(0, 3).join(', ');
  return `the verification after its merge failed: ${what || reasons[0] || verdict}`;
}

/** Returns a function that verifies the base commit once and then returns the same record. */
export function baselineOf(context: Omit<LandContext, 'loops' | 'baseline'>): Build['baseline'] {
  const { ctx, repository, verifier, base } = context;
  let asked: Promise<VerificationRecord> | undefined;
  const verify = async () => {
    const place = await repository.checkOut(repository.base);
    try {
      return await verifier({ tree: place.tree, ref: 'baseline', commit: base, dirty: false });
    } finally {
      await place.close();
    }
  };
  return () => {
    asked ??= verifyOnce(ctx, 'verification baseline', verify);
    return asked;
  };
}

interface RerunInput {
  readonly baseline: VerificationRecord;
  readonly record: VerificationRecord;
  readonly on: (only: Parameters<Build['verifier']>[0]['only']) => Promise<VerificationRecord>;
}

/** Runs new failures again, so that a flaky test drops no task. */
async function rerunFailures(
  build: LandContext,
  { baseline, record, on }: RerunInput,
): Promise<readonly VerificationRecord[]> {
  const all: VerificationRecord[] = [];
  for (let round = 0; round < build.ctx.settings.config.verify.reruns; round += 1) {
    const open = differences({ base: baseline, head: record, again: { base: [], head: all } });
    if (open.head.length === 0) break;
    all.push(await on(open.head));
  }
  return all;
}
