// Records put as claims, one for one. Whether a claim may be made is decided by whoever speaks, and again by whoever checks.
import type { Claim, Count } from '../../../text/lang/fix/messages.js';
import type { StepRecord, VerificationRecord } from '../../../verify/records.js';
import { countOf } from '../../../view/verification.js';
import { changedFiles } from './changed-files.js';
import type { DiffRecord, FixRecords } from './records.js';

/** So many files are told one by one. */
export const MOST_FILES = 20;

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

export const baselineOf = ({ verifications }: FixRecords): VerificationRecord | undefined =>
  verifications.findLast(({ ref }) => ref === 'baseline');
