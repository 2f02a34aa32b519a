// Asks an agent of a task for one typed answer. It works in the tree of the run and is paid from the run's remaining budget. Used by work.ts
// and executors.ts.
import type * as z from 'zod';
import { outcomeWithoutAnswer } from '../../agent/agent-end.js';
import { openApprovals } from '../../agent/approvals.js';
import { allowanceOf } from '../../agent/budget.js';
import { modelsOf } from '../../agent/cost.js';
import { raiseLimits } from '../../agent/limits.js';
import { filesOfRole } from '../../agent/load-role.js';
import { readRole } from '../../agent/role.js';
import { runAgent } from '../../agent/run.js';
import { toolsFor } from '../../agent/tools/index.js';
import { EndWork } from '../../ports/errors.js';
import type { WorkEnvironment } from '../../ports/index.js';
import type { DailyAllowance, WorkContext } from '../../ports/workflow.js';
import { sumOf } from '../../runs/record.js';
import { messages } from '../../text/lang/index.js';

/** What an agent is asked; `answer` is the schema of its answer. */
export interface AgentQuestion<A> {
  readonly role: 'watcher' | 'classifier' | 'designer';
  /** Prefix of its steps, unique within the run. */
  readonly who: string;
  readonly task: string;
  readonly answer: z.ZodType<A>;
  readonly stop: AbortSignal;
}

/** The remaining budget of a component. Its own recorded steps (`isOwn`) are not subtracted, because their cost is counted when it runs again. */
export function budgetFor(
  { allowed, steps }: Pick<WorkContext, 'allowed' | 'steps'>,
  isOwn: (step: string) => boolean,
): DailyAllowance {
  const others = steps().filter(({ name }) => !isOwn(name));
  return { ...allowed, usd: Math.max(0, allowed.usd - sumOf(others.map(({ spent }) => spent)).usd) };
}

/** Asks an agent. A question to a person, an empty budget or cancellation ends the run; any other missing answer is an error. */
export async function askAgent<A>(
  ctx: WorkContext,
  environment: WorkEnvironment,
  { role: name, who, task, answer, stop }: AgentQuestion<A>,
): Promise<A> {
  const { settings, clock, signals, step, run, place } = ctx;
  const role = readRole(await step(`task role ${name}`, async () => filesOfRole(name)));
  const allowed = budgetFor(ctx, (each) => each.startsWith(who));
  const { budget, addedUsd } = allowanceOf({ allowed, run: { signals } });
  const ended = await runAgent<A>({
    role: { ...role, limits: raiseLimits(role.limits, addedUsd) },
    who,
    task,
    answer,
    model: environment.model,
    models: modelsOf(settings.config.models),
    tools: toolsFor({ net: environment.web, storeOutput: environment.newOutputFile }),
    run: { step, signals },
    budget,
    onProgress: ctx.show,
    toolContext: {
      workspace: environment.workspace,
      guard: environment.guard,
      sandbox: environment.sandbox,
      clock,
      signal: stop,
      approvals: openApprovals(signals),
    },
  });
  if (ended.ended === 'answered') return ended.answer;
  const say = messages(settings.lang);
  const outcome = outcomeWithoutAnswer(ended, { role: role.displayName, run, limitUsd: budget.limitUsd, say, place });
  if (ENDING_OUTCOMES.includes(outcome.name)) throw new EndWork(outcome);
  throw new Error(outcome.says ?? outcome.name);
}

/** Outcomes with which the run ends at once. */
const ENDING_OUTCOMES: readonly string[] = ['awaiting', 'cancelled'];
