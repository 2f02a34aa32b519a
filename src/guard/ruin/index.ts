// THE LIST of what never runs, whatever anybody allowed.
import type { Finding } from '../finding.js';
import type { Ground } from '../paths/ground.js';
import type { Line, Run } from '../words/line.js';
import { nameOf } from '../words/name-of.js';
import { destruction } from './destruction.js';
import { remote } from './remote.js';
import type { Flow, Ruin } from './ruin.js';
import { secrets } from './secrets.js';

const FETCHERS = new Set(
  'curl wget fetch aria2c http https xh curlie lynx w3m links elinks nc ncat netcat socat ftp lftp gh'.split(' '),
);

/** What flows where in a line, looked at once. */
function flowOf(line: Line): Flow {
  const piped = new Map<Run, 'text' | 'fetched'>();
  for (const pipe of line.pipes) {
    let fetched = false;
    for (const [at, run] of pipe.entries()) {
      if (at > 0) piped.set(run, fetched ? 'fetched' : (piped.get(run) ?? 'text'));
      fetched ||= FETCHERS.has(nameOf(run.words));
    }
  }
  const substituted = new Map<Run, string>();
  for (const run of line.runs) {
    const name = nameOf(run.words);
    if (run.within && FETCHERS.has(name)) substituted.set(run.within, name);
  }
  return { piped, substituted };
}

export const ruins: readonly Ruin[] = [...destruction, ...remote, ...secrets];

const forAll = ruins.filter(({ names }) => !names);
const byName = new Map<string, Ruin[]>();
for (const ruin of ruins) for (const name of ruin.names ?? []) byName.set(name, [...(byName.get(name) ?? []), ruin]);

/** The first command of a line that would ruin something, wherever it stands in it. */
export function ruinOf(line: Line, groundsOf: (run: Run) => readonly Ground[]): Finding | undefined {
  const flow = flowOf(line);
  for (const run of line.runs) {
    const name = nameOf(run.words);
    const rows = byName.get(name) ?? [];
    const words = run.words.map(({ text }) => text);
    for (const ground of groundsOf(run)) {
      for (const ruin of [...forAll, ...rows]) {
        const found = ruin.find({ run, name, words, line, flow, ground });
        if (found) return found;
      }
    }
  }
  return undefined;
}
