// The statements that a text of `fix` may make, as data, and the functions that derive them from the records of a run. Pure. Used by
// the rules that make texts or records; ../messages.*.ts turn a statement into words.

import { changedFiles } from '../../../text/diff.js';
import { fixedByCode, hasHardCodedResults } from '../../../verify/prove/proof.js';
import type { StepRecord, VerificationRecord } from '../../../verify/records.js';
import { countOf } from '../../../view/verification.js';
import type { DiffRecord, FixRecords } from './records.js';

/** Numbers of tests by result. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export type Statement =
  | ChangeStatement
  | VerificationStatement
  | {
      readonly is: 'cost';
      readonly usd: number;
      readonly limitUsd: number;
      readonly tokensIn: number;
      readonly tokensCached: number;
      readonly tokensOut: number;
    }
  | { readonly is: 'loops'; readonly failed: number; readonly replans: number };

type ChangeStatement =
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
  /** A diff that is too long to show; the run has all of it, in `repo` if that is set. */
  | {
      readonly is: 'diff-cut';
      readonly shown: number;
      readonly lines: number;
      readonly run: string;
      readonly repo?: string | undefined;
    };

type VerificationStatement =
  /** Every step of the last verification, of exactly this change, passed. */
  | { readonly is: 'verified'; readonly run_id: string; readonly ref: string }
  /** Some steps failed, and all of their failures existed before the change. */
  | { readonly is: 'no-worse'; readonly run_id: string; readonly ref: string; readonly baseline: string }
  /** Some steps failed. Not all of their failures existed before the change, or that is unknown. */
  | { readonly is: 'red'; readonly run_id: string; readonly ref: string }
  /** A step could not run, so nothing is known. */
  | { readonly is: 'unable'; readonly run_id: string; readonly ref: string }
  /** The verification found nothing to run. */
  | { readonly is: 'nothing-ran'; readonly run_id: string; readonly ref: string }
  /** No verification of this change. */
  | { readonly is: 'unverified' }
  /** The change was edited after its verification. */
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
  /** `before`: they failed before the change too. */
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
  | { readonly is: 'unproven' }
  /** A failed verification and where its logs are. */
  | { readonly is: 'failed-run'; readonly run_id: string; readonly ref: string; readonly artifacts: string }
  /** The smallest command that shows the failure. */
  | {
      readonly is: 'smallest';
      readonly command: string;
      readonly cwd: string;
      readonly exit: number | null;
      readonly run_id: string;
      readonly log: string;
    };

/** The part of the records that is quoted: the request, a text of the Editor, or a person's rejection. */
export type Quoted = 'asked' | 'excluded' | 'what' | 'why' | 'hypothesis' | 'reason' | 'plan' | 'no-plan' | 'rejected';

export type Heading = 'what' | 'why' | 'verified' | 'cost' | 'hypotheses' | 'tried' | 'smallest' | 'next' | 'diff';

/**
 * What a person can do next. `hint`: add what the Editor did not know. `resolve`: change what was named as the obstacle, then write the command
 * again. `split`: give a smaller task. `money`: the run needs more budget to continue. `discard`: undo the change in the working tree.
 */
export type Option =
  | { readonly is: 'hint' | 'look-at-log' | 'split' }
  | { readonly is: 'resolve'; readonly command: 'fix' | 'plan' }
  | { readonly is: 'retry' | 'show'; readonly run: string }
  | { readonly is: 'apply'; readonly hash: string }
  | { readonly is: 'continue'; readonly run: string; readonly money: boolean }
  | { readonly is: 'discard' };

/** How the run ended, for the first sentence of its text. */
export type Ending =
  | { readonly is: 'planned' | 'stuck' | 'no-change' | 'no-plan' }
  /**
   * Nothing is changed, and each review request has an answer. `declined`: how many the Editor did not carry out. `answered`: how many are
   * questions with an answer.
   */
  | { readonly is: 'answered'; readonly declined: number; readonly answered: number }
  /** `isProven`: a test fails without the change and passes with it. */
  | { readonly is: 'done'; readonly isProven: boolean }
  /** A new test for the request passes on the base commit. */
  | { readonly is: 'already'; readonly test: string; readonly file: string; readonly isInTree: boolean }
  /** The model service failed while the Editor worked, after it had changed something. */
  | { readonly is: 'editor-failed' }
  | { readonly is: 'partial' | 'cancelled' | 'unable' | 'apply-failed'; readonly changed: boolean };

/** The most files that are listed one by one. */
const MAX_FILES = 20;

/** The change as a whole, then its files. */
export function changeStatements(diff: DiffRecord | undefined): readonly Statement[] {
  const files = diff ? changedFiles(diff.text) : [];
  if (!diff || files.length === 0) return [{ is: 'unchanged' }];
  const sum = (kind: 'added' | 'removed') => files.reduce((all, file) => all + file[kind], 0);
  const { base, sha256 } = diff;
  const left = files.length - MAX_FILES;
  return [
    { is: 'changed', files: diff.files.length, added: sum('added'), removed: sum('removed'), base, sha256 },
    ...files.slice(0, MAX_FILES).map((file): Statement => ({ is: 'file', ...file })),
    ...(left > 0 ? [{ is: 'more-files', count: left } as const] : []),
  ];
}

/** One command and its result. */
export function stepStatement(step: StepRecord): Statement {
  const { name, command, cwd, status, exit, ended, ms } = step;
  return { is: 'step', name, command, cwd, status, exit, ended, ms, tests: testsOf(step) };
}

const testsOf = (step: StepRecord): Count | null => (step.tests ? countOf([step]) : null);

/** A failed verification and where its logs are. */
export const failedRun = ({ run_id, ref, artifacts }: VerificationRecord): Statement => ({
  is: 'failed-run',
  run_id,
  ref,
  artifacts,
});

export function costStatements({ cost }: FixRecords): readonly Statement[] {
  return cost ? [{ is: 'cost', ...cost }] : [];
}

/** The verifications of the loop, in order, without the baseline. */
export const loopVerifications = ({ verifications }: FixRecords): readonly VerificationRecord[] =>
  verifications.filter(({ ref }) => ref !== 'baseline');

const baselineOf = ({ verifications }: FixRecords): VerificationRecord | undefined =>
  verifications.findLast(({ ref }) => ref === 'baseline');

/** The verdict of the last verification, if it was of exactly this change. No other function returns `verified`. */
function verdictStatement(records: FixRecords): Statement {
  const last = loopVerifications(records).at(-1);
  if (!last || !records.diff) return { is: 'unverified' };
  const { run_id, ref, status } = last;
  if (records.verifiedDiffs[run_id] !== records.diff.sha256) return { is: 'changed-since', run_id };
  if (last.steps.length === 0) return { is: 'nothing-ran', run_id, ref };
  const passed = last.steps.every((step) => step.status === 'PASS');
  if (status === 'PASS' && passed) return { is: 'verified', run_id, ref };
  if (status === 'INFRA_ERROR' || status === 'PASS') return { is: 'unable', run_id, ref };
  const baseline = baselineOf(records);
  const { verdict = 'unknown', broken = [] } = records.comparison ?? {};
  const isNoWorse = (verdict === 'same' || verdict === 'better') && broken.length === 0;
  return isNoWorse && baseline
    ? { is: 'no-worse', run_id, ref, baseline: baseline.run_id }
    : { is: 'red', run_id, ref };
}

/** The verdict, then its reasons in a reviewer's order. */
export function verificationStatements(records: FixRecords): readonly Statement[] {
  const verdict = verdictStatement(records);
  if (verdict.is === 'unverified') return [verdict];
  const last = loopVerifications(records).at(-1);
  const baseline = baselineOf(records);
  return [
    verdict,
    ...(last?.steps ?? []).map(stepStatement),
    ...(baseline ? [{ is: 'baseline', run_id: baseline.run_id, status: baseline.status } as const] : []),
    ...testStatements(records),
    ...proofStatements(records),
    ...tamperStatements(records),
  ];
}

const TEST_KINDS = ['fixed', 'broken', 'before', 'flaky'] as const;

function testStatements({ comparison }: FixRecords): readonly Statement[] {
  if (!comparison) return [];
  return TEST_KINDS.flatMap((kind): readonly Statement[] =>
    comparison[kind].length > 0 ? [{ is: 'tests', kind, names: comparison[kind] }] : [],
  );
}

/** Whether a test proves the change: it fails without the change and passes with it. */
export const isProvenByTest = (records: FixRecords): boolean =>
  ['verified', 'no-worse'].includes(verdictStatement(records).is) &&
  proofStatements(records).every(({ is }) => is !== 'unproven');

/** The proving test: a test of the change that failed in any way without it, or an existing test that the code fixed. */
function proofStatements({ reproduction, comparison, diff, proof, tamper }: FixRecords): readonly Statement[] {
  if (hasHardCodedResults(tamper)) return [{ is: 'unproven' }];
  if (reproduction?.base.result.startsWith('failed') && reproduction.head.result === 'passed') {
    const { test, file, base, head } = reproduction;
    return [{ is: 'reproduced', test, file, base: base.run_id, head: head.run_id }];
  }
  return fixedByCode(comparison?.fixed ?? [], diff?.files ?? [], proof).length > 0 ? [] : [{ is: 'unproven' }];
}

/** Weakened tests, file by file; nothing if the check did not run. */
export function tamperStatements({ tamper }: FixRecords): readonly Statement[] {
  if (!tamper) return [];
  if (tamper.length === 0) return [{ is: 'untampered' }];
  return tamper.map(({ file, line, kind }) => ({ is: 'tampered', file, line, kind }));
}
