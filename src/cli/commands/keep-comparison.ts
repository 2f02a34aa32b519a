import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Against, rerunsOf } from '../../verify/compare/index.js';

/** Writes the comparison beside the head's manifest. The file is complete or absent. */
export async function keepComparison({ base, head, again, comparison }: Against): Promise<void> {
  const file = path.join(head.artifacts, 'comparison.json');
  const document = { format: 1, base: base.run_id, head: head.run_id, again: rerunsOf(again), comparison };
  await writeFile(`${file}.new`, `${JSON.stringify(document, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
