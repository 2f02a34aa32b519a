// Runs the Secretary (specs parent-session), an agent to which the configuration can give the waves of phase 2 and the report of phase 3.
// Used by work.ts and aggregate.ts.

import { EndWork } from '../../ports/errors.js';
import { type AgentResult, runRole } from './agents/run-role.js';
import type { Build } from './build.js';
import type { Plan } from './decompose.js';
import { promptText } from './rules/phases.js';
import type { PlanTask } from './rules/plan.js';
import {
  assignmentOf,
  isOperationDelegated,
  isSuccessResponse,
  type Operation,
  RESPONSE_LINES,
  reactionToFailure,
  requestText,
  wavesInResponse,
} from './rules/secretary.js';

/** The Secretary's operations in a build. That of phase 4 runs in ../retrospect/phase-four.ts. */
type BuildOperation = Exclude<Operation, 'phase4_approval_format'>;

/** Whether the configuration gives an operation to the Secretary. */
export const isDelegated = ({ config }: Build, operation: BuildOperation, tasks: number): boolean =>
  isOperationDelegated(config.secretary, operation, tasks);

/** The Secretary gets a third of the remaining budget, as with two tasks left. */
const TASKS_LEFT_FOR_BUDGET = 2;

/** Runs an operation of the Secretary. Returns whether its response reports success. */
async function runSecretary(build: Build, operation: BuildOperation, outputs: readonly string[]): Promise<boolean> {
  const { ctx, config, folder, environment } = build;
  const who = operation === 'phase2_wave_construct' ? 'secretary-waves' : 'secretary-report';
  const { model, max_turns: turns } = config.secretary;
  await folder.write('secretary_request.md', requestText(operation, folder.name));
  const started = { is: 'started', key: who, role: 'secretary', task: null, model } as const;
  await build.log(`${who} started`, { ...started, at: ctx.clock.now() });
  const end: AgentResult = await runRole(build, {
    who,
    role: build.roles('secretary'),
    model,
    turns,
    task: promptText({
      instructions: operation === 'phase3_report' ? config.phase_instructions.aggregate : '',
      inputs: [`${folder.name}secretary_request.md`],
      outputs: [`${folder.name}secretary_response.md`],
    }),
    outputs: ['secretary_response.md', ...outputs],
    tree: environment.workspace,
    tasksLeft: TASKS_LEFT_FOR_BUDGET,
  });
  const head = (await folder.head('secretary_response.md', RESPONSE_LINES)) ?? '';
  const isUsable = end.ended === 'answered' && isSuccessResponse(operation, head);
  const at = ctx.clock.now();
  const result = {
    status: isUsable ? 'success' : 'failure',
    error: isUsable ? null : (end.error ?? 'no usable response'),
  } as const;
  await build.log(`${who} finished`, { is: 'finished', key: who, at, ...result, metadata_issues: [] });
  return isUsable;
}

/** The waves that the Secretary assigned; null if they cannot be used. */
export async function secretaryWaves(
  build: Build,
  tasks: readonly PlanTask[],
): Promise<readonly (readonly PlanTask[])[] | null> {
  const isUsable = await runSecretary(build, 'phase2_wave_construct', []);
  const read = isUsable ? wavesInResponse((await build.folder.text('secretary_response.md')) ?? '', tasks) : null;
  if (read?.is !== 'waves') return fallBack(build, 'phase2_wave_construct');
  await build.ctx.step('secretary waves', async () => assignmentOf(read.waves, tasks));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return read.waves.map((wave) => wave.flatMap((id) => byId.get(id) ?? []));
}

/** Lets the Secretary write the report and its summary. Returns whether it did. */
export async function secretaryReport(build: Build): Promise<boolean> {
  const isUsable = await runSecretary(build, 'phase3_report', ['report.md', 'report_summary.md']);
  if (isUsable && (await build.folder.exists('report_summary.md'))) return true;
  await fallBack(build, 'phase3_report');
  return false;
}

/** Warns and returns null, so that the program does the work itself; ends the run as failed if the fallback is disabled. */
async function fallBack(build: Build, operation: BuildOperation): Promise<null> {
  const { is, message } = reactionToFailure(operation, build.config.secretary);
  await build.say(message);
  if (is === 'stop') throw new EndWork({ name: 'failed', says: message });
  return null;
}

/** The plan with the Secretary's waves, if that is configured and they are valid. */
export async function withSecretaryWaves(build: Build, plan: Plan): Promise<Plan> {
  if (!isDelegated(build, 'phase2_wave_construct', plan.tasks.length)) return plan;
  const waves = await secretaryWaves(build, plan.tasks);
  return waves ? { ...plan, waves } : plan;
}
