// The Verifier against a base: that commit as a tree of its own, both verified, what differs run again.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openWorktree, shareInstalls } from '../../adapters/worktrees/index.js';
import { type Against, mayRunTogether, type Verify, verifyAgainst } from '../../verify/compare/index.js';
import type { Detected, Step } from '../../verify/detect/index.js';
import type { Progress } from '../../verify/pipeline/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import { thisProcess } from '../holder.js';
import { detectIn, verifyTree, type Workbench } from './verify-tree.js';

export interface BaseAsk {
  readonly base: string;
  /** The head's pipeline. */
  readonly detected: Detected;
  /** The packages that are left out on both sides. */
  readonly changed: readonly string[] | undefined;
  readonly tell: (side: 'base' | 'head', progress: Progress) => void;
  readonly walls: (name: string) => void;
}

class CalledOff extends Error {}

/** Verifies the tree and its base; null when it was called off. */
export async function verifyBoth(bench: Workbench, ask: BaseAsk): Promise<Against | null> {
  const place = { repository: bench.root, folder: path.join(bench.place, 'trees'), owner: thisProcess() };
  const base = await openWorktree(place, ask.base);
  try {
    await shareInstalls({ from: bench.root, to: base.root });
    const steps = { base: (await detectIn(bench, base.root, ask.changed)).steps, head: ask.detected.steps };
    const commands = steps.head.flatMap(({ command, leads }) => [command, (leads?.words ?? []).join(' ')]);
    const { together } = mayRunTogether({ commands, files: await readdir(bench.root) });
    return await verifyAgainst({
      base: base.root,
      head: bench.root,
      verify: verifierOf(bench, ask, steps),
      reruns: bench.config.verify.reruns,
      together,
    });
  } catch (error) {
    if (error instanceof CalledOff) return null;
    throw error;
  } finally {
    await base.remove();
  }
}

function verifierOf(
  bench: Workbench,
  { tell, walls }: BaseAsk,
  steps: Readonly<Record<'base' | 'head', readonly Step[]>>,
): Verify {
  return async ({ tree, side, only }) => {
    const wanted = steps[side].filter(
      ({ name, cwd }) => !only || only.some((each) => each.step === name && each.cwd === cwd),
    );
    const ref = side === 'base' ? 'baseline' : 'verify-job';
    const record = await verifyTree(bench, {
      tree,
      ref,
      steps: wanted,
      tell: (progress) => tell(side, progress),
      walls,
    });
    if (record === null) throw new CalledOff();
    return withoutPreparation(record, wanted);
  };
}

/** That one side had to install and the other had not is no difference between them; that it failed is one. */
function withoutPreparation(record: VerificationRecord, steps: readonly Step[]): VerificationRecord {
  const prepares = new Set(
    steps.flatMap(({ name, purpose }) => (purpose === 'install' || purpose === 'setup' ? [name] : [])),
  );
  return { ...record, steps: record.steps.filter(({ name, status }) => status !== 'PASS' || !prepares.has(name)) };
}
