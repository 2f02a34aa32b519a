// fix-site: puts together what a fix works with. No workflow for itself: the first part of its story.
//
//   it finds         the commit below the tree, the roles, what it may cost and what may be spent, a map
//   it makes         a copy for a dry run, the Verifier's side of it; on a fresh machine the tree as the run left it
//   it stops         before anything is spent, where something is missing

import { openApprovals } from '../../agent/approvals.js';
import { allowanceOf } from '../../agent/budget.js';
import { choiceFor, estimate, modelsOf, pastCosts } from '../../agent/cost.js';
import { raiseLimits } from '../../agent/limits.js';
import { filesOfRole } from '../../agent/load-role.js';
import { mapOf } from '../../agent/map/index.js';
import { type Role, readRole } from '../../agent/role.js';
import { answerTo } from '../../agent/signals.js';
import { toolsFor } from '../../agent/tools/index.js';
import type { Model } from '../../ports/model.js';
import type { WorkEnvironment } from '../../ports/tree.js';
import { detect, readTree, type Step } from '../../verify/detect/index.js';
import { proverOf } from '../../verify/prove/index.js';
import { openRunsTree, type RunsTree } from '../../verify/run-tree.js';
import { oneTest, suiteFor } from '../../verify/test-commands.js';
import { verifierOn } from '../../verify/verifier.js';
import { changeText } from '../review/rules/task.js';
import { type FixContext, type Site, surroundingsOf } from './context.js';
import { FixState } from './rules/fix-state.js';
import { type Job, limitsOf, stale } from './rules/job.js';
import { takeId } from './rules/questions.js';
import { type Conditions, INSTRUCTION_FILES, instructionsText, runtimesOf } from './rules/repository-notes.js';

/** So much of the first message is the map. */
const MAP_TOKENS = 1500;

interface Ground extends Pick<Site, 'ctx' | 'environment' | 'job' | 'copy' | 'course' | 'patience'> {}

/** Everything that the work needs. What is missing is said before anything is spent. */
export async function openSite(
  of: Pick<Site, 'ctx' | 'environment' | 'job' | 'copy' | 'place'> & {
    /** Of a pull request, the branch that it is to be merged into. */
    readonly base?: string | undefined;
  },
): Promise<Site> {
  const { ctx, environment, job } = of;
  const { run, settings, clock, signal, show } = ctx;
  const ground: Ground = { ...of, course: new FixState(), patience: openApprovals(run.signals) };
  const tree = await treeOf(ground);
  const roles = await rolesOf(ctx);
  const model = modelOn(tree, environment, job);
  const models = modelsOf(settings.config.models);
  const estimateUsd = await run.step('estimate', () => estimated({ role: roles.editor, job, models }, ctx));
  const allowance = allowanceOf(ctx);
  const verifier = verifierOn({ bench: environment.bench, config: settings.config, clock, signal, show });
  const { reruns } = settings.config.verify;
  const remote = await remoteFor(ground);
  return {
    ...{ ...ground, place: of.place, tree, model, models, estimateUsd, allowance, scouted: new Map() },
    roles: { ...roles, editor: editorFor(roles.editor, { job, remote, addedUsd: () => allowance.addedUsd }) },
    remote,
    map: await run.step('map', () => mapFor(ground, tree)),
    conditions: await run.step('conditions', () => conditionsOf({ ...ground, base: of.base })),
    prover: proverOf({ ...tree, run, verifier, tree: environment.workspace, below: environment.below, reruns }),
  };
}

async function treeOf(ground: Ground): Promise<RunsTree> {
  const { ctx, environment, job, copy, course } = ground;
  const tree = await openRunsTree({
    ...{ run: ctx.run, below: environment.below, apply: environment.apply, branch: job.branch },
    // A dry run changes nothing, and so takes nothing back.
    leftover: job.dryRun ? undefined : job.leftover,
    tree: copy ?? environment.workspace,
    copied: copy ? () => copy.since() : null,
    known: () => ({ last: course.last, calls: course.calls.length }),
    mayTake: (sha256) => answerTo(ctx.run.signals, takeId(sha256))?.startsWith('approved') ?? false,
    unfinished: () => unfinishedOf(ctx),
    redo: (from) => redo(ground, from),
  });
  if (job.proposal && job.proposal.diff.base !== tree.base) throw stale(job.proposal, tree.base);
  return tree;
}

/** Runs that may have left something in the tree. */
const NOT_OVER: readonly string[] = ['awaiting', 'partial', 'cancelled', 'infra_error', 'error'];

async function unfinishedOf({ run, history }: FixContext): Promise<string | undefined> {
  const all = await history.list();
  return all.find(
    (one) => one.workflow === 'fix' && one.run !== run.id && (!one.end || NOT_OVER.includes(one.end.outcome)),
  )?.run;
}

/** As they were when the run began: roles that change meanwhile are others. Only crew's own count. */
async function rolesOf({ run }: FixContext): Promise<Site['roles']> {
  const [editor, scoutA, scoutB] = await run.step(
    'roles',
    async () => [filesOfRole('editor'), filesOfRole('scout-a'), filesOfRole('scout-b')] as const,
  );
  return { editor: readRole(editor), scoutA: readRole(scoutA), scoutB: readRole(scoutB) };
}

/** A change that is there already may need no model, and so no key; everything else says at once that it has none. */
function modelOn(tree: RunsTree, environment: WorkEnvironment, job: Job): Model {
  const model = job.proposal ? undefined : environment.model;
  return {
    async turn(ask, how) {
      await tree.ready();
      return (model ?? environment.model).turn(ask, how);
    },
  };
}

/** A dry run changes nothing elsewhere either. A server that does not answer holds nothing up. */
async function remoteFor({ ctx, environment, job }: Ground): Promise<Site['remote']> {
  if (job.dryRun) return [];
  const { tools, silent } = await environment.remote();
  for (const name of silent) ctx.show({ kind: 'part', name: `mcp: ${name} does not answer` });
  return tools;
}

/** A dry run has no shell: what it changes is a copy, and what a command changes would be the tree. */
function editorFor(
  role: Role,
  { job, remote, addedUsd }: { job: Job; remote: Site['remote']; addedUsd: () => number },
): Role {
  const tools = job.dryRun ? role.tools.filter((name) => name !== 'shell') : role.tools;
  return {
    ...role,
    tools: [...tools, 'log', 'scout', ...remote.map(({ name }) => name)],
    // As they are now: somebody may add to them while it works.
    get limits() {
      return raiseLimits(limitsOf(role, job), addedUsd());
    },
  };
}

/** What it will cost, told before the first turn. */
async function estimated({ role, job, models }: { role: Role; job: Job; models: Site['models'] }, ctx: FixContext) {
  const limits = limitsOf(role, job);
  const usd = Math.min(limits.usd, ctx.settings.config.budget['run-usd'] ?? limits.usd);
  const { price } = choiceFor(role, models);
  const [low, high] = estimate({
    price,
    limits: { ...limits, usd },
    past: await pastCosts('fix', ctx.history, ctx.run.id),
  });
  ctx.show({ kind: 'part', name: `$${low.toFixed(2)}–$${high.toFixed(2)}` });
  return { low, high };
}

async function mapFor({ environment, copy, job }: Ground, tree: RunsTree): Promise<string> {
  await tree.ready();
  const { text, issue } = job.task;
  return mapOf(copy ?? environment.workspace, { task: `${text}\n${issue?.title ?? ''}`, tokens: MAP_TOKENS });
}

const CHANGES: readonly string[] = ['edit', 'write'];

/** What was done to a tree that is gone, done once more: the journal has every word of it. */
async function redo(ground: Ground, from: number): Promise<void> {
  const { environment, course } = ground;
  const tools = toolsFor({ net: environment.web, keep: environment.keep }).filter(({ name }) => CHANGES.includes(name));
  for (const { tool, input, acted } of course.calls.slice(from))
    if (!acted.failed) await tools.find(({ name }) => name === tool)?.act(input, surroundingsOf(ground));
}

/** Read once in the life of a run. */
async function conditionsOf({
  ctx,
  environment,
  base,
}: Pick<Site, 'ctx' | 'environment'> & { readonly base: string | undefined }): Promise<Conditions> {
  const tree = await readTree(environment.workspace);
  const { steps } = detect(tree, ctx.settings.config.verify);
  const { system, versions } = await environment.machine();
  const asked = runtimesOf(steps.map(({ command }) => command));
  const suite = steps.some(({ purpose }) => purpose === 'test') ? undefined : suiteFor(tree);
  return {
    instructions: instructionsText(await instructionFiles(ctx, environment)),
    system,
    versions: asked.flatMap((name) => (versions[name] === undefined ? [] : [`${name} ${versions[name]}`])),
    oneTest: [...new Set(steps.flatMap(oneOf))],
    suite,
    pull: base === undefined ? undefined : await pullOf(environment, base),
  };
}

/** The change of a pull request since it parted from its base; undefined where the two share nothing here. */
async function pullOf({ below }: Site['environment'], base: string): Promise<Conditions['pull']> {
  const parted = await below.parted(`refs/remotes/origin/${base}`);
  if (parted === null) return undefined;
  const { diff } = await below.since(parted, {});
  return { base, parted, ...changeText(diff.text) };
}

/** Of the default branch; at a terminal without a repository, of the person's own tree. */
async function instructionFiles({ repo, place, ...ctx }: FixContext, environment: Site['environment']) {
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

/** As its step starts it: `uv run pytest` stays behind `uv run`. */
function oneOf({ purpose, command, leads, cwd }: Step): readonly string[] {
  if (purpose !== 'test') return [];
  const [prefix = ''] = /^(?:(?:uv|poetry|pipenv|hatch) run )/.exec(command) ?? [];
  return (leads?.runners ?? []).flatMap((runner) => {
    const one = oneTest(runner);
    return one === undefined ? [] : [`${prefix}${one}${cwd === '.' ? '' : ` (in ${cwd})`}`];
  });
}
