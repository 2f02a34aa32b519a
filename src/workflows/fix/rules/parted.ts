// What of red checks a round can begin for: one that says nothing which is not said on the branch that it goes into begins none. Pure.
import type { CiBase, CiFailure } from '../../../ports/index.js';

export interface Parted {
  readonly own: readonly CiFailure[];
  /** Red there too, and with no remark that is not there as well; by name. */
  readonly same: readonly string[];
  /** Red there too, by name; whether it is the same nobody can tell. */
  readonly too: readonly string[];
}

/** Parts them. Where nothing is known of the branch, everything is the change's. */
export function parted(failures: readonly CiFailure[], { red }: Pick<CiBase, 'red'>): Parted {
  const there = ({ name }: CiFailure) => red.find((each) => each.name === name);
  const own = failures.filter((failure) => !saysTheSame(failure, there(failure)));
  const same = failures.filter((failure) => !own.includes(failure));
  return { own, same: namesOf(same), too: namesOf(own.filter(there)) };
}

/**
 * Nothing that was not said there: a line may have moved, words have not. A failure that says nothing, or whose remarks could not all be
 * read, may be anything: one test that failed there, and fifty here.
 */
function saysTheSame({ annotations, unread }: CiFailure, there: CiBase['red'][number] | undefined): boolean {
  const remarks = annotations.filter(({ level }) => level === 'failure');
  if (!there || unread || remarks.length === 0) return false;
  const said = new Set(there.annotations.map(wordsOf));
  return remarks.every((each) => said.has(wordsOf(each)));
}

const namesOf = (failures: readonly CiFailure[]): readonly string[] => [...new Set(failures.map(({ name }) => name))];

const wordsOf = ({ path, title, message }: CiFailure['annotations'][number]): string =>
  JSON.stringify([path, title, message]);
