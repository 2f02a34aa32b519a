// Makes a KnownCommand of a row of the command tables. It reads the flags and operands of a call, and asks about each one that the row does not
// list. The notation of the rows is described below.
import { ask, type Finding, show } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import type { PathUse, Use } from '../paths/judge.js';

/** The result for one call: objections, and the paths that it uses. */
export interface CallReading {
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
  readonly read: (words: readonly string[], context: GuardContext) => CallReading;
}

/** A row of the command tables, in the notation described below. */
export interface CommandRow {
  readonly does: string;
  readonly flags?: string;
  readonly operands?: string;
  /** It reads no flags: every word is an operand. */
  readonly hasNoFlags?: boolean;
  /** A flag with a value must be a word of its own, and so must the value; combined letters are refused. */
  readonly needsSeparateValues?: boolean;
  /** Flags that are known and asked about, each with the reason. */
  readonly askedFlags?: Readonly<Record<string, string>>;
  /** Further checks that the notation cannot express. */
  readonly extraChecks?: (call: Call, context: GuardContext) => readonly Finding[];
  /** The operands, where they depend on the flags. */
  readonly operandsFor?: (call: Call) => string;
}

/** A call of a command, split into flags and operands. */
export interface Call {
  readonly name: string;
  readonly flags: readonly { readonly flag: string; readonly kind: Kind; readonly value: string | undefined }[];
  readonly operands: readonly string[];
  readonly hasFlag: (...flags: readonly string[]) => boolean;
}

/** Makes a command of a table row. `name` is the name for people, such as `git log`. */
export function commandFrom(name: string, row: CommandRow): KnownCommand {
  const flags = readFlags(row.flags ?? '');
  const defaultOperands = readOperands(row.operands ?? '');
  const form = [name, row.flags, row.operands].filter(Boolean).join(' ');
  const read = (words: readonly string[], context: GuardContext): CallReading => {
    const { call, findings } = readCall({ name, words, flags, askedFlags: row.askedFlags ?? {}, row });
    const operands = row.operandsFor ? readOperands(row.operandsFor(call)) : defaultOperands;
    const judgedOperands = judgeOperands(call, operands);
    return {
      findings: [...findings, ...judgedOperands.findings, ...(row.extraChecks?.(call, context) ?? [])],
      paths: [...call.flags.flatMap(({ kind, value }) => pathOf(kind, value)), ...judgedOperands.paths],
    };
  };
  return { name, does: row.does, form, read };
}

interface Grammar {
  readonly name: string;
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, Flag>;
  readonly askedFlags: Readonly<Record<string, string>>;
  readonly row: CommandRow;
}

type FlagValue = { readonly flag: string; readonly kind: Kind; readonly value: string | undefined };

interface FlagUse {
  readonly found: readonly FlagValue[];
  readonly findings: readonly Finding[];
  /** Whether the next word is the value of the flag. */
  readonly usesNextWord: boolean;
}

function readCall(grammar: Grammar): { call: Call; findings: readonly Finding[] } {
  const { name, words } = grammar;
  const flags: FlagValue[] = [];
  const operands: string[] = [];
  const findings: Finding[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--' && !grammar.row.hasNoFlags) {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-') || grammar.row.hasNoFlags) {
      operands.push(word);
      continue;
    }
    const use = word.startsWith('--')
      ? readLongFlag(word, words[at + 1], grammar)
      : readShortFlags(word, words[at + 1], grammar);
    flags.push(...use.found);
    findings.push(...use.findings);
    if (use.usesNextWord) at += 1;
  }
  const hasFlag = (...wanted: readonly string[]) => flags.some(({ flag }) => wanted.includes(flag));
  return { call: { name, flags, operands, hasFlag }, findings };
}

function readLongFlag(word: string, nextWord: string | undefined, { name, flags, askedFlags }: Grammar): FlagUse {
  const at = word.indexOf('=');
  const [flag, attached] = at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
  const known = flags.get(flag);
  if (!known || (attached !== undefined && known.takes === 'nothing')) return refuseFlag(name, flag, askedFlags[flag]);
  if (known.takes !== 'value' || attached !== undefined)
    return acceptFlag(name, { flag, kind: known.kind, value: attached }, false);
  return nextWord === undefined
    ? refuseFlag(name, flag)
    : acceptFlag(name, { flag, kind: known.kind, value: nextWord }, true);
}

function readShortFlags(
  word: string,
  nextWord: string | undefined,
  { name, flags, askedFlags, row }: Grammar,
): FlagUse {
  if (flags.has('-#') && /^-\d+$/.test(word))
    return acceptFlag(name, { flag: '-#', kind: 'number', value: word.slice(1) }, false);
  const found: FlagValue[] = [];
  const findings: Finding[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const flag = `-${word[at]}`;
    const known = flags.get(flag);
    if (!known)
      return {
        found,
        findings: [...findings, ...refuseFlag(name, flag, askedFlags[flag]).findings],
        usesNextWord: false,
      };
    if (known.takes === 'nothing') {
      found.push({ flag, kind: known.kind, value: undefined });
      continue;
    }
    if (row.needsSeparateValues && word.length > 2) return refuseFlag(name, word);
    const attached = word.slice(at + 1);
    if (attached === '' && known.takes === 'value' && nextWord === undefined) return refuseFlag(name, flag);
    const usesNextWord = attached === '' && known.takes === 'value';
    const value = usesNextWord ? nextWord : attached || undefined;
    const use = acceptFlag(name, { flag, kind: known.kind, value }, usesNextWord);
    return { found: [...found, ...use.found], findings: use.findings, usesNextWord: use.usesNextWord };
  }
  return { found, findings, usesNextWord: false };
}

function acceptFlag(name: string, found: FlagValue, usesNextWord: boolean): FlagUse {
  const fits = found.kind !== 'number' || found.value === undefined || isNumber(found.value);
  return { found: [found], findings: fits ? [] : refuseFlag(name, found.flag).findings, usesNextWord };
}

const isNumber = (word: string) => /^[+-]?\d+[a-zA-Z]{0,3}$/.test(word);

function refuseFlag(name: string, flag: string, why?: string): FlagUse {
  const clause = why
    ? `${show(flag)} of ${show(name)} ${why}`
    : `${show(flag)} is not a flag of ${show(name)} that is known to be safe`;
  return { found: [], findings: [ask('7C', flag, clause)], usesNextWord: false };
}

/** The paths that the operands name, and objections to operands that the row does not know. */
function judgeOperands({ name, operands }: Call, kinds: readonly Operand[]): CallReading {
  const findings: Finding[] = [];
  const paths: PathUse[] = [];
  const rest = kinds.find(({ count }) => count === 'rest');
  const fixed = kinds.filter(({ count }) => count !== 'rest');
  const needed = fixed.filter(({ count }) => count === 'one').length;
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
//   -U[=text]          takes one if attached      --color[=text]       takes one if attached
//   -#                 a number, as in `head -20`
//
// Operands are kinds, separated by blanks. `?` marks an optional operand and `*` all remaining ones: `text read*`.

const KINDS: readonly Kind[] = ['name', 'read', 'file', 'tree', 'search', 'write', 'text', 'number'];

interface Flag {
  readonly takes: 'nothing' | 'value' | 'attached';
  readonly kind: Kind;
}

interface Operand {
  readonly kind: Kind;
  readonly count: 'one' | 'maybe' | 'rest';
}

/** One flag in this notation: name, `[` if the value must be attached, and the kind of its value. */
const FLAG = /^(--?[^=[\]]+)(?:(\[)?=([a-z]+)\]?)?$/;

/** Reads the flags of a table row. */
export function readFlags(notation: string): ReadonlyMap<string, Flag> {
  const flags = new Map<string, Flag>();
  for (const word of notation.split(/\s+/).filter(Boolean)) {
    const [, name = '', bracket, kind] = FLAG.exec(word) ?? [];
    if (kind === undefined && !name.startsWith('--')) {
      for (const letter of name.slice(1)) flags.set(`-${letter}`, { takes: 'nothing', kind: 'text' });
    } else flags.set(name, { takes: takesOf(kind, bracket), kind: kindOf(kind, word) });
  }
  return flags;
}

function takesOf(kind: string | undefined, bracket: string | undefined): Flag['takes'] {
  if (kind === undefined) return 'nothing';
  return bracket === undefined ? 'value' : 'attached';
}

/** Reads the operands of a table row. */
function readOperands(notation: string): readonly Operand[] {
  return notation
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({
      kind: kindOf(word.replace(/[?*]$/, ''), word),
      count: COUNTS[word.slice(-1)] ?? 'one',
    }));
}

const COUNTS: Readonly<Record<string, Operand['count']>> = { '*': 'rest', '?': 'maybe' };

function kindOf(name: string | undefined, word: string): Kind {
  const kind = name === undefined ? 'text' : KINDS.find((each) => each === name);
  if (!kind) throw new Error(`"${word}" is no flag or operand of the tables`);
  return kind;
}
