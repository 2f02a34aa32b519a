import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Against, rerunsOf } from '../../verify/compare/index.js';

/** Leaves what was compared beside the head's own manifest: which runs, and what came of them. Whole or not at all. */
export async function keepComparison({ base, head, again, comparison }: Against): Promise<void> {
  const file = path.join(head.artifacts, 'comparison.json');
  const document = { format: 1, base: base.run_id, head: head.run_id, again: rerunsOf(again), comparison };
  await writeFile(`${file}.new`, `${JSON.stringify(document, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
