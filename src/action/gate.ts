// The job `gate`, and a step without a phase: inputs and event in, outputs and job summary out.
import { mayAsk } from '../commands/asked.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Report } from '../ports/report.js';
import type { Workflow } from '../ports/workflow.js';
import type { Handled } from '../runs/launch.js';
import { exitOf, outcomes } from '../runs/outcome.js';
import { fromAction } from '../services/event.js';
import { commitToVerify } from '../workflows/check/rules/events.js';
import { inputOf, type StepProcess, type Trigger, triggerOf, writeOutputs, writeSummary } from './step.js';

/** `gate` is followed by other jobs. Without a phase, only commands run that need no workspace and no model. */
type Phase = 'gate' | '';

/** Handles the commands of the event; returns the exit code. */
export async function gatePhase(phase: Phase, process: StepProcess): Promise<number> {
  const trigger = triggerOf(process.env);
  const isCheck = process.env.CREW_COMMANDS_ONLY !== 'true' && commitToVerify(trigger.name, trigger.payload) !== null;
  if (phase === 'gate' && isCheck) return (await import('./check.js')).gateOfCheck(process, trigger);
  if (phase === 'gate') refuseOtherBranch(process.env, trigger);
  const event = eventOf(process.env, trigger);
  const { handled, ownersText } = event && mayAsk(event) ? await handle(event, phase, process, trigger) : NOTHING;
  report(handled, { phase, ownersText }, process);
  return codeOf(handled, phase, process);
}

/** Refuses a dispatch on another branch than the default one: it would run that branch's workflow file, which is not reviewed, with the secrets. */
function refuseOtherBranch({ GITHUB_REF: ref }: StepProcess['env'], { name, payload }: Trigger): void {
  const { default_branch: home } = (payload as { repository?: { default_branch?: unknown } }).repository ?? {};
  if (name !== 'workflow_dispatch' || !ref || typeof home !== 'string' || ref === `refs/heads/${home}`) return;
  throw new UserError({
    expected: `the workflow of the branch ${home}`,
    found: ref,
    remedy: `Start it on ${home}.`,
    ends: 'refused',
  });
}

function eventOf(env: StepProcess['env'], { name, payload, repo, run: { id } }: Trigger): Event | null {
  return fromAction(name, payload, { repo, id, command: inputOf(env, 'command') });
}

interface Done {
  readonly handled: readonly Handled[];
  /** The owner's defaults, for the job `verify`. */
  readonly ownersText: string;
}

const NOTHING: Done = { handled: [], ownersText: '' };

async function handle(event: Event, phase: Phase, { env }: StepProcess, trigger: Trigger): Promise<Done> {
  const { gate } = await import('../runs/gate.js');
  const { boardScopeOf, actionsRunOf: hereOf, servicesIn } = await import('./services.js');
  const services = servicesIn(env, {
    boardScope: boardScopeOf(env),
    comments: inputOf(env, 'comments') || undefined,
    dryRun: inputOf(env, 'dry-run') === 'true',
    // Without the jobs that follow a gate, nothing that needs them can go on here.
    ...(phase === 'gate' ? { here: hereOf(trigger) } : {}),
  });
  if (phase !== 'gate') {
    return {
      ...NOTHING,
      handled: await gate(event, { ...services, workflows: services.workflows.map(needsJobs) }),
    };
  }
  const handled = await gate(event, services);
  const hasRun = handled.some(({ proceed }) => proceed);
  return { handled, ownersText: hasRun ? ((await services.settings()).ownersText ?? '') : '' };
}

/** The exit code. An incomplete scan is a warning, and red only with `fail-on: incomplete`. */
function codeOf(handled: readonly Handled[], phase: Phase, { env, out }: StepProcess): number {
  const isScan = ({ workflow, outcome }: Handled) => workflow === 'facilitate' && outcome?.name === 'partial';
  const scans = handled.filter(isScan);
  if (scans.length > 0) out('::warning::The board could not be judged completely; the summary says what is missing.\n');
  const counted = inputOf(env, 'fail-on') === 'incomplete' ? handled : handled.filter((each) => !isScan(each));
  const ended = counted.flatMap(({ outcome }) => outcome ?? []);
  // A refusal is answered in the thread; a red job would tell the requester that something is broken.
  return exitOf(phase === 'gate' ? ended.filter(({ name }) => name === 'error' || name === 'infra_error') : ended);
}

function report(
  handled: readonly Handled[],
  { phase, ownersText }: { phase: Phase; ownersText: string },
  { env, out }: StepProcess,
): void {
  const last = handled.at(-1);
  const onward = handled.find(({ proceed }) => proceed)?.proceed;
  const status = last?.outcome ? outcomes[last.outcome.name].status : '';
  writeOutputs(env, {
    'run-id': onward?.run ?? last?.run ?? '',
    status,
    ...boardOutputs(last),
    ...(phase === 'gate'
      ? {
          proceed: String(onward !== undefined),
          subject: onward?.subject ?? '',
          group: onward?.group ?? '',
          ref: onward?.ref ?? '',
          against: onward?.against ?? '',
          'earlier-run': String(onward?.earlier?.id ?? ''),
          'earlier-attempt': String(onward?.earlier?.attempt ?? ''),
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
  out(`${last ? `${last.run ?? last.workflow}: ${status || 'goes on'}` : 'Nothing here asks for crew.'}\n`);
}

function summaryOf(outcome: Handled['outcome']): readonly string[] {
  const { summary } = (outcome?.shows ?? {}) as { summary?: string };
  const says = summary ?? outcome?.says;
  return says ? [says] : [];
}

/** GitHub keeps a megabyte of outputs for each job; a larger report is in the artifact `crew-report`. */
const LARGEST = 900_000;

function boardOutputs(last: Handled | undefined): Readonly<Record<string, string>> {
  const { report: found } = (last?.outcome?.shows ?? {}) as { report?: Report };
  if (!found) return {};
  const text = JSON.stringify(found);
  const { nextAgent, targetIssues } = found.recommendation;
  return {
    report: Buffer.byteLength(text) > LARGEST ? 'too long for an output: see the artifact crew-report' : text,
    'next-agent': nextAgent,
    'target-issues': JSON.stringify(targetIssues),
  };
}

/** A step without a phase has no jobs after it, so a workflow that needs them is refused by name. */
const needsJobs = (workflow: Workflow<unknown>): Workflow<unknown> => ({
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
