// Finds commands that never run, whatever the rules say. Used by ../bash.ts, and for docs/guard.md by ../page.ts.
import type { Finding } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import { commandName, type Line, type ShellCommand } from '../shell/line.js';
import { credentialUses } from './credentials.js';
import { destruction } from './destruction.js';
import { remote } from './remote.js';
import type { Flow, ForbiddenUse } from './types.js';

const FETCHING_COMMANDS = new Set(
  'curl wget fetch aria2c http https xh curlie lynx w3m links elinks nc ncat netcat socat ftp lftp gh'.split(' '),
);

/** Computes once per line what each command receives through pipes and substitutions. */
function flowOf(line: Line): Flow {
  const piped = new Map<ShellCommand, 'text' | 'fetched'>();
  for (const pipeline of line.pipelines) {
    let fetched = false;
    for (const [at, command] of pipeline.entries()) {
      if (at > 0) piped.set(command, fetched ? 'fetched' : (piped.get(command) ?? 'text'));
      fetched ||= FETCHING_COMMANDS.has(commandName(command.words));
    }
  }
  const substituted = new Map<ShellCommand, string>();
  for (const command of line.commands) {
    const name = commandName(command.words);
    if (command.outerCommand && FETCHING_COMMANDS.has(name)) substituted.set(command.outerCommand, name);
  }
  return { piped, substituted };
}

export const forbiddenUses: readonly ForbiddenUse[] = [...destruction, ...remote, ...credentialUses];

const usesOfAllCommands = forbiddenUses.filter(({ names }) => !names);
const byName = new Map<string, ForbiddenUse[]>();
for (const each of forbiddenUses)
  for (const name of each.names ?? []) byName.set(name, [...(byName.get(name) ?? []), each]);

/** The first forbidden command of a line, at any depth. */
export function forbiddenUseIn(
  line: Line,
  contextsOf: (command: ShellCommand) => readonly GuardContext[],
): Finding | undefined {
  const flow = flowOf(line);
  for (const command of line.commands) {
    const name = commandName(command.words);
    const rows = byName.get(name) ?? [];
    const words = command.words.map(({ text }) => text);
    for (const context of contextsOf(command)) {
      for (const each of [...usesOfAllCommands, ...rows]) {
        const found = each.check({ command, name, words, line, flow, context });
        if (found) return found;
      }
    }
  }
  return undefined;
}
