// The Verifier as a workflow has it: a tree in, a record out. What it runs is read off the tree each time, since a change may
// change that, too.
import type { Config } from '../config/index.js';
import type { Show } from '../ports/progress.js';
import type { RerunRequest } from './compare/index.js';
import { detect, readTree, type Step } from './detect/index.js';
import type { Progress } from './pipeline/index.js';
import type { VerificationRecord } from './records.js';
import { chosenOf, prepares, type RunAsk, type RunOf, runSteps } from './run-steps.js';

export { CalledOff } from './run-steps.js';

export interface VerifierOf extends RunOf {
  readonly config: Config;
  readonly show: Show;
}

export interface VerifyAsk extends Pick<RunAsk, 'tree' | 'ref' | 'dirty'> {
  readonly commit: string;
  /** Only these steps and tests, and before them what prepares a tree. */
  readonly only?: readonly RerunRequest[] | undefined;
}

export type Verifier = (ask: VerifyAsk) => Promise<VerificationRecord>;

/** The Verifier on a bench. */
export function verifierOn({ config, show, ...of }: VerifierOf): Verifier {
  return async ({ only, ...ask }) => {
    const { steps } = detect(await readTree(ask.tree), config.verify);
    return runSteps(of, { ...ask, steps: wanted(steps, only), onProgress: (progress) => show(shownOf(progress)) });
  };
}

const wanted = (steps: readonly Step[], only: VerifyAsk['only']): readonly Step[] =>
  only ? [...steps.filter(prepares), ...chosenOf(steps, only).filter((step) => !prepares(step))] : steps;

function shownOf(progress: Progress): Parameters<Show>[0] {
  const { step } = progress;
  return progress.is === 'begins'
    ? { kind: 'check began', name: step.name, command: step.command }
    : { kind: 'check ended', name: step.name, status: progress.step.status, ms: progress.step.ms };
}
