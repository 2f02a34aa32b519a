// Sentences of the check crew/verify.
import type { Named } from '../verify/words.js';

/**
 * Result of a verification. `bent`: the change weakens tests or checks. `worse`: a check that passed fails now. `unable`:
 * some checks could not run. `unknown`: tests could not be compared. `asks`: nothing broke, and a maintainer should review
 * some lines. `fine`: nothing broke.
 */
export type CheckResult = 'bent' | 'worse' | 'unable' | 'unknown' | 'asks' | 'fine';

/** Why the result of a verify job is not used. */
export type Flaw = 'missing' | 'too large' | 'another digest' | 'unreadable' | 'another run' | 'another commit';

/** How many of each there are, where there is one. */
export type Counts = Readonly<Record<Named, number>>;

/** What a title counts. */
export interface Counted {
  readonly counts: Counts;
  /** Tests that passed on head; null where no tests ran. */
  readonly passed: number | null;
  readonly bent: number;
  readonly asks: number;
}

export interface CheckWords {
  readonly begun: { readonly title: string; readonly summary: string };
  /** The line beside the check's name. */
  readonly title: Readonly<Record<CheckResult, (of: Counted) => string>>;
  /** The first sentence of its page. */
  readonly first: Readonly<Record<CheckResult, string>>;
  readonly nothing: { readonly title: string; readonly first: string };
  readonly unable: {
    readonly title: string;
    readonly first: (of: { expected: string; found: string; remedy: string }) => string;
  };
  readonly fault: { readonly title: string; readonly first: (id: string) => string };
  readonly superseded: { readonly title: string; readonly first: (by: string) => string };
  readonly cancelled: { readonly title: string; readonly first: string };
  readonly died: { readonly title: string; readonly first: string };
  readonly unusable: { readonly title: string; readonly first: Readonly<Record<Flaw, string>> };
  /** A pull request from a fork that edits its own checks; null: it changes too many files to be sure. */
  readonly unjudged: Readonly<Record<'title' | 'first', (files: string | null) => string>>;

  /** Instead of the head's name where the change is not committed yet. */
  readonly uncommitted: string;
  readonly between: (of: { base: string; head: string; seconds: string; walls: string }) => string;
  readonly heading: Readonly<Record<'changed' | 'steps' | 'failed' | 'notes' | 'why' | 'next', string>>;
  readonly column: Readonly<Record<'step' | 'command' | 'base' | 'head' | 'took', string>>;
  readonly list: Readonly<Record<Named, (count: number) => string>>;
  /** Of a step without counted tests. */
  readonly status: Readonly<Record<'PASS' | 'FAIL' | 'INFRA_ERROR', string>>;
  readonly lines: (step: string) => string;
  readonly log: (of: { step: string; digest: string }) => string;
  /** A step that was run once more. */
  readonly again: (of: { step: string; side: 'base' | 'head' }) => string;
  readonly more: (count: number) => string;
  readonly cut: string;
  readonly run: (url: string) => string;
  /** Before the lines that bring a tool. */
  readonly missingTool: (name: string) => string;
  readonly next: Readonly<Record<Exclude<CheckResult, 'fine'>, string>>;
  /** Beside a line of the change. */
  readonly beside: Readonly<Record<'broken' | 'refused' | 'flaky' | 'before' | 'failed' | 'step', string>>;
}
