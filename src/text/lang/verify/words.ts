// Sentences of a verification: verdict, why a step ended so, why it is a step, what to do next.

export type Verdict = 'PASS' | 'FAIL' | 'INFRA_ERROR';

/** Why a step ended so, where its exit code alone does not say it. */
export type Reason =
  | { readonly is: 'no-tool'; readonly name: string }
  | { readonly is: 'not-started' }
  | { readonly is: 'no-disk' }
  | { readonly is: 'not-fetched' }
  | { readonly is: 'setup-failed' }
  | { readonly is: 'refused'; readonly host: string; readonly remedy: string }
  /** A script before or after the tests needs a host that it may not reach; everything else passed. */
  | { readonly is: 'hook-refused'; readonly hook: string; readonly host: string }
  /** Install scripts were told by their own switches to download nothing. */
  | { readonly is: 'downloads-skipped'; readonly packages: string }
  | { readonly is: 'time-out'; readonly seconds: number }
  | { readonly is: 'killed'; readonly signal: string }
  | { readonly is: 'passed-but-failed'; readonly tests: number; readonly exit: number }
  | { readonly is: 'failed-but-passed'; readonly failed: number }
  | { readonly is: 'no-results' }
  | { readonly is: 'broken-results'; readonly flaw: Flaw }
  | { readonly is: 'doubtful-results'; readonly flaw: Flaw }
  | { readonly is: 'no-tests' };

/** What is wrong with results. */
export type Flaw = 'cut off' | 'not adding up' | 'unreadable' | 'bailed out' | 'too large' | 'no files';

/** What in the repository says that a step belongs to it. */
export type Why =
  | { readonly is: 'configured'; readonly section: 'verify.steps' | 'verify.setup' }
  | { readonly is: 'script'; readonly file: string; readonly name: string }
  | { readonly is: 'target'; readonly file: string; readonly name: string }
  | { readonly is: 'file'; readonly file: string }
  | { readonly is: 'missing'; readonly folder: string }
  | { readonly is: 'ci'; readonly file: string; readonly job: string };

/** How many tests of a kind. */
export interface Count {
  readonly failed: number;
  readonly passed: number;
  readonly skipped: number;
}

export type SideName = 'base' | 'head';

/** What a comparison lists by name, in the order in which it is shown. */
export const NAMED = [
  'broken',
  'refused',
  'fixed',
  'removed',
  'silenced',
  'unknown',
  'flaky',
  'before',
  'added',
] as const;
export type Named = (typeof NAMED)[number];

/** The sentences of a comparison. */
export interface ComparedWords {
  readonly side: Readonly<Record<SideName, string>>;
  readonly more: (count: number) => string;
  readonly named: Readonly<Record<Named, (count: number, list: string) => string>>;
  readonly renamed: (list: string) => string;
  readonly notRun: (of: { side: string; step: string; why: string }) => string;
  readonly cutShort: (of: { side: string; step: string; by: 'time-out' | 'signal' }) => string;
  readonly noTests: (side: string) => string;
  readonly nothing: string;
}

export interface VerifyWords {
  /** The whole in one sentence. Without a count no test was seen. */
  readonly headline: (of: { verdict: Verdict; count: Count; steps: { failed: number; unable: number } }) => string;
  readonly count: (count: Count) => string;
  readonly exit: (exit: number) => string;
  readonly reason: (reason: Reason) => string;
  readonly why: (why: Why) => string;
  /** What changed from the base, in one sentence; then why, a sentence each. */
  readonly against: Readonly<Record<'better' | 'same' | 'worse' | 'unknown', string>>;
  readonly compared: ComparedWords;
  /** About lines that weaken tests or checks. */
  readonly tamper: {
    readonly heading: string;
    readonly weight: Readonly<Record<'blocks' | 'named' | 'ask', string>>;
    readonly more: (count: number) => string;
    readonly next: Readonly<Record<'blocks' | 'ask', string>>;
  };
  readonly heading: Readonly<Record<'failed' | 'unable' | 'lines' | 'because' | 'next', string>>;
  readonly more: (of: { count: number; where: string }) => string;
  readonly unaffected: (packages: readonly string[]) => string;
  readonly unread: (files: readonly string[]) => string;
  /** While it runs. */
  readonly begins: (of: { name: string; command: string; n: number; of: number }) => string;
  /** After the name of a side whose differing tests run a second time. */
  readonly again: string;
  readonly walls: (name: string) => string;
  readonly stopped: string;
  /** Where nothing is run: before the steps that would be, and where there are none. */
  readonly planned: { readonly heading: string; readonly nothing: string };
  readonly took: (seconds: string) => string;
  /** What to do next, in one sentence. */
  readonly next: {
    readonly passed: string;
    /** Nothing got worse against the base. */
    readonly notWorse: string;
    /** It could not be compared with the base. */
    readonly unknown: string;
    readonly nothingToRun: string;
    /** There is nothing to run, perhaps since this manifest cannot be read. */
    readonly unread: (file: string) => string;
    readonly noTests: string;
    readonly mend: (of: { first: string; log: string }) => string;
    readonly tool: (name: string) => string;
    readonly again: (log: string) => string;
  };
}
