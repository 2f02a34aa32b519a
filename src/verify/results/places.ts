// Where in the repository something happened. Runners name files absolutely, relatively, as URLs: here they become one.
import type { TestRecord } from '../records.js';

export interface Places {
  /** Absolute, without links. */
  readonly root: string;
  /** The folder that the command ran in, relative to the root; '.' is the root. */
  readonly cwd: string;
  /** What packages of that folder are called from outside: Go's module. */
  readonly module?: string | undefined;
}

/** The places of a package that results name by where it is imported from. */
export function placesOf(places: Places, imported: string): Places {
  const { module, cwd } = places;
  if (module === undefined || (imported !== module && !imported.startsWith(`${module}/`))) return places;
  return { ...places, cwd: joined(cwd, imported.slice(module.length)) || '.' };
}

/** Folders of others' code: a failure is never there, it only passed through. */
const FOREIGN = /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.venv|venv|vendor|\.cargo)\//;

/** A file relative to the root, or nothing when it is not in the repository. */
export function fileIn({ root, cwd }: Places, named: string): string | undefined {
  const path = plain(named);
  const inside = path.startsWith('/') ? below(root, path) : joined(cwd, path);
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
  path.startsWith(`${root}/`) ? joined('.', path.slice(root.length + 1)) : undefined;

/** Two paths as one without dots; nothing when it leads out. */
export function joined(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** How the runners' stacks and messages name a place. One a line is enough, and none may crawl: lines are cut first. */
const FRAMES: readonly RegExp[] = [
  /File "([^"]{1,400})", line (\d{1,7})/,
  /((?:file:\/\/)?\/[^\s():"'<>|]{1,400}):(\d{1,7})(?::\d{1,7})?/,
  /(?:^|[\s(@])((?:[\w@.+-]{1,100}\/){0,20}[\w@.+-]{1,100}\.[A-Za-z]{1,5}):(\d{1,7})(?::\d{1,7})?/,
];

/** The first place of a failure's text that is in the repository. */
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

/** A text in which the repository's own files stand as they are named in it, wherever it was checked out. */
export function withoutRoot({ root }: Places, text: string): string {
  return text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '');
}
