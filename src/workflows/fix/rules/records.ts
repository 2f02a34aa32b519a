// Everything that a fix speaks from. What is not in here, it does not say.

import { changedFiles } from '../../../text/diff.js';
import type { Asks, Place } from '../../../text/lang/agent/messages.js';
import type { Claim, Count } from '../../../text/lang/fix/messages.js';
import { fixedByCode } from '../../../verify/prove/proof.js';
import type { Comparison, StepRecord, TamperFinding, VerificationRecord } from '../../../verify/records.js';
import { countOf } from '../../../view/verification.js';
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

/** So many files are told one by one. */
const MOST_FILES = 20;

/** What a diff changes, in one line and file by file. */
export function changeClaims(diff: DiffRecord | undefined): readonly Claim[] {
  const files = diff ? changedFiles(diff.text) : [];
  if (!diff || files.length === 0) return [{ is: 'unchanged' }];
  const sum = (of: 'added' | 'removed') => files.reduce((all, file) => all + file[of], 0);
  const { base, sha256 } = diff;
  const left = files.length - MOST_FILES;
  return [
    { is: 'changed', files: diff.files.length, added: sum('added'), removed: sum('removed'), base, sha256 },
    ...files.slice(0, MOST_FILES).map((file): Claim => ({ is: 'file', ...file })),
    ...(left > 0 ? [{ is: 'more-files', count: left } as const] : []),
  ];
}

/** One command and what came of it. */
export function stepClaim(step: StepRecord): Claim {
  const { name, command, cwd, status, exit, ended, ms } = step;
  return { is: 'step', name, command, cwd, status, exit, ended, ms, tests: testsOf(step) };
}

const testsOf = (step: StepRecord): Count | null => (step.tests ? countOf([step]) : null);

/** A verification that failed, and where its logs are. */
export const failedRun = ({ run_id, ref, artifacts }: VerificationRecord): Claim => ({
  is: 'failed-run',
  run_id,
  ref,
  artifacts,
});

export function costClaim({ cost }: FixRecords): readonly Claim[] {
  return cost ? [{ is: 'cost', ...cost }] : [];
}

/** Verifications of the loop, in order: not the baseline. */
export const loopsOf = ({ verifications }: FixRecords): readonly VerificationRecord[] =>
  verifications.filter(({ ref }) => ref !== 'baseline');

const baselineOf = ({ verifications }: FixRecords): VerificationRecord | undefined =>
  verifications.findLast(({ ref }) => ref === 'baseline');

/** The verdict on the change as it stands now, and nothing else. */
function verdictClaim(records: FixRecords): Claim {
  const last = loopsOf(records).at(-1);
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

/** Everything there is to say of it, in the order in which a reviewer asks. */
export function verifiedClaims(records: FixRecords): readonly Claim[] {
  const verdict = verdictClaim(records);
  if (verdict.is === 'unverified') return [verdict];
  const last = loopsOf(records).at(-1);
  const baseline = baselineOf(records);
  return [
    verdict,
    ...(last?.steps ?? []).map(stepClaim),
    ...(baseline ? [{ is: 'baseline', run_id: baseline.run_id, status: baseline.status } as const] : []),
    ...testClaims(records),
    ...proofClaims(records),
    ...tamperClaims(records),
  ];
}

const KINDS = ['fixed', 'broken', 'before', 'flaky'] as const;

function testClaims({ comparison }: FixRecords): readonly Claim[] {
  if (!comparison) return [];
  return KINDS.flatMap((kind): readonly Claim[] =>
    comparison[kind].length > 0 ? [{ is: 'tests', kind, names: comparison[kind] }] : [],
  );
}

/** Whether a test shows that what was asked for works: it failed before the change, and passes with it. */
export const isShown = (records: FixRecords): boolean =>
  ['verified', 'no-worse'].includes(verdictClaim(records).is) &&
  proofClaims(records).every(({ is }) => is !== 'unshown');

/** A test shows it when it fails without the change, in any way, and passes with it; also one that was there before and is as it was. */
function proofClaims({ reproduction, comparison, diff }: FixRecords): readonly Claim[] {
  if (reproduction?.base.result.startsWith('failed') && reproduction.head.result === 'passed') {
    const { test, file, base, head } = reproduction;
    return [{ is: 'reproduced', test, file, base: base.run_id, head: head.run_id }];
  }
  return fixedByCode(comparison?.fixed ?? [], diff?.files ?? []).length > 0 ? [] : [{ is: 'unshown' }];
}

/** What the gate found, file by file; nothing where it was not asked. */
export function tamperClaims({ tamper }: FixRecords): readonly Claim[] {
  if (!tamper) return [];
  if (tamper.length === 0) return [{ is: 'untampered' }];
  return tamper.map(({ file, line, kind }) => ({ is: 'tampered', file, line, kind }));
}
