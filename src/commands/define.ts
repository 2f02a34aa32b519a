/** Who may ask: `anyone` gets an answer; `write` starts something. */

import type { Complaint } from '../ports/run.js';
import type { Args, Grammar, Misuse, Piece, Reading } from './grammar.js';

export type Access = 'anyone' | 'write';

/** A flag or argument, explained in help. */
export interface Explained {
  readonly name: string;
  readonly en: string;
  readonly ja: string;
}

export interface Definition<N extends string, G extends Grammar> {
  readonly name: N;
  /** One line of help, for people. */
  readonly summary: { readonly en: string; readonly ja: string };
  /** Every flag and argument, with its default. */
  readonly explained?: readonly Explained[];
  /** What stands after the name in the example of help: words as they are, and free text, which a shell quotes. */
  readonly example?: { readonly words?: string; readonly text?: string };
  /** It works in a comment only, because it is about the thread. */
  readonly commentOnly?: true;
  readonly access: Access;
  /** The workflow that executes it. While that is not in the list of workflows, the command is unknown. */
  readonly workflow: string;
  readonly grammar: G;
  /** What stands behind the name, where pieces exclude each other and so cannot simply be listed. */
  readonly forms?: string;
  /** A rule over the arguments together, said when it is broken. */
  readonly rule?: (args: Args<G>) => Complaint | null;
}

export interface CommandKind<N extends string = string, A = unknown> {
  readonly name: N;
  readonly summary: Definition<N, Grammar>['summary'];
  readonly explained: readonly Explained[];
  readonly example: string;
  /** The example as it is typed at a terminal; none when the command works in a comment only. */
  readonly typed: string | undefined;
  readonly access: Access;
  readonly workflow: string;
  readonly usage: string;
  /** The flags that take the word behind them. */
  readonly valued: readonly string[];
  readonly read: (reading: Reading) => { readonly args: A } | Misuse;
}

type Values = Record<string, unknown>;

/** Phones make a dash of `--`; taken for text, it would make a dry run a real one. */
const undashed = (word: string): string => word.replace(/^[–—](?=[a-z])/, '--');

const isMisuse = (value: object): value is Misuse => 'misuse' in value;

/** Takes the flags that lead; gives the word at which the rest begins. */
function takeFlags(grammar: Grammar, reading: Reading, values: Values): number | Misuse {
  let at = 0;
  for (let next = reading.words[at]?.text; next && undashed(next).startsWith('--'); next = reading.words[at]?.text) {
    at += 1;
    if (next === '--') break;
    const [name, piece] = Object.entries(grammar).find(([, each]) => each.flag === next) ?? [];
    if (!name || !piece) return { misuse: { is: 'unknown-flag', word: next } };
    const taken = piece.take(reading, at);
    if (isMisuse(taken)) return taken;
    if (name in values && !piece.again) return { misuse: { is: 'twice', word: next } };
    values[name] = name in values && piece.again ? piece.again(values[name], taken.value) : taken.value;
    at += taken.used;
  }
  return at;
}

/** A flag behind the text would be taken for text, and a dry run would be a real one: better to ask. */
function strayFlag(grammar: Grammar, reading: Reading, from: number): Misuse | null {
  const names = Object.values(grammar).map((piece) => piece.flag);
  const stray = reading.words.slice(from).find(({ text }) => names.includes(undashed(text)));
  return stray ? { misuse: { is: 'stray', word: stray.text } } : null;
}

function takeRest(grammar: Grammar, reading: Reading, from: number, values: Values): Misuse | null {
  let at = from;
  let passed: Complaint | undefined;
  for (const [name, piece] of Object.entries(grammar)) {
    if (piece.flag) continue;
    const taken = piece.take(reading, at);
    if (isMisuse(taken)) return taken;
    values[name] = taken.value;
    at += taken.used;
    passed = taken.passed;
  }
  // Only words of the same line: what people write in the lines below is talk.
  const extra = reading.words[at]?.text;
  return extra ? { misuse: passed ?? { is: 'extra', word: extra } } : null;
}

function fillAbsent(grammar: Grammar, values: Values): void {
  for (const [name, piece] of Object.entries(grammar)) {
    if (!(name in values)) values[name] = (piece as Piece<unknown>).absent?.value;
  }
}

function readArgs<G extends Grammar>(grammar: G, reading: Reading): { args: Args<G> } | Misuse {
  const values: Values = {};
  const from = takeFlags(grammar, reading, values);
  if (typeof from !== 'number') return from;
  // Only `--` right before the text says that all of it is text.
  const explicit = reading.words[from - 1]?.text === '--';
  const failed = (explicit ? null : strayFlag(grammar, reading, from)) ?? takeRest(grammar, reading, from, values);
  if (failed) return failed;
  fillAbsent(grammar, values);
  return { args: values as Args<G> };
}

function typedExample(name: string, { words, text }: NonNullable<Definition<string, Grammar>['example']> = {}): string {
  const quoted = words?.split(' ').map((word) => (word.includes('*') ? `'${word}'` : word));
  return ['crew', name, ...(quoted ?? []), ...(text === undefined ? [] : [`"${text}"`])].join(' ');
}

/** Makes a command of its definition; the usage line and the types of its arguments come from the grammar. */
export function define<const N extends string, G extends Grammar>(of: Definition<N, G>): CommandKind<N, Args<G>> {
  const pieces = Object.values(of.grammar);
  return {
    name: of.name,
    summary: of.summary,
    explained: of.explained ?? [],
    example: ['/crew', of.name, of.example?.words, of.example?.text].filter((part) => part !== undefined).join(' '),
    typed: of.commentOnly ? undefined : typedExample(of.name, of.example),
    access: of.access,
    workflow: of.workflow,
    usage: [`/crew ${of.name}`, ...(of.forms ? [of.forms] : pieces.map((piece) => piece.usage))].join(' '),
    valued: pieces.flatMap((piece) => (piece.flag && piece.valued ? piece.flag : [])),
    read: (reading) => {
      const found = readArgs(of.grammar, reading);
      if (isMisuse(found)) return found;
      const broken = of.rule?.(found.args);
      return broken ? { misuse: broken } : found;
    },
  };
}
