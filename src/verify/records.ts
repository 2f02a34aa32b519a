// What a verification leaves behind. Everything that crew says of tests is rendered from these records.

import type { Said } from '../text/lang/tamper/index.js';
import type { Reason } from '../text/lang/verify/index.js';
import type { Reason as Because } from './compare/reasons.js';

export type VerificationStatus = 'PASS' | 'FAIL' | 'INFRA_ERROR';

/** When it was made: before the first edit, in the loop, or in the job that the editing model cannot write to. */
export type VerificationRef = 'baseline' | `loop-${number}` | 'verify-job';

/** One test, as its runner's machine format names it. */
export interface TestRecord {
  /** Stable between two runs: file or suite, and name. */
  readonly id: string;
  readonly name: string;
  readonly file?: string | undefined;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly ms?: number | undefined;
  /** Of a failure: what was said, and where in the repository. */
  readonly message?: string | undefined;
  readonly at?: { readonly file: string; readonly line: number } | undefined;
}

/** A test as it is chosen to be run again: as records know it, and as its runner may. */
export type Chosen = Pick<TestRecord, 'id' | 'name' | 'file'>;

/** One command of the pipeline, run. */
export interface StepRecord {
  readonly name: string;
  readonly command: string;
  /** The folder, relative to the root; '.' is the root. */
  readonly cwd: string;
  readonly status: VerificationStatus;
  /** Null when it did not end by itself. */
  readonly exit: number | null;
  readonly ended: 'itself' | 'time-out' | 'cancelled' | 'signal' | 'full disk' | 'not started';
  readonly ms: number;
  /** The log's path below the run's folder, and its digest. */
  readonly log: string;
  readonly sha256: string;
  /** It is there to run tests. */
  readonly testing?: true | undefined;
  /** How tests were read: a machine format, or nothing but the exit code. */
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
  /** Absent when no machine format was there: then nothing is said of single tests. */
  readonly tests?: readonly TestRecord[] | undefined;
  /** The last lines of what failed, at most 200. */
  readonly tail?: string | undefined;
  /** Why it ended as it did, in one sentence; and the same as data, for whoever reads another language. */
  readonly why?: string | undefined;
  readonly reason?: Reason | undefined;
}

/** A whole run of the pipeline. */
export interface VerificationRecord {
  readonly run_id: string;
  readonly status: VerificationStatus;
  readonly ref: VerificationRef;
  /** The commit below the tree, and whether the tree had changes on top of it. */
  readonly commit: string | null;
  readonly dirty: boolean;
  readonly startedAt: string;
  readonly ms: number;
  readonly steps: readonly StepRecord[];
  /** The folder of its artifacts; the manifest in it is written last, so that half a run has none. */
  readonly artifacts: string;
}

/** Base against head. Names are tests by their id, and steps as "step NAME". */
export interface Comparison {
  readonly verdict: 'better' | 'same' | 'worse' | 'unknown';
  /** Why, a sentence each, from the lists below; and the same as data. */
  readonly reasons: readonly string[];
  readonly because: readonly Because[];
  readonly fixed: readonly string[];
  readonly broken: readonly string[];
  /** New on head, and failing there: nothing that was whole broke, and still it is no green. */
  readonly refused: readonly string[];
  /** Failing before and after. */
  readonly before: readonly string[];
  readonly flaky: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Ran on base, skipped on head. */
  readonly silenced: readonly string[];
  /** Of these nothing can be told. */
  readonly unknown: readonly string[];
}

/**
 * `blocks`: nobody does that in good faith within a task about something else. `named`: it is named in the pull request, and holds
 * nothing up. `ask` is a record of an earlier version: a person had to say that it was meant. No rule gives it any more.
 */
export type Weight = 'blocks' | 'named' | 'ask';

/** Something done to tests or to what judges them. */
export interface TamperFinding {
  readonly file: string;
  readonly kind: string;
  readonly line: number;
  readonly weight: Weight;
  /** In English, for a person; and the same as data, for whoever reads another language. */
  readonly why: string;
  readonly because?: readonly Said[] | undefined;
}
