// The tables of README.md, generated from the lists of commands and inputs. Used by scripts/write-readme.mjs only. Pure.
import type { CommandInfo } from '../commands/index.js';
import type { CommandHelp } from './help.js';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `|${row.map((each) => (each === '---' ? each : ` ${cell(each)} `)).join('|')}|`)
    .join('\n');

/** The table of commands with their summaries. */
export function commandTable(commands: readonly (CommandInfo | CommandHelp)[]): string {
  return table(
    ['command', 'what it does'],
    commands.map(({ usage, summary }) => [`\`${usage}\``, summary.en]),
  );
}

/** An input or output of action.yml; `fallback` is the default of an input. */
export interface ActionSetting {
  readonly name: string;
  readonly description: string;
  readonly fallback?: string | undefined;
}

/** The table of the inputs or of the outputs of action.yml. */
export function settingTable(kind: 'input' | 'output', settings: readonly ActionSetting[]): string {
  return table(
    [kind, 'meaning'],
    settings.map(({ name, description, fallback }) => [
      `\`${name}\``,
      `${description}${fallback ? ` (default \`${fallback}\`)` : ''}`,
    ]),
  );
}
