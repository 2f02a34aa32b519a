// The work phase of `retrospect`: reviews an ended run in full, or rewords an improvement after `approve … as TEXT`. At a terminal it also
// applies the decision.
import { appendFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { openBudget } from '../../agent/budget.js';
import { modelsOf } from '../../agent/cost.js';
import { loadRole } from '../../agent/load-role.js';
import { howOf } from '../../memory/preferences/decide.js';
import { EndWork } from '../../ports/errors.js';
import type { WorkEnvironment } from '../../ports/index.js';
import type { Outcome, RunHistory } from '../../ports/run.js';
import type { WorkContext, WorkResult } from '../../ports/workflow.js';
import { NO_SPENDING } from '../../runs/record.js';
import { inLanguage } from '../../text/lang/index.js';
import { runRole } from '../build/agents/run-role.js';
import { openWorkFolder, writtenFiles } from '../build/agents/work-folder.js';
import { profileText } from '../profile/index.js';
import { applyDecision, type DecisionRepository } from './apply-decision.js';
import type { DecideOrder, RetrospectOrder, ReviewOrder } from './gate.js';
import type { LearningServices } from './learning.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { type PhaseContext, retrospectPhase } from './phase-four.js';
import { rewordedIn } from './publish.js';
import { type Decision, type Item, type ItemOf, listOf, selectItems } from './rules/list.js';
import { NOTHING_LEARNED } from './rules/phase-four.js';
import { type AppliedEntry, appliedText } from './rules/proposal-text.js';
import { improvement } from './rules/proposals.js';
import { sourcesOf } from './sources.js';

type Services = Pick<LearningServices, 'inWork'>;

/** The work phase with these services. */
export const workOf =
  (services: Services) =>
  async (ctx: WorkContext, order: RetrospectOrder): Promise<WorkResult> => {
    try {
      return {
        outcome: await (order.is === 'review' ? review(ctx, order, services) : decide(ctx, order, services)),
        spent: NO_SPENDING,
      };
    } catch (error) {
      if (error instanceof EndWork) return { outcome: error.outcome, spent: NO_SPENDING };
      throw error;
    }
  };

/** The context of phase 4: agents work in a folder of this run with the files of the reviewed one. */
async function phaseContext(ctx: WorkContext, environment: WorkEnvironment, cmd: string): Promise<PhaseContext> {
  const { config } = ctx.settings;
  const folder = await openWorkFolder(ctx.folder, cmd);
  return {
    ctx,
    environment,
    folder,
    files: environment.openFolder(folder.root),
    budget: openBudget(ctx.allowed.usd),
    models: modelsOf(config.models),
    config: config.build,
    roles: (name) => loadRole(name),
    earlierSteps: new Set(ctx.steps().map(({ name }) => name)),
    log: async (name, ...events) => {
      await ctx.step(`log ${name}`, async () => events);
    },
    say: async (line) => ctx.show({ kind: 'part', name: line }),
  };
}

/** Reviews the ordered run. The outcome is partial if the retrospective failed. */
async function review(ctx: WorkContext, order: ReviewOrder, { inWork }: Services): Promise<Outcome> {
  const say = inLanguage(ctx.settings.lang, { en, ja });
  const history = await ctx.history.load(order.of);
  if (!history) return { name: 'refused', says: say.noRun(order.of) };
  const environment = await ctx.environment();
  try {
    const context = await phaseContext(ctx, environment, order.cmd);
    await restoreFiles(context, history);
    const { request, signals } = history.record;
    const { learned, failure } = await retrospectPhase(context, {
      mode: 'full',
      cmd: order.cmd,
      run: ctx.run,
      taskKind: order.workflow,
      learning: inWork(ctx),
      sources: await ctx.step('messages', () => sourcesOf({ github: ctx.github, issue: ctx.issue, request, signals })),
    });
    const says = learned.status === 'success' ? say.retrospected(order.of) : say.failedRetrospect(order.of);
    const name = failure === undefined && learned.status === 'success' ? 'done' : 'partial';
    return { name, says: failure === undefined ? says : `${failure}\n\n${says}`, result: { of: order.of, learned } };
  } finally {
    await environment.close();
  }
}

/** Writes the files of the reviewed run. If it has no report.md, its final message takes that place. */
async function restoreFiles({ folder }: PhaseContext, { record, steps }: RunHistory): Promise<void> {
  for (const [file, content] of writtenFiles(steps, folder.name)) await folder.write(file, content);
  const { end, request } = record;
  const statuses: Readonly<Record<string, string>> = { done: 'success', partial: 'partial' };
  const status = statuses[end?.outcome ?? ''] ?? 'failure';
  if (!(await folder.exists('request.md'))) await folder.write('request.md', `${request.text}\n`);
  if (!(await folder.exists('report.md')))
    await folder.write('report.md', `---\nstatus: ${status}\n---\n\n${end?.says ?? ''}\n`);
}

/** Rewords improvements if asked; at a terminal also applies the decision. On GitHub `publish` applies it. */
async function decide(ctx: WorkContext, order: DecideOrder, services: Services): Promise<Outcome> {
  const records = (await ctx.history.list()).filter((each) => each.run !== ctx.run);
  const { items } = selectItems(order, { records, now: ctx.clock.now(), issue: ctx.issue });
  const isLocal = ctx.place === 'terminal';
  const mustReword = howOf(order.how).is === 'as' && items.some(({ item }) => item.kind === 'improvement');
  const unchanged: Outcome = { name: 'done', result: { reworded: [], learned: NOTHING_LEARNED } };
  const hasChanges = items.some(({ item }) => item.kind !== 'knowledge') && order.decision === 'approve';
  if (!mustReword && !isLocal) return unchanged;
  if (!mustReword && !hasChanges) return applyLocally(ctx, order, { services, environment: undefined, reworded: [] });
  const environment = await ctx.environment();
  try {
    const reworded = mustReword ? await reword(ctx, environment, { order, items: items.map(({ item }) => item) }) : [];
    const result = { reworded, learned: NOTHING_LEARNED };
    return isLocal
      ? applyLocally(ctx, order, { services, environment, reworded: rewordedIn(result) })
      : { ...unchanged, result };
  } finally {
    await environment.close();
  }
}

/** Lets the retrospector rewrite each improvement as the maintainer asked. */
async function reword(
  ctx: WorkContext,
  environment: WorkEnvironment,
  { order, items }: { order: DecideOrder; items: readonly Item[] },
): Promise<readonly Item[]> {
  const context = await phaseContext(ctx, environment, 'approve');
  const reworded: Item[] = [];
  for (const item of items.filter((each): each is ItemOf<'improvement'> => each.kind === 'improvement')) {
    const end = await runRole(context, {
      who: `reword-${item.id}`,
      role: context.roles('retrospector'),
      model: context.config.retrospect.model,
      task: [
        'A maintainer approved this improvement with a change. Answer with the improvement as the maintainer wants it: new edits, and a title and description that fit them.',
        '',
        `The maintainer: ${howText(order)}`,
        '',
        '```json',
        JSON.stringify(item.of, null, 2),
        '```',
      ].join('\n'),
      outputs: [],
      tree: environment.workspace,
      tasksLeft: 0,
      answer: improvement,
    });
    const read = improvement.safeParse(end.answer);
    if (!read.success)
      throw new EndWork({ name: 'failed', says: end.error ?? 'The improvement could not be changed.' });
    reworded.push({ ...item, of: read.data });
  }
  return reworded;
}

/** The text after `as`; empty without one. */
function howText({ how }: DecideOrder): string {
  const option = howOf(how);
  return 'text' in option ? option.text : '';
}

interface LocalDecision {
  readonly services: Services;
  readonly environment: WorkEnvironment | undefined;
  readonly reworded: readonly Item[];
}

/** Applies a decision at a terminal: with local branches, and in the execution log of the run that proposed. */
async function applyLocally(
  ctx: WorkContext,
  order: DecideOrder,
  { services, environment, reworded }: LocalDecision,
): Promise<Outcome> {
  const { settings, run, issue, clock, history } = ctx;
  const outcome = await applyDecision({
    run,
    issue,
    order,
    url: '',
    now: clock.now(),
    learning: services.inWork(ctx),
    reworded,
    config: settings.config,
    configFile: settings.configFile,
    say: inLanguage(settings.lang, { en, ja }),
    profile: (state) => profileText(state, 'terminal', settings.lang),
    records: (await history.list()).filter((each) => each.run !== run),
    repository: localRepository(environment),
  });
  const { decided = [], applied = [] } = (outcome.result ?? {}) as { decided?: Decision[]; applied?: AppliedEntry[] };
  await logDecisions(ctx, decided, applied);
  return { ...outcome, result: { ...(outcome.result as object), learned: NOTHING_LEARNED } };
}

/** The repository at a terminal. Approved changes become local branches. */
function localRepository(environment: WorkEnvironment | undefined): DecisionRepository {
  const openRepository = async () => {
    const base = await environment?.baseCommit.head();
    if (!environment || !base) throw new Error('no repository with a commit');
    return environment.openRunRepository(base);
  };
  return {
    async read(paths) {
      const repository = await openRepository();
      const { tree, close } = await repository.checkOut(repository.base);
      try {
        const texts = await Promise.all(paths.map(async (file) => [file, await tree.read(file)] as const));
        return new Map(texts.flatMap(([file, bytes]) => (bytes ? [[file, new TextDecoder().decode(bytes)]] : [])));
      } finally {
        await close();
        await repository.close();
      }
    },
    async open({ branch, commits }) {
      const repository = await openRepository();
      try {
        return { shas: await repository.createBranch(branch, commits), where: 'local' };
      } finally {
        await repository.close();
      }
    },
  };
}

/** Appends the decisions to execution_log.yaml of the builds that proposed them, if their folders are on this machine. */
async function logDecisions(
  ctx: WorkContext,
  decided: readonly Decision[],
  applied: readonly AppliedEntry[],
): Promise<void> {
  for (const record of await ctx.history.list()) {
    const { run, order } = record;
    const decidedIds = decided.filter(({ of }) => of === run).map(({ id }) => id);
    const ids = [...decidedIds, ...(listOf(record)?.preferences ?? [])];
    const entries = applied.filter(({ id }) => ids.includes(id));
    if (entries.length === 0) continue;
    const { cmd } = (typeof order === 'object' && order !== null ? order : {}) as { cmd?: unknown };
    const file = path.join(path.dirname(ctx.folder), run, 'work', String(cmd), 'execution_log.yaml');
    const isThere = await stat(file).then(
      () => true,
      () => false,
    );
    if (isThere) await appendFile(file, `\n${appliedText(entries)}`);
  }
}
