// The types of the records from which all texts of `fix` are made. fix-state.ts collects the records; ending-text.ts, outcome.ts,
// statements.ts and stuck-report.ts make the texts.

import type { AskingRun, ReadingPlace } from '../../../text/lang/agent/asks.js';
import type { Proof } from '../../../verify/prove/index.js';
import type { Comparison, TamperFinding, VerificationRecord } from '../../../verify/records.js';
import type { Counters } from './debug-loop.js';

/** A change with its exact bytes, as the journal records it. */
export interface DiffRecord {
  /** The full id of the base commit. */
  readonly base: string;
  /** The digest of the text; people name the change by its first digits. */
  readonly sha256: string;
  readonly files: readonly string[];
  /** The diff as git writes it. */
  readonly text: string;
}

/** A test that ran on the base with only its own file added, and on the changed tree. */
export interface ReproductionRecord {
  readonly test: string;
  readonly file: string;
  readonly base: {
    readonly run_id: string;
    /** `failed otherwise`: by an import, a missing name or a crash, which proves no bug. */
    readonly result: 'failed by its assertion' | 'failed otherwise' | 'passed' | 'did not run';
  };
  readonly head: { readonly run_id: string; readonly result: 'passed' | 'failed' | 'did not run' };
}

/** The Editor's words as it wrote them. */
export interface SummaryWords {
  readonly what: string;
  readonly why: string;
  /** Possible causes of a stuck run. */
  readonly hypotheses?: readonly string[] | undefined;
  /** The Editor answered that the task cannot be done, and gave a reason instead of hypotheses. */
  readonly isImpossible?: boolean | undefined;
}

interface Cost {
  readonly usd: number;
  readonly limitUsd: number;
  /** All input tokens, cached ones included. */
  readonly tokensIn: number;
  readonly tokensCached: number;
  readonly tokensOut: number;
}

/** Everything that the texts of a fix are made from. */
export interface FixRecords {
  readonly run: string;
  /** Where the text is read, which decides how commands are written. The default is a thread. */
  readonly place?: ReadingPlace | undefined;
  /** The repository that stores the run, if it is not stored on this machine. */
  readonly repo?: string | undefined;

  /** The question that the run waits for. */
  readonly asks?: AskingRun | undefined;
  /** The request in the person's words. */
  readonly asked: string;
  /** All verifications in order, including the baseline. */
  readonly verifications: readonly VerificationRecord[];
  /** The sha256 of the diff that each verification was about, by run id. A pass of another diff proves nothing. */
  readonly verifiedDiffs: Readonly<Record<string, string>>;
  /** The last verification of the loop compared with the baseline. */
  readonly comparison?: Pick<Comparison, 'verdict' | 'fixed' | 'broken' | 'before' | 'flaky'> | undefined;
  /** Weakened tests in this diff; undefined if the check did not run. */
  readonly tamper?: readonly TamperFinding[] | undefined;
  readonly reproduction?: ReproductionRecord | undefined;
  readonly proof?: Pick<Proof, 'editsOwnTests'> | undefined;
  readonly diff?: DiffRecord | undefined;
  readonly counters?: Counters | undefined;
  /** Why the person rejected the plan; empty without a reason, undefined if nobody rejected it. */
  readonly planRejection?: string | undefined;
  /** Failing tests that the Editor says the task does not cover, each with its reason. */
  readonly excluded?: readonly { readonly test: string; readonly why: string }[] | undefined;
  readonly words?: SummaryWords | undefined;
  readonly cost?: Cost | undefined;
}
