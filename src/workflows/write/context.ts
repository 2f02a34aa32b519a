// What the parts of a `write` run share: its settings, files, budget and roles, and the functions that ask its agents. Opened by work.ts
// and used by most files of this folder.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openApprovals } from '../../agent/approvals.js';
import { type Budget, openBudget } from '../../agent/budget.js';
import { modelsOf } from '../../agent/cost.js';
import { filesOfRole } from '../../agent/load-role.js';
import { type Role, readRole } from '../../agent/role.js';
import { type AgentEnd, type AgentJob, runAgent } from '../../agent/run.js';
import { toolsFor } from '../../agent/tools/index.js';
import type { Config } from '../../config/index.js';
import { withMemory } from '../../memory/services.js';
import { EndWork } from '../../ports/errors.js';
import type { WorkEnvironment } from '../../ports/index.js';
import type { Model } from '../../ports/model.js';
import type { Awaits, Outcome } from '../../ports/run.js';
import type { WorkContext } from '../../ports/workflow.js';
import { digestOf } from '../../text/digest.js';
import { inLanguage } from '../../text/lang/index.js';
import type { WriteMessages } from './messages.en.js';
import { en } from './messages.en.js';
import { ja } from './messages.ja.js';
import { THRESHOLDS, type Thresholds } from './rules/gate.js';
import { type Profile, type Reviewer, reviewersOf } from './rules/reviewers.js';

/** The state of a `write` run, which its parts share. */
export interface WriteContext {
  readonly ctx: WorkContext;
  readonly environment: WorkEnvironment;
  readonly files: RunFiles;
  /** Messages in the language of the run. */
  readonly say: WriteMessages;
  readonly budget: Budget;
  readonly settings: WriteSettings;
  readonly thresholds: Thresholds;
  readonly reviewers: readonly Reviewer[];
  readonly roles: Roles;
  readonly model: Model;
  /** The current time, ISO 8601. */
  readonly time: () => string;
}

interface Roles {
  readonly writer: Role;
  readonly reviewer: Role;
  /** The rubrics of the reviewers: prompts by role name. */
  readonly rubrics: Readonly<Record<string, string>>;
}

/** Opens the context of a run: settings, roles, budget and files. */
export async function openContext(ctx: WorkContext, environment: WorkEnvironment): Promise<WriteContext> {
  const settings = settingsOf(ctx.settings.config);
  const { model } = environment;
  return {
    ctx,
    environment,
    model,
    settings,
    thresholds: settings.thresholds,
    reviewers: settings.reviewers,
    files: openFiles(ctx.folder),
    say: inLanguage(ctx.settings.lang, { en, ja }),
    budget: openBudget(ctx.allowed.usd),
    roles: await rolesOf(ctx, environment, settings.reviewers),
    time: () => new Date(ctx.clock.now()).toISOString(),
  };
}

/** The roles as they were when the run started. A reviewer's role may come from the repository. Reviewers get no tools. */
async function rolesOf(ctx: WorkContext, environment: WorkEnvironment, reviewers: readonly Reviewer[]): Promise<Roles> {
  const roles = await ctx.step('roles', async () => ({
    writer: filesOfRole('folio-writer'),
    reviewer: filesOfRole('folio-reviewer'),
    rubrics: Object.fromEntries(
      reviewers.map(({ role }) => [role, filesOfRole(role, [environment.agentsFolder]).prompt]),
    ),
  }));
  return { writer: readRole(roles.writer), reviewer: readRole(roles.reviewer), rubrics: roles.rubrics };
}

/**
 * What an agent is asked. `who` is the prefix of its steps, `task` its first message, `answer` the schema of its answer. `common` is sent
 * before the task and cached.
 */
interface AgentCall<A> extends Pick<AgentJob<A>, 'judge' | 'common'> {
  readonly who: string;
  readonly role: Role;
  readonly task: string;
  readonly answer: NonNullable<Parameters<typeof runAgent<A>>[0]['answer']>;
  readonly model?: Model | undefined;
}

/** Runs an agent until it answers or ends. Every turn is a step of the run. */
function askAgent<A>(context: WriteContext, agentCall: AgentCall<A>): Promise<AgentEnd<A>> {
  const { ctx, environment, budget } = context;
  return runAgent<A>({
    ...agentCall,
    model: agentCall.model ?? context.model,
    models: modelsOf(ctx.settings.config.models),
    tools: toolsFor({ net: environment.web, storeOutput: environment.newOutputFile }),
    run: { step: ctx.step, signals: ctx.signals },
    budget,
    onProgress: ctx.show,
    toolContext: {
      workspace: environment.workspace,
      guard: environment.guard,
      sandbox: environment.sandbox,
      clock: ctx.clock,
      signal: ctx.stop,
      approvals: openApprovals(ctx.signals),
    },
  });
}

/** The recorded result of a call. A finished call is not repeated, and its cost counts once. */
interface AgentAnswer<A> {
  readonly answer: A | null;
  /** The reason if there is no answer. */
  readonly why: string | null;
  readonly usd: number;
  /** When it ended, ISO 8601. */
  readonly at: string;
}

/** An answer of the writer. If it gives none, the run ends as stuck. `what`: the missing text, for the message of that ending. */
export async function askWriter<A>(
  context: WriteContext,
  agentCall: Omit<AgentCall<A>, 'role'>,
  profile: Profile,
  what: string,
): Promise<A> {
  const { writer } = context.roles;
  // Only documentation is about the repository. For other profiles the writer needs no tools.
  const role = profile === 'docs' ? writer : { ...writer, tools: [] };
  const query = { who: agentCall.who, text: agentCall.task, taskKind: `write:${profile}` };
  const task = await withMemory(context.ctx, agentCall.task, query);
  const { answer } = await askTwice(context, { ...agentCall, task, role });
  if (answer === null) throw new EndWork({ name: 'stuck', says: context.say.stuck(what) });
  return answer;
}

/** Asks an agent, and a second time if it gives no answer. Recorded as one step. An empty budget and a failing model service end the run. */
export function askTwice<A>(context: WriteContext, agentCall: AgentCall<A>): Promise<AgentAnswer<A>> {
  return recordedCall(context, agentCall.who, async () => {
    let usd = 0;
    let why = '';
    // With the colon, the names of the agent's steps differ from the step of the call, which is named `agentCall.who`.
    for (const who of [`${agentCall.who}:`, `${agentCall.who} again:`]) {
      const ended = await askAgent<A>(context, { ...agentCall, who });
      endIfStopped(context, ended);
      usd += ended.spent.usd;
      if (ended.ended === 'answered') return { answer: ended.answer, why: null, usd, at: context.time() };
      why = 'why' in ended ? ended.why : ended.ended;
    }
    return { answer: null, why, usd, at: context.time() };
  });
}

/** Records a finished call as one step around the steps of its turns. */
async function recordedCall<A>(
  { ctx, budget }: Pick<WriteContext, 'ctx' | 'budget'>,
  who: string,
  ask: () => Promise<AgentAnswer<A>>,
): Promise<AgentAnswer<A>> {
  let isNew = false;
  const agentAnswer = await ctx.step(who, () => {
    isNew = true;
    return ask();
  });
  // A new call was charged turn by turn. A recorded one is charged here.
  if (!isNew) budget.spend(agentAnswer.usd);
  return agentAnswer;
}

/** Ends the run if the agent was cancelled, the budget is empty or the model service failed. A continued run asks again. */
function endIfStopped({ say, budget, ctx }: WriteContext, ended: AgentEnd<unknown>): void {
  // A question counts as no answer, because a `write` run waits for the choice of a path and for more budget only.
  if (ended.ended === 'answered' || ended.ended === 'asked') return;
  if (ended.ended === 'cancelled' || ctx.stop.aborted) throw new EndWork({ name: 'cancelled', says: say.cancelled });
  if (ended.ended === 'budget' && ['budget', 'user-day', 'repository-day'].includes(ended.why))
    throw new EndWork(awaitBudget(ctx.run, say.budgetUsed(budget.leftUsd())));
  if (ended.why === 'service')
    throw new EndWork({ name: 'infra_error', says: say.noService(ended.detail ?? ended.why) });
}

/** The id of a run's question. Part of the run id's digest is in it, so that an answer never reaches another run. */
export const awaitId = (kind: 'path' | 'budget', run: string): string => `${kind}-${digestOf(run).slice(0, 8)}`;

/** The outcome of a run that waits for more budget. */
export function awaitBudget(run: string, question: string): Outcome {
  const awaits: Awaits = { id: awaitId('budget', run), kind: 'budget', question };
  return { name: 'awaiting', says: question, awaits };
}

/** The files of the run below its `workspace/`. */
interface RunFiles {
  /** Writes atomically, so that readers never see half a file. */
  write(file: string, text: string): Promise<void>;
  json(file: string, value: unknown): Promise<void>;
  /** Null if the file does not exist. */
  read(file: string): Promise<string | null>;
}

/** The files of a run below `folder`. */
function openFiles(folder: string): RunFiles {
  const root = path.join(folder, 'workspace');
  const write = async (file: string, text: string): Promise<void> => {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(`${target}.new`, text);
    await rename(`${target}.new`, target);
  };
  return {
    write,
    json: (file, value) => write(file, `${JSON.stringify(value, null, 2)}\n`),
    read: (file) => readFile(path.join(root, file), 'utf8').catch(() => null),
  };
}

/** `write` of the configuration. */
interface WriteSettings {
  /** Absent: the intake decides. */
  readonly profile: Profile | undefined;
  readonly polish: boolean;
  readonly thresholds: Thresholds;
  readonly reviewers: readonly Reviewer[];
  /** The path of a chapter in the repository, with placeholders. */
  readonly layout: string;
}

/** The settings of a run, with defaults. */
function settingsOf({ write }: Pick<Config, 'write'>): WriteSettings {
  return {
    profile: write.profile,
    polish: write.polish,
    thresholds: {
      ...THRESHOLDS,
      min_overall: write['min-overall'],
      min_each: write['min-each'],
      max_rounds: write['max-rounds'],
      min_improvement: write['min-improvement'],
    },
    reviewers: reviewersOf(write.reviewers),
    layout: write.layout,
  };
}
