// The notation of the command tables. Flags are words, separated by blanks:
//
//   -la                two switches            --all                a switch
//   -n=number          takes a value           --lines=number       takes a value
//   -U[=text]          takes one if glued      --color[=text]       takes one if glued
//   -#                 a number, as in `head -20`
//
// Operands are kinds, separated by blanks. `?` marks an optional operand and `*` all remaining ones: `text read*`.
import type { Use } from '../paths/judge.js';

/** The kind of a value: the use of a path, plain text, or a number. */
export type Kind = Use | 'text' | 'number';

const KINDS: readonly Kind[] = ['name', 'read', 'file', 'tree', 'search', 'write', 'text', 'number'];

export interface Flag {
  readonly takes: 'nothing' | 'value' | 'glued';
  readonly kind: Kind;
}

export interface Operand {
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
export function readOperands(notation: string): readonly Operand[] {
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
