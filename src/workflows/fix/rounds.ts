// A change that is laid into the tree before the Editor works: of a dry run, or of the round before.
import type { Proposal } from './rules/job.js';
import { LAID_TEXT, mergeText } from './rules/task-text.js';
import type { Site } from './site.js';

/** Lays what the round before has changed, where it is on no branch; what the Editor reads of it. */
export async function laid(site: Site): Promise<{ readonly applied?: string }> {
  const { ground, merge } = site.job;
  if (!ground) return {};
  await lay(site, ground);
  return { applied: merge && merge.files.length > 0 ? mergeText(merge, ground.text) : LAID_TEXT };
}

/** Puts a change into the tree, byte for byte. */
export async function lay({ ctx, environment, tree, course }: Site, diff: Proposal['diff']): Promise<void> {
  await ctx.run.step('applied', async () => {
    await tree.ready();
    const { diff: now } = await environment.below.since(tree.base, tree.apart);
    if (now.sha256 !== diff.sha256) await environment.apply(diff, environment.workspace);
    return { sha256: diff.sha256 };
  });
  course.last = { ...diff, calls: 0 };
}
