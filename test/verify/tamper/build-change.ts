// The corpus' changes (test/corpus/tamper/README.md) as what the gate is given.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { ChangedFile, KnownTest } from '../../../src/verify/tamper/index.js';

const FOLDER = path.resolve(import.meta.dirname, '../../corpus/tamper');

type Files = Readonly<Record<string, string>>;

export interface Case {
  readonly name: string;
  readonly base?: string;
  /** Files of its own: before and after. */
  readonly files?: Readonly<Record<string, readonly [before: string | null, after: string | null]>>;
  readonly known?: Files;
  readonly edit?: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;
  readonly add?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  readonly move?: Readonly<Record<string, string>>;
  readonly expect?: readonly string[];
  readonly asks?: readonly string[];
}

const read = <Shape>(file: string): Shape => parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Shape;
const bases = read<Readonly<Record<string, Files>>>('bases.yml');

/** The cases of the corpus, by the file in which they stand. */
export function casesIn(honest: boolean): readonly (readonly [file: string, cases: readonly Case[]])[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yml') && file !== 'bases.yml' && file.startsWith('honest') === honest)
    .map((file) => [file, read<readonly Case[]>(file)]);
}

/** What a case changes, and the tests that it leaves alone. */
export function buildChange(of: Case): { changes: readonly ChangedFile[]; known: readonly KnownTest[] } {
  if (of.files) return ownFiles(of.files, of.known ?? {});
  const base: Files = bases[of.base ?? ''] ?? {};
  const now = new Map(Object.entries(base));
  for (const [file, edits] of Object.entries(of.edit ?? {})) now.set(file, edits.reduce(edited, now.get(file) ?? ''));
  for (const [file, text] of Object.entries(of.add ?? {})) now.set(file, text);
  for (const file of of.remove ?? []) now.delete(file);
  const from = new Map(Object.entries(of.move ?? {}).map(([old, name]) => [name, old]));
  for (const [name, old] of from) {
    now.set(name, now.get(old) ?? '');
    now.delete(old);
  }
  const moved = new Set(from.values());
  const paths = [...new Set([...Object.keys(base), ...now.keys()])].filter((each) => !moved.has(each));
  const files = paths.map((each): ChangedFile => {
    const old = from.get(each);
    const before = base[old ?? each] ?? null;
    return { path: each, ...(old ? { from: old } : {}), before, after: now.get(each) ?? null };
  });
  const same = ({ before, after, from: old }: ChangedFile) => before === after && old === undefined;
  return {
    changes: files.filter((file) => !same(file)),
    known: files.filter(same).map((file) => ({ path: file.path, text: file.after ?? '' })),
  };
}

function ownFiles(files: NonNullable<Case['files']>, known: Files) {
  return {
    changes: Object.entries(files).map(([name, [before, after]]) => ({ path: name, before, after })),
    known: Object.entries(known).map(([name, text]) => ({ path: name, text })),
  };
}

function edited(text: string, [from, to]: readonly [string, string]): string {
  if (text.split(from).length !== 2) throw new Error(`stands there ${text.split(from).length - 1} times: ${from}`);
  return text.replace(from, () => to);
}
