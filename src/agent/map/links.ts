// The outline of each source file (exported names, imports) and the imports between files, for the repository map.

import type { Language } from './language.js';
import { languageOf } from './languages.js';

/** The imports between files, in both directions. */
export interface Links {
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly neededBy: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Resolves the imports of all files. */
export function linksOf(outlines: ReadonlyMap<string, Outline>, files: readonly string[]): Links {
  const index = indexOf(files);
  const needs = new Map<string, Set<string>>();
  const neededBy = new Map<string, Set<string>>();
  for (const [from, outline] of outlines) {
    const language = languageOf(from);
    for (const needed of outline.needs) {
      const places = language?.places(needed, from) ?? [];
      for (const to of firstExisting(places, index)) {
        if (to === from) continue;
        add(needs, from, to);
        add(neededBy, to, from);
      }
    }
  }
  return { needs, neededBy };
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
    byName: grouped(files, lastOf),
    byFolder,
    folders: grouped([...byFolder.keys()], lastOf),
  };
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
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

/** An import that matches more files than this is ambiguous and is ignored. */
const MAX_MEANT = 3;

function firstExisting(places: readonly string[], index: Index): readonly string[] {
  for (const place of places) {
    const found = place.endsWith('/') ? filesOfFolder(place, index) : filesAt(place, index);
    if (found.length > 0) return found;
  }
  return [];
}

function filesAt(place: string, { files, byName }: Index): readonly string[] {
  if (!place.startsWith('/')) return files.has(place) ? [place] : [];
  const bare = place.slice(1);
  const found = (byName.get(lastOf(bare)) ?? []).filter((path) => path === bare || path.endsWith(place));
  return found.length > MAX_MEANT ? [] : found;
}

function filesOfFolder(place: string, { byFolder, folders }: Index): readonly string[] {
  const bare = place.slice(1, -1);
  const found = (folders.get(lastOf(bare)) ?? []).filter((path) => path === bare || path.endsWith(`/${bare}`));
  return found.length > MAX_MEANT ? [] : found.flatMap((folder) => byFolder.get(folder) ?? []);
}

/** The exported names and imports of a file. */
export interface Outline {
  readonly names: readonly string[];
  readonly needs: readonly (readonly string[])[];
}

/** Longer lines are generated code and are skipped. */
const MAX_LINE_CHARACTERS = 500;
const MAX_NAMES = 60;

/** Outlines a file line by line. */
export function outlineOf(text: string, language: Language): Outline {
  const names = new Set<string>();
  const needs: (readonly string[])[] = [];
  for (const line of text.split('\n')) {
    if (line.length > MAX_LINE_CHARACTERS || line.length < 4) continue;
    for (const pattern of language.names) for (const name of namesIn(pattern.exec(line)?.[1])) names.add(name);
    for (const pattern of language.needs) {
      const found = pattern.exec(line);
      if (found) needs.push(found.slice(1));
    }
  }
  return { names: [...names].slice(0, MAX_NAMES), needs };
}

/** One name or several, separated by commas; of `a as b` the name `b`. */
function namesIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return text.split(',').flatMap((piece) => /([\p{L}\p{N}_$:?!]+)\s*$/u.exec(piece.trim())?.[1] ?? []);
}
