// fix-work: from the tree as it is to how it ended. No workflow for itself: the part of a fix that is told where there is a tree.
//
//   it begins        with a plan that somebody approved (workflows/fix-plan), where one was asked for
//   it changes       by the bytes of a dry run (workflows/fix-apply), or by the Editor's conversation (workflows/fix-edit)
//   it ends          with what stands in the tree written down, whatever broke it off
import type { Ended } from '../../agent/run.js';
import type { Outcome } from '../../core/outcome.js';
import { Unproven } from '../../verify/prove/index.js';
import { stoppedAfter } from '../../verify/runs-tree.js';
import { CalledOff } from '../../verify/verifier.js';
import type { EditorAnswer } from './rules/answers.js';
import type { ContextWhy } from './rules/context-file.js';
import { brokenOff, endOf, recordsOf } from './rules/end.js';
import type { Site } from './site.js';
import { applied, shownAgain } from './apply.js';
import { edit } from './edit.js';
import { keepContext } from './loop.js';
import { approvedPlan } from './plan.js';
import { laid } from './rounds.js';
import { openSite } from './open-site.js';

/** Works in the tree, or in a copy of it where nothing is to be written. */
export async function work(of: Pick<Site, 'ctx' | 'shop' | 'job' | 'place'>): Promise<Outcome> {
  const copy = of.job.dryRun ? of.shop.copy() : undefined;
  try {
    const site = await openSite({ ...of, copy });
    return await workAt(site).finally(site.allowance.settle);
  } finally {
    await copy?.close();
  }
}

async function workAt(site: Site): Promise<Outcome> {
  const { job } = site;
  try {
    if (job.proposal && job.dryRun) return shownAgain(site, job.proposal);
    const plan = job.plans ? await approvedPlan(site) : undefined;
    if (plan && 'name' in plan) return plan;
    if (!job.dryRun) await prepare(site);
    const ended = job.proposal
      ? await applied(site, job.proposal, plan)
      : await edit(site, { plan, ...(await laid(site)) });
    return await conclude(site, ended);
  } catch (error) {
    if (error instanceof Unproven) site.course.saw(error.record);
    if (error instanceof Unproven || error instanceof CalledOff) await stopped(site);
    const outcome = brokenOff(site, error);
    if (outcome) return outcome;
    throw error;
  }
}

/** What was whole before is known before anything is touched. */
async function prepare(site: Site): Promise<void> {
  site.ctx.show({ kind: 'part', name: 'baseline' });
  const record = await site.prover.baseline();
  if (record.steps.length > 0) site.course.saw(record);
  await keepContext(site, 'start');
}

const CONTEXT_AT: { readonly [Name in Outcome['name']]?: ContextWhy } = {
  done: 'success',
  stuck: 'stuck',
  partial: 'partial',
  awaiting: 'awaiting',
};

/** The tree as the run leaves it: by this it is known again when the run goes on. */
async function stopped({ ctx, course, tree }: Site): Promise<void> {
  course.last = await tree.snapshot(stoppedAfter(ctx.run.words().length));
}

/** Whatever it came to: what is in the tree is written down, and what a person may want to look at stays. */
async function conclude(site: Site, ended: Ended<EditorAnswer>): Promise<Outcome> {
  const { ctx, job, course, shop, tree } = site;
  if (ended.ended !== 'answered') await stopped(site);
  const outcome = endOf(site, ended);
  const why = CONTEXT_AT[outcome.name];
  if (why && !job.dryRun) await keepContext(site, why);
  if (outcome.name === 'stuck')
    await ctx.run.step('evidence kept', async () => {
      for (const { run_id } of recordsOf(site).verifications) await shop.bench.keep(run_id);
    });
  // Written down together with the end: whoever ends it, ends it with the change in the tree.
  await ctx.run.look('left', async () => {
    await tree.ready();
    return course.last?.sha256 ?? null;
  });
  return outcome;
}
