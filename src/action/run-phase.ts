// Runs the phase that the Action's input `phase` names. The code of a phase is loaded when the phase begins. Called by entry.ts.

import { UserError } from '../ports/errors.js';
import { reportError } from '../services/process.js';
import { inputOf, oneLine, type StepProcess } from './step.js';

const PHASES = ['', 'gate', 'work', 'verify', 'publish', 'settle'] as const;
type Phase = (typeof PHASES)[number];

/** Runs a step; returns its exit code. */
export async function runAction(process: StepProcess): Promise<number> {
  try {
    return await runPhase(phaseOf(process.env), process);
  } catch (error) {
    const code = reportError(error, { json: false, out: process.out, err: process.err });
    process.out(`::error::${error instanceof UserError ? oneLine(error.message) : 'crew failed; see the log'}\n`);
    return code;
  }
}

async function runPhase(phase: Phase, process: StepProcess): Promise<number> {
  switch (phase) {
    case 'work':
      return (await import('./work.js')).workPhase(process);
    case 'verify':
      return (await import('./verify.js')).verifyPhase(process);
    case 'publish':
      return (await import('./publish.js')).publishPhase(process);
    case 'settle':
      return (await import('./settle.js')).settlePhase(process);
    default:
      return (await import('./gate.js')).gatePhase(phase, process);
  }
}

function phaseOf(env: StepProcess['env']): Phase {
  const given = inputOf(env, 'phase');
  const phase = PHASES.find((each) => each === given);
  if (phase !== undefined) return phase;
  throw new UserError({
    expected: 'the phase gate, work, verify, publish or settle, or none',
    found: `"${given}"`,
    remedy: 'Leave the input empty.',
  });
}
