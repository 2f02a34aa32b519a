// The context in which one call is judged: its working folder, and the paths that the guard has resolved for it. Used in all folders of
// src/guard.
import type { EntryKind, GuardOptions } from '../options.js';
import { type ListedPath, PROTECTED, PROTECTED_BUT_WORKFLOWS } from './path-lists.js';
import { isWithin, joinPath, parentOf, segmentsOf } from './posix.js';

/** Longer paths cannot exist on Linux (PATH_MAX), so they are not looked up. */
const MAX_PATH_LENGTH = 4096;

/** For longer paths it is checked whether their folder exists: below a missing folder no links need to be looked up. */
const CHECK_EXISTENCE_FROM = 256;

/** Linux follows at most 40 links in one lookup (ELOOP). */
const MAX_LINKS = 40;

/**
 * Resolves a path as the kernel does: a link is followed before `..` is applied. A missing component stays as written, so a dangling link
 * resolves to the file that a write would create. Null for link loops and unreadable folders. Each component is looked up once.
 */
export function linkResolver(
  link: GuardOptions['link'],
  entryKind?: GuardOptions['entryKind'],
): (word: string, from: string) => string | null {
  const cache = new Map<string, string | null | undefined>();
  const linkAt = (path: string) => {
    if (path.length > MAX_PATH_LENGTH) return undefined;
    if (!cache.has(path)) cache.set(path, link(path));
    return cache.get(path);
  };
  return (word, from) => {
    let at = word.startsWith('/') ? '/' : from;
    let links = 0;
    // From this length on, the path is below a folder that does not exist.
    let missingFrom = Number.POSITIVE_INFINITY;
    // A stack: the next component is the last element.
    const remaining = [...segmentsOf(word)].reverse();
    for (let segment = remaining.pop(); segment !== undefined; segment = remaining.pop()) {
      if (segment === '..') {
        at = parentOf(at);
        if (at.length < missingFrom) missingFrom = Number.POSITIVE_INFINITY;
        continue;
      }
      const path = joinPath(at, segment);
      const target = at.length >= missingFrom ? undefined : linkAt(path);
      if (target === undefined) {
        at = path;
        if (at.length > CHECK_EXISTENCE_FROM && at.length < missingFrom && entryKind?.(at) === null)
          missingFrom = at.length;
        continue;
      }
      links += 1;
      if (target === null || links > MAX_LINKS) return null;
      if (target.startsWith('/')) at = '/';
      remaining.push(...[...segmentsOf(target)].reverse());
    }
    return at;
  };
}

/** The result of resolving a word as a path. */
export interface Place {
  /** As written in the command. */
  readonly word: string;
  /** Absolute, links followed. If that fails: made absolute without following links. */
  readonly path: string;
  /** Whether the resolved path lies in the project; false if it could not be resolved. */
  readonly isInside: boolean;
  /** Relative to the root; `''` for the root, null outside. */
  readonly relativePath: string | null;
}

/** The state of the machine for one call. Each path is looked up once, so that all decisions about one call use the same state. */
export interface GuardContext {
  readonly root: string;
  readonly home: string;
  readonly cwd: Place;
  readonly hosts: readonly string[];
  readonly crewPaths: readonly string[];
  /** Paths of the project that are never written. */
  readonly protected: readonly ListedPath[];
  /** Resolves a word as a path. `from`: the folder that it is relative to; default: `cwd`. */
  readonly placeOf: (word: string, from?: string) => Place;
  readonly entryKind: (path: string) => EntryKind | null;
  readonly isBaseBlob: (path: string) => boolean;
  readonly filesBelow: (folder: string) => readonly string[] | null;
}

/** The context of one call that starts in `cwd`. */
export function guardContext(options: GuardOptions, cwd: string | undefined): GuardContext {
  const { home, entryKind, isBaseBlob, hosts = [], crewPaths = [] } = options;
  const resolve = linkResolver(options.link, entryKind);
  const root = resolve(options.root, '/') ?? options.root;
  const cache = new Map<string, Place>();
  const placeFrom = (word: string, from: string): Place => {
    const key = word.startsWith('/') ? word : `${from}/${word}`;
    let place = cache.get(key);
    if (!place) {
      const path = resolve(word, from);
      const inside = path !== null && isWithin(path, root);
      place = {
        word,
        path: path ?? absolutePath(word, from),
        isInside: inside,
        relativePath: inside ? path.slice(root.length + 1) : null,
      };
      cache.set(key, place);
    }
    return place.word === word ? place : { ...place, word };
  };
  const start = placeFrom(cwd ?? root, root);
  const place = (word: string, from = start.path) => placeFrom(word, from);
  return {
    root,
    home,
    cwd: start,
    hosts,
    crewPaths: crewPaths.map((each) => place(each).path),
    protected: options.workflowFiles ? PROTECTED_BUT_WORKFLOWS : PROTECTED,
    placeOf: place,
    entryKind,
    isBaseBlob,
    filesBelow: options.filesBelow ?? (() => null),
  };
}

/** Resolves `..` without following links, for paths that cannot be resolved. */
function absolutePath(word: string, from: string): string {
  let at = word.startsWith('/') ? '/' : from;
  for (const segment of segmentsOf(word)) at = segment === '..' ? parentOf(at) : joinPath(at, segment);
  return at;
}
