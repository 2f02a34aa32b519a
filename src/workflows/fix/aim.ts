// fix-thread: the two ends of a fix that lie on GitHub. No workflow for itself: the first and the last part of its story.
//
//   it begins        with a commit to work on, and a line in the thread, before anything is spent
//   it ends          with what is proven, handed in (workflows/fix-delivery), and with a word to whoever asked
import { followedBy } from '../../core/follow.js';
import type { Journal } from '../../core/journal.js';
import { readMarker } from '../../core/marker.js';
import { mishapOf } from '../../core/mishap.js';
import { type Outcome, type OutcomeName, outcomes } from '../../core/outcome.js';
import { cameToWork } from '../../core/put-down.js';
import { threadOf } from '../../core/reply.js';
import { isCancelled } from '../../core/word.js';
import type { Ctx, Hub, Input } from '../../core/workflow.js';
import { Conflict, UserError } from '../../errors.js';
import type { Event } from '../../event.js';
import type { Pull, ReviewRead } from '../../ports.js';
import { runComment, shownOf } from '../../view/run/index.js';
import { type Reviewed, reviewedOf, speakersOf } from './rules/review.js';
import { deliver, type Ordered } from './publish.js';
import { foldDiff, lastShown, progress, word } from './rules/comments.js';
import { branchOf, isNamedAsOwn, isOver, type Target, targetOn } from './rules/target.js';

export type { Ordered } from './publish.js';
export type { Target } from './rules/target.js';

/** Where it aims. On GitHub this is looked up once, and held to from then on. */
export async function aim(
  { issue = 0, repo = '', known }: Ctx,
  hub: Hub,
  order: { base: string | undefined },
): Promise<Target> {
  const { fix } = known.config;
  const pull = await hub.pulls.read(issue);
  if (pull) {
    const isCrews = await isByCrew(hub, pull);
    return targetOn(pull, { repo, isCrews, mayCommit: fix['writers-branches'] === 'commit' });
  }
  const into = order.base ?? fix.base ?? (await hub.repository.defaultBranch());
  for (let n = 1; ; n += 1) {
    const branch = branchOf(issue, n);
    const pulls = await hub.pulls.from(branch);
    if (isOver(pulls)) continue;
    const open = pulls.find(({ state }) => state === 'open');
    // Somebody's own, whatever they called its branch.
    if (open && !(await isByCrew(hub, open))) continue;
    const at = await hub.branches.head(branch);
    // A branch that nobody has offered may be a person's own: it is crew's where crew committed its last commit.
    if (at !== null && !open && !(await isCommittedByCrew(hub, at))) continue;
    const commit = at ?? (await hub.branches.head(into));
    if (commit === null) throw noBranch(into);
    const there = open ? { pull: { number: open.number, isCrews: true } } : {};
    return { how: 'branch', asked: 'issue', branch, at, base: open?.base.branch ?? into, commit, ...there };
  }
}

/** What it takes to see whose a pull request is. */
interface Whose {
  readonly people: Pick<Hub['people'], 'me'>;
  readonly branches: Pick<Hub['branches'], 'read'>;
}

/** Whether a pull request is crew's own, so that a commit onto its branch is no surprise to anybody. */
export async function isByCrew({ people, branches }: Whose, { head, body, author }: Pull): Promise<boolean> {
  if (!isNamedAsOwn(head.branch)) return false;
  if (readMarker(body)?.slot === 'pull') return true;
  // Where no Action may open one, a person opens it by hand for the commit that crew made.
  return author.id === (await people.me()).id || isCommittedByCrew({ people, branches }, head.sha);
}

/** By the identity that GitHub itself wrote into it, which nobody else can take. */
const isCommittedByCrew = async ({ people, branches }: Whose, sha: string): Promise<boolean> =>
  (await branches.read(sha)).author === (await people.me()).login;

const noBranch = (branch: string): UserError =>
  new UserError({
    expected: `the branch ${branch}`,
    found: 'none of that name',
    remedy: 'Name one that there is, with `--base`.',
    ends: 'refused',
  });

/** Says that somebody is at it, and where it can be watched. */
export async function begin(ctx: Ctx, { event, follows }: Input): Promise<void> {
  await show(ctx, event, { name: 'begun', body: begunText(ctx, follows) });
}

function begunText({ run, say, details }: Ctx, follows: Input['follows']): string {
  const { begun, round } = say.fix.thread;
  const of = { run: run.id, details };
  return follows ? round({ ...of, why: follows.why }) : begun(of);
}

/** The one comment that shows how it stands; what stood there before is known by what was written down. */
export async function show(ctx: Ctx, event: Event, of: { name: string; body: string }): Promise<void> {
  const { run, apply } = ctx;
  const issue = threadOf(event);
  if (issue === undefined) return;
  const { body, before } = await run.step(`shown ${of.name} ${run.words().length}`, async () => ({
    body: of.body,
    before: await shownBefore(ctx),
  }));
  await apply([progress({ issue, run: run.id }, body, before)]);
}

/** By this run, or the last of the rounds before it that showed anything. */
export async function shownBefore({ run, recall }: Ctx): Promise<string | null> {
  for (let at: string | undefined = run.id; at !== undefined; ) {
    const journal: Journal | null = await recall(at);
    const shown = lastShown(journal);
    if (shown !== null) return shown;
    at = journal ? followedBy(journal)?.run : undefined;
  }
  return null;
}

/** How the work came out, said where it was asked for; and what is proven, handed in. */
export async function handIn(
  ctx: Ctx,
  input: Input,
  { left, ordered }: { left: Outcome; ordered: Ordered },
): Promise<Outcome> {
  // Who heard it while at work has said what there is.
  const isNews = left.name !== 'cancelled' && isCancelled(ctx.run.words());
  const came = isNews ? calledOff(ctx, left) : left;
  const handing = () => handedIn(ctx, input, { outcome: came, ordered });
  const final = came.name === 'done' ? await handing().catch((error) => brokenOff(ctx, input, error)) : came;
  await tell(ctx, input, final);
  return final;
}

async function handedIn(ctx: Ctx, input: Input, of: { outcome: Outcome; ordered: Ordered }): Promise<Outcome> {
  const { run, say } = ctx;
  const { thread } = say.fix;
  if (await run.look('revoked', () => isRevoked(ctx, input)))
    return { ...of.outcome, name: 'refused', says: thread.revoked };
  const final = await deliver(ctx, input, of);
  // What is on its way by then is not taken back.
  const isLate = final.name === 'done' && isCancelled(run.words());
  return isLate ? { ...final, says: `${final.says ?? ''}\n\n${thread.tooLate}`.trim() } : final;
}

/** Who asked may have lost the right to it while it waited or was worked on. While that cannot be asked, it is not gone on with. */
export async function isRevoked({ hub }: Ctx, { event }: Input): Promise<boolean> {
  if (!hub || !('actor' in event) || event.actor.bot) return false;
  const permission = await hub.people.permission(event.actor.login);
  return permission !== 'admin' && permission !== 'write';
}

/** What kept it from being handed in is told by whoever tells the story; that it is still at work must not stand there any more. */
async function brokenOff(ctx: Ctx, { event }: Input, error: unknown): Promise<never> {
  const name = error instanceof UserError ? mishapOf(error, ctx.say).name : 'error';
  // Whoever took it over, or settles it when GitHub is back, says how it stands.
  if (error instanceof Conflict || name === 'infra_error') throw error;
  await show(ctx, event, { name: 'broken off', body: overText(ctx, name) }).catch(() => undefined);
  throw error;
}

const overText = ({ run, say, details }: Ctx, name: OutcomeName): string =>
  say.fix.thread.over({ run: run.id, status: say.statusWord(outcomes[name].status), details });

/** Somebody called it off after the work was done: nothing of it goes anywhere. */
const calledOff = ({ say, run }: Ctx, { result }: Outcome): Outcome => ({
  name: 'cancelled',
  says: say.agent.cancelled({ run: run.id }),
  result,
});

/** The job that worked never came to its end, or never to its beginning: what is written down is kept, and the run can be gone on with. */
export async function lost({ say, run, aftermath, recall, details }: Ctx): Promise<Outcome> {
  const how = aftermath?.work ?? 'unknown';
  const name = isCancelled(run.words()) || how === 'cancelled' ? 'cancelled' : 'infra_error';
  const of = { run: run.id, how };
  const { thread } = say.fix;
  const journal = await recall(run.id);
  const isPutDown = journal !== null && cameToWork(journal);
  const came = aftermath?.isBrought === false ? thread.nothingCame(of) : thread.lost(of);
  return { name, says: isPutDown ? came : thread.unbegun({ ...of, details, isKnown: true }), result: { lost: how } };
}

/** A new comment for whoever asked, and the one that shows how it stands says that it is over. */
async function tell(ctx: Ctx, { event, follows }: Input, final: Outcome): Promise<void> {
  const { run, say } = ctx;
  const { name, says: whole = '', goesOn } = final;
  const says = name === 'planned' ? foldDiff(whole, say.fix.heading.diff) : whole;
  const over = overText(ctx, name);
  const lead = goesOn === undefined ? over : `${over} ${says}`;
  if (!(await isOverwritten(ctx, event, { body: over, begun: begunText(ctx, follows) })) && (await shownBefore(ctx)))
    await show(ctx, event, { name: 'over', body: `${lead}${await recordOf(ctx, final)}` });
  // Where one more round begins there is nothing to do for anybody yet.
  if (goesOn === undefined) await sayTo(ctx, event, { says, n: run.words().length });
}

/** That it is at work was said by a gate that died before it wrote that down: it must not stand there any more. */
async function isOverwritten(
  { apply, recall, run, aftermath }: Ctx,
  event: Event,
  { body, begun: before }: { body: string; begun: string },
): Promise<boolean> {
  const issue = threadOf(event);
  const journal = issue === undefined || !aftermath ? null : await recall(run.id);
  if (issue === undefined || !journal || cameToWork(journal)) return false;
  const [applied] = await apply([progress({ issue, run: run.id }, body, before)]);
  if (applied === undefined || applied.did === 'skipped') return false;
  await run.step(`shown over ${run.words().length}`, async () => ({ body, before }));
  return true;
}

/** The run as its journal tells it, folded. */
async function recordOf({ run, recall, clock, known, say }: Ctx, { name, says, result }: Outcome): Promise<string> {
  const journal = await recall(run.id);
  const end = { kind: 'end', outcome: name, says, result, at: clock.now(), by: '' } as const;
  const shown =
    journal && shownOf({ ...journal, entries: [...journal.entries, end] }, { now: end.at, lang: known.lang });
  return shown ? `\n\n<details><summary>${say.fix.thread.record}</summary>\n\n${runComment(shown)}\n</details>` : '';
}

/** A new comment, to whoever asked. */
export async function sayTo(
  { apply, run, say }: Ctx,
  event: Event,
  { says, n }: { says: string; n: number | string },
): Promise<void> {
  const issue = threadOf(event);
  if (issue === undefined) return;
  const to = 'actor' in event && !event.actor.bot ? [say.fix.thread.to(event.actor.login)] : [];
  await apply([word({ issue, run: run.id }, [...to, says].join('\n\n'), n)]);
}

/** What the review of a pull request asks for, where the fix was asked for there; `then` leaves out what came later. */
export async function reviewOn(
  hub: Hub,
  { pull, commit }: Target,
  then: (read: ReviewRead) => { readonly was: ReviewRead; readonly edited: number },
): Promise<{ readonly review: Reviewed; readonly edited: number } | null> {
  if (!pull) return null;
  const [now, ci] = await Promise.all([hub.reviews.read(pull.number), hub.ci.on(commit)]);
  const { was: read, edited } = then(now);
  return { review: reviewedOf(read, ci, await writersAmong(hub, speakersOf(read))), edited };
}

/** Who of them may push. Of whom that cannot be learned, they may not. */
export async function writersAmong(hub: Hub, logins: readonly string[]): Promise<ReadonlySet<string>> {
  const writers = new Set<string>();
  for (const login of logins) {
    const permission = await hub.people.permission(login).catch(() => 'none' as const);
    if (permission === 'admin' || permission === 'write') writers.add(login);
  }
  return writers;
}
