// review: the check `crew/verify` on every pull request, and on every group that waits to be merged.
//
//   a person does    opens a pull request, pushes to it, or lets it into the merge queue
//   they see         the check in progress at once, and when the tests of base and head are over, what changed between them
//   it stops         when the check is concluded; whatever became of the job that ran the tests, somebody concludes it
//
// The gate begins the check where its token may write; the job that runs the tests may write nothing, and leaves a document;
// publish concludes. For a pull request whose token may only read, and for a publish that died, the last two are done by a
// run of the default branch's own workflow when the first run is over.

import type { Applied, Change } from '../../ports/change.js';
import { UserError } from '../../ports/errors.js';
import type { Checks } from '../../ports/github.js';
import { readArtifact } from '../../verify/artifact.js';
import type { Ending } from '../../view/check/index.js';
import { type About, begun, ended, isJudged, NAME, outcomeOf, ownJudges } from './rules/check-run.js';
import { type ActionsRun, attemptsOf, type Finished, nameOf, type Subject } from './rules/subject.js';

export type { About } from './rules/check-run.js';
export { type ActionsRun, finishedOf, nameOf, type Subject, subjectOf } from './rules/subject.js';

export interface Ctx {
  readonly checks: Checks;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
}

/** Begins the check; null where the token may only read. */
export async function begin({ apply }: Pick<Ctx, 'apply'>, about: About): Promise<Applied | null> {
  try {
    const [applied] = await apply([begun(about)]);
    return applied ?? null;
  } catch (error) {
    // Of forks and Dependabot: their check comes when this run is over.
    if (error instanceof UserError && error.ends === 'refused') return null;
    throw error;
  }
}

/** What a verification is called by the document that it left, where a job before this attempt left it: its check is known by the same name. */
export function knownAs(run: ActionsRun, { head }: Subject, { bytes, digest }: Left): string {
  const names = attemptsOf(run).map(nameOf);
  return names.find((name) => 'document' in readArtifact(bytes, { run: name, head, digest })) ?? nameOf(run);
}

/** What is known of the job that ran the tests. */
export interface Left {
  /** success, failure, cancelled or skipped, as GitHub says. */
  readonly result: string;
  readonly bytes: Uint8Array | null;
  /** What the job said of them. */
  readonly digest: string | undefined;
}

export interface Concluded {
  readonly applied: Applied | undefined;
  readonly ending: Ending;
  /** The line beside the check's name. */
  readonly title: string;
  readonly says: string;
}

/** Concludes the check in the run that began it. */
export async function conclude(
  { apply, checks }: Pick<Ctx, 'apply'> & { readonly checks: Pick<Checks, 'headOf'> },
  about: About,
  { subject, left }: { subject: Subject; left: Left },
): Promise<Concluded> {
  const stopped = left.result === 'cancelled' ? await whyStopped(checks, subject) : null;
  return settle({ apply }, about, stopped ?? endingOf(about, left));
}

/** Concludes the check of a run that is over, from its document alone, and only where nobody has. */
export async function concludeAfter(
  ctx: Ctx,
  about: About,
  { over, left }: { over: Finished; left: Left },
): Promise<Concluded | null> {
  if (left.bytes === null && (await isConcluded(ctx.checks, over))) return null;
  const judges = over.fork ? ownJudges(await ctx.checks.changedBy({ ...over.fork, head: over.head })) : [];
  const ending: Ending = isJudged(judges) ? afterwards(about, over, left) : { is: 'unjudged', files: judges };
  return settle(ctx, about, ending);
}

/** An attempt that says nothing takes nothing back of what one before it has said of the same commit. */
async function isConcluded(checks: Pick<Checks, 'on'>, { run, head }: Finished): Promise<boolean> {
  const [now, ...before] = attemptsOf(run).map(nameOf);
  if (before.length === 0) return false;
  const made = await checks.on(head, NAME);
  return (
    made.every(({ externalId }) => externalId !== now) &&
    made.some(({ externalId, conclusion }) => before.includes(externalId) && conclusion !== null)
  );
}

async function settle({ apply }: Pick<Ctx, 'apply'>, about: About, ending: Ending): Promise<Concluded> {
  const change = ended(about, ending);
  const [applied] = await apply([change]);
  const { title, summary } = change.page;
  return { applied, ending, title, says: `## ${title}\n\n${summary}` };
}

async function whyStopped(checks: Pick<Checks, 'headOf'>, { pull, head }: Subject): Promise<Ending> {
  const now = pull === undefined ? head : await checks.headOf(pull);
  return now === null || now === head ? { is: 'cancelled' } : { is: 'superseded', by: now };
}

/** What a job that ended well left has to be its document; one that did not may have left it before it died. */
function endingOf({ name: run, head }: About, { result, bytes, digest }: Left): Ending {
  const read = readArtifact(bytes, { run, head, digest });
  if ('document' in read) return { is: 'told', document: read.document };
  return read.flaw === 'missing' && result !== 'success' ? { is: 'died' } : { is: 'unusable', flaw: read.flaw };
}

function afterwards(about: About, { conclusion }: Finished, left: Left): Ending {
  return left.bytes === null && conclusion === 'cancelled' ? { is: 'cancelled' } : endingOf(about, left);
}

/** The word for how it ended. */
export const outcomeName = ({ ending }: Pick<Concluded, 'ending'>) => outcomeOf(ending);
