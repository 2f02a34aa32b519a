// The gate: parses the commands of an event and turns each one into an answer, a signal to a run, or a new run. Called by the Action's job
// `gate`, the App, the command line (local.ts) and `crew facilitate`.
import { commandsIn, mayContainCommand } from '../commands/event-commands.js';
import type { Command } from '../commands/index.js';
import type { ParsedCommand } from '../commands/parse.js';
import { mayBeCorrected, permit, type Requester } from '../commands/permit.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Workflow } from '../ports/workflow.js';
import { followsEscalation } from './decide.js';
import { tidyAll } from './housekeeping.js';
import { type CommandRequest, type Handled, outcomeOfError } from './launch.js';
import { post, type Services, subjectAt } from './services.js';
import { signal, signalInputOf } from './signal.js';
import { claimDispatched, startRun } from './start.js';
import { answer, reaction } from './thread.js';

/** Handles the commands of an event, in order. An event without a command causes no request to GitHub. */
export async function gate(event: Event, services: Services): Promise<readonly Handled[]> {
  if (event.kind === 'dispatched-run') {
    const handled = await claimDispatched(event, services);
    return handled ? [handled] : [];
  }
  if (!mayContainCommand(event)) return [];
  const found = commandsIn(event, await services.own());
  if (found.length === 0) return [];
  const asker = await services.asker(event);
  const allowed = found.filter((each) => asker === 'local' || isAllowed(each, asker));
  const handled: Handled[] = [];
  for (const [n, asked] of allowed.entries()) {
    const areJobsTaken = handled.some(({ proceed }) => proceed);
    handled.push(await handle({ event, asked, n, areJobsTaken }, services));
  }
  // The App also scans after a change of the board (key `change-…`). Only a scan by schedule does what is due by time.
  if (event.kind === 'scheduled' && !event.key.startsWith('change-')) await tidyAll(services);
  return postAnswers(event, allowed, handled, services);
}

function isAllowed(asked: ParsedCommand, asker: Requester): boolean {
  return 'wrong' in asked ? mayBeCorrected(asker) : permit(asked.definition.access, asker) === 'allow';
}

/** An error that the requester can fix becomes the command's outcome. While GitHub is down, the event fails and is delivered again. */
async function handle(request: CommandRequest, services: Services): Promise<Handled> {
  const { asked, event } = request;
  try {
    if (!('wrong' in asked)) {
      const task = asked.command.name === 'answer' ? await taskAfterEscalation(event, services) : undefined;
      if (task) return await startRun(request, asked.command, task, services);
      const isDecision = decidesProposals(asked.command);
      if (!isDecision && signalInputOf(asked.command)) return await signal(request, asked.command, services);
      const workflowName = isDecision ? 'retrospect' : asked.definition.workflow;
      const workflow = services.workflows.find(({ name }) => name === workflowName);
      if (workflow) return await startRun(request, asked.command, workflow, services);
    }
    const workflow = 'wrong' in asked ? 'answer' : asked.definition.workflow;
    return { workflow, outcome: await services.instant({ event, asked, services }) };
  } catch (error) {
    if (!(error instanceof UserError) || error.ends === 'infra_error') throw error;
    return { workflow: 'answer', outcome: await outcomeOfError(error, services) };
  }
}

/** The workflow `task`, if the last run of the subject is an escalated task: an answer then starts a new run. */
async function taskAfterEscalation(event: Event, services: Services): Promise<Workflow<unknown> | undefined> {
  const record = await services.store.read(await subjectAt(event, services));
  if (!followsEscalation(record, services.clock.now())) return undefined;
  return services.workflows.find(({ name }) => name === 'task');
}

/** Posts the answers to commands that started no run, in one comment. */
async function postAnswers(
  event: Event,
  asked: readonly ParsedCommand[],
  handled: readonly Handled[],
  services: Services,
): Promise<readonly Handled[]> {
  const instant = handled.filter(({ run, outcome }) => run === undefined && outcome?.says);
  const says = [...new Set(instant.map(({ outcome }) => outcome?.says ?? ''))].join('\n\n');
  const areAllWrong = asked.length > 0 && asked.every((each) => 'wrong' in each);
  const reactions = handled.length > 0 ? reaction(event, areAllWrong ? 'confused' : 'eyes') : [];
  await post([...reactions, ...answer(event, says)], services);
  return handled;
}

/** Ids of proposals for the memory, such as `LP-001`. A run that waits for an answer has ids of another form (`q-482910`). */
const PROPOSAL = /^(?:IMP|SKILL|KNOW|LP|LP-UPD)-\d+$/i;

/** Whether `approve` or `reject` decides about proposals for the memory. Otherwise it is a signal to a run that waits. */
export function decidesProposals(command: Command): boolean {
  if (command.name === 'approve') return command.args.ids.some((id) => PROPOSAL.test(id));
  if (command.name !== 'reject') return false;
  return command.args.category !== undefined || (command.args.ids ?? []).some((id) => PROPOSAL.test(id));
}
