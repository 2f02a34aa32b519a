// Makes a KnownCommand of a table row. It reads flags and operands, and asks about each one that the row does not list.
import { ask, type Finding, show } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import type { PathUse, Use } from '../paths/judge.js';

/** The result for one call: objections, and the paths that it uses. */
export interface Reading {
  readonly findings: readonly Finding[];
  readonly paths: readonly PathUse[];
}

/** A command that runs without a question if it is called in the known form. */
export interface KnownCommand {
  readonly name: string;
  /** What it does, in a few words for people. */
  readonly does: string;
  /** Its known form, for people. */
  readonly form: string;
  /** `words` excludes the name. */
  readonly read: (words: readonly string[], context: GuardContext) => Reading;
}

/** A table row of a command with usual flags and operands. */
export interface Row {
  readonly does: string;
  readonly flags?: string;
  readonly operands?: string;
  /** It reads no flags: every word is an operand. */
  readonly verbatim?: boolean;
  /** A flag with a value must be a word of its own, and so must the value; combined letters are refused. */
  readonly separateValues?: boolean;
  /** Flags that are known and asked about, each with the reason. */
  readonly danger?: Readonly<Record<string, string>>;
  /** Further checks that the notation cannot express. */
  readonly also?: (call: Call, context: GuardContext) => readonly Finding[];
  /** The operands, where they depend on the flags. */
  readonly operandsFor?: (call: Call) => string;
}

/** A call of a command, split into flags and operands. */
export interface Call {
  readonly name: string;
  readonly flags: readonly { readonly flag: string; readonly kind: Kind; readonly value: string | undefined }[];
  readonly operands: readonly string[];
  readonly has: (...flags: readonly string[]) => boolean;
}

/** Makes a command of a table row. `name` is the name for people, such as `git log`. */
export function commandFrom(name: string, row: Row): KnownCommand {
  const flags = readFlags(row.flags ?? '');
  const usual = readOperands(row.operands ?? '');
  const form = [name, row.flags, row.operands].filter(Boolean).join(' ');
  const read = (words: readonly string[], context: GuardContext): Reading => {
    const { call, findings } = readCall({ name, words, flags, danger: row.danger ?? {}, row });
    const operands = row.operandsFor ? readOperands(row.operandsFor(call)) : usual;
    const placed = placeOperands(call, operands);
    return {
      findings: [...findings, ...placed.findings, ...(row.also?.(call, context) ?? [])],
      paths: [...call.flags.flatMap(({ kind, value }) => pathOf(kind, value)), ...placed.paths],
    };
  };
  return { name, does: row.does, form, read };
}

interface Grammar {
  readonly name: string;
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, Flag>;
  readonly danger: Readonly<Record<string, string>>;
  readonly row: Row;
}

type Found = { readonly flag: string; readonly kind: Kind; readonly value: string | undefined };

interface FlagUse {
  readonly found: readonly Found[];
  readonly findings: readonly Finding[];
  /** The next word was used as a value. */
  readonly next: boolean;
}

function readCall(grammar: Grammar): { call: Call; findings: readonly Finding[] } {
  const { name, words } = grammar;
  const flags: Found[] = [];
  const operands: string[] = [];
  const findings: Finding[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--' && !grammar.row.verbatim) {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-') || grammar.row.verbatim) {
      operands.push(word);
      continue;
    }
    const taken = word.startsWith('--')
      ? takeLong(word, words[at + 1], grammar)
      : takeShort(word, words[at + 1], grammar);
    flags.push(...taken.found);
    findings.push(...taken.findings);
    if (taken.next) at += 1;
  }
  const has = (...wanted: readonly string[]) => flags.some(({ flag }) => wanted.includes(flag));
  return { call: { name, flags, operands, has }, findings };
}

function takeLong(word: string, next: string | undefined, { name, flags, danger }: Grammar): FlagUse {
  const at = word.indexOf('=');
  const [flag, glued] = at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
  const known = flags.get(flag);
  if (!known || (glued !== undefined && known.takes === 'nothing')) return refuse(name, flag, danger[flag]);
  if (known.takes !== 'value' || glued !== undefined)
    return take(name, { flag, kind: known.kind, value: glued }, false);
  return next === undefined ? refuse(name, flag) : take(name, { flag, kind: known.kind, value: next }, true);
}

function takeShort(word: string, next: string | undefined, { name, flags, danger, row }: Grammar): FlagUse {
  if (flags.has('-#') && /^-\d+$/.test(word))
    return take(name, { flag: '-#', kind: 'number', value: word.slice(1) }, false);
  const found: Found[] = [];
  const findings: Finding[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const flag = `-${word[at]}`;
    const known = flags.get(flag);
    if (!known) return { found, findings: [...findings, ...refuse(name, flag, danger[flag]).findings], next: false };
    if (known.takes === 'nothing') {
      found.push({ flag, kind: known.kind, value: undefined });
      continue;
    }
    if (row.separateValues && word.length > 2) return refuse(name, word);
    const glued = word.slice(at + 1);
    if (glued === '' && known.takes === 'value' && next === undefined) return refuse(name, flag);
    const value = glued !== '' ? glued : known.takes === 'value' ? next : undefined;
    const taken = take(name, { flag, kind: known.kind, value }, glued === '' && known.takes === 'value');
    return { found: [...found, ...taken.found], findings: taken.findings, next: taken.next };
  }
  return { found, findings, next: false };
}

function take(name: string, found: Found, next: boolean): FlagUse {
  const fits = found.kind !== 'number' || found.value === undefined || isNumber(found.value);
  return { found: [found], findings: fits ? [] : refuse(name, found.flag).findings, next };
}

const isNumber = (word: string) => /^[+-]?\d+[a-zA-Z]{0,3}$/.test(word);

function refuse(name: string, flag: string, why?: string): FlagUse {
  const clause = why
    ? `${show(flag)} of ${show(name)} ${why}`
    : `${show(flag)} is not a flag of ${show(name)} that is known to be safe`;
  return { found: [], findings: [ask('7C', flag, clause)], next: false };
}

/** Assigns a kind to each operand; operands beyond the known ones are asked about. */
function placeOperands({ name, operands }: Call, kinds: readonly Operand[]): Reading {
  const findings: Finding[] = [];
  const paths: PathUse[] = [];
  const rest = kinds.find(({ many }) => many === 'rest');
  const fixed = kinds.filter(({ many }) => many !== 'rest');
  const needed = fixed.filter(({ many }) => many === 'one').length;
  if (operands.length < needed) findings.push(ask('7C', name, `${show(name)} has too few words`));
  for (const [at, word] of operands.entries()) {
    const kind = fixed[at]?.kind ?? rest?.kind;
    if (kind === undefined)
      findings.push(ask('7C', word, `${show(word)} is one word more than ${show(name)} may have without a question`));
    else if (kind === 'number' && !isNumber(word))
      findings.push(ask('7C', word, `${show(word)} is not a number, which ${show(name)} needs here`));
    else paths.push(...pathOf(kind, word));
  }
  return { findings, paths };
}

function pathOf(kind: Kind, value: string | undefined): readonly PathUse[] {
  if (value === undefined || kind === 'text' || kind === 'number') return [];
  // `-` is standard input.
  return value === '-' && kind !== 'write' ? [] : [{ word: value, use: kind }];
}

/** The kind of a value: the use of a path, plain text, or a number. */
type Kind = Use | 'text' | 'number';

// The notation of the command tables. Flags are words, separated by blanks:
//
//   -la                two switches            --all                a switch
//   -n=number          takes a value           --lines=number       takes a value
//   -U[=text]          takes one if glued      --color[=text]       takes one if glued
//   -#                 a number, as in `head -20`
//
// Operands are kinds, separated by blanks. `?` marks an optional operand and `*` all remaining ones: `text read*`.

const KINDS: readonly Kind[] = ['name', 'read', 'file', 'tree', 'search', 'write', 'text', 'number'];

interface Flag {
  readonly takes: 'nothing' | 'value' | 'glued';
  readonly kind: Kind;
}

interface Operand {
  readonly kind: Kind;
  readonly many: 'one' | 'maybe' | 'rest';
}

const FLAG = /^(--?[^=[\]]+)(?:(\[)?=([a-z]+)\]?)?$/;

/** Reads the flags of a table row. */
export function readFlags(notation: string): ReadonlyMap<string, Flag> {
  const flags = new Map<string, Flag>();
  for (const word of notation.split(/\s+/).filter(Boolean)) {
    const [, name = '', glued, kind] = FLAG.exec(word) ?? [];
    if (kind === undefined && !name.startsWith('--')) {
      for (const letter of name.slice(1)) flags.set(`-${letter}`, { takes: 'nothing', kind: 'text' });
    } else
      flags.set(name, { takes: kind === undefined ? 'nothing' : glued ? 'glued' : 'value', kind: kindOf(kind, word) });
  }
  return flags;
}

/** Reads the operands of a table row. */
function readOperands(notation: string): readonly Operand[] {
  return notation
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({
      kind: kindOf(word.replace(/[?*]$/, ''), word),
      many: word.endsWith('*') ? 'rest' : word.endsWith('?') ? 'maybe' : 'one',
    }));
}

function kindOf(name: string | undefined, word: string): Kind {
  const kind = name === undefined ? 'text' : KINDS.find((each) => each === name);
  if (!kind) throw new Error(`"${word}" is no flag or operand of the tables`);
  return kind;
}
