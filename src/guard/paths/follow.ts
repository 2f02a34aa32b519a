import type { Surroundings } from '../surroundings.js';
import { above, below, stepsOf } from './posix.js';

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
