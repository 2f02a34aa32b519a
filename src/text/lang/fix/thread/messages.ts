// What a fix says in a thread and in its pull request.

/** Why a change may not be published (workflows/fix/rules/admit.ts). */
export type NotAdmitted =
  | { readonly is: 'protected' | 'rules' | 'strange' | 'link' | 'conflict'; readonly path: string }
  | { readonly is: 'too-large'; readonly bytes: number }
  | { readonly is: 'too-many'; readonly files: number }
  | { readonly is: 'secret'; readonly kinds: readonly string[] }
  | { readonly is: 'another' };

export interface Noticed {
  readonly is: 'dependencies' | 'install-scripts' | 'permissions';
  readonly file: string;
  readonly names?: readonly string[] | undefined;
}

export interface FixThreadMessages {
  // The pull request.
  readonly columns: readonly [string, string, string];
  readonly passed: string;
  readonly failed: string;
  readonly failedTests: (count: number) => string;
  readonly didNotRun: string;
  readonly isNew: string;
  readonly fails: string;
  readonly cannotLoad: string;
  readonly passes: string;
  readonly requestedBy: (login: string) => string;
  readonly costs: (of: { usd: number; limitUsd: number | undefined }) => string;
  readonly details: string;
  readonly explanation: string;
  readonly record: (of: { run: string; base: string; sha256: string; weakened: number }) => string;
  readonly draftFor: Readonly<Record<'unshown' | 'asks' | 'unknown', string>>;
  // The thread.
  readonly ready: (of: { pull: number; draft: boolean }) => string;
  readonly added: (of: { pull: number; sha: string }) => string;
  /** The repository lets no Action open a pull request. */
  readonly forbidden: (of: { branch: string; compare: string }) => string;
  /** GITHUB_TOKEN opened the pull request. */
  readonly noChecks: string;
  /** Something beside the tests that a reviewer should see. */
  readonly notice: (of: Noticed) => string;
  readonly notAsked: (names: readonly string[]) => string;
  /** Failed in the separate verify job; one more round starts. */
  readonly oneMore: string;
  /** Failed there again. */
  readonly redAgain: string;
  /** Tests that passed in the work job and fail in the verify job. */
  readonly unheld: (names: readonly string[]) => string;
  readonly unableAgain: string;
  readonly notAdmitted: (why: NotAdmitted) => string;
  /** Somebody else pushed to the branch meanwhile. */
  readonly moved: (of: { branch: string }) => string;
  readonly deleted: (of: { branch: string }) => string;
  /** The pull request was closed or merged meanwhile. */
  readonly gone: (of: { pull: number; state: 'closed' | 'merged'; isCrews: boolean }) => string;
  /** In a review thread. */
  readonly answered: (of: { path: string; sha: string; touched: boolean }) => string;
  /** On a pull request that crew does not push to. */
  readonly suggests: (of: { count: number; left: readonly string[] }) => string;
  readonly patch: string;
}
