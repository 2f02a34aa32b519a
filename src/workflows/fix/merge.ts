// A pull request that conflicts with its base: the run works on the base, with the merge of the two in the tree.
import type { WorkEnvironment } from '../../ports/index.js';
import type { WorkContext } from '../../ports/workflow.js';
import type { FixOrder } from './gate.js';
import type { Job } from './rules/job.js';
import { admit } from './rules/publish-checks.js';

interface Opened {
  readonly environment: WorkEnvironment;
  readonly job: Job;
}

/**
 * Opens the environment of an order. Where the pull request conflicts with its base, that is the commit of the base, and the job begins
 * with the conflicted merge. The commit that is published has both parents, so the change is told against the base.
 */
export async function openOrder(
  { step, settings }: Pick<WorkContext, 'step' | 'settings'>,
  { job, target }: FixOrder,
  open: (at?: string) => Promise<WorkEnvironment>,
): Promise<Opened> {
  const environment = await open();
  const merges = target?.merges;
  if (!target || merges === undefined || job.dryRun || job.wantsPlan || job.proposal || job.scope.length > 0)
    return { environment, job };
  const isSecondRound = job.previousChange?.base === merges;
  if (job.previousChange && !isSecondRound) return { environment, job };
  const conflict = isSecondRound
    ? { diff: job.previousChange, files: [] }
    : await step('merge', () => conflictIn(environment, { settings, head: target.commit, base: merges }));
  if (!conflict) return { environment, job };
  await environment.close();
  const { diff, files } = conflict;
  return {
    environment: await open(merges),
    job: { ...job, previousChange: diff, merge: { base: target.base, files } },
  };
}

/** Null if the tree is on another commit by now, if nothing conflicts, or if the pull request changes files that crew never publishes. */
async function conflictIn(
  { baseCommit }: WorkEnvironment,
  { settings, head, base }: { settings: WorkContext['settings']; head: string; base: string },
) {
  if ((await baseCommit.head()) !== head) return null;
  const conflict = await baseCommit.mergeConflict(head, base);
  if (!conflict) return null;
  const { fix, facilitate } = settings.config;
  const rules = { configFile: settings.configFile, agents: facilitate.agentDiscoveryPath };
  const isAdmitted = admit(conflict.diff, { ...rules, workflowFiles: fix['workflow-files'] }) === null;
  return isAdmitted ? { diff: { ...conflict.diff, files: [...conflict.diff.files] }, files: conflict.files } : null;
}
