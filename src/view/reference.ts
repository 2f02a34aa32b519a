// The tables of README.md, generated from the lists of commands and inputs. Pure.
import type { CommandInfo } from '../commands/index.js';
import type { Line } from './help.js';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `|${row.map((each) => (each === '---' ? each : ` ${cell(each)} `)).join('|')}|`)
    .join('\n');

/** The commands, in comments and at the terminal. */
export function commandTable(commands: readonly (CommandInfo | Line)[]): string {
  return table(
    ['command', 'what it does'],
    commands.map(({ usage, summary }) => [`\`${usage}\``, summary.en]),
  );
}

export interface Setting {
  readonly name: string;
  readonly description: string;
  readonly fallback?: string | undefined;
}

/** Inputs or outputs of action.yml. */
export function settingTable(kind: 'input' | 'output', settings: readonly Setting[]): string {
  return table(
    [kind, 'meaning'],
    settings.map(({ name, description, fallback }) => [
      `\`${name}\``,
      `${description}${fallback ? ` (default \`${fallback}\`)` : ''}`,
    ]),
  );
}
