// Runs the steps of a pipeline in order and returns the record. Logs are on disk before that, and the manifest is written last, so an interrupted
// run leaves no verdict. Used by ../verifier.ts and src/services/verify-trees.ts.
import type { Artifacts, Clock, Sandbox } from '../../ports/index.js';
import type { Step } from '../detect/index.js';
import type { StepRecord, VerificationRecord, VerificationRef, VerificationStatus } from '../records.js';
import { resultsFolderIn } from './results-folder.js';
import { Cancelled, runStep, type StepContext } from './run-step.js';

/** The tree, its steps, and where they run. */
export interface VerifyOptions {
  /** Absolute, without symbolic links. */
  readonly root: string;
  readonly steps: readonly Step[];
  readonly ref: VerificationRef;
  readonly commit: string | null;
  readonly dirty: boolean;
  readonly sandbox: Sandbox;
  /** Runs setup steps, outside the sandbox. Default: `sandbox`. */
  readonly setupShell?: Sandbox | undefined;
  readonly clock: Clock;
  readonly artifacts: Artifacts;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Progress for display. */
export type Progress =
  | { readonly is: 'begins'; readonly step: Step; readonly n: number; readonly of: number }
  | { readonly is: 'ended'; readonly step: StepRecord; readonly n: number; readonly of: number };

/** Runs the pipeline on a tree. Null if it was cancelled; then no manifest is written. */
export async function verify(options: VerifyOptions): Promise<VerificationRecord | null> {
  const began = options.clock.now();
  const folder = await options.artifacts.create(new Date(began).toISOString());
  const resultsFolder = () => resultsFolderIn(options.sandbox);
  const place = { root: options.root, clock: options.clock, folder, resultsFolder, signal: options.signal };
  const steps = await runAll(options, place);
  if (steps === null) return null;
  const record: VerificationRecord = {
    run_id: folder.id,
    status: statusOf(steps),
    ref: options.ref,
    commit: options.commit,
    dirty: options.dirty,
    startedAt: new Date(began).toISOString(),
    ms: options.clock.now() - began,
    steps,
    artifacts: folder.path,
  };
  await folder.finish({ format: 1, ...record, detected: options.steps });
  return record;
}

async function runAll(
  options: VerifyOptions,
  place: Omit<StepContext, 'sandbox'>,
): Promise<readonly StepRecord[] | null> {
  const done: StepRecord[] = [];
  for (const step of options.steps) {
    if (options.signal?.aborted) return null;
    const count = { n: done.length + 1, of: options.steps.length };
    options.onProgress?.({ is: 'begins', step, ...count });
    const sandbox = step.purpose === 'setup' ? (options.setupShell ?? options.sandbox) : options.sandbox;
    const record = await runStep(step, { ...place, sandbox }, done.length).catch((error: unknown) => {
      if (error instanceof Cancelled) return null;
      throw error;
    });
    if (record === null) return null;
    done.push(record);
    options.onProgress?.({ is: 'ended', step: record, ...count });
  }
  return done;
}

/** `INFRA_ERROR` if a step could not run or there is none, even if others failed: they may have failed because of that step. */
function statusOf(steps: readonly StepRecord[]): VerificationStatus {
  if (steps.length === 0 || steps.some(({ status }) => status === 'INFRA_ERROR')) return 'INFRA_ERROR';
  return steps.some(({ status }) => status === 'FAIL') ? 'FAIL' : 'PASS';
}
