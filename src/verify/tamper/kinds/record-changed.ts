import { type Found, saying } from '../finding.js';
import type { Ground } from '../ground.js';

/** What tests compare with, written anew: right where the output was meant to change, and the easiest way to a green run. */
export function recordChanged({ files }: Ground): readonly Found[] {
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
