// The Verifier as a workflow has it: a tree in, a record out. What it runs is read off the tree each time, since a change may
// change that, too.
import type { Config } from '../config/index.js';
import type { Bench, Clock, Workspace } from '../ports.js';
import type { Show } from '../progress.js';
import type { Again } from './compare/index.js';
import { detect, readTree, type Step } from './detect/index.js';
import { type Progress, verify } from './pipeline/index.js';
import type { VerificationRecord, VerificationRef } from './records.js';

export interface VerifierOf {
  readonly bench: Bench;
  readonly config: Config;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly show: Show;
}

export interface VerifyAsk {
  readonly tree: Workspace;
  readonly ref: VerificationRef;
  /** The commit below the tree, and whether there are changes on top of it. */
  readonly commit: string;
  readonly dirty: boolean;
  /** Only these steps, and before them what prepares a tree. */
  readonly only?: readonly Pick<Again, 'step' | 'cwd'>[] | undefined;
}

export type Verifier = (ask: VerifyAsk) => Promise<VerificationRecord>;

/** Somebody stopped it: there is no verdict. */
export class CalledOff extends Error {}

/** The Verifier on a bench. */
export function verifierOn({ bench, config, clock, signal, show }: VerifierOf): Verifier {
  return async ({ tree, ref, commit, dirty, only }) => {
    const steps = detect(await readTree(tree), config.verify).steps.filter((step) => isWanted(step, only));
    const needs = { setup: steps.some(({ purpose }) => purpose === 'setup'), walls: steps.length > 0 };
    const setupCell = needs.setup || !needs.walls ? await bench.openCell() : undefined;
    const cell = needs.walls || !setupCell ? await bench.cell(tree.root) : setupCell;
    try {
      const record = await verify({
        ...{ root: tree.root, steps, ref, commit, dirty, cell, setupCell, clock, signal },
        artifacts: bench.artifacts,
        tell: (progress) => show(shownOf(progress)),
      });
      if (record === null) throw new CalledOff();
      return record;
    } finally {
      await cell.close();
      await setupCell?.close();
    }
  };
}

const PREPARES = ['setup', 'install'];

const isWanted = ({ name, cwd, purpose }: Step, only: VerifyAsk['only']): boolean =>
  !only || PREPARES.includes(purpose) || only.some((each) => each.step === name && each.cwd === cwd);

function shownOf(progress: Progress): Parameters<Show>[0] {
  const { step } = progress;
  return progress.is === 'begins'
    ? { kind: 'check began', name: step.name, command: step.command }
    : { kind: 'check ended', name: step.name, status: progress.step.status, ms: progress.step.ms };
}
