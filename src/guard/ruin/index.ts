// THE LIST of what never runs, whatever anybody allowed.
import { deny, type Finding } from '../finding.js';
import type { Ground } from '../paths/ground.js';
import type { Line } from '../words/line.js';
import { nameOf } from '../words/name-of.js';
import { destruction } from './destruction.js';
import { flowOf } from './flow.js';
import { remote } from './remote.js';
import type { Ruin } from './ruin.js';
import { secrets } from './secrets.js';

export const ruins: readonly Ruin[] = [...destruction, ...remote, ...secrets];

const forAll = ruins.filter(({ names }) => !names);
const byName = new Map<string, Ruin[]>();
for (const ruin of ruins) for (const name of ruin.names ?? []) byName.set(name, [...(byName.get(name) ?? []), ruin]);

/** The first command of a line that would ruin something, wherever it stands in it. */
export function ruinOf(line: Line, ground: Ground): Finding | undefined {
  if (line.bottomless) return deny('2', 'depth', 'it holds more commands, or deeper within each other, than are read');
  const flow = flowOf(line);
  for (const run of line.runs) {
    const name = nameOf(run.words);
    const rows = byName.get(name) ?? [];
    const suspect = { run, name, words: run.words.map(({ text }) => text), line, flow, ground };
    for (const ruin of [...forAll, ...rows]) {
      const found = ruin.find(suspect);
      if (found) return found;
    }
  }
  return undefined;
}
