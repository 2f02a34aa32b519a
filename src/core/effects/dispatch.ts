import type { DispatchChange } from '../change.js';
import type { Effect, Hands } from '../effect.js';

/** A run of GitHub Actions, found by the nonce in its name. */
export function dispatchEffect({ workflow, nonce, inputs }: DispatchChange, { github }: Hands): Effect {
  return {
    async look() {
      const runId = await github.dispatch.find(workflow, nonce);
      if (runId !== null) return { is: 'there', count: 1, applied: { runId } };
      const make = async () => ({ runId: await github.dispatch.start(workflow, { nonce, inputs }) });
      return { is: 'absent', repeatable: false, make };
    },
    // A run that GitHub started cannot be taken back; one that was doubled after all dies at the lease.
  };
}
