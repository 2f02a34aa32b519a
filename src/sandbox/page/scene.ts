import {
  type Account,
  findRepository,
  fullName,
  type Project,
  type Repository,
  type State,
  type Thread,
} from '../github/state.js';
import type { References } from './markdown/references.js';
import type { PullBook } from './pull-book.js';
import type { RunBook } from './run-book.js';

/** The model that answers in this sandbox. */
export type ModelHere = {
  readonly name: string;
  /** A script plays the model: no key, no network, no cost, and the same answers every time. */
  readonly scripted: boolean;
};

/** crew as it is set up in this sandbox. */
export type CrewHere = {
  /** The slug of its App. What it may do is read from the installation. */
  readonly app: string;
  /** Commands to offer beside the comment box, as one types them: `/crew help`. */
  readonly commands: readonly string[];
};

/** Everything a view may look at while it draws one page for one person. */
export type Scene = {
  readonly state: State;
  readonly now: number;
  readonly url: string;
  readonly viewer: Account;
  readonly people: readonly Account[];
  readonly token: string;
  readonly model: ModelHere;
  readonly crew: CrewHere;
  readonly runs: RunBook;
  readonly pulls: PullBook;
  pathOf(thread: Thread): string;
  /** Whether who looks may know of a repository. */
  sees(repository: Repository): boolean;
  /** The boards that a repository shows. */
  boardsOf(repository: Repository): readonly Project[];
  references(repository: Repository): References;
};

/** Where an issue or a pull request is read, as GitHub spells it. */
export function pathOf({ kind, repository, number }: Thread): string {
  return `/${fullName(repository)}/${kind === 'Issue' ? 'issues' : 'pull'}/${number}`;
}

/** Where a board is looked at, as GitHub spells it. */
export function pathOfBoard({ owner, number }: Project): string {
  return `/${owner.kind === 'Organization' ? 'orgs' : 'users'}/${owner.login}/projects/${number}`;
}

/** What `#7` and `owner/name#7` lead to; a number that nobody has given out leads nowhere and stays a text. */
export function referencesIn(state: State, repository: Repository): References {
  return {
    find: ({ repository: name, number }) => {
      const place = name === null ? repository : findRepository(state, name);
      const thread = place?.numbered.get(number);
      return thread === undefined
        ? null
        : { path: pathOf(thread), title: thread.title, isHere: thread.repository === repository };
    },
  };
}
