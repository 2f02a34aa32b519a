// The types that all views, parts and request handlers share: the scene (everything that a view may use to render a page for one viewer),
// the context of a request, and the rendered view. Also the paths of issues and boards, and two permission checks of several views.

import type { GitHub } from '../github/index.js';
import {
  type Account,
  findRepository,
  fullName,
  type Project,
  type PullRequest,
  type Repository,
  reaches,
  roleOf,
  type State,
  type Thread,
} from '../github/state.js';
import type { Html } from './html/html.js';
import type { References } from './markdown/render-context.js';
import type { PullCache } from './pull-cache.js';
import type { CsrfTokens } from './requests/csrf.js';
import type { RunRecords } from './run-records.js';

/** The language model of the App, as the frame shows it. */
export type ModelInfo = {
  readonly name: string;
  /** Scripted answers: no key, no network, and costs that are simulated. */
  readonly scripted: boolean;
};

/** The App under test, as the pages present it. */
export type AppInfo = {
  /** Slug of the App; its permissions are read from the installation. */
  readonly slug: string;
  /** Display name. */
  readonly name: string;
  /** Commands offered beside the comment form, such as `/crew help`. */
  readonly commands: readonly string[];
  /** Further pages of the App, linked beside the tabs. */
  readonly pages?: readonly AppPage[];
};

/** A page of the App. With `content` it is shown at `href` in the frame of the other pages; without, `href` is elsewhere. */
export type AppPage = {
  readonly name: string;
  readonly href: string;
  readonly content?: () => Promise<AppPageContent>;
};

/** What an App shows on its page: HTML whose texts it has escaped, with its own style and script. */
export type AppPageContent = {
  readonly title: string;
  /** The language of the content, such as `en`. */
  readonly lang: string;
  readonly main: string;
  readonly style: string;
  readonly script: string;
};

/** Everything that views may use to render one page for one viewer. */
export type Scene = {
  readonly state: State;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The address of the server. */
  readonly url: string;
  readonly viewer: Account;
  /** The accounts that the visitor can switch to. */
  readonly people: readonly Account[];
  /** The CSRF token of the viewer. */
  readonly token: string;
  readonly model: ModelInfo | null;
  readonly app: AppInfo | null;
  readonly runs: RunRecords;
  readonly pulls: PullCache;
  pathOf(thread: Thread): string;
  /** Whether the viewer can see a repository. */
  sees(repository: Repository): boolean;
  /** The boards linked to a repository. */
  boardsOf(repository: Repository): readonly Project[];
  references(repository: Repository): References;
};

/** The path of an issue or pull request. */
export function pathOf({ kind, repository, number }: Thread): string {
  return `/${fullName(repository)}/${kind === 'Issue' ? 'issues' : 'pull'}/${number}`;
}

/** The path of a board. */
export function pathOfBoard({ owner, number }: Project): string {
  return `/${owner.kind === 'Organization' ? 'orgs' : 'users'}/${owner.login}/projects/${number}`;
}

/** Resolves `#7` and `owner/name#7`; unknown numbers stay text. */
export function referencesIn(state: State, repository: Repository): References {
  return {
    find: ({ repository: name, number }) => {
      const place = name === null ? repository : findRepository(state, name);
      const thread = place?.threadsByNumber.get(number);
      return thread === undefined
        ? null
        : { path: pathOf(thread), title: thread.title, isHere: thread.repository === repository };
    },
  };
}

/** The options of the pages. */
export type SandboxPages = {
  readonly github: GitHub;
  readonly app?: AppInfo;
  readonly model?: ModelInfo;
  /** Default: the runs that the embedded GitHub records. */
  readonly runs?: RunRecords;
};

/** What all requests share: the options with defaults, the CSRF tokens and the cache. */
export type PageContext = SandboxPages & {
  readonly runs: RunRecords;
  readonly csrfTokens: CsrfTokens;
  readonly pulls: PullCache;
};

/** A page without its frame: `main` is the content, `tab` the tab to highlight; `status` is 200 by default. */
export type View = {
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  readonly repository?: Repository;
  readonly tab?: 'issues' | 'pulls' | 'board' | 'actions' | 'effects';
  /** On a page of the App: its address, and its own style and script. The style and the script of the sandbox's content are left out then. */
  readonly appPage?: Pick<AppPageContent, 'lang' | 'style' | 'script'> & { readonly href: string };
};

/** Whether the conversation is locked and the person cannot write to the repository. */
export const isLockedFor = (person: Account, { locked, repository }: Thread): boolean =>
  locked && !reaches(roleOf(repository, person), 'write');

/** Whether a person may resolve threads of a pull request. */
export const mayResolve = ({ viewer }: Scene, { author, repository }: PullRequest): boolean =>
  viewer === author || reaches(roleOf(repository, viewer), 'write');
