// `crew verify --base`: checks the base out into a tree of its own, verifies both trees, and runs again what differs.

import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workspace } from '../../ports/index.js';
import { type Against, mayRunTogether, rerunsOf, type Verify, verifyAgainst } from '../../verify/compare/index.js';
import type { Detected, Step } from '../../verify/detect/index.js';
import { chosenOf, withoutPreparation } from '../../verify/run-steps.js';
import type { Teller } from './verify-progress.js';
import { detectIn, verifyTree, type Workbench } from './verify-tree.js';

export interface BaseAsk {
  readonly base: string;
  /** The head's pipeline. */
  readonly detected: Detected;
  /** The changed files, where only packages that they affect are verified. */
  readonly changed: readonly string[] | undefined;
  readonly onProgress: Teller['step'];
  readonly walls: Teller['walls'];
}

/** Verifies the tree and its base. */
export async function verifyBoth(bench: Workbench, ask: BaseAsk): Promise<Against> {
  const { tree: head, below, config } = bench;
  const { tree: base, close } = await below.beside(ask.base);
  try {
    const { steps } = await detectIn(bench, base, { changed: ask.changed });
    const against = await verifyAgainst({
      base: base.root,
      head: head.root,
      verify: verifyOn(bench, ask, { base: { tree: base, steps }, head: { tree: head, steps: ask.detected.steps } }),
      reruns: config.verify.reruns,
      together: await maySideBySide(head, ask.detected.steps),
    });
    await keepComparison(against);
    return against;
  } finally {
    await close();
  }
}

async function maySideBySide(tree: Workspace, steps: readonly Step[]): Promise<boolean> {
  const commands = steps.flatMap(({ command, leads }) => [command, ...(leads?.scripts ?? []).map(({ text }) => text)]);
  const files = (await tree.list('.')).map(({ name }) => name);
  return mayRunTogether({ commands, files }).together;
}

type Sides = Readonly<Record<'base' | 'head', { readonly tree: Workspace; readonly steps: readonly Step[] }>>;

function verifyOn(bench: Workbench, { onProgress, walls }: BaseAsk, sides: Sides): Verify {
  return async ({ side, only }) => {
    const { tree, steps } = sides[side];
    const wanted = only ? chosenOf(steps, only) : steps;
    const ref = side === 'base' ? 'baseline' : 'verify-job';
    const record = await verifyTree(bench, {
      ...{ tree, ref, steps: wanted, walls },
      onProgress: (progress) => onProgress(progress, { side, again: only !== undefined }),
    });
    return withoutPreparation(record, wanted);
  };
}

/** Writes the comparison beside the head's manifest. The file is complete or absent. */
async function keepComparison({ base, head, again, comparison }: Against): Promise<void> {
  const file = path.join(head.artifacts, 'comparison.json');
  const document = { format: 1, base: base.run_id, head: head.run_id, again: rerunsOf(again), comparison };
  await writeFile(`${file}.new`, `${JSON.stringify(document, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
