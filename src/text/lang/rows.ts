// The tables of `help` and `status`, which have the same form in every language. Used by en.ts, ja.ts, and src/workflows/instant.ts.

import { code } from '../quote.js';
import { dollarsIn } from '../values.js';
import { stateWord } from './outcome-words.js';
import { momentOf } from './times.js';

/** A command as help lists it. */
export interface CommandLine {
  readonly usage: string;
  readonly summary: string;
  /** Anyone may use it, without write access. */
  readonly open: boolean;
  /** Flags and arguments, with their defaults. */
  readonly explained: readonly { readonly name: string; readonly text: string }[];
  readonly example: string;
}

/** A run as `status` lists it. */
export interface RunLine {
  readonly run: string;
  /** The command that started it, such as `plan`. */
  readonly command: string;
  /** Its state, as outcome-words.ts names it. */
  readonly state: string;
  readonly startedAt: string;
  /** What it has cost so far. */
  readonly costUsd: number;
}

/** A command of crew as inline code. It needs no escaping, since crew wrote it. */
export const commandAsCode = (usage: string): string => `\`${usage}\``;

const escapePipes = (text: string): string => text.replaceAll('|', '\\|');

/** The row of a command in the table of `help`. */
export const commandRow = ({ usage, summary }: CommandLine): string =>
  `| ${escapePipes(commandAsCode(usage))} | ${summary} |`;

/** The table of flags and arguments, with a blank line before it; no lines if there are none. */
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
        ...explained.map((each) => `| ${escapePipes(commandAsCode(each.name))} | ${escapePipes(each.text)} |`),
      ];

/** The row of a run in the table of `status`. */
export const runRow =
  (lang: 'en' | 'ja') =>
  ({ run, command, state, startedAt, costUsd }: RunLine): string =>
    `| ${commandAsCode(`/crew ${command}`)} | ${escapePipes(stateWord(lang, state))} | ${momentOf(startedAt)} | ${dollarsIn(lang)(costUsd)} | ${escapePipes(code(run))} |`;

/** What the runs have cost together. */
export const totalCost = (runs: readonly RunLine[]): number => runs.reduce((sum, { costUsd }) => sum + costUsd, 0);
