// Decides the status of a step from its exit and its test results. Results can turn success into failure, never failure into success. Pure. Used
// by run-step.ts.
import type { CommandResult } from '../../ports/index.js';
import type { StepEndReason } from '../../text/lang/verify/index.js';
import type { Purpose } from '../detect/index.js';
import type { StepRecord, VerificationStatus } from '../records.js';
import type { ReadResults } from '../results/read-results.js';

/** What is known about a step that has ended. */
export interface StepFacts {
  readonly purpose: Purpose;
  readonly ran: CommandResult;
  readonly timeoutMs: number;
  /** Some output could not be written to the log, such as on a full disk. */
  readonly isLogIncomplete: boolean;
  /** A required tool that is missing, if the exit code indicates it. */
  readonly missing?: string | undefined;
  /** Packages whose downloads the sandbox skipped. */
  readonly skipped?: readonly string[] | undefined;
  /** Undefined if no runner was asked for results. */
  readonly results?: ReadResults | undefined;
}

/** The status of a step, the reason for it, and its tests. */
export interface StepVerdict extends Pick<StepRecord, 'format' | 'tests'> {
  readonly status: VerificationStatus;
  readonly reason?: StepEndReason | undefined;
}

/** The status of a step, and its tests if they are usable. */
export function judge(seen: StepFacts): StepVerdict {
  const usable = seen.results !== undefined && seen.results.files > 0 && seen.results.flaw === undefined;
  const judgedTests =
    usable && seen.results
      ? { format: seen.results.format ?? ('exit' as const), tests: seen.results.tests }
      : { format: 'exit' as const };
  const [status, reason] = verdictOf(seen, judgedTests);
  // A step that could not run has no test results.
  return {
    ...(status === 'INFRA_ERROR' ? { format: 'exit' as const } : judgedTests),
    status,
    ...(reason ? { reason } : {}),
  };
}

type Verdict = readonly [VerificationStatus, (StepEndReason | undefined)?];

function verdictOf(seen: StepFacts, judgedTests: Pick<StepRecord, 'tests'>): Verdict {
  const { ran, purpose, isLogIncomplete, missing } = seen;
  if (!ran.started) return ['INFRA_ERROR', { is: 'not-started' }];
  if (isLogIncomplete || ran.ended === 'full disk') return ['INFRA_ERROR', { is: 'no-disk' }];
  if (ran.ended === 'time-out') return ['FAIL', { is: 'time-out', seconds: Math.round(seen.timeoutMs / 1000) }];
  if (missing !== undefined) return ['INFRA_ERROR', { is: 'no-tool', name: missing }];
  if (seen.results?.lost) return ['INFRA_ERROR', { is: 'not-fetched' }];
  if (ran.exit === 0 && seen.skipped && seen.skipped.length > 0)
    return ['PASS', { is: 'downloads-skipped', packages: seen.skipped.join(', ') }];
  if (ran.exit === 0) return passing(seen, judgedTests);
  if (purpose === 'setup') return ['INFRA_ERROR', { is: 'setup-failed' }];
  const [refused] = ran.refused;
  if (purpose === 'install' && refused) return ['INFRA_ERROR', { is: 'refused', ...refused }];
  const hook = hookWithoutNetwork(seen, judgedTests);
  if (hook) return ['PASS', hook];
  if (ran.exit === null) return ['FAIL', { is: 'killed', signal: ran.signal ?? 'a signal' }];
  return ['FAIL', failing(ran.exit, judgedTests)];
}

/**
 * The reason if everything passed except a `pretest` or `posttest` script to which the sandbox refused a host. Its failure says nothing about the
 * code, so the step passes.
 */
function hookWithoutNetwork(
  { ran, results }: StepFacts,
  { tests = [] }: Pick<StepRecord, 'tests'>,
): StepEndReason | undefined {
  const [hook] = results?.hooks ?? [];
  const [refused] = ran.refused;
  const isComplete = results?.flaw === undefined && !results?.silent && tests.length > 0;
  if (hook === undefined || !refused || !isComplete || tests.some(({ status }) => status === 'failed'))
    return undefined;
  return { is: 'hook-refused', hook, host: refused.host };
}

/** A failing exit code always counts. */
function failing(exit: number, { tests }: Pick<StepRecord, 'tests'>): StepEndReason | undefined {
  if (tests === undefined || tests.some(({ status }) => status === 'failed')) return undefined;
  return tests.length === 0 ? { is: 'no-tests' } : { is: 'passed-but-failed', tests: tests.length, exit };
}

/** A successful exit code counts only if the results do not contradict it. */
function passing({ results }: StepFacts, { tests }: Pick<StepRecord, 'tests'>): Verdict {
  if (results === undefined) return ['PASS'];
  const { flaw, files, isMixedWithOutput, silent } = results;
  if (flaw !== undefined) {
    // Output of tests between the results can cause a flaw, but it cannot cut the results off.
    const mayBeOutput = isMixedWithOutput === true && flaw !== 'cut off';
    return mayBeOutput ? ['PASS', { is: 'doubtful-results', flaw }] : ['FAIL', { is: 'broken-results', flaw }];
  }
  if (silent) return ['FAIL', { is: 'no-results' }];
  if (files === 0) return ['PASS', { is: 'no-tests' }];
  const failed = tests?.filter(({ status }) => status === 'failed').length ?? 0;
  if (failed > 0) return ['FAIL', { is: 'failed-but-passed', failed }];
  return tests?.length === 0 ? ['PASS', { is: 'no-tests' }] : ['PASS'];
}
