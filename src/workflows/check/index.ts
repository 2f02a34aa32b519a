// The check `crew/verify` of pull requests and merge groups. The gate starts it if its token may write. The job that runs the tests cannot
// write and leaves a document; publish concludes the check. For a fork, and if publish died, crew-settle.yml concludes it after the run has
// ended. Used by src/action and by the publish phase of `review`.

import type { Applied, Change } from '../../ports/change.js';
import type { Checks } from '../../ports/checks.js';
import { UserError } from '../../ports/errors.js';
import { readArtifact } from '../../verify/artifact.js';
import type { CheckEnding } from '../../view/check/index.js';
import {
  CHECK_NAME,
  type CheckTarget,
  changedCheckFiles,
  checkInProgress,
  concludedCheck,
  isTrusted,
  outcomeOf,
} from './rules/check-run.js';
import { type ActionsRun, attemptsOf, type CommitToVerify, type EndedRun, verificationId } from './rules/events.js';

export type { CheckTarget } from './rules/check-run.js';
export {
  type ActionsRun,
  type CommitToVerify,
  commitToVerify,
  endedCheckRunOf,
  verificationId,
} from './rules/events.js';

/** GitHub's checks, and the function that applies changes. */
export interface CheckContext {
  readonly checks: Checks;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
}

/** Starts the check. Returns null if the token may only read. */
export async function startCheck({ apply }: Pick<CheckContext, 'apply'>, target: CheckTarget): Promise<Applied | null> {
  try {
    const [applied] = await apply([checkInProgress(target)]);
    return applied ?? null;
  } catch (error) {
    // In runs of forks and of Dependabot the token may only read. crew-settle.yml creates their check after the run.
    if (error instanceof UserError && error.ends === 'refused') return null;
    throw error;
  }
}

/**
 * The verification id in the document. It is that of an earlier attempt if that attempt left the document, so that the attempt's check is
 * found again.
 */
export function recordedName(run: ActionsRun, { head }: CommitToVerify, { bytes, digest }: VerifyJob): string {
  const names = attemptsOf(run).map(verificationId);
  return names.find((name) => 'document' in readArtifact(bytes, { run: name, head, digest })) ?? verificationId(run);
}

/** What is known about the job that ran the tests. */
export interface VerifyJob {
  /** success, failure, cancelled or skipped. */
  readonly result: string;
  /** The document of the job; null if there is none. */
  readonly bytes: Uint8Array | null;
  /** The digest that the job reported. */
  readonly digest: string | undefined;
}

/** The check after its conclusion. */
export interface ConcludedCheck {
  readonly applied: Applied | undefined;
  readonly ending: CheckEnding;
  /** The title of the check. */
  readonly title: string;
  /** Its page, in Markdown. */
  readonly says: string;
}

/** Concludes the check in the run that started it. */
export async function concludeCheck(
  { apply, checks }: Pick<CheckContext, 'apply'> & { readonly checks: Pick<Checks, 'headOf'> },
  target: CheckTarget,
  { commit, verifyJob }: { commit: CommitToVerify; verifyJob: VerifyJob },
): Promise<ConcludedCheck> {
  const cancelled = verifyJob.result === 'cancelled' ? await endingOfCancelled(checks, commit) : null;
  return applyConclusion({ apply }, target, cancelled ?? endingOf(target, verifyJob));
}

/** Concludes the check of an ended run from its document. Returns null if an earlier attempt has concluded it. */
export async function concludeEndedRun(
  ctx: CheckContext,
  target: CheckTarget,
  { endedRun, verifyJob }: { endedRun: EndedRun; verifyJob: VerifyJob },
): Promise<ConcludedCheck | null> {
  if (verifyJob.bytes === null && (await isConcluded(ctx.checks, endedRun))) return null;
  const changed = endedRun.fork
    ? changedCheckFiles(await ctx.checks.changedPaths({ ...endedRun.fork, head: endedRun.head }))
    : [];
  const ending: CheckEnding = isTrusted(changed)
    ? endingOfEndedRun(target, endedRun, verifyJob)
    : { is: 'unjudged', files: changed };
  return applyConclusion(ctx, target, ending);
}

/**
 * Whether an earlier attempt of the run concluded a check and this attempt started none. An attempt without a document does not undo that
 * conclusion.
 */
async function isConcluded(checks: Pick<Checks, 'list'>, { run, head }: EndedRun): Promise<boolean> {
  const [current, ...earlier] = attemptsOf(run).map(verificationId);
  if (earlier.length === 0) return false;
  const existing = await checks.list(head, CHECK_NAME);
  return (
    existing.every(({ externalId }) => externalId !== current) &&
    existing.some(({ externalId, conclusion }) => earlier.includes(externalId) && conclusion !== null)
  );
}

async function applyConclusion(
  { apply }: Pick<CheckContext, 'apply'>,
  target: CheckTarget,
  ending: CheckEnding,
): Promise<ConcludedCheck> {
  const change = concludedCheck(target, ending);
  const [applied] = await apply([change]);
  const { title, summary } = change.page;
  return { applied, ending, title, says: `## ${title}\n\n${summary}` };
}

/** A cancelled job was superseded if the pull request has another head now; GitHub then cancels the older run. */
async function endingOfCancelled(checks: Pick<Checks, 'headOf'>, { pull, head }: CommitToVerify): Promise<CheckEnding> {
  const currentHead = pull === undefined ? head : await checks.headOf(pull);
  return currentHead === null || currentHead === head ? { is: 'cancelled' } : { is: 'superseded', by: currentHead };
}

/** The ending by the job's document. A job that did not succeed may have left one before it died; a successful job must have. */
function endingOf({ name: run, head }: CheckTarget, { result, bytes, digest }: VerifyJob): CheckEnding {
  const read = readArtifact(bytes, { run, head, digest });
  if ('document' in read) return { is: 'told', document: read.document };
  return read.flaw === 'missing' && result !== 'success' ? { is: 'died' } : { is: 'unusable', flaw: read.flaw };
}

function endingOfEndedRun(target: CheckTarget, { conclusion }: EndedRun, verifyJob: VerifyJob): CheckEnding {
  return verifyJob.bytes === null && conclusion === 'cancelled' ? { is: 'cancelled' } : endingOf(target, verifyJob);
}

/** The outcome of a concluded check. */
export const outcomeName = ({ ending }: Pick<ConcludedCheck, 'ending'>) => outcomeOf(ending);
