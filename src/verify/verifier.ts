// The Verifier as a workflow has it: a tree in, a record out. What it runs is read off the tree each time, since a change may
// change that, too.
import type { Config } from '../config/index.js';
import type { Bench, Clock, Workspace } from '../ports/index.js';
import type { Show } from '../ports/progress.js';
import type { RerunRequest } from './compare/index.js';
import { detect, readTree, type Step } from './detect/index.js';
import { type Progress, verify } from './pipeline/index.js';
import type { VerificationRecord, VerificationRef } from './records.js';

interface VerifierOf extends RunOf {
  readonly config: Config;
  readonly show: Show;
}

interface VerifyAsk extends Pick<RunAsk, 'tree' | 'ref' | 'dirty'> {
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
