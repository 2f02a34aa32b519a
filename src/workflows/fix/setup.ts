// Creates the FixWork of a run: tree, roles, estimate, budget, repository map and verifier. On another machine it restores the tree of a
// continued run. A missing key or tool is reported here, before anything is spent. Used by work.ts.

import { openApprovals } from '../../agent/approvals.js';
import { allowanceOf } from '../../agent/budget.js';
import { choiceFor, estimate, modelsOf, pastCosts, taskSize } from '../../agent/cost.js';
import { raiseLimits } from '../../agent/limits.js';
import { filesOfRole } from '../../agent/load-role.js';
import { mapOf } from '../../agent/map/index.js';
import { type Role, readRole } from '../../agent/role.js';
import { answerTo } from '../../agent/signals.js';
import { toolsFor } from '../../agent/tools/index.js';
import type { WorkEnvironment } from '../../ports/environment.js';
import type { Model } from '../../ports/model.js';
import type { RunRecord } from '../../ports/run.js';
import { fieldsOf } from '../../text/json.js';
import { dollarRange } from '../../text/values.js';
import { detect, readTree, type Step } from '../../verify/detect/index.js';
import { proverOf } from '../../verify/prove/index.js';
import { openRunTree, type RunTree } from '../../verify/run-tree.js';
import { frameworkFor, singleTestCommand } from '../../verify/test-commands.js';
import { createVerifier } from '../../verify/verifier.js';
import { changeText } from '../review/rules/task.js';
import { type FixContext, type FixWork, toolContextOf } from './context.js';
import { taskText } from './rules/brief.js';
import { FixState } from './rules/fix-state.js';
import { type Job, limitsOf, staleDryRun } from './rules/job.js';
import { takeOverId } from './rules/questions.js';
import { INSTRUCTION_FILES, instructionsText, type RepositoryNotes, runtimesOf } from './rules/repository-notes.js';

/** The size of the repository map in the first message. */
const MAP_TOKENS = 1500;

interface WorkParts extends Pick<FixWork, 'ctx' | 'environment' | 'job' | 'copy' | 'state' | 'approvals'> {}

/** Creates everything that the work phase shares. */
export async function setUpWork(
  input: Pick<FixWork, 'ctx' | 'environment' | 'job' | 'copy'> & {
    /** The base branch, if the task is about a pull request. */
    readonly base?: string | undefined;
  },
): Promise<FixWork> {
  const { ctx, environment, job } = input;
  const { run, settings, clock, signal, show } = ctx;
  const parts: WorkParts = { ...input, state: new FixState(), approvals: openApprovals(run.signals) };
  const tree = await openTree(parts);
  const roles = await rolesOf(ctx);
  const model = modelOn(tree, environment, job);
  const models = modelsOf(settings.config.models);
  const estimateUsd = await run.step('estimate', () => estimateCost({ role: roles.editor, job, models }, ctx));
  const allowance = allowanceOf(ctx);
  const verifier = createVerifier({ environment: environment.verifier, config: settings.config, clock, signal, show });
  const { reruns } = settings.config.verify;
  const remoteTools = await remoteToolsFor(parts);
  return {
    ...parts,
    tree,
    model,
    models,
    estimateUsd,
    allowance,
    scoutAnswers: new Map(),
    roles: { ...roles, editor: editorFor(roles.editor, { job, remoteTools, addedUsd: () => allowance.addedUsd }) },
    remoteTools,
    map: await run.step('map', () => makeMap(parts, tree)),
    repositoryNotes: await run.step('conditions', () => readRepositoryNotes({ ...parts, base: input.base })),
    prover: proverOf({
      ...tree,
      run,
      verifier,
      tree: environment.workspace,
      baseCommit: environment.baseCommit,
      reruns,
    }),
  };
}

async function openTree(parts: WorkParts): Promise<RunTree> {
  const { ctx, environment, job, copy, state } = parts;
  const tree = await openRunTree({
    run: ctx.run,
    baseCommit: environment.baseCommit,
    apply: environment.apply,
    branch: job.branch,
    // A dry run writes to a copy, so it leaves nothing behind in the tree.
    leftover: job.dryRun ? undefined : job.leftover,
    tree: copy ?? environment.workspace,
    changeInCopy: copy ? () => copy.changes() : null,
    progress: () => ({ last: state.last, calls: state.calls.length }),
    mayContinueFrom: (sha256) => answerTo(ctx.run.signals, takeOverId(sha256))?.startsWith('approved') ?? false,
    owner: (changed) => runWithChanges(ctx, changed),
    redo: (from) => repeatEdits(parts, from),
  });
  if (job.proposal && job.proposal.diff.base !== tree.base) throw staleDryRun(job.proposal, tree.base);
  return tree;
}

/** Outcomes after which a run can be continued: its changes may still be in the tree. */
const CONTINUABLE_OUTCOMES: readonly string[] = ['awaiting', 'partial', 'cancelled', 'infra_error', 'error'];

/** Returns the newest fix run whose changes the uncommitted ones may be: an ended run that changed all of these files, or an unfinished run. */
async function runWithChanges(
  { run, history }: FixContext,
  changed: readonly string[],
): Promise<{ readonly run: string; readonly isOver: boolean } | undefined> {
  const others = (await history.list()).filter((each) => each.workflow === 'fix' && each.run !== run.id);
  const isOver = ({ end }: RunRecord) => end !== undefined && !CONTINUABLE_OUTCOMES.includes(end.outcome);
  const changedAll = ({ end }: RunRecord) => {
    const { files } = fieldsOf(end?.result);
    return end?.outcome === 'done' && Array.isArray(files) && changed.every((file) => files.includes(file));
  };
  const found = others.find((each) => changedAll(each) || !isOver(each));
  return found && { run: found.run, isOver: isOver(found) };
}

/** crew's own roles, recorded at the start so that a continued run uses the same ones. */
async function rolesOf({ run }: FixContext): Promise<FixWork['roles']> {
  const [editor, scoutA, scoutB] = await run.step(
    'roles',
    async () => [filesOfRole('editor'), filesOfRole('scout-a'), filesOfRole('scout-b')] as const,
  );
  return { editor: readRole(editor), scoutA: readRole(scoutA), scoutB: readRole(scoutB) };
}

/**
 * The model of the run. `environment.model` throws if the key is missing, so a missing key ends the run here. A run that applies a dry run
 * needs a model only if the diff is rejected, so it reads `environment.model` at the first call.
 */
function modelOn(tree: RunTree, environment: WorkEnvironment, job: Job): Model {
  const model = job.proposal ? undefined : environment.model;
  return {
    async turn(ask, how) {
      await tree.ready();
      return (model ?? environment.model).turn(ask, how);
    },
  };
}

/** Tools of MCP servers. A dry run has none, because they could change something elsewhere. A server that does not answer is skipped. */
async function remoteToolsFor({ ctx, environment, job }: WorkParts): Promise<FixWork['remoteTools']> {
  if (job.dryRun) return [];
  const { tools, unavailableServers } = await environment.remote();
  for (const name of unavailableServers) ctx.show({ kind: 'part', name: `mcp: ${name} does not answer` });
  return tools;
}

/** A dry run has no shell: its files are a copy, and a command would change the real tree. */
function editorFor(
  role: Role,
  { job, remoteTools, addedUsd }: { job: Job; remoteTools: FixWork['remoteTools']; addedUsd: () => number },
): Role {
  const tools = job.dryRun ? role.tools.filter((name) => name !== 'shell') : role.tools;
  return {
    ...role,
    tools: [...tools, 'log', 'scout', ...remoteTools.map(({ name }) => name)],
    // A getter, because a person can add budget while the Editor works.
    get limits() {
      return raiseLimits(limitsOf(role, job), addedUsd());
    },
  };
}

/** Returns the estimated cost of the run. Shows it as progress if the run asks a model. */
async function estimateCost(
  { role, job, models }: { role: Role; job: Job; models: FixWork['models'] },
  ctx: FixContext,
) {
  // `apply` calls no model.
  if (job.proposal) return { low: 0, high: 0 };
  const limits = limitsOf(role, job);
  const usd = Math.min(limits.usd, ctx.settings.config.budget['run-usd'] ?? limits.usd);
  const { price } = choiceFor(role, models);
  const [low, high] = estimate({
    price,
    limits: { ...limits, usd },
    past: await pastCosts('fix', ctx.history, ctx.run.id),
    size: taskSize(taskText(job.task)),
  });
  ctx.show({ kind: 'part', name: dollarRange(low, high).join('–') });
  return { low, high };
}

async function makeMap({ environment, copy, job }: WorkParts, tree: RunTree): Promise<string> {
  await tree.ready();
  const { text, issue } = job.task;
  return mapOf(copy ?? environment.workspace, { task: `${text}\n${issue?.title ?? ''}`, tokens: MAP_TOKENS });
}

const EDITING_TOOLS: readonly string[] = ['edit', 'write'];

/** Repeats the recorded edits on a fresh tree, starting with call number `from`. */
async function repeatEdits(parts: WorkParts, from: number): Promise<void> {
  const { environment, state } = parts;
  const tools = toolsFor({ net: environment.web, storeOutput: environment.newOutputFile }).filter(({ name }) =>
    EDITING_TOOLS.includes(name),
  );
  for (const { tool, input, result } of state.calls.slice(from))
    if (!result.failed) await tools.find(({ name }) => name === tool)?.run(input, toolContextOf(parts));
}

/** Reads the facts about the repository that the Editor's first message contains. */
async function readRepositoryNotes({
  ctx,
  environment,
  base,
}: Pick<FixWork, 'ctx' | 'environment'> & { readonly base: string | undefined }): Promise<RepositoryNotes> {
  const tree = await readTree(environment.workspace);
  const { steps } = detect(tree, ctx.settings.config.verify);
  const { system, versions } = await environment.machine();
  const runtimes = runtimesOf(steps.map(({ command }) => command));
  const suite = steps.some(({ purpose }) => purpose === 'test') ? undefined : frameworkFor(tree);
  return {
    instructions: instructionsText(await instructionFiles(ctx, environment)),
    system,
    versions: runtimes.flatMap((name) => (versions[name] === undefined ? [] : [`${name} ${versions[name]}`])),
    oneTest: [...new Set(steps.flatMap(singleTestCommands))],
    suite,
    pull: base === undefined ? undefined : await readPullChange(environment, base),
  };
}

/** Returns the change of a pull request since its merge base, or undefined if the two branches share no commit in this clone. */
async function readPullChange({ baseCommit }: FixWork['environment'], base: string): Promise<RepositoryNotes['pull']> {
  const mergeBase = await baseCommit.mergeBase(`refs/remotes/origin/${base}`);
  if (mergeBase === null) return undefined;
  const { diff } = await baseCommit.changesSince(mergeBase, {});
  const { text, omitted } = changeText(diff.text);
  return { base, mergeBase, text, left: omitted };
}

/**
 * Reads the instruction files: on GitHub those of the default branch, so that a pull request cannot change them; at a terminal those of the
 * working tree.
 */
async function instructionFiles({ repo, place, ...ctx }: FixContext, environment: FixWork['environment']) {
  if (place === 'thread' && repo !== undefined && ctx.github) {
    const { github } = ctx;
    const sha = await github.branches.head(await github.repository.defaultBranch());
    const files = sha === null ? [] : await github.branches.files(sha, INSTRUCTION_FILES);
    return files.flatMap(({ path, bytes }) => (bytes === null ? [] : [{ path, text: textOf(bytes) }]));
  }
  const read = INSTRUCTION_FILES.map(async (path) => ({
    path,
    bytes: await environment.workspace.read(path).catch(() => null),
  }));
  return (await Promise.all(read)).flatMap(({ path, bytes }) =>
    bytes === null ? [] : [{ path, text: textOf(bytes) }],
  );
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** The commands that run a single test, one for each runner of the step. The prefix of the step stays: `uv run pytest` keeps `uv run`. */
function singleTestCommands({ purpose, command, testRunners, cwd }: Step): readonly string[] {
  if (purpose !== 'test') return [];
  const [prefix = ''] = /^(?:(?:uv|poetry|pipenv|hatch) run )/.exec(command) ?? [];
  return (testRunners?.runners ?? []).flatMap((runner) => {
    const one = singleTestCommand(runner);
    return one === undefined ? [] : [`${prefix}${one}${cwd === '.' ? '' : ` (in ${cwd})`}`];
  });
}
