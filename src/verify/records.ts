// The types of a verification's records: one test, one step, one run of the pipeline, a comparison, a finding of the tamper check. Every
// statement of crew about tests is rendered from them. Used in all of src/verify, and by src/services, src/action/verify.ts, `crew verify`,
// src/view/verification.ts, `fix` and `build`. Types only.

import type { Finding } from '../text/lang/tamper/index.js';
import type { StepEndReason } from '../text/lang/verify/index.js';
import type { Reason } from './compare/reasons.js';

export type VerificationStatus = 'PASS' | 'FAIL' | 'INFRA_ERROR';

/** When it ran: before the first edit (`baseline`), after an edit in the debug loop, or in the verify job. */
export type VerificationRef = 'baseline' | `loop-${number}` | 'verify-job';

/** One test, as the runner's machine-readable format reports it. */
export interface TestRecord {
  /** File or suite, and name, such as `cart.test.js › adds`. The same in every run. */
  readonly id: string;
  readonly name: string;
  readonly file?: string | undefined;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly ms?: number | undefined;
  /** For failures: the message, and the place in the repository. */
  readonly message?: string | undefined;
  readonly at?: { readonly file: string; readonly line: number } | undefined;
}

/** A test that is selected to run again. */
export type SelectedTest = Pick<TestRecord, 'id' | 'name' | 'file'>;

/** The result of one command of the pipeline. */
export interface StepRecord {
  readonly name: string;
  readonly command: string;
  /** The folder, relative to the root; '.' is the root. */
  readonly cwd: string;
  readonly status: VerificationStatus;
  /** Null if it did not exit by itself. */
  readonly exit: number | null;
  readonly ended: 'itself' | 'time-out' | 'cancelled' | 'signal' | 'full disk' | 'not started';
  readonly ms: number;
  /** The log's path relative to the run's folder, and its SHA-256. */
  readonly log: string;
  readonly sha256: string;
  /** Set if the purpose of the step is to run tests. */
  readonly testing?: true | undefined;
  /** Set if the step only prepares the tree: set-up, installation. */
  readonly preparing?: true | undefined;
  /** The format from which tests were read; `exit` if only the exit code is known. */
  readonly format:
    | 'junit'
    | 'tap'
    | 'jest-json'
    | 'vitest-json'
    | 'node-tap'
    | 'go-json'
    | 'libtest'
    | 'rspec-json'
    | 'trx'
    | 'exit';
  /** Absent if no machine-readable results were found. */
  readonly tests?: readonly TestRecord[] | undefined;
  /** The last lines of a failed step's output, at most 200. */
  readonly tail?: string | undefined;
  /** Why it has this status, as an English sentence. */
  readonly why?: string | undefined;
  /** The same as data. */
  readonly reason?: StepEndReason | undefined;
}

/** One run of the whole pipeline. */
export interface VerificationRecord {
  readonly run_id: string;
  readonly status: VerificationStatus;
  readonly ref: VerificationRef;
  /** The checked-out commit, and whether the tree had uncommitted changes. */
  readonly commit: string | null;
  readonly dirty: boolean;
  readonly startedAt: string;
  readonly ms: number;
  readonly steps: readonly StepRecord[];
  /** The folder of its artifacts. Its manifest is written last, so an interrupted run has none. */
  readonly artifacts: string;
}

/** The comparison of base and head. Lists contain test ids, and steps as "step NAME". */
export interface Comparison {
  readonly verdict: 'better' | 'same' | 'worse' | 'unknown';
  /** The reasons for the verdict as English sentences. */
  readonly reasons: readonly string[];
  /** The same as data. */
  readonly because: readonly Reason[];
  readonly fixed: readonly string[];
  readonly broken: readonly string[];
  /** New on head and failing there. */
  readonly refused: readonly string[];
  /** Failing before and after. */
  readonly before: readonly string[];
  readonly flaky: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Ran on base, skipped on head. */
  readonly silenced: readonly string[];
  /** Not comparable, for example because one side did not report them. */
  readonly unknown: readonly string[];
}

/**
 * `blocks`: publishing is blocked, because such a change is hardly ever made in good faith. `named`: the finding is listed in the pull request.
 * `ask`: a person must confirm the change; only in records of earlier versions.
 */
export type Weight = 'blocks' | 'named' | 'ask';

/** A change that may weaken tests or checks. */
export interface TamperFinding {
  readonly file: string;
  readonly kind: string;
  readonly line: number;
  readonly weight: Weight;
  /** An English sentence. */
  readonly why: string;
  /** The same as data. */
  readonly because?: readonly Finding[] | undefined;
}
