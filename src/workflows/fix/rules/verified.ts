// How a change was verified: which sentence its records allow. The only place where one is chosen that says "verified".

import type { Claim } from '../../../text/lang/fix/messages.js';
import { fixedByCode } from '../../../verify/prove/proof.js';
import type { FixRecords } from './records.js';
import { baselineOf, loopsOf, stepClaim } from './states.js';

/** The verdict on the change as it stands now, and nothing else. */
export function verdictClaim(records: FixRecords): Claim {
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
