// Runs one agent of a build: its prompt, its tools, its share of the budget, and its steps in the journal. Used by several files of `build`
// (build.ts for a type) and by src/workflows/retrospect.
import type * as z from 'zod';
import type { AnswerDecision } from '../../../agent/agent.js';
import { openApprovals } from '../../../agent/approvals.js';
import type { Budget } from '../../../agent/budget.js';
import type { Models } from '../../../agent/cost.js';
import type { Role } from '../../../agent/role.js';
import { type AgentEnd, runAgent } from '../../../agent/run.js';
import type { ToolContext } from '../../../agent/tool.js';
import { toolsFor } from '../../../agent/tools/index.js';
import { EndWork } from '../../../ports/errors.js';
import type { Sandbox, WorkEnvironment, Workspace } from '../../../ports/index.js';
import type { WorkContext } from '../../../ports/workflow.js';
import { dollarsIn } from '../../../text/values.js';
import { shareOf } from '../rules/attempts.js';
import type { ModelName } from '../rules/plan.js';
import { oneLine } from '../rules/result.js';
import type { WorkFolder } from './work-folder.js';
import { workTools } from './work-tools.js';

/** The parts of a run that its agents share. */
export interface AgentContext {
  readonly ctx: WorkContext;
  readonly environment: WorkEnvironment;
  readonly folder: WorkFolder;
  /** The work folder as a workspace, for the agents' tools. */
  readonly files: Workspace;
  readonly budget: Budget;
  readonly models: Models;
  /** Steps that an earlier process of this run recorded. */
  readonly earlierSteps: ReadonlySet<string>;
}

/** What one agent gets and may do. */
export interface AgentTask {
  /** Prefix of its steps. Unique within the run, without spaces. */
  readonly who: string;
  readonly role: Role;
  /** Replaces the role's tier. */
  readonly model?: ModelName | undefined;
  /** Replaces the role's turn limit. */
  readonly turns?: number | undefined;
  /** Its first message. */
  readonly task: string;
  /** Files of the work folder that it may write. */
  readonly outputs: readonly string[];
  /** The working tree that its tools read and change. */
  readonly tree: Workspace;
  readonly sandbox?: Sandbox | undefined;
  /**
   * The number of unfinished tasks, which share the budget with this agent. For an agent besides the tasks a number that sets its share: with 2 it
   * gets a third (`shareOf`).
   */
  readonly tasksLeft: number;
  /** Accepts its answer or sends it back with the problems. */
  readonly judge?: (() => Promise<AnswerDecision>) | undefined;
  /** Schema of its answer, if not the role's own. */
  readonly answer?: z.ZodType | undefined;
}

/** How an agent of a build ended. */
export interface AgentResult {
  readonly ended: 'answered' | 'timeout' | 'failed';
  /** One line; null if it answered. */
  readonly error: string | null;
  readonly answer: unknown;
  readonly usd: number;
}

/**
 * Runs an agent. If it ended in an earlier process, its recorded result is returned. If it was interrupted, it continues from its
 * recorded steps; their cost is subtracted first, because replaying them counts it again.
 */
export function runRole(context: AgentContext, agentTask: AgentTask): Promise<AgentResult> {
  const { ctx, budget, earlierSteps } = context;
  return ctx.step(`${agentTask.who} ended`, () => {
    const ownSteps = ctx.steps().filter(({ name }) => earlierSteps.has(name) && name.startsWith(`${agentTask.who} `));
    budget.spend(-ownSteps.reduce((sum, { spent }) => sum + (spent?.usd ?? 0), 0));
    return askAgent(context, agentTask);
  });
}

/** Runs an agent with its share of the budget and its tools. */
async function askAgent(
  context: AgentContext,
  { who, role, model, turns, task, outputs, tree, sandbox, tasksLeft, judge, answer }: AgentTask,
): Promise<AgentResult> {
  const { ctx, environment, folder, files, budget, models } = context;
  const share = budget.share(shareOf(tasksLeft));
  const toolContext: ToolContext = {
    workspace: tree,
    guard: environment.guardFor(tree),
    approvals: openApprovals(ctx.signals),
    sandbox: sandbox ?? environment.sandbox,
    clock: ctx.clock,
    signal: ctx.stop,
  };
  const job = {
    role: {
      ...role,
      tier: model ?? role.tier,
      limits: { ...role.limits, turns: turns ?? role.limits.turns, usd: Math.max(share.limitUsd, 0.000_001) },
    },
    who,
    task,
    tools: [
      ...toolsFor({ net: environment.web, storeOutput: environment.newOutputFile }),
      ...workTools({ workspace: files, name: folder.name, outputs }),
    ],
    model: environment.model,
    models,
    run: { step: ctx.step, signals: ctx.signals },
    budget: share,
    toolContext,
    onProgress: ctx.show,
    ...(judge && { judge }),
  };
  return resultOf(context, await (answer ? runAgent<unknown>({ ...job, answer }) : runAgent(job)));
}

/** The result of an agent. Cancellation, an empty budget and an unreachable model service end the whole work. */
function resultOf({ ctx, budget }: AgentContext, ended: AgentEnd): AgentResult {
  const { usd } = ended.spent;
  if (ended.ended === 'answered') return { ended: 'answered', error: null, answer: ended.answer, usd };
  if (ended.ended === 'asked')
    return { ended: 'failed', error: oneLine(`stopped by the guard: ${ended.question.text}`), answer: null, usd };
  if (ended.ended === 'cancelled' || ctx.stop.aborted) throw new EndWork({ name: 'cancelled' });
  if (ended.ended === 'budget' && ended.why === 'turns')
    return { ended: 'timeout', error: 'turn limit reached', answer: null, usd };
  if (ended.ended === 'failed' && ended.why === 'service')
    throw new EndWork({ name: 'infra_error', says: oneLine(ended.detail ?? 'The model’s service does not answer.') });
  if (ended.ended === 'budget' && budget.leftUsd() <= budget.limitUsd * 0.01)
    throw outOfBudget(budget.spentUsd(), budget.limitUsd);
  return { ended: 'failed', error: oneLine(`${ended.ended}: ${ended.why}`), answer: null, usd };
}

const dollars = dollarsIn('en');

const outOfBudget = (spent: number, limit: number): EndWork =>
  new EndWork({
    name: 'awaiting',
    awaits: { id: 'b-budget', kind: 'budget', question: `${dollars(spent)} of ${dollars(limit)} are spent.` },
  });

/**
 * The name for an attempt that needs its own tree. An interrupted attempt cannot continue, because its tree is gone. It starts again
 * under a new name.
 */
export function freshName({ earlierSteps }: Pick<AgentContext, 'earlierSteps'>, who: string): string {
  for (let restarts = 0; ; restarts += 1) {
    const name = restarts === 0 ? who : `${who}.${restarts}`;
    if (!hasBegun(earlierSteps, name)) return name;
  }
}

/** Whether an earlier process of this run started the agent with this name. */
export const hasBegun = (earlierSteps: ReadonlySet<string>, name: string): boolean =>
  [...earlierSteps].some((step) => step.startsWith(`${name} `));
