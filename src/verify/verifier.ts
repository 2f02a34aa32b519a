// The Verifier: runs the pipeline of a tree and returns a record. Used by src/verify/prove, src/services, `crew verify`, the verify job
// (src/action/verify.ts), `fix` and `build`. The pipeline is detected in the tree each time, because a change may alter it.
import type { Config } from '../config/index.js';
import type { Clock, VerifierEnvironment, Workspace } from '../ports/index.js';
import type { Show } from '../ports/progress.js';
import type { RerunRequest } from './compare/index.js';
import { detect, readTree, type Step } from './detect/index.js';
import { type Progress, verify } from './pipeline/index.js';
import type { VerificationRecord, VerificationRef } from './records.js';

interface VerifierDependencies extends RunDependencies {
  readonly config: Config;
  readonly show: Show;
}

interface VerifyRequest extends Pick<RunRequest, 'tree' | 'ref' | 'dirty'> {
  readonly commit: string;
  /** Only these steps and tests, after the steps that prepare the tree. */
  readonly only?: readonly RerunRequest[] | undefined;
}

export type Verifier = (request: VerifyRequest) => Promise<VerificationRecord>;

/** Creates a Verifier that runs commands in the sandboxes of `environment`. */
export function createVerifier({ config, show, ...dependencies }: VerifierDependencies): Verifier {
  return async ({ only, ...request }) => {
    const { steps } = detect(await readTree(request.tree), config.verify);
    const onProgress = (progress: Progress) => show(progressOf(progress));
    return runSteps(dependencies, { ...request, steps: selectedSteps(steps, only), onProgress });
  };
}

const selectedSteps = (steps: readonly Step[], only: VerifyRequest['only']): readonly Step[] =>
  only ? [...steps.filter(isPreparation), ...stepsToRerun(steps, only).filter((step) => !isPreparation(step))] : steps;

function progressOf(progress: Progress): Parameters<Show>[0] {
  const { step } = progress;
  return progress.is === 'begins'
    ? { kind: 'check began', name: step.name, command: step.command }
    : { kind: 'check ended', name: step.name, status: progress.step.status, ms: progress.step.ms };
}

/** What running steps needs besides the request. */
export interface RunDependencies {
  readonly environment: Pick<VerifierEnvironment, 'sandbox' | 'unsandboxed' | 'artifacts' | 'setupInSandbox'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A tree and the steps to run on it. */
export interface RunRequest {
  readonly tree: Workspace;
  readonly ref: VerificationRef;
  /** The checked-out commit if there is one, and whether the tree has uncommitted changes. */
  readonly commit: string | null;
  readonly dirty: boolean;
  readonly steps: readonly Step[];
  readonly onProgress: (progress: Progress) => void;
  /** Called with the name of the sandbox. */
  readonly onSandbox?: ((name: string) => void) | undefined;
}

/** The verification was cancelled, so there is no record. */
export class VerificationCancelled extends Error {}

/** Runs the steps in order. Opens the sandboxes that they need and closes them afterwards. */
export async function runSteps(
  { environment, clock, signal }: RunDependencies,
  { tree, onSandbox, ...request }: RunRequest,
) {
  const { steps } = request;
  const needs = {
    setup: !environment.setupInSandbox && steps.some(({ purpose }) => purpose === 'setup'),
    sandbox: steps.length > 0,
  };
  // Setup steps install tools on the machine, so their shell is not a sandbox. Without any step, a shell is only needed to describe the machine.
  const setupShell = needs.setup || !needs.sandbox ? await environment.unsandboxed() : undefined;
  const sandbox = needs.sandbox || !setupShell ? await environment.sandbox(tree.root) : setupShell;
  if (needs.sandbox) onSandbox?.(sandbox.name);
  try {
    const { artifacts } = environment;
    const record = await verify({ ...request, root: tree.root, sandbox, setupShell, clock, signal, artifacts });
    if (record === null) throw new VerificationCancelled();
    return record;
  } finally {
    await sandbox.close();
    await setupShell?.close();
  }
}

/** Whether a step only prepares the tree (setup, installation). */
export const isPreparation = ({ purpose }: Pick<Step, 'purpose'>): boolean =>
  purpose === 'setup' || purpose === 'install';

/** The requested steps, each with its selected tests. */
export function stepsToRerun(steps: readonly Step[], only: readonly RerunRequest[]): readonly Step[] {
  return steps.flatMap((step): readonly Step[] => {
    const again = only.find((each) => each.step === step.name && each.cwd === step.cwd);
    return again ? [{ ...step, ...(again.tests ? { only: again.tests } : {}) }] : [];
  });
}

/**
 * The record without the preparation steps that passed. That one side needed an installation says nothing about the change. A preparation that
 * failed stays, because it is a difference between the sides.
 */
export function withoutPreparation(record: VerificationRecord): VerificationRecord {
  return { ...record, steps: record.steps.filter(({ preparing, status }) => status !== 'PASS' || !preparing) };
}
