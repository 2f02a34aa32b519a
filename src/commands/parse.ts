// Parses the commands of a comment or of the command line. Pure. Used by event-commands.ts, the command line (cli/run.ts) and `crew
// facilitate`'s board rules; src/runs and workflows/instant.ts use its type.

import type { Complaint } from '../ports/run.js';
import { nearest } from '../text/nearest.js';
import type { Word } from './grammar.js';
import { ignoredLines } from './ignored.js';
import { type Command, type CommandDefinition, commands } from './index.js';

/** A command as written, or an invalid one with its mistake. */
export type ParsedCommand = { readonly text: string } & (
  | { readonly command: Command; readonly definition: CommandDefinition }
  | { readonly wrong: InvalidCommand }
);

/** An unknown command, or one that does not fit its grammar. */
export interface InvalidCommand {
  readonly found: string;
  readonly why: Complaint | { readonly is: 'no-command' };
  /** The usage, if the command is known. */
  readonly usage?: string;
  readonly definition?: CommandDefinition;
  /** A known command with a similar name. */
  readonly meant?: string;
}

/** The most commands in a comment. */
const MAX_COMMANDS = 20;

const NAME = '/crew';
const SPACES = /\s+/g;

function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let start = 0;
  for (const gap of line.matchAll(SPACES)) {
    if (gap.index > start) words.push({ text: line.slice(start, gap.index), start });
    start = gap.index + gap[0].length;
  }
  if (start < line.length) words.push({ text: line.slice(start), start });
  return words;
}

function definitionOf(name: string): CommandDefinition | undefined {
  return commands.find((each) => each.name === name.toLowerCase());
}

function unknownCommand(name: string, text: string): ParsedCommand {
  const meant = nearest(
    name.toLowerCase(),
    commands.map((each) => each.name),
  );
  return { text, wrong: { found: name, why: { is: 'no-command' }, ...(meant === undefined ? {} : { meant }) } };
}

/** Parses one command: its name, its words, and the following text with all its lines. */
function readCommand([name, ...words]: readonly Word[], whole: string): ParsedCommand {
  const definition = definitionOf(name?.text ?? 'help');
  const text = `${NAME} ${whole.trim().replace(/^\S+/, (word) => word.toLowerCase())}`.trim();
  if (!definition) return unknownCommand(name?.text ?? '', text);
  const last = words.at(-1) ?? name;
  const lastWordEnd = last ? last.start + last.text.length : 0;
  const read = definition.read({ words, textFrom: (index) => whole.slice(words[index]?.start ?? lastWordEnd) });
  const { name: commandName, usage } = definition;
  if ('misuse' in read) return { text, wrong: { found: commandName, why: read.misuse, usage, definition } };
  return { text, command: { name: commandName, args: read.args } as Command, definition };
}

/** The positions of commands: lines whose first token is `/crew` in any capitalisation, without ignored lines. */
function commandLines(lines: readonly string[]): number[] {
  const candidates = lines.flatMap((line, n) => (isCommand(line) ? [n] : []));
  if (candidates.length === 0) return candidates;
  const ignored = ignoredLines(lines);
  return candidates.filter((n) => !ignored[n]);
}

function isCommand(line: string): boolean {
  const trimmed = line.trimStart();
  return /^\/crew(?!\S)/i.test(trimmed);
}

/** All commands of a comment, in order. */
export function parseComment(body: string): readonly ParsedCommand[] {
  const lines = body.split(/\r\n|\n|\r/);
  const starts = commandLines(lines);
  return starts.slice(0, MAX_COMMANDS).map((from, n) => {
    const line = (lines[from] ?? '').trimStart().slice(NAME.length);
    const following = lines.slice(from + 1, starts[n + 1] ?? lines.length);
    return readCommand(wordsOf(line), [line, ...following].join('\n'));
  });
}

/** Parses a command of the terminal, where the shell has split the words and flags may be anywhere. */
export function parseWords([name = 'help', ...rest]: readonly string[]): ParsedCommand {
  const words: Word[] = [];
  let whole = '';
  for (const text of [name, ...flagsFirst(name, rest)]) {
    words.push({ text, start: whole.length });
    whole += `${text} `;
  }
  return readCommand(words, whole);
}

/** The words with the flags before the others. `--flag=value` becomes two words. */
function flagsFirst(name: string, rest: readonly string[]): readonly string[] {
  const flags: string[] = [];
  const others: string[] = [];
  const valued = definitionOf(name)?.flagsWithValue ?? [];
  for (let n = 0; n < rest.length; n += 1) {
    const text = rest[n] ?? '';
    const flagWithEquals = valued.find((flag) => text.startsWith(`${flag}=`));
    if (text === '--') return [...flags, '--', ...others, ...rest.slice(n + 1)];
    if (flagWithEquals) flags.push(flagWithEquals, text.slice(flagWithEquals.length + 1));
    else (text.startsWith('--') ? flags : others).push(text);
    if (valued.includes(text)) {
      // For a flag at the end, `--` stands in for the value: the grammar reports the value as missing and does not take a word of the text.
      flags.push(rest[n + 1] ?? '--');
      n += 1;
    }
  }
  return [...flags, ...others];
}
