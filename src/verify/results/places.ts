// Converts file names and places in test results (absolute, relative, URL) to files relative to the repository's root. Pure. Used by the readers of
// this folder, the pipeline and the ecosystem `ci`.
import type { TestRecord } from '../records.js';

/** Where a command ran. */
export interface Places {
  /** Absolute, without symbolic links. */
  readonly root: string;
  /** The folder in which the command ran, relative to the root; '.' for the root. */
  readonly cwd: string;
  /** The module path of that folder (Go). */
  readonly module?: string | undefined;
}

/** The places of a package that results name by its import path (Go). */
export function placesOfPackage(places: Places, imported: string): Places {
  const { module, cwd } = places;
  if (module === undefined || (imported !== module && !imported.startsWith(`${module}/`))) return places;
  return { ...places, cwd: joinPaths(cwd, imported.slice(module.length)) || '.' };
}

/** Matches folders of dependencies. The place of a failure is never in them. */
const FOREIGN = /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.venv|venv|vendor|\.cargo)\//;

/** A file relative to the root; undefined if it is outside. */
export function fileIn({ root, cwd }: Places, named: string): string | undefined {
  const path = plain(named);
  const inside = path.startsWith('/') ? below(root, path) : joinPaths(cwd, path);
  return inside === undefined || inside === '' || FOREIGN.test(inside) ? undefined : inside;
}

function plain(named: string): string {
  const path = named.startsWith('file://') ? named.slice('file://'.length) : named;
  return path.includes('%') && named.startsWith('file://') ? decoded(path) : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const below = (root: string, path: string): string | undefined =>
  path.startsWith(`${root}/`) ? joinPaths('.', path.slice(root.length + 1)) : undefined;

/** Joins two paths and removes dots; undefined if the result is outside. */
export function joinPaths(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/**
 * Match places in stack traces and messages: Python's `File "…", line N`, absolute paths, relative paths. Only the first match of a line is used,
 * and lines are cut, so that matching stays fast.
 */
const FRAMES: readonly RegExp[] = [
  /File "([^"]{1,400})", line (\d{1,7})/,
  /((?:file:\/\/)?\/[^\s():"'<>|]{1,400}):(\d{1,7})(?::\d{1,7})?/,
  /(?:^|[\s(@])((?:[\w@.+-]{1,100}\/){0,20}[\w@.+-]{1,100}\.[A-Za-z]{1,5}):(\d{1,7})(?::\d{1,7})?/,
];

/** The first place in a failure message that is in the repository. */
export function placeIn(places: Places, text: string): TestRecord['at'] {
  for (const whole of text.split('\n', 400)) {
    const line = whole.slice(0, 1000);
    for (const frame of FRAMES) {
      const [, named, at] = frame.exec(line) ?? [];
      const file = named === undefined ? undefined : fileIn(places, named);
      if (file !== undefined) return { file, line: Number(at) };
    }
  }
  return undefined;
}

/** Removes the absolute path of the repository from a text. */
export function withoutRoot({ root }: Places, text: string): string {
  return text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '');
}
