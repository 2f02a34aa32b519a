import type { GitHub } from '../github/index.js';
import {
  type Account,
  findRepository,
  fullName,
  type Project,
  type Repository,
  type State,
  type Thread,
} from '../github/state.js';
import type { Proofs } from './door/guard.js';
import type { References } from './markdown/ink.js';
import type { PullBook, RunBook } from './run-book.js';

/** The language model behind the App, if it has one. */
export type ModelHere = {
  readonly name: string;
  /** Prepared answers: no key, no network, no cost. */
  readonly scripted: boolean;
};

/** The App that the pages introduce. */
export type AppHere = {
  /** Its permissions are read from the installation of the App with this slug. */
  readonly slug: string;
  /** The name that the pages call it by. */
  readonly name: string;
  /** Commands to offer beside the comment box, as people type them: `/crew help`. */
  readonly commands: readonly string[];
  /** Pages of its own, linked beside the tabs of a repository. */
  readonly pages?: readonly { readonly name: string; readonly href: string }[];
};

/** Everything a view may look at while it draws one page for one person. */
export type Scene = {
  readonly state: State;
  readonly now: number;
  readonly url: string;
  readonly viewer: Account;
  readonly people: readonly Account[];
  readonly token: string;
  readonly model: ModelHere | null;
  readonly app: AppHere | null;
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

export type SandboxPages = {
  readonly github: GitHub;
  readonly app?: AppHere;
  readonly model?: ModelHere;
  /** Without it runs are shown as the embedded GitHub alone knows them. */
  readonly runs?: RunBook;
};

/** Everything a request is answered from. */
export type PageContext = SandboxPages & { readonly runs: RunBook; readonly proofs: Proofs; readonly pulls: PullBook };
