// Finds files by patterns. Used by the artifact actions; hash-files.ts uses the patterns.

import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

interface Found {
  /** The folder that artifact paths are relative to. */
  root: string;
  /** Relative to `root`, sorted. */
  files: string[];
}

/** Finds the files of an upload: patterns relative to the workspace, `!` excludes, later ones decide. */
export async function findFiles({
  patterns,
  base,
  hidden,
}: {
  patterns: string[];
  base: string;
  hidden: boolean;
}): Promise<Found> {
  const rules = patterns.map((line) => {
    const negative = line.startsWith('!');
    const full = resolve(base, negative ? line.slice(1) : line);
    return { negative, full, matches: pathPattern(full) };
  });
  const roots = [...new Set(rules.filter((rule) => !rule.negative).map((rule) => literalRoot(rule.full)))];
  const all = new Set((await Promise.all(roots.map((root) => walk(root, hidden)))).flat());
  const chosen = [...all].filter((file) =>
    rules.reduce((included, rule) => (rule.matches.test(file) ? !rule.negative : included), false),
  );
  const onlyFile = roots.length === 1 && chosen.length === 1 && chosen[0] === roots[0];
  const root = onlyFile ? dirname(chosen[0] ?? base) : commonRoot(roots);
  return { root, files: chosen.map((file) => relative(root, file)).sort() };
}

/** All files in a folder. Links to folders are not followed, because of cycles. */
async function walk(place: string, hidden: boolean): Promise<string[]> {
  const kind = await stat(place).catch(() => undefined);
  if (kind === undefined) return [];
  if (kind.isFile()) return [place];
  const entries = await readdir(place, { withFileTypes: true });
  const wanted = entries.filter((entry) => hidden || !entry.name.startsWith('.'));
  const found = await Promise.all(
    wanted.map(async (entry) => {
      const path = join(place, entry.name);
      if (entry.isDirectory()) return walk(path, hidden);
      const file = await stat(path).catch(() => undefined);
      return file?.isFile() === true ? [path] : [];
    }),
  );
  return found.flat();
}

/** Compiles a path pattern of artifact actions and hashFiles: `*` and `?` do not match `/`, `**` does. */
export function pathPattern(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\[[^\]]+\]|[.+^${}()|\\[\]]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.startsWith('[') && part.length > 1 ? part : `\\${part}`;
  });
  // A pattern for a folder matches everything in it.
  return new RegExp(`^${source}(?:/.*)?$`);
}

/** The path before the first wildcard. */
export function literalRoot(pattern: string): string {
  const parts = pattern.split('/');
  const wild = parts.findIndex((part) => /[*?[]/.test(part));
  const root = (wild < 0 ? parts : parts.slice(0, wild)).join('/');
  return root === '' ? '/' : root.replace(/(.)\/$/, '$1');
}

/** The deepest common folder of paths. */
export function commonRoot(paths: string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/'));
  const differs = first.findIndex((part, index) => rest.some((other) => other[index] !== part));
  return (differs < 0 ? first : first.slice(0, differs)).join('/') || '/';
}
