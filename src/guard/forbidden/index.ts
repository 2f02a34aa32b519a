// Commands that never run. No rule can allow them.
import type { Finding } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import { type Line, nameOf, type Run } from '../shell/line.js';
import { secrets } from './credentials.js';
import { destruction } from './destruction.js';
import { remote } from './remote.js';
import type { Flow, ForbiddenUse } from './types.js';

const FETCHERS = new Set(
  'curl wget fetch aria2c http https xh curlie lynx w3m links elinks nc ncat netcat socat ftp lftp gh'.split(' '),
);

/** Computes once per line what each command receives through pipes and substitutions. */
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

export const forbiddenUses: readonly ForbiddenUse[] = [...destruction, ...remote, ...secrets];

const forAll = forbiddenUses.filter(({ names }) => !names);
const byName = new Map<string, ForbiddenUse[]>();
for (const each of forbiddenUses)
  for (const name of each.names ?? []) byName.set(name, [...(byName.get(name) ?? []), each]);

/** The first forbidden command of a line, at any depth. */
export function forbiddenUseIn(line: Line, contextsOf: (run: Run) => readonly GuardContext[]): Finding | undefined {
  const flow = flowOf(line);
  for (const run of line.runs) {
    const name = nameOf(run.words);
    const rows = byName.get(name) ?? [];
    const words = run.words.map(({ text }) => text);
    for (const context of contextsOf(run)) {
      for (const each of [...forAll, ...rows]) {
        const found = each.find({ run, name, words, line, flow, context });
        if (found) return found;
      }
    }
  }
  return undefined;
}
