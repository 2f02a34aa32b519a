// All commands that run without a question if they are called in a known form. To add one, add a row to one of these files. Used by
// ../plain-command.ts and ../page.ts.
import { coreutils, creatingCommands } from './coreutils.js';
import { gh, ghCommands } from './gh.js';
import { git, gitSubcommands } from './git.js';
import type { KnownCommand } from './grammar.js';
import { searching } from './searching.js';

export const commandFamilies: readonly { readonly title: string; readonly commands: readonly KnownCommand[] }[] = [
  { title: 'Reading', commands: coreutils },
  { title: 'Searching', commands: searching },
  { title: 'Creating', commands: creatingCommands },
  { title: 'git', commands: gitSubcommands },
  { title: 'GitHub', commands: ghCommands },
];

/** git and gh have tables of their own. */
const all: readonly KnownCommand[] = [...coreutils, ...searching, ...creatingCommands, git, gh];
const byName = new Map(all.map((command) => [command.name, command]));

/** The known command of exactly this name. */
export function knownCommand(name: string): KnownCommand | undefined {
  return byName.get(name);
}
