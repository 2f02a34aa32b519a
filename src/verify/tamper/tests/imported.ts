// Finds the local names of imports in JavaScript.
import type { Source } from '../source.js';

export interface Imported {
  /** The local name. */
  readonly name: string;
  /** The exported name; undefined for the module itself. */
  readonly of: string | undefined;
}

/** How far before the module's name an import may begin. */
const FAR = 400;
const FROM = /(?:\bfrom\s*|\brequire\s*\(\s*|\bimport\s*\(\s*)(?=['"`])/g;
const BEFORE = /(?:\bimport\s+(?:type\s+)?|\b(?:const|let|var)\s+)(?<names>[^;=()]*?)\s*(?:=\s*(?:await\s+)?)?$/;

/** Names imported from these modules. */
export function importedFrom(source: Source, modules: RegExp): readonly Imported[] {
  return [...source.code.matchAll(FROM)].flatMap(({ index, 0: head }): readonly Imported[] => {
    const quote = index + head.length;
    const module = /^['"`]([^'"`\n]{1,100})/.exec(source.text.slice(quote, quote + 110))?.[1] ?? '';
    if (!modules.test(module)) return [];
    const names = BEFORE.exec(source.code.slice(Math.max(0, index - FAR), index))?.groups?.names;
    return names === undefined ? [] : [...namesIn(names, memberAfter(source, quote + module.length + 2))];
  });
}

/** `require('node:test').test`. */
function memberAfter(source: Source, from: number): string | undefined {
  return /^\s*\)\s*\.\s*([A-Za-z_$][\w$]*)/.exec(source.code.slice(from, from + 80))?.[1];
}

/** `t`, `* as t`, `t, { it as x }`, `{ it: x, describe }`. */
function namesIn(names: string, member: string | undefined): readonly Imported[] {
  const [outside = '', inside = ''] = names.split(/[{}]/);
  const whole = [...outside.matchAll(/(?:\*\s*as\s+)?([A-Za-z_$][\w$]*)/g)].map(([, name = '']): Imported => {
    return { name, of: member };
  });
  const parts = inside.split(',').flatMap((part): readonly Imported[] => {
    const [, of, name = of] = /^\s*(?:type\s+)?([\w$]+)(?:\s*(?:\bas\b|:)\s*([\w$]+))?/.exec(part) ?? [];
    return name === undefined ? [] : [{ name, of: of === 'default' ? undefined : of }];
  });
  return [...whole, ...parts];
}
