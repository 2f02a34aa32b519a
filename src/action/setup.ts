// The repository's own set-up action ran before this step; how it ended.
import { UserError } from '../ports/errors.js';
import { SETUP_ACTION } from '../text/tool-lines.js';
import type { StepProcess } from './step.js';

/** Stops the phase where the set-up action failed: what its tools would have shown is not known. */
export function refuseFailedSetup({ CREW_SETUP: outcome }: StepProcess['env']): void {
  if (outcome !== 'failure' && outcome !== 'cancelled') return;
  throw new UserError({
    expected: `${SETUP_ACTION} to succeed`,
    found: outcome === 'failure' ? 'that it failed' : 'that it was cancelled',
    remedy: 'Read the step "crew-setup" in the log of this job.',
    ends: 'infra_error',
  });
}
