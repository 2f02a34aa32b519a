// Every sentence of a fix. Statements about files, commands and tests are Claims: data from a record, one sentence each. Names from the
// repository are shown as code; the words of the Editor and of people are quoted.

import type { Place } from '../agent/messages.js';
import type { FixThreadMessages } from './thread/messages.js';

/** Tests by how they ended. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export type Claim =
  | ChangeClaim
  | VerificationClaim
  | {
      readonly is: 'cost';
      readonly usd: number;
      readonly limitUsd: number;
      readonly tokensIn: number;
      readonly tokensCached: number;
      readonly tokensOut: number;
    }
  | { readonly is: 'loops'; readonly failed: number; readonly replans: number };

export type ChangeClaim =
  | {
      readonly is: 'changed';
      readonly files: number;
      readonly added: number;
      readonly removed: number;
      readonly base: string;
      readonly sha256: string;
    }
  | {
      readonly is: 'file';
      readonly path: string;
      readonly how: 'changed' | 'new' | 'deleted' | 'renamed';
      readonly from?: string | undefined;
      readonly added: number;
      readonly removed: number;
      readonly binary: boolean;
    }
  | { readonly is: 'more-files'; readonly count: number }
  | { readonly is: 'unchanged' }
  /** A diff that is too long to be shown whole; the run holds all of it, in the repository that is named. */
  | {
      readonly is: 'diff-cut';
      readonly shown: number;
      readonly lines: number;
      readonly run: string;
      readonly repo?: string | undefined;
    };

export type VerificationClaim =
  /** Every step of the last verification, of exactly this change, ended as it must. */
  | { readonly is: 'verified'; readonly run_id: string; readonly ref: string }
  /** Some did not, and all that did not had failed before the change. */
  | { readonly is: 'no-worse'; readonly run_id: string; readonly ref: string; readonly baseline: string }
  | { readonly is: 'red'; readonly run_id: string; readonly ref: string }
  | { readonly is: 'unable'; readonly run_id: string; readonly ref: string }
  /** It began, and found nothing to run. */
  | { readonly is: 'nothing-ran'; readonly run_id: string; readonly ref: string }
  /** Nothing was run on this change. */
  | { readonly is: 'unverified' }
  /** Something was, and the change is another one since. */
  | { readonly is: 'changed-since'; readonly run_id: string }
  | { readonly is: 'baseline'; readonly run_id: string; readonly status: 'PASS' | 'FAIL' | 'INFRA_ERROR' }
  | {
      readonly is: 'step';
      readonly name: string;
      readonly command: string;
      readonly cwd: string;
      readonly status: 'PASS' | 'FAIL' | 'INFRA_ERROR';
      readonly exit: number | null;
      readonly ended: string;
      readonly ms: number;
      readonly tests: Count | null;
    }
  | { readonly is: 'tests'; readonly kind: 'fixed' | 'broken' | 'before' | 'flaky'; readonly names: readonly string[] }
  | { readonly is: 'untampered' }
  | { readonly is: 'tampered'; readonly file: string; readonly line: number; readonly kind: string }
  | {
      readonly is: 'reproduced';
      readonly test: string;
      readonly file: string;
      readonly base: string;
      readonly head: string;
    }
  /** No test fails without the change and passes with it. */
  | { readonly is: 'unshown' }
  /** A verification that failed, and where its logs are. */
  | { readonly is: 'failed-run'; readonly run_id: string; readonly ref: string; readonly artifacts: string }
  | {
      readonly is: 'smallest';
      readonly command: string;
      readonly cwd: string;
      readonly exit: number | null;
      readonly run_id: string;
      readonly log: string;
    };

/** Whose words are quoted below it. */
export type Quoted = 'asked' | 'excluded' | 'what' | 'why' | 'hypothesis' | 'plan' | 'rejected';

export type Heading = 'what' | 'why' | 'verified' | 'cost' | 'hypotheses' | 'tried' | 'smallest' | 'next' | 'diff';

/** What a person can do, or type. */
export type Can =
  | { readonly is: 'hint' | 'look-at-log' | 'split' }
  | { readonly is: 'retry' | 'show'; readonly run: string }
  | { readonly is: 'apply'; readonly hash: string }
  | { readonly is: 'continue'; readonly run: string; readonly money: boolean }
  | { readonly is: 'discard' };

/** How the run ended: the first sentence. */
export type EndOf =
  | { readonly is: 'planned' | 'stuck' | 'no-change' }
  /** `shown`: a test fails without the change and passes with it. */
  | { readonly is: 'done'; readonly shown: boolean }
  /** By a test that was written for it, and passes on the commit below. */
  | { readonly is: 'already'; readonly test: string; readonly file: string }
  | { readonly is: 'partial' | 'cancelled' | 'unable' | 'apply-failed'; readonly changed: boolean };

export type RefusedFor =
  | { readonly is: 'done'; readonly issue: string; readonly rule: string; readonly by: readonly string[] }
  | { readonly is: 'parent'; readonly issue: string; readonly parts: readonly string[] }
  | {
      readonly is: 'blocked';
      readonly issue: string;
      readonly blockers: readonly string[];
      readonly roots: readonly string[];
    }
  | {
      readonly is: 'claimed';
      readonly issue: string;
      readonly claim:
        | { readonly by: 'pull'; readonly ref: string }
        | { readonly by: 'run'; readonly run: string }
        | { readonly by: 'agent'; readonly agent: string }
        | { readonly by: 'person'; readonly login: string };
    }
  | {
      readonly is: 'untouchable';
      readonly what: 'workflow-files' | 'secrets' | 'releases' | 'settings';
      readonly says: string;
    };

export type AskedAbout =
  | { readonly is: 'outsider'; readonly pulls: readonly { readonly pull: string; readonly by: string }[] }
  | { readonly is: 'vague'; readonly why: 'nothing' | 'no-object' | 'no-symptom' | 'no-end' }
  /** It may ask for what crew may not touch, or for something near it. */
  | {
      readonly is: 'untouchable';
      readonly what: 'workflow-files' | 'secrets' | 'releases' | 'settings';
      readonly says: string;
    };

export interface FixMessages {
  readonly heading: Readonly<Record<Heading, string>>;
  readonly end: (of: EndOf) => string;
  /** One line each. */
  readonly claim: (claim: Claim) => string;
  readonly quoted: Readonly<Record<Quoted, string>>;
  /** Shown where no words of the Editor are left. */
  readonly nothingSaid: string;
  /** How many of its sentences were removed because only a record may state results. */
  readonly leftOut: (count: number) => string;
  /** The command is written for the place where it is read. */
  readonly can: (can: Can, place?: Place) => string;
  /** Of a plan: the files to change. */
  readonly within: (paths: readonly string[]) => string;
  readonly price: (of: { readonly low: number; readonly high: number }) => string;
  readonly refused: (why: RefusedFor) => string;
  readonly question: (of: AskedAbout) => string;
  /** Sentences of threads and pull requests. */
  readonly thread: FixThreadMessages;
}
