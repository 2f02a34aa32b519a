// Steps of a pipeline, run in a tree on a bench: cells are opened for it and closed after it, and evidence stays behind.
import type { Bench, Clock, Workspace } from '../ports/index.js';
import type { RerunRequest } from './compare/index.js';
import type { Step } from './detect/index.js';
import { type Progress, verify } from './pipeline/index.js';
import type { VerificationRecord, VerificationRef } from './records.js';

export interface RunOf {
  readonly bench: Pick<Bench, 'sandbox' | 'unsandboxed' | 'artifacts' | 'setsUpWithin'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface RunAsk {
  readonly tree: Workspace;
  readonly ref: VerificationRef;
  /** The commit below the tree, where there is one, and whether there are changes on top of it. */
  readonly commit: string | null;
  readonly dirty: boolean;
  readonly steps: readonly Step[];
  readonly onProgress: (progress: Progress) => void;
  /** Hears what the commands run in. */
  readonly walls?: ((name: string) => void) | undefined;
}

/** Somebody stopped it: there is no verdict. */
export class CalledOff extends Error {}

/** Runs them all, in order. */
export async function runSteps({ bench, clock, signal }: RunOf, { tree, walls, ...ask }: RunAsk) {
  const { steps } = ask;
  const needs = {
    setup: !bench.setsUpWithin && steps.some(({ purpose }) => purpose === 'setup'),
    walls: steps.length > 0,
  };
  const setupSandbox = needs.setup || !needs.walls ? await bench.unsandboxed() : undefined;
  const sandbox = needs.walls || !setupSandbox ? await bench.sandbox(tree.root) : setupSandbox;
  if (needs.walls) walls?.(sandbox.name);
  try {
    const { artifacts } = bench;
    const record = await verify({ ...ask, root: tree.root, sandbox, setupSandbox, clock, signal, artifacts });
    if (record === null) throw new CalledOff();
    return record;
  } finally {
    await sandbox.close();
    await setupSandbox?.close();
  }
}

/** Says of a step that it makes a tree ready, and proves nothing by itself. */
export const prepares = ({ purpose }: Pick<Step, 'purpose'>): boolean => purpose === 'setup' || purpose === 'install';

/** Of all steps those that are to be run again, each with the tests that are wanted of it. */
export function chosenOf(steps: readonly Step[], only: readonly RerunRequest[]): readonly Step[] {
  return steps.flatMap((step): readonly Step[] => {
    const again = only.find((each) => each.step === step.name && each.cwd === step.cwd);
    return again ? [{ ...step, ...(again.tests ? { only: again.tests } : {}) }] : [];
  });
}

/** A record without what only made its tree ready: that one side had to install is no difference; that it failed is one. */
export function withoutPreparation(record: VerificationRecord, steps: readonly Step[]): VerificationRecord {
  const names = new Set(steps.filter(prepares).map(({ name }) => name));
  return { ...record, steps: record.steps.filter(({ name, status }) => status !== 'PASS' || !names.has(name)) };
}
