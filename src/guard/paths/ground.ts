import type { EntryKind, Surroundings } from '../surroundings.js';
import { above, below, lies, stepsOf } from './posix.js';
import { PROTECTED, PROTECTED_BUT_WORKFLOWS, type Spot } from './spots.js';

/** A longer path is none to the kernel, so nothing stands there, and nobody is asked. */
const LONGEST_PATH = 4096;

/** From here on it is worth asking whether anything stands there: below nothing is nothing. */
const FAR = 256;

/** As many links as Linux follows on one way. */
const MOST_LINKS = 40;

/**
 * Goes where the kernel would go: each link is followed before `..` leads up from where it led, and what is not there stays as it is
 * written. So a link to nothing leads to the name it holds, since that is where a write would land. Null where it cannot be told: a
 * circle of links, a folder that nobody may read. Each name is looked at once.
 */
export function follower(
  link: Surroundings['link'],
  entryKind?: Surroundings['entryKind'],
): (word: string, from: string) => string | null {
  const known = new Map<string, string | null | undefined>();
  const linkAt = (path: string) => {
    if (path.length > LONGEST_PATH) return undefined;
    if (!known.has(path)) known.set(path, link(path));
    return known.get(path);
  };
  return (word, from) => {
    let at = word.startsWith('/') ? '/' : from;
    let links = 0;
    // The length of a path at which nothing stands.
    let gone = Number.POSITIVE_INFINITY;
    // The next step stands last.
    const todo = [...stepsOf(word)].reverse();
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      if (step === '..') {
        at = above(at);
        if (at.length < gone) gone = Number.POSITIVE_INFINITY;
        continue;
      }
      const path = below(at, step);
      const target = at.length >= gone ? undefined : linkAt(path);
      if (target === undefined) {
        at = path;
        if (at.length > FAR && at.length < gone && entryKind?.(at) === null) gone = at.length;
        continue;
      }
      links += 1;
      if (target === null || links > MOST_LINKS) return null;
      if (target.startsWith('/')) at = '/';
      todo.push(...[...stepsOf(target)].reverse());
    }
    return at;
  };
}

/** Where a word leads, if it is a path. */
export interface Place {
  /** As it is written. */
  readonly word: string;
  /** Absolute, links followed; as it is written, made absolute, where that cannot be told. */
  readonly path: string;
  /** Really in the project. False, too, where it cannot be told. */
  readonly inside: boolean;
  /** Relative to the root, `''` for the root itself; null outside. */
  readonly below: string | null;
}

/** The machine as one call sees it: each path is asked for once, so that one answer is made of one state. */
export interface Ground {
  readonly root: string;
  readonly home: string;
  readonly cwd: Place;
  readonly hosts: readonly string[];
  readonly own: readonly string[];
  /** In the project, never written. */
  readonly protected: readonly Spot[];
  readonly place: (word: string, from?: string) => Place;
  readonly entryKind: (path: string) => EntryKind | null;
  readonly isBaseBlob: (path: string) => boolean;
  readonly below: (folder: string) => readonly string[] | null;
}

/** Stands in a folder, for one call. */
export function groundFor(surroundings: Surroundings, cwd: string | undefined): Ground {
  const { home, entryKind, isBaseBlob, hosts = [], own = [] } = surroundings;
  const follow = follower(surroundings.link, entryKind);
  const root = follow(surroundings.root, '/') ?? surroundings.root;
  const known = new Map<string, Place>();
  const placeFrom = (word: string, from: string): Place => {
    const key = word.startsWith('/') ? word : `${from}/${word}`;
    let place = known.get(key);
    if (!place) {
      const path = follow(word, from);
      const inside = path !== null && lies(path, root);
      place = { word, path: path ?? written(word, from), inside, below: inside ? path.slice(root.length + 1) : null };
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
    own: own.map((each) => place(each).path),
    protected: surroundings.workflowFiles ? PROTECTED_BUT_WORKFLOWS : PROTECTED,
    place,
    entryKind,
    isBaseBlob,
    below: surroundings.below ?? (() => null),
  };
}

/** Letter by letter, for words whose real place is unknown. */
function written(word: string, from: string): string {
  let at = word.startsWith('/') ? '/' : from;
  for (const step of stepsOf(word)) at = step === '..' ? above(at) : below(at, step);
  return at;
}
