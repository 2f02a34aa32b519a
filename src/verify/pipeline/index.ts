// The pipeline: every step, every time, in order. What it saw is on the disk before it says anything, and the manifest comes
// last: whatever ends it in the middle leaves no verdict.
import type { Artifacts, Cell, Clock } from '../../ports.js';
import type { Step } from '../detect/index.js';
import type { StepRecord, VerificationRecord, VerificationRef, VerificationStatus } from '../records.js';
import { Cancelled, type Place, runStep } from './run-step.js';
import { trayIn } from './tray.js';

export interface Verification {
  /** Absolute, without links. */
  readonly root: string;
  readonly steps: readonly Step[];
  readonly ref: VerificationRef;
  readonly commit: string | null;
  readonly dirty: boolean;
  readonly cell: Cell;
  /** Where setup runs: before the sandbox closes. The same cell when it is not given. */
  readonly setupCell?: Cell | undefined;
  readonly clock: Clock;
  readonly artifacts: Artifacts;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What can be shown while it runs. */
export type Progress =
  | { readonly is: 'begins'; readonly step: Step; readonly n: number; readonly of: number }
  | { readonly is: 'ended'; readonly step: StepRecord; readonly n: number; readonly of: number };

/** Runs the pipeline on a tree. Null when it was called off: then there is no verdict, and no manifest. */
export async function verify(of: Verification): Promise<VerificationRecord | null> {
  const began = of.clock.now();
  const folder = await of.artifacts.open(new Date(began).toISOString());
  const tray = () => trayIn(of.cell);
  const place = { root: of.root, clock: of.clock, folder, tray, signal: of.signal };
  const steps = await runAll(of, place);
  if (steps === null) return null;
  const record: VerificationRecord = {
    run_id: folder.id,
    status: statusOf(steps),
    ref: of.ref,
    commit: of.commit,
    dirty: of.dirty,
    startedAt: new Date(began).toISOString(),
    ms: of.clock.now() - began,
    steps,
    artifacts: folder.path,
  };
  await folder.finish({ format: 1, ...record, detected: of.steps });
  return record;
}

async function runAll(of: Verification, place: Omit<Place, 'cell'>): Promise<readonly StepRecord[] | null> {
  const done: StepRecord[] = [];
  for (const step of of.steps) {
    if (of.signal?.aborted) return null;
    const count = { n: done.length + 1, of: of.steps.length };
    of.onProgress?.({ is: 'begins', step, ...count });
    const cell = step.purpose === 'setup' ? (of.setupCell ?? of.cell) : of.cell;
    const record = await runStep(step, { ...place, cell }, done.length).catch((error: unknown) => {
      if (error instanceof Cancelled) return null;
      throw error;
    });
    if (record === null) return null;
    done.push(record);
    of.onProgress?.({ is: 'ended', step: record, ...count });
  }
  return done;
}

/**
 * What could not run leaves the whole unproven, whatever else failed: without its service a test fails through nobody's
 * fault. Nothing to run proves nothing either.
 */
function statusOf(steps: readonly StepRecord[]): VerificationStatus {
  if (steps.length === 0 || steps.some(({ status }) => status === 'INFRA_ERROR')) return 'INFRA_ERROR';
  return steps.some(({ status }) => status === 'FAIL') ? 'FAIL' : 'PASS';
}
