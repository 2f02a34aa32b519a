// The context of one call: its working folder, and the paths that the guard has resolved for it.
import type { EntryKind, GuardOptions } from '../options.js';
import { type ListedPath, PROTECTED, PROTECTED_BUT_WORKFLOWS } from './path-lists.js';
import { isWithin, joinPath, parentOf, stepsOf } from './posix.js';

/** Longer paths cannot exist on Linux (PATH_MAX), so they are not looked up. */
const MAX_PATH_LENGTH = 4096;

/** Beyond this length, the folder is checked for existence: below a missing folder there are no links. */
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
  const known = new Map<string, string | null | undefined>();
  const linkAt = (path: string) => {
    if (path.length > MAX_PATH_LENGTH) return undefined;
    if (!known.has(path)) known.set(path, link(path));
    return known.get(path);
  };
  return (word, from) => {
    let at = word.startsWith('/') ? '/' : from;
    let links = 0;
    // The path does not exist once it is at least this long.
    let gone = Number.POSITIVE_INFINITY;
    // A stack: the next component is the last element.
    const todo = [...stepsOf(word)].reverse();
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      if (step === '..') {
        at = parentOf(at);
        if (at.length < gone) gone = Number.POSITIVE_INFINITY;
        continue;
      }
      const path = joinPath(at, step);
      const target = at.length >= gone ? undefined : linkAt(path);
      if (target === undefined) {
        at = path;
        if (at.length > CHECK_EXISTENCE_FROM && at.length < gone && entryKind?.(at) === null) gone = at.length;
        continue;
      }
      links += 1;
      if (target === null || links > MAX_LINKS) return null;
      if (target.startsWith('/')) at = '/';
      todo.push(...[...stepsOf(target)].reverse());
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
  readonly inside: boolean;
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
  readonly place: (word: string, from?: string) => Place;
  readonly entryKind: (path: string) => EntryKind | null;
  readonly isBaseBlob: (path: string) => boolean;
  readonly filesBelow: (folder: string) => readonly string[] | null;
}

/** The context of one call that starts in `cwd`. */
export function guardContext(options: GuardOptions, cwd: string | undefined): GuardContext {
  const { home, entryKind, isBaseBlob, hosts = [], crewPaths = [] } = options;
  const follow = linkResolver(options.link, entryKind);
  const root = follow(options.root, '/') ?? options.root;
  const known = new Map<string, Place>();
  const placeFrom = (word: string, from: string): Place => {
    const key = word.startsWith('/') ? word : `${from}/${word}`;
    let place = known.get(key);
    if (!place) {
      const path = follow(word, from);
      const inside = path !== null && isWithin(path, root);
      place = {
        word,
        path: path ?? absolutePath(word, from),
        inside,
        relativePath: inside ? path.slice(root.length + 1) : null,
      };
      known.set(key, place);
    }
    return place.word === word ? place : { ...place, word };
  };
  const here = placeFrom(cwd ?? root, root);
  const place = (word: string, from = here.path) => placeFrom(word, from);
  return {
    root,
    home,
    cwd: here,
    hosts,
    crewPaths: crewPaths.map((each) => place(each).path),
    protected: options.workflowFiles ? PROTECTED_BUT_WORKFLOWS : PROTECTED,
    place,
    entryKind,
    isBaseBlob,
    filesBelow: options.filesBelow ?? (() => null),
  };
}

/** Resolves `..` without following links, for paths that cannot be resolved. */
function absolutePath(word: string, from: string): string {
  let at = word.startsWith('/') ? '/' : from;
  for (const step of stepsOf(word)) at = step === '..' ? parentOf(at) : joinPath(at, step);
  return at;
}
