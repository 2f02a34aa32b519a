// The limits of the Editor in one run. The job `gate` announces them, so this file loads neither the Verifier nor the tools.
import { filesOfRole } from '../../agent/load-role.js';
import { type Role, readRole } from '../../agent/role.js';
import type { Job } from './rules/job.js';

/** The role's limits; `--budget` replaces its cost limit. */
export const limitsOf = ({ limits }: Role, { budgetUsd = limits.usd }: Job): Role['limits'] => ({
  ...limits,
  usd: budgetUsd,
});

/** The same, for crew's own Editor. */
export const editorLimits = (job: Job): Role['limits'] => limitsOf(readRole(filesOfRole('editor')), job);
