// The job `gate`, and a step without a phase (scans by facilitate.yml): reads inputs and event, calls src/runs/gate.ts, and writes outputs, job
// summary and exit code. Called by run-phase.ts.

import { mayContainCommand } from '../commands/event-commands.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Report } from '../ports/report.js';
import type { Workflow } from '../ports/workflow.js';
import type { Handled } from '../runs/launch.js';
import { exitOf, outcomes } from '../runs/outcome.js';
import { fromAction } from '../services/event.js';
import { commitToVerify } from '../workflows/check/rules/events.js';
import { inputOf, type StepProcess, type Trigger, triggerOf, writeOutputs, writeSummary } from './step.js';

/** The phase `gate` is followed by other jobs. A step without a phase is not, so it handles only commands that need no other job. */
type Phase = 'gate' | '';

/** Handles the commands of the event; returns the exit code. */
export async function gatePhase(phase: Phase, process: StepProcess): Promise<number> {
  const trigger = triggerOf(process.env);
  const isCheck = process.env.CREW_COMMANDS_ONLY !== 'true' && commitToVerify(trigger.name, trigger.payload) !== null;
  if (phase === 'gate' && isCheck) return (await import('./check.js')).gateOfCheck(process, trigger);
  if (phase === 'gate') refuseOtherBranch(process.env, trigger);
  const event = eventOf(process.env, trigger);
  const { handled, ownersText } =
    event && mayContainCommand(event) ? await handle(event, phase, process, trigger) : NO_COMMANDS;
  writeReport(handled, { phase, ownersText }, process);
  return exitCodeOf(handled, phase, process);
}

/** Refuses a dispatch on a branch other than the default one, because it would run that branch's unreviewed workflow file with the secrets. */
function refuseOtherBranch({ GITHUB_REF: ref }: StepProcess['env'], { name, payload }: Trigger): void {
  const { default_branch: branch } = (payload as { repository?: { default_branch?: unknown } }).repository ?? {};
  if (name !== 'workflow_dispatch' || !ref || typeof branch !== 'string' || ref === `refs/heads/${branch}`) return;
  throw new UserError({
    expected: `the workflow of the branch ${branch}`,
    found: ref,
    remedy: `Start it on ${branch}.`,
    ends: 'refused',
  });
}

function eventOf(env: StepProcess['env'], { name, payload, repo, run: { id } }: Trigger): Event | null {
  return fromAction(name, payload, { repo, id, command: inputOf(env, 'command') });
}

/** What the gate did. */
interface GateRun {
  readonly handled: readonly Handled[];
  /** The owner's defaults, for the job `verify`. */
  readonly ownersText: string;
}

const NO_COMMANDS: GateRun = { handled: [], ownersText: '' };

async function handle(event: Event, phase: Phase, { env }: StepProcess, trigger: Trigger): Promise<GateRun> {
  const { gate } = await import('../runs/gate.js');
  const { boardScopeOf, actionsRunOf, servicesIn } = await import('./services.js');
  const services = servicesIn(env, {
    boardScope: boardScopeOf(env),
    comments: inputOf(env, 'comments') || undefined,
    dryRun: inputOf(env, 'dry-run') === 'true',
    // Only a gate can claim a run for the jobs after it.
    ...(phase === 'gate' ? { here: actionsRunOf(trigger) } : {}),
  });
  if (phase !== 'gate') {
    return {
      ...NO_COMMANDS,
      handled: await gate(event, { ...services, workflows: services.workflows.map(refusingWorkflow) }),
    };
  }
  const handled = await gate(event, services);
  const hasRun = handled.some(({ proceed }) => proceed);
  return { handled, ownersText: hasRun ? ((await services.settings()).ownersText ?? '') : '' };
}

/** The exit code. An incomplete scan is a warning, and red only with `fail-on: incomplete`. */
function exitCodeOf(handled: readonly Handled[], phase: Phase, { env, out }: StepProcess): number {
  const isScan = ({ workflow, outcome }: Handled) => workflow === 'facilitate' && outcome?.name === 'partial';
  const scans = handled.filter(isScan);
  if (scans.length > 0) out('::warning::The board could not be judged completely; the summary says what is missing.\n');
  const counted = inputOf(env, 'fail-on') === 'incomplete' ? handled : handled.filter((each) => !isScan(each));
  const ended = counted.flatMap(({ outcome }) => outcome ?? []);
  // A refusal is answered in the thread; a red job would tell the requester that something is broken.
  return exitOf(phase === 'gate' ? ended.filter(({ name }) => name === 'error' || name === 'infra_error') : ended);
}

function writeReport(
  handled: readonly Handled[],
  { phase, ownersText }: { phase: Phase; ownersText: string },
  { env, out }: StepProcess,
): void {
  const last = handled.at(-1);
  const next = handled.find(({ proceed }) => proceed)?.proceed;
  const status = last?.outcome ? outcomes[last.outcome.name].status : '';
  writeOutputs(env, {
    'run-id': next?.run ?? last?.run ?? '',
    status,
    ...boardOutputs(last),
    ...(phase === 'gate'
      ? {
          proceed: String(next !== undefined),
          subject: next?.subject ?? '',
          group: next?.group ?? '',
          ref: next?.ref ?? '',
          against: next?.against ?? '',
          'earlier-run': String(next?.earlier?.id ?? ''),
          'earlier-attempt': String(next?.earlier?.attempt ?? ''),
          defaults: ownersText,
        }
      : {}),
  });
  writeSummary(
    env,
    handled
      .flatMap(({ outcome }) => summaryOf(outcome))
      .map((each) => `${each}\n\n`)
      .join(''),
  );
  out(
    `${last ? `${last.run ?? last.workflow}: ${status || 'accepted; the job work starts'}` : 'Nothing here asks for crew.'}\n`,
  );
}

function summaryOf(outcome: Handled['outcome']): readonly string[] {
  const { summary } = (outcome?.shows ?? {}) as { summary?: string };
  const says = summary ?? outcome?.says;
  return says ? [says] : [];
}

/** GitHub keeps one megabyte of outputs for each job. A larger report is in the artifact `crew-report` only. */
const MAX_OUTPUT_BYTES = 900_000;

function boardOutputs(last: Handled | undefined): Readonly<Record<string, string>> {
  const { report: found } = (last?.outcome?.shows ?? {}) as { report?: Report };
  if (!found) return {};
  const text = JSON.stringify(found);
  const { nextAgent, targetIssues } = found.recommendation;
  return {
    report: Buffer.byteLength(text) > MAX_OUTPUT_BYTES ? 'too long for an output: see the artifact crew-report' : text,
    'next-agent': nextAgent,
    'target-issues': JSON.stringify(targetIssues),
  };
}

/** The workflow with a gate that refuses every request: no jobs follow a step without a phase. */
const refusingWorkflow = (workflow: Workflow<unknown>): Workflow<unknown> => ({
  ...workflow,
  gate: () => {
    throw new UserError({
      expected: 'the reusable workflow crew.yml',
      found: `a single step that asks for ${workflow.name}`,
      remedy: 'Call crew.yml: its jobs have a workspace and a model.',
      ends: 'refused',
    });
  },
});
