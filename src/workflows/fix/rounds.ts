// fix-rounds: one more round of a fix. No workflow for itself: how a run begins that follows another one.
//
//   it goes on       with the task, the bounds and what is left of the money of the run that it follows
//   it is told       what came out since: red in the job that verified once more, or in the repository's own checks
//   it stops         where nothing is red any more, or the pull request is no longer open
import { questionId } from '../../agent/question-id.js';
import { wordsOf } from '../../core/journal.js';
import { answerTo } from '../../core/word.js';
import type { Ctx, Follows, Hub } from '../../core/workflow.js';
import { UserError } from '../../errors.js';
import { type Earlier, type Job, type Proposal, roundOf, stepOf } from './rules/job.js';
import { ciNews, NEWS, type News } from './rules/news.js';
import type { Site } from './site.js';
import { LAID_TEXT } from './rules/task-text.js';
import { parted } from './rules/parted.js';
import { type HandedIn, handedIn } from './rules/handed-in.js';
import { notOpen, type Target } from './rules/target.js';

/** Where it aims: where the round before aimed, and on what stands there now if that was handed in. */
export async function aimAgain(ctx: Ctx, hub: Hub, follows: Follows): Promise<Target> {
  const before = await beforeOf(ctx, follows);
  const target = stepOf<Target>(before, 'target');
  if (!target) throw new Error(`the run ${follows.run} aimed at nothing`);
  if (follows.why === 'verify') return target;
  const { pull: number, branch } = handedInBy(before);
  const [pull, at] = await Promise.all([hub.pulls.read(number), hub.branches.head(branch)]);
  if (at === null || pull?.state !== 'open') throw notOpen(number, pull?.state ?? 'gone');
  return { ...target, at, commit: at, pull: { number, isCrews: target.pull?.isCrews ?? true } };
}

/** What it is to do. */
export async function jobAgain(ctx: Ctx, hub: Hub, follows: Follows): Promise<Job> {
  const before = await beforeOf(ctx, follows);
  const news = follows.why === 'verify' ? stepOf<News>(before, NEWS) : await redOn(hub, handedInBy(before));
  if (!news) throw new Error(`the run ${follows.run} left no news`);
  return roundOf(before, { news, answer: answerTo(wordsOf(before.journal), questionId('q', before.run)) });
}

async function beforeOf({ recall }: Ctx, { run }: Follows): Promise<Earlier> {
  const journal = await recall(run);
  if (!journal) throw new Error(`there is no run ${run} to follow`);
  return { run, journal };
}

function handedInBy({ run, journal }: Earlier): HandedIn {
  const handed = handedIn(journal);
  if (!handed) throw new Error(`the run ${run} handed nothing in`);
  return handed;
}

/** Read when it begins: whatever was started again in between, is over again by then or none of its business. */
async function redOn({ ci }: Hub, { sha, base }: HandedIn): Promise<News> {
  const { state, failures } = await ci.on(sha);
  const { own } = parted(failures, state === 'red' && base !== undefined ? await ci.base(base) : { red: [] });
  if (state === 'red' && own.length > 0) return ciNews(own);
  const seen = state === 'red' ? `no other than those that are as red on ${base}` : `checks that are ${state}`;
  throw new UserError({
    expected: `a red check on ${sha.slice(0, 12)}`,
    found: state === 'none' ? 'none at all' : seen,
    remedy: 'Nothing was done. Ask again if something is left to mend.',
    ends: 'refused',
  });
}

/** Lays what the round before has changed, where it is on no branch; what the Editor reads of it. */
export async function laid(site: Site): Promise<{ readonly applied?: string }> {
  const { ground } = site.job;
  if (!ground) return {};
  await lay(site, ground);
  return { applied: LAID_TEXT };
}

/** Puts a change into the tree, byte for byte. */
export async function lay({ ctx, shop, tree, course }: Site, diff: Proposal['diff']): Promise<void> {
  await ctx.run.step('applied', async () => {
    await tree.ready();
    const { diff: now } = await shop.below.since(tree.base, tree.apart);
    if (now.sha256 !== diff.sha256) await shop.apply(diff, shop.workspace);
    return { sha256: diff.sha256 };
  });
  course.last = { ...diff, calls: 0 };
}
