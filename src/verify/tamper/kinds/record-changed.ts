import type { TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';

/** Changed snapshots or expected outputs. Correct if the output was meant to change, but also the easiest way to make tests pass. */
export function recordChanged({ files }: TamperContext): readonly Found[] {
  const sources = files.some(({ role }) => role === 'source');
  return files
    .filter(({ role, before, removed }) => role === 'record' && before && removed.length > 0)
    .map(({ path, after, hunks }) => ({
      file: path,
      line: after ? (hunks[0]?.line ?? 1) : 1,
      kind: 'record-changed',
      weight: sources ? 'named' : 'blocks',
      because: saying(after ? (sources ? 'recorded-anew' : 'recorded-alone') : 'record-deleted'),
    }));
}
