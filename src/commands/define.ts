// `define` creates a slash command from its definition: usage line, argument types and parser come from its grammar. Used by the command
// files of this folder; permit.ts, cli/flags.ts and view/help.ts use its types.

import type { Complaint } from '../ports/run.js';
import type { Args, Grammar, Misuse, Piece, Reading } from './grammar.js';

/** Who may use a command: everyone, or only people with write access. */
export type Access = 'anyone' | 'write';

/** A flag or argument, for help. */
export interface Parameter {
  readonly name: string;
  readonly en: string;
  readonly ja: string;
}

/** What a command file declares. */
export interface Definition<N extends string, G extends Grammar> {
  readonly name: N;
  /** The summary in help: one line. */
  readonly summary: { readonly en: string; readonly ja: string };
  /** Every flag and argument, with its default. */
  readonly explained?: readonly Parameter[];
  /** The arguments of the example in help: literal words, and free text, which is quoted for a shell. */
  readonly example?: { readonly words?: string; readonly text?: string };
  /** It works in comments only, because it concerns the thread. */
  readonly commentOnly?: true;
  readonly access: Access;
  /** The workflow that executes it. If the workflow is not in the list of workflows, the command is unknown. */
  readonly workflow: string;
  readonly grammar: G;
  /** The usage after the name, if pieces exclude each other. By default the pieces are listed. */
  readonly forms?: string;
  /** A check of the arguments together. Returns what is wrong. */
  readonly rule?: (args: Args<G>) => Complaint | null;
}

/** A slash command. */
export interface DefinedCommand<N extends string = string, A = unknown> {
  readonly name: N;
  readonly summary: Definition<N, Grammar>['summary'];
  readonly explained: readonly Parameter[];
  readonly example: string;
  /** The example as typed at a terminal; undefined if the command works in comments only. */
  readonly terminalExample: string | undefined;
  readonly access: Access;
  readonly workflow: string;
  readonly usage: string;
  /** The flags that take a value. */
  readonly flagsWithValue: readonly string[];
  /** Parses the words after the name. */
  readonly read: (reading: Reading) => { readonly args: A } | Misuse;
}

type Values = Record<string, unknown>;

/** The word with `--` at its start instead of the dash that phones write. If the dash were read as text, a dry run would become a real run. */
const withHyphens = (word: string): string => word.replace(/^[–—](?=[a-z])/, '--');

const isMisuse = (value: object): value is Misuse => 'misuse' in value;

/** Reads the leading flags; returns the index of the first word after them. */
function takeFlags(grammar: Grammar, reading: Reading, values: Values): number | Misuse {
  let at = 0;
  for (let next = reading.words[at]?.text; next && withHyphens(next).startsWith('--'); next = reading.words[at]?.text) {
    at += 1;
    if (next === '--') break;
    const [name, piece] = Object.entries(grammar).find(([, each]) => each.flag === next) ?? [];
    if (!name || !piece) return { misuse: { is: 'unknown-flag', word: next } };
    const taken = piece.take(reading, at);
    if (isMisuse(taken)) return taken;
    if (name in values && !piece.merge) return { misuse: { is: 'twice', word: next } };
    values[name] = name in values && piece.merge ? piece.merge(values[name], taken.value) : taken.value;
    at += taken.used;
  }
  return at;
}

/** A flag after the text is a mistake: if it were read as text, a dry run would become a real run. */
function strayFlag(grammar: Grammar, reading: Reading, from: number): Misuse | null {
  const names = Object.values(grammar).map((piece) => piece.flag);
  const stray = reading.words.slice(from).find(({ text }) => names.includes(withHyphens(text)));
  return stray ? { misuse: { is: 'stray', word: stray.text } } : null;
}

/** Reads the pieces that are no flags. A word that no piece takes is a mistake. */
function takeRest(grammar: Grammar, reading: Reading, from: number, values: Values): Misuse | null {
  let at = from;
  let skippedBecause: Complaint | undefined;
  for (const [name, piece] of Object.entries(grammar)) {
    if (piece.flag) continue;
    const taken = piece.take(reading, at);
    if (isMisuse(taken)) return taken;
    values[name] = taken.value;
    at += taken.used;
    skippedBecause = taken.skippedBecause;
  }
  // Only words of the same line: the following lines may be ordinary text.
  const extra = reading.words[at]?.text;
  return extra ? { misuse: skippedBecause ?? { is: 'extra', word: extra } } : null;
}

function fillAbsent(grammar: Grammar, values: Values): void {
  for (const [name, piece] of Object.entries(grammar)) {
    if (!(name in values)) values[name] = (piece as Piece<unknown>).default?.value;
  }
}

function readArgs<G extends Grammar>(grammar: G, reading: Reading): { args: Args<G> } | Misuse {
  const values: Values = {};
  const from = takeFlags(grammar, reading, values);
  if (typeof from !== 'number') return from;
  // Only `--` directly before the text marks all of it as text.
  const isMarked = reading.words[from - 1]?.text === '--';
  const failed = (isMarked ? null : strayFlag(grammar, reading, from)) ?? takeRest(grammar, reading, from, values);
  if (failed) return failed;
  fillAbsent(grammar, values);
  return { args: values as Args<G> };
}

function terminalExampleOf(
  name: string,
  { words, text }: NonNullable<Definition<string, Grammar>['example']> = {},
): string {
  const quoted = words?.split(' ').map((word) => (word.includes('*') ? `'${word}'` : word));
  return ['crew', name, ...(quoted ?? []), ...(text === undefined ? [] : [`"${text}"`])].join(' ');
}

/** Creates a command. The usage line and the types of the arguments are derived from the grammar. */
export function define<const N extends string, G extends Grammar>(
  definition: Definition<N, G>,
): DefinedCommand<N, Args<G>> {
  const { name, summary, explained = [], example, commentOnly, access, workflow, grammar, forms, rule } = definition;
  const pieces = Object.values(grammar);
  return {
    name,
    summary,
    explained,
    example: ['/crew', name, example?.words, example?.text].filter((part) => part !== undefined).join(' '),
    terminalExample: commentOnly ? undefined : terminalExampleOf(name, example),
    access,
    workflow,
    usage: [`/crew ${name}`, ...(forms ? [forms] : pieces.map((piece) => piece.usage))].join(' '),
    flagsWithValue: pieces.flatMap((piece) => (piece.flag && piece.takesValue ? piece.flag : [])),
    read: (reading) => {
      const found = readArgs(grammar, reading);
      if (isMisuse(found)) return found;
      const complaint = rule?.(found.args);
      return complaint ? { misuse: complaint } : found;
    },
  };
}
