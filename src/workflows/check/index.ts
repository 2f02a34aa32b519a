// The check `crew/verify` of pull requests and merge groups. The gate starts it where its token may write. The job that runs the tests
// cannot write and leaves a document; publish concludes the check. For a fork, and if publish died, a run of the default branch's own
// workflow concludes it after the first run has ended.

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
import { type ActionsRun, attemptsOf, type EndedRun, type Subject, verificationId } from './rules/subject.js';

export type { CheckTarget } from './rules/check-run.js';
export { type ActionsRun, endedRunOf, type Subject, subjectOf, verificationId } from './rules/subject.js';

export interface Ctx {
  readonly checks: Checks;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
}

/** Starts the check; null if the token may only read. */
export async function begin({ apply }: Pick<Ctx, 'apply'>, about: CheckTarget): Promise<Applied | null> {
  try {
    const [applied] = await apply([checkInProgress(about)]);
    return applied ?? null;
  } catch (error) {
    // Forks and Dependabot: the check is created when this run has ended.
    if (error instanceof UserError && error.ends === 'refused') return null;
    throw error;
  }
}

/** The name in the document if an earlier attempt left it, so that its check is found again. */
export function knownAs(run: ActionsRun, { head }: Subject, { bytes, digest }: VerifyJob): string {
  const names = attemptsOf(run).map(verificationId);
  return names.find((name) => 'document' in readArtifact(bytes, { run: name, head, digest })) ?? verificationId(run);
}

/** What is known about the job that ran the tests. */
export interface VerifyJob {
  /** success, failure, cancelled or skipped. */
  readonly result: string;
  readonly bytes: Uint8Array | null;
  /** The digest that the job reported. */
  readonly digest: string | undefined;
}

export interface Concluded {
  readonly applied: Applied | undefined;
  readonly ending: CheckEnding;
  /** The title of the check. */
  readonly title: string;
  readonly says: string;
}

/** Concludes the check in the run that started it. */
export async function conclude(
  { apply, checks }: Pick<Ctx, 'apply'> & { readonly checks: Pick<Checks, 'headOf'> },
  about: CheckTarget,
  { subject, verifyJob }: { subject: Subject; verifyJob: VerifyJob },
): Promise<Concluded> {
  const stopped = verifyJob.result === 'cancelled' ? await whyStopped(checks, subject) : null;
  return settle({ apply }, about, stopped ?? endingOf(about, verifyJob));
}

/** Concludes the check of an ended run from its document, unless it is concluded already. */
export async function concludeAfter(
  ctx: Ctx,
  about: CheckTarget,
  { endedRun, verifyJob }: { endedRun: EndedRun; verifyJob: VerifyJob },
): Promise<Concluded | null> {
  if (verifyJob.bytes === null && (await isConcluded(ctx.checks, endedRun))) return null;
  const changed = endedRun.fork
    ? changedCheckFiles(await ctx.checks.changedPaths({ ...endedRun.fork, head: endedRun.head }))
    : [];
  const ending: CheckEnding = isTrusted(changed)
    ? afterwards(about, endedRun, verifyJob)
    : { is: 'unjudged', files: changed };
  return settle(ctx, about, ending);
}

/** An attempt without a document does not undo the conclusion of an earlier attempt of the same commit. */
async function isConcluded(checks: Pick<Checks, 'list'>, { run, head }: EndedRun): Promise<boolean> {
  const [now, ...before] = attemptsOf(run).map(verificationId);
  if (before.length === 0) return false;
  const made = await checks.list(head, CHECK_NAME);
  return (
    made.every(({ externalId }) => externalId !== now) &&
    made.some(({ externalId, conclusion }) => before.includes(externalId) && conclusion !== null)
  );
}

async function settle({ apply }: Pick<Ctx, 'apply'>, about: CheckTarget, ending: CheckEnding): Promise<Concluded> {
  const change = concludedCheck(about, ending);
  const [applied] = await apply([change]);
  const { title, summary } = change.page;
  return { applied, ending, title, says: `## ${title}\n\n${summary}` };
}

async function whyStopped(checks: Pick<Checks, 'headOf'>, { pull, head }: Subject): Promise<CheckEnding> {
  const now = pull === undefined ? head : await checks.headOf(pull);
  return now === null || now === head ? { is: 'cancelled' } : { is: 'superseded', by: now };
}

/** A successful job must have left its document; another one may have left it before it died. */
function endingOf({ name: run, head }: CheckTarget, { result, bytes, digest }: VerifyJob): CheckEnding {
  const read = readArtifact(bytes, { run, head, digest });
  if ('document' in read) return { is: 'told', document: read.document };
  return read.flaw === 'missing' && result !== 'success' ? { is: 'died' } : { is: 'unusable', flaw: read.flaw };
}

function afterwards(about: CheckTarget, { conclusion }: EndedRun, verifyJob: VerifyJob): CheckEnding {
  return verifyJob.bytes === null && conclusion === 'cancelled' ? { is: 'cancelled' } : endingOf(about, verifyJob);
}

/** The word for the ending. */
export const outcomeName = ({ ending }: Pick<Concluded, 'ending'>) => outcomeOf(ending);
