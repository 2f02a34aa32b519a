// What a step's end means: a table, decided from what surely happened. Results can only make it worse, never better. Pure.
import type { Ran } from '../../ports.js';
import type { Reason } from '../../text/lang/verify/index.js';
import type { Purpose } from '../detect/index.js';
import type { StepRecord, VerificationStatus } from '../records.js';
import type { Read } from '../results/read-results.js';

export interface Seen {
  readonly purpose: Purpose;
  readonly ran: Ran;
  readonly timeoutMs: number;
  /** The log is not whole, since there was no room for it. */
  readonly full: boolean;
  /** A tool that the step needs, that is not there, and whose absence ends so. */
  readonly missing?: string | undefined;
  /** Packages whose downloads the sandbox left out. */
  readonly skipped?: readonly string[] | undefined;
  /** Absent when no runner was asked. */
  readonly results?: Read | undefined;
}

export interface Judged extends Pick<StepRecord, 'format' | 'tests'> {
  readonly status: VerificationStatus;
  readonly reason?: Reason | undefined;
}

/** The verdict on a step, and what may be said of its tests. */
export function judge(seen: Seen): Judged {
  const usable = seen.results !== undefined && seen.results.files > 0 && seen.results.flaw === undefined;
  const told =
    usable && seen.results
      ? { format: seen.results.format ?? ('exit' as const), tests: seen.results.tests }
      : { format: 'exit' as const };
  const [status, reason] = verdictOf(seen, told);
  // What could not run told nothing, whatever lies in its tray.
  return { ...(status === 'INFRA_ERROR' ? { format: 'exit' as const } : told), status, ...(reason ? { reason } : {}) };
}

type Verdict = readonly [VerificationStatus, (Reason | undefined)?];

function verdictOf(seen: Seen, told: Pick<StepRecord, 'tests'>): Verdict {
  const { ran, purpose, full, missing } = seen;
  if (!ran.started) return ['INFRA_ERROR', { is: 'not-started' }];
  if (full || ran.ended === 'full disk') return ['INFRA_ERROR', { is: 'no-disk' }];
  if (ran.ended === 'time-out') return ['FAIL', { is: 'time-out', seconds: Math.round(seen.timeoutMs / 1000) }];
  if (missing !== undefined) return ['INFRA_ERROR', { is: 'no-tool', name: missing }];
  if (seen.results?.lost) return ['INFRA_ERROR', { is: 'not-fetched' }];
  if (ran.exit === 0 && seen.skipped && seen.skipped.length > 0)
    return ['PASS', { is: 'downloads-skipped', packages: seen.skipped.join(', ') }];
  if (ran.exit === 0) return passing(seen, told);
  if (purpose === 'setup') return ['INFRA_ERROR', { is: 'setup-failed' }];
  const [refused] = ran.refused;
  if (purpose === 'install' && refused) return ['INFRA_ERROR', { is: 'refused', ...refused }];
  const hook = hookWithoutNetwork(seen, told);
  if (hook) return ['PASS', hook];
  if (ran.exit === null) return ['FAIL', { is: 'killed', signal: ran.signal ?? 'a signal' }];
  return ['FAIL', failing(ran.exit, told)];
}

/**
 * Everything went well but a script before or after the tests, and that one was refused a host: outside of the sandbox it has the
 * network, so its end says nothing of the code.
 */
function hookWithoutNetwork({ ran, results }: Seen, { tests = [] }: Pick<StepRecord, 'tests'>): Reason | undefined {
  const [hook] = results?.hooks ?? [];
  const [refused] = ran.refused;
  const isWhole = results?.flaw === undefined && !results?.silent && tests.length > 0;
  if (hook === undefined || !refused || !isWhole || tests.some(({ status }) => status === 'failed')) return undefined;
  return { is: 'hook-refused', hook, host: refused.host };
}

/** The command says that it failed: so it did, whatever its results say. */
function failing(exit: number, { tests }: Pick<StepRecord, 'tests'>): Reason | undefined {
  if (tests === undefined || tests.some(({ status }) => status === 'failed')) return undefined;
  return tests.length === 0 ? { is: 'no-tests' } : { is: 'passed-but-failed', tests: tests.length, exit };
}

/** The command says that it went well: only if its results do not contradict. */
function passing({ results }: Seen, { tests }: Pick<StepRecord, 'tests'>): Verdict {
  if (results === undefined) return ['PASS'];
  const { flaw, files, shared, silent } = results;
  if (flaw !== undefined) {
    // Others may write into a shared stream, but none of them takes its end away.
    const honest = shared === true && flaw !== 'cut off';
    return honest ? ['PASS', { is: 'doubtful-results', flaw }] : ['FAIL', { is: 'broken-results', flaw }];
  }
  if (silent) return ['FAIL', { is: 'no-results' }];
  if (files === 0) return ['PASS', { is: 'no-tests' }];
  const failed = tests?.filter(({ status }) => status === 'failed').length ?? 0;
  if (failed > 0) return ['FAIL', { is: 'failed-but-passed', failed }];
  return tests?.length === 0 ? ['PASS', { is: 'no-tests' }] : ['PASS'];
}
