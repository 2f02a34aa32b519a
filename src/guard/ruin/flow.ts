import type { Line, Run } from '../words/line.js';
import { nameOf } from '../words/name-of.js';
import type { Flow } from './ruin.js';

const FETCHERS = new Set(
  'curl wget fetch aria2c http https xh curlie lynx w3m links elinks nc ncat netcat socat ftp lftp gh'.split(' '),
);

/** What flows where in a line, looked at once. */
export function flowOf(line: Line): Flow {
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
