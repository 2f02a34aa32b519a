// What of red checks is a change's doing: what was red already on the branch that it goes into is not. Pure.
import type { CiBase, CiFailure } from '../../ports.js';

export interface Parted {
  readonly own: readonly CiFailure[];
  /** Red before, by name. */
  readonly before: readonly string[];
}

/** Parts them. Where nothing is known of the branch, everything is the change's. */
export function parted(failures: readonly CiFailure[], { red }: Pick<CiBase, 'red'>): Parted {
  const own = failures.filter((failure) => !wasRed(failure, red));
  const before = failures.filter((failure) => !own.includes(failure)).map(({ name }) => name);
  return { own, before: [...new Set(before)] };
}

/** Red under the same name, and with nothing to say that was not said there: a line may have moved, words have not. */
function wasRed({ name, annotations }: CiFailure, red: CiBase['red']): boolean {
  const before = red.find((each) => each.name === name);
  if (!before) return false;
  const said = new Set(before.annotations.map(wordsOf));
  return annotations.filter(({ level }) => level === 'failure').every((each) => said.has(wordsOf(each)));
}

const wordsOf = ({ path, title, message }: CiFailure['annotations'][number]): string =>
  JSON.stringify([path, title, message]);
