import type { EntryKind, Surroundings } from '../surroundings.js';
import { follower } from './follow.js';
import { above, below, lies, stepsOf } from './posix.js';
import { PROTECTED, PROTECTED_BUT_WORKFLOWS, type Spot } from './spots.js';

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
