// The outline of each source file (exported names, imports) and the imports between files, for the repository map.

import type { Language } from './language.js';
import { languageOf } from './languages.js';

/** The imports between files, in both directions. */
export interface Links {
  /** By file: the files that it imports. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** By file: the files that import it. */
  readonly importedBy: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Resolves the imports of all files. */
export function linksOf(outlines: ReadonlyMap<string, Outline>, files: readonly string[]): Links {
  const index = indexOf(files);
  const imports = new Map<string, Set<string>>();
  const importedBy = new Map<string, Set<string>>();
  for (const [from, outline] of outlines) {
    const language = languageOf(from);
    for (const groups of outline.imports) {
      const candidates = language?.possibleFiles(groups, from) ?? [];
      for (const to of firstExisting(candidates, index)) {
        if (to === from) continue;
        add(imports, from, to);
        add(importedBy, to, from);
      }
    }
  }
  return { imports, importedBy };
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

interface Index {
  readonly files: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** Source files by folder. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
  /** Folders by the last part of their path. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
}

function indexOf(files: readonly string[]): Index {
  const byFolder = grouped(files.filter(languageOf), folderOf);
  return {
    files: new Set(files),
    byName: grouped(files, nameOf),
    byFolder,
    folders: grouped([...byFolder.keys()], nameOf),
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function grouped(all: readonly string[], key: (path: string) => string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const each of all) {
    const known = groups.get(key(each));
    if (known) known.push(each);
    else groups.set(key(each), [each]);
  }
  return groups;
}

/** A path of an import that matches more files than this is ambiguous and is ignored. */
const MAX_MATCHES = 3;

/** The files of the first candidate that exists (see `possibleFiles` of Language). */
function firstExisting(candidates: readonly string[], index: Index): readonly string[] {
  for (const candidate of candidates) {
    const found = candidate.endsWith('/') ? filesOfFolder(candidate, index) : filesAt(candidate, index);
    if (found.length > 0) return found;
  }
  return [];
}

function filesAt(candidate: string, { files, byName }: Index): readonly string[] {
  if (!candidate.startsWith('/')) return files.has(candidate) ? [candidate] : [];
  const suffix = candidate.slice(1);
  const found = (byName.get(nameOf(suffix)) ?? []).filter((path) => path === suffix || path.endsWith(candidate));
  return found.length > MAX_MATCHES ? [] : found;
}

function filesOfFolder(candidate: string, { byFolder, folders }: Index): readonly string[] {
  const suffix = candidate.slice(1, -1);
  const found = (folders.get(nameOf(suffix)) ?? []).filter((path) => path === suffix || path.endsWith(`/${suffix}`));
  return found.length > MAX_MATCHES ? [] : found.flatMap((folder) => byFolder.get(folder) ?? []);
}

/** The exported names and imports of a file. */
export interface Outline {
  readonly exports: readonly string[];
  /** For each import the groups of the pattern that matched. */
  readonly imports: readonly (readonly string[])[];
}

/** Longer lines are generated code and are skipped. */
const MAX_LINE_CHARACTERS = 500;
const MAX_NAMES = 60;

/** Outlines a file line by line. */
export function outlineOf(text: string, language: Language): Outline {
  const names = new Set<string>();
  const imports: (readonly string[])[] = [];
  for (const line of text.split('\n')) {
    if (line.length > MAX_LINE_CHARACTERS || line.length < 4) continue;
    for (const pattern of language.exports) for (const name of namesIn(pattern.exec(line)?.[1])) names.add(name);
    for (const pattern of language.imports) {
      const found = pattern.exec(line);
      if (found) imports.push(found.slice(1));
    }
  }
  return { exports: [...names].slice(0, MAX_NAMES), imports };
}

/** One name or several, separated by commas; of `a as b` the name `b`. */
function namesIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return text.split(',').flatMap((piece) => /([\p{L}\p{N}_$:?!]+)\s*$/u.exec(piece.trim())?.[1] ?? []);
}
