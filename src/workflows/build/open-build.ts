// Opens a build for work.ts: checks the tree that it starts from, restores the files of an earlier process, and makes the state that the
// phases share. conclude.ts uses the execution log.
import { stringify } from 'yaml';
import { openBudget } from '../../agent/budget.js';
import { modelsOf } from '../../agent/cost.js';
import { filesOfRole } from '../../agent/load-role.js';
import { type RoleFiles, readRole } from '../../agent/role.js';
import { UserError } from '../../ports/errors.js';
import type { CheckoutDifferences, WorkEnvironment } from '../../ports/index.js';
import type { WorkContext } from '../../ports/workflow.js';
import { OtherBase } from '../../verify/run-tree.js';
import { createVerifier } from '../../verify/verifier.js';
import { openWorkFolder, writtenFiles } from './agents/work-folder.js';
import type { Build } from './build.js';
import { baselineOf } from './land.js';
import { type ExecutionLog, entriesOf, type LogEvent, logText } from './rules/execution-log.js';
import { phasesWithInstructions } from './rules/phases.js';

/** The base commit, the same in every process of the run. Refuses a tree with uncommitted changes, or one whose commit has changed since. */
export async function checkedBase(
  ctx: WorkContext,
  environment: WorkEnvironment,
): Promise<{ base: string; checkoutDifferences: CheckoutDifferences }> {
  const recorded = await ctx.step('base', async () => {
    const base = await environment.baseCommit.head();
    if (base === null) throw unusableTree('a git repository with a commit', 'none', 'Commit what there is.');
    await environment.baseCommit.exclude(['.crew/']);
    const { changed, checkoutDifferences } = await environment.baseCommit.readInitialState(base);
    if (changed.length > 0)
      throw unusableTree(
        'a tree without uncommitted changes',
        `changes in ${changed.slice(0, 3).join(', ')}`,
        'Commit or stash them, then ask again.',
      );
    // `apart` is the name in the journals of earlier versions.
    return { base, apart: checkoutDifferences };
  });
  const head = await environment.baseCommit.head();
  if (head !== recorded.base) throw new OtherBase(recorded.base, head);
  return { base: recorded.base, checkoutDifferences: recorded.apart };
}

const unusableTree = (expected: string, found: string, remedy: string): UserError =>
  new UserError({ expected, found, remedy, ends: 'refused' });

/** Opens a build in the first process of its run or in a later one. */
export async function openBuild(
  ctx: WorkContext,
  { order, environment, base, repository }: BuildToOpen,
): Promise<Build> {
  const { config } = ctx.settings;
  const earlierSteps = new Set(ctx.steps().map(({ name }) => name));
  const startedAt = await ctx.step('started', async () => ctx.clock.now());
  const folder = await openWorkFolder(ctx.folder, order.cmd);
  const roleFiles = await ctx.step('roles', async () =>
    Object.fromEntries(ROLES.map((name) => [name, filesOfRole(name)])),
  );
  const logFields: Build['logFields'] = {};
  const budget = openBudget(ctx.allowed.usd);
  // Adds what earlier processes of this run spent.
  budget.spend(ctx.steps().reduce((sum, { spent }) => sum + (spent?.usd ?? 0), 0));
  const verifier = createVerifier({
    environment: environment.verifier,
    config,
    clock: ctx.clock,
    signal: ctx.stop,
    show: ctx.show,
  });
  // Agents run in parallel; the log is written once at a time.
  let writing = Promise.resolve();
  let lines = 0;
  const build: Build = {
    ctx,
    order,
    environment,
    base,
    repository,
    folder,
    earlierSteps,
    logFields,
    config: config.build,
    files: environment.openFolder(folder.root),
    budget,
    models: modelsOf(config.models),
    roles: (name) => readRole((roleFiles[name] ?? filesOfRole(name)) as RoleFiles),
    verifier,
    baseline: baselineOf({ ctx, repository, verifier, base }),
    verifications: { count: 0 },
    async log(name, ...events) {
      await ctx.step(`log ${name}`, async () => events);
      writing = writing.then(() => folder.write('execution_log.yaml', logText(executionLogOf(build, startedAt, null))));
      await writing;
    },
    async say(line) {
      lines += 1;
      // A step, so that a continued run does not show the line again.
      await ctx.step(`line ${lines}`, async () => {
        ctx.show({ kind: 'part', name: line });
        return line;
      });
    },
  };
  await restoreFiles(build);
  await folder.write('request.md', order.request);
  await folder.write('config.yaml', stringify(config.build));
  return build;
}

/** What a build is opened with. */
interface BuildToOpen extends Pick<Build, 'order' | 'environment' | 'base' | 'repository'> {}

/** The roles whose files a build records when it begins, so that a continued run uses the same ones. */
const ROLES = [
  'decomposer',
  'plan-reviewer',
  'aggregator',
  'secretary',
  'request-classifier',
  'editor',
  'retrospector',
  'lp-flush',
  'worker-researcher',
  'worker-writer',
  'worker-coder',
  'worker-reviewer',
];

/** Writes the files that agents wrote in an earlier process, if this machine does not have them. */
async function restoreFiles({ ctx, folder, earlierSteps }: Build): Promise<void> {
  if (earlierSteps.size === 0) return;
  for (const [file, content] of writtenFiles(ctx.steps(), folder.name))
    if (!(await folder.exists(file))) await folder.write(file, content);
}

/** The execution log so far, from the steps of the run. `end` is null while it runs. */
export function executionLogOf(
  { ctx, order, base, logFields, config }: Build,
  started: number,
  end: Pick<ExecutionLog, 'finished' | 'status'> | null,
): ExecutionLog {
  const events = ctx
    .steps()
    .flatMap(({ name, value }) => (name.startsWith('log ') ? (value as readonly LogEvent[]) : []));
  return {
    cmd_id: order.cmd,
    started,
    base_commit: base,
    ...logFields,
    ...(end ?? { finished: null, status: 'running' }),
    plan_validation: logFields.plan_validation ?? { enabled: false, verdict: null, retry_occurred: false, notes: '' },
    phase_instructions: phasesWithInstructions(config.phase_instructions),
    tasks: entriesOf(events),
  };
}
