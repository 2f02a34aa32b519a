// Everything that a fix speaks from. What is not in here, it does not say.
import type { Asks, Place } from '../../../text/lang/agent/messages.js';
import type { Comparison, TamperFinding, VerificationRecord } from '../../../verify/records.js';
import type { Counters } from './debug-loop.js';

/** A change with its exact bytes, as it stands in the journal (view/run/document.ts). */
export interface DiffRecord {
  /** The commit below it, whole. */
  readonly base: string;
  /** Of the text: by its first digits a person names it. */
  readonly sha256: string;
  readonly files: readonly string[];
  /** As git writes it. */
  readonly text: string;
}

/** A test that was run on the base, with nothing but its own file added, and on the head. */
export interface Reproduction {
  readonly test: string;
  readonly file: string;
  readonly base: {
    readonly run_id: string;
    /** `otherwise`: by an import, a missing name, a crash; that shows no bug. */
    readonly result: 'failed by its assertion' | 'failed otherwise' | 'passed' | 'did not run';
  };
  readonly head: { readonly run_id: string; readonly result: 'passed' | 'failed' | 'did not run' };
}

/** What the Editor said itself, unread by any rule yet. */
export interface EditorWords {
  readonly what: string;
  readonly why: string;
  /** Why it may be stuck, one guess each. */
  readonly hypotheses?: readonly string[] | undefined;
}

interface Cost {
  readonly usd: number;
  readonly limitUsd: number;
  /** All of what was read, that from the cache included. */
  readonly tokensIn: number;
  readonly tokensCached: number;
  readonly tokensOut: number;
}

export interface FixRecords {
  readonly run: string;
  /** Where it is read, and therefore how what can be done next is typed; in a thread if nothing is said. */
  readonly place?: Place | undefined;
  /** The repository that keeps the run, where that is not the machine at hand. */
  readonly repo?: string | undefined;
  /** What it waits for. */
  readonly asks?: Asks | undefined;
  /** What was asked, in the person's words. */
  readonly asked: string;
  /** In order; the baseline is among them. */
  readonly verifications: readonly VerificationRecord[];
  /** Which diff a verification of the loop was about: its sha256, by run_id. A green of other bytes proves nothing. */
  readonly verifiedDiffs: Readonly<Record<string, string>>;
  /** Of the last verification of the loop with the baseline. */
  readonly comparison?: Pick<Comparison, 'verdict' | 'fixed' | 'broken' | 'before' | 'flaky'> | undefined;
  /** What the tamper gate found in this diff; undefined where it was not asked. */
  readonly tamper?: readonly TamperFinding[] | undefined;
  readonly reproduction?: Reproduction | undefined;
  readonly diff?: DiffRecord | undefined;
  readonly counters?: Counters | undefined;
  /** Why the person rejected the plan, where they did. */
  readonly rejected?: string | undefined;
  /** Failing tests that the Editor says the task does not cover, each with its reason. */
  readonly excluded?: readonly { readonly test: string; readonly why: string }[] | undefined;
  readonly words?: EditorWords | undefined;
  readonly cost?: Cost | undefined;
}
