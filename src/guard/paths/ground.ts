import type { Standing, Surroundings } from '../surroundings.js';
import { above, lies, stepsOf } from './posix.js';

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
  readonly place: (word: string, from?: string) => Place;
  readonly standing: (path: string) => Standing | null;
  readonly isBaseBlob: (path: string) => boolean;
}

/** Stands in a folder, for one call. */
export function groundFor(surroundings: Surroundings, cwd: string | undefined): Ground {
  const { home, standing, isBaseBlob, hosts = [], own = [] } = surroundings;
  const known = new Map<string, string | null>();
  const real = (path: string) => {
    let found = known.get(path);
    if (found === undefined) {
      found = surroundings.real(path);
      known.set(path, found);
    }
    return found;
  };
  const root = real(surroundings.root) ?? surroundings.root;
  const placeFrom = (word: string, from: string): Place => {
    const path = follow(word, from, real);
    const inside = path !== null && lies(path, root);
    return { word, path: path ?? written(word, from), inside, below: inside ? path.slice(root.length + 1) : null };
  };
  const here = placeFrom(cwd ?? root, root);
  const place = (word: string, from = here.path) => placeFrom(word, from);
  return { root, home, cwd: here, hosts, own, place, standing, isBaseBlob };
}

/** As the kernel goes: a link is followed before `..` leads up from where it led. */
function follow(word: string, from: string, real: (path: string) => string | null): string | null {
  let at: string | null = word.startsWith('/') ? '/' : from;
  for (const step of stepsOf(word)) {
    if (step === '..') at = at === null ? null : real(at);
    if (at === null) return null;
    at = step === '..' ? above(at) : join(at, step);
  }
  return real(at);
}

/** Letter by letter, for words whose real place is unknown. */
function written(word: string, from: string): string {
  let at = word.startsWith('/') ? '/' : from;
  for (const step of stepsOf(word)) at = step === '..' ? above(at) : join(at, step);
  return at;
}

const join = (folder: string, step: string) => (folder === '/' ? `/${step}` : `${folder}/${step}`);
