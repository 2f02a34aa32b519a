import path from 'node:path';
import { openWorkspace } from '../../adapters/workspace/index.js';
import { LARGEST, PLACE } from '../../verify/artifact.js';
import type { StepProcess } from './step.js';

/** The document that was downloaded, or null. Not through a link, and no more of it than a document may have. */
export async function documentIn({ RUNNER_TEMP: temp }: StepProcess['env']): Promise<Uint8Array | null> {
  if (!temp) return null;
  const workspace = openWorkspace(temp);
  const file = path.posix.join(PLACE.folder, PLACE.file);
  const standing = await workspace.look(file);
  return standing?.kind === 'file' ? workspace.read(file, { from: 0, to: LARGEST + 1 }) : null;
}
