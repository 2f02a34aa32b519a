// Tables of commands and of runs, the same in every language.
import { code } from '../code.js';
import type { CommandLine, RunLine } from './messages.js';

/** How a command is written. These are our own words, so they are shown whole. */
export const written = (usage: string): string => `\`${usage}\``;

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** A command in the table of help. */
export const commandRow = ({ usage, summary }: CommandLine): string => `| ${cell(written(usage))} | ${summary} |`;

/** Flags and arguments as a table, with a blank line before it; nothing where there are none. */
export const explainedTable = (
  [name, meaning]: readonly [string, string],
  explained: CommandLine['explained'],
): readonly string[] =>
  explained.length === 0
    ? []
    : [
        '',
        `| ${name} | ${meaning} |`,
        '|---|---|',
        ...explained.map((each) => `| ${cell(written(each.name))} | ${cell(each.text)} |`),
      ];

/** A run in the table of status. */
export const runRow =
  (word: (status: string) => string) =>
  ({ run, status, startedAt }: RunLine): string =>
    `| ${cell(code(run))} | ${cell(word(status))} | ${startedAt} |`;
