// Proposals: what `approve`, `reject` and `defer` can be about besides a run that waits.
import type { Command } from './index.js';

/** Ids of proposals; a run that waits for an answer has other ones (`q-482910`). */
const PROPOSAL = /^(?:IMP|SKILL|KNOW|LP|LP-UPD)-\d+$/i;

/** Whether `approve` or `reject` decides about proposals, and is no signal to a run that waits. */
export function decidesProposals(command: Command): boolean {
  if (command.name === 'approve') return command.args.ids.some((id) => PROPOSAL.test(id));
  if (command.name !== 'reject') return false;
  return command.args.category !== undefined || (command.args.ids ?? []).some((id) => PROPOSAL.test(id));
}
