// The door of GitHub Actions: inputs and payload in, the same road, outputs and a job summary out.
// Nothing that an event without a command does not need is loaded before it is known to have one.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { mayAsk } from '../commands/asked.js';
import { exitOf, type OutcomeName, outcomes } from '../core/outcome.js';
import { UserError } from '../errors.js';
import { type Event, fromAction } from '../event.js';
import type { Report } from '../report.js';
import type { Ended } from '../road.js';
import { subjectOf } from '../workflows/check/rules/subject.js';
import { complain } from '../cli/complain.js';
import type { Aim } from '../services/field-desk.js';
import { inputOf, leaveOutputs, leaveSummary, type StepProcess, type Trigger, triggerOf } from './step.js';

const PHASES = ['', 'gate', 'work', 'verify', 'publish'] as const;
type Phase = (typeof PHASES)[number];

/** Runs the Action; gives its exit code. */
export async function action(process: StepProcess): Promise<number> {
  try {
    return await perform(phaseOf(process.env), process);
  } catch (error) {
    const code = complain(error, { json: false, out: process.out, err: process.err });
    process.out(`::error::${error instanceof UserError ? oneLine(error.message) : 'crew failed; see the log'}\n`);
    return code;
  }
}

async function perform(phase: Phase, process: StepProcess): Promise<number> {
  if (phase === 'verify') return (await import('./verify.js')).verifyPhase(process);
  if (phase === 'publish') return (await import('./phases/publish.js')).publishPhase(process);
  if (phase === 'work') return (await import('./phases/work.js')).workPhase(process);
  const trigger = triggerOf(process.env);
  const subject = phase === 'gate' ? subjectOf(trigger.name, trigger.payload) : null;
  if (subject) return (await import('./phases/gate.js')).gatePull(process, trigger, subject);
  if (phase === 'gate') refuseOtherBranch(process.env, trigger);
  const event = eventOf(process.env, trigger);
  const { ended, onward } = event && mayAsk(event) ? await travel(event, process, trigger) : NOTHING;
  report(ended, { ...process, more: phase === 'gate' ? onward : {} });
  return codeOf(ended, process);
}

const oneLine = (text: string): string => text.replaceAll('%', '%25').replace(/\r?\n/g, '%0A');

function phaseOf(env: StepProcess['env']): Phase {
  const given = inputOf(env, 'phase');
  const phase = PHASES.find((each) => each === given);
  if (phase !== undefined) return phase;
  throw new UserError({
    expected: 'the phase gate, work, verify or publish, or none',
    found: `"${given}"`,
    remedy: 'Leave the input empty.',
  });
}

/** By hand a workflow can be started as it stands on any branch, where anybody who may push has changed it and its secrets come along. */
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

interface Travelled {
  readonly ended: readonly Ended[];
  /** What the gate says to the jobs after it. */
  readonly onward: Readonly<Record<string, string>>;
}

const NOTHING: Travelled = { ended: [], onward: { proceed: 'false' } };

async function travel(event: Event, { env }: StepProcess, { details, run: { attempt } }: Trigger): Promise<Travelled> {
  const [{ road }, { hubIn }, { proceeding }, { handedOver }] = await Promise.all([
    import('../road.js'),
    import('./phases/hub.js'),
    import('./phases/proceed.js'),
    import('./handed-over.js'),
  ]);
  const hub = hubIn(env, {
    door: inputOf(env, 'phase') === 'gate' ? 'gate' : 'step',
    repo: 'at' in event ? event.at.repo : (event.repo ?? ''),
    aim: aimOf(env),
    comments: inputOf(env, 'comments') || undefined,
    dryRun: inputOf(env, 'dry-run') === 'true',
  });
  const heard = await handedOver(event, { ...hub, attempt });
  if (!heard) return NOTHING;
  // A run whose turn it is begins here.
  const crew = { ...hub, job: 'turn' as const, details, attempt, own: heard.own };
  const ended = await road(heard.event, crew);
  return { ended, onward: await proceeding(ended, crew) };
}

function aimOf(env: StepProcess['env']): Aim {
  const project = inputOf(env, 'project');
  if (project && !/^[1-9]\d{0,8}$/.test(project)) {
    throw new UserError({
      expected: 'the number of a board in the input project',
      found: `"${project}"`,
      remedy: 'It stands in the address of the board.',
    });
  }
  const workspace = env.GITHUB_WORKSPACE;
  return {
    project: project ? Number(project) : undefined,
    projectOwner: inputOf(env, 'project-owner') || undefined,
    label: inputOf(env, 'label') || undefined,
    // What was checked out is the repository's own clone, when it was checked out to its root.
    clone: workspace && existsSync(path.join(workspace, '.git')) ? workspace : undefined,
  };
}

/** The exit code. A look that is not complete is a warning, and red only where that was asked for. */
function codeOf(ended: readonly Ended[], { env, out }: StepProcess): number {
  const isLook = ({ workflow, outcome }: Ended) => workflow === 'facilitate' && outcome?.name === 'partial';
  const looks = ended.filter(isLook);
  if (looks.length > 0) out('::warning::The field could not be judged completely; the summary says what is missing.\n');
  const counted = inputOf(env, 'fail-on') === 'incomplete' ? ended : ended.filter((each) => !isLook(each));
  const outcomesOf = counted.flatMap(({ outcome }) => outcome ?? []);
  // What is refused in a thread is answered there; a red run besides would send whoever asked a mail that something is broken.
  return exitOf(inputOf(env, 'phase') === 'gate' ? outcomesOf.filter(({ name }) => BROKEN.includes(name)) : outcomesOf);
}

const BROKEN: readonly OutcomeName[] = ['error', 'infra_error'];

function report(
  ended: readonly Ended[],
  { more, env, out }: StepProcess & { more: Readonly<Record<string, string>> },
): void {
  const last = ended.at(-1);
  const outputs = {
    'run-id': last?.run ?? '',
    status: last?.outcome ? outcomes[last.outcome.name].status : '',
    ...fieldOutputs(last),
    // A later job is only started for a run that needs a workspace or a model; an answer needs neither.
    ...more,
  };
  leaveOutputs(env, outputs);
  const says = ended.flatMap(({ outcome }) => outcome?.says ?? []);
  leaveSummary(env, says.map((each) => `${each}\n\n`).join(''));
  out(`${last ? `${last.run}: ${outputs.status}` : 'Nothing here is asked of crew.'}\n`);
}

/** A job's outputs hold a megabyte; a report that is larger is left out, and stands in the summary. */
const LARGEST = 900_000;

function fieldOutputs(last: Ended | undefined): Readonly<Record<string, string>> {
  const { report: found } = (last?.outcome?.shows ?? {}) as { report?: Report };
  if (!found) return {};
  const text = JSON.stringify(found);
  const { nextAgent, targetIssues } = found.recommendation;
  return {
    report: Buffer.byteLength(text) > LARGEST ? '' : text,
    'next-agent': nextAgent,
    'target-issues': JSON.stringify(targetIssues),
  };
}
