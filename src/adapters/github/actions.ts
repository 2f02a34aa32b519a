// Implements the port ActionsRuns: dispatches, reads and cancels Actions runs.

import { UserError } from '../../ports/errors.js';
import type { ActionsRuns } from '../../ports/index.js';
import { type Client, statusOf } from './client.js';

/** Dispatches, reads and cancels Actions runs. */
export function githubActions(
  { rest }: Client,
  { defaultBranch, ...repository }: { owner: string; repo: string; defaultBranch: () => Promise<string> },
): ActionsRuns {
  return {
    async dispatch(workflow, inputs) {
      try {
        const ref = await defaultBranch();
        await rest.actions.createWorkflowDispatch({ ...repository, workflow_id: workflow, ref, inputs: { ...inputs } });
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        throw new UserError(
          {
            expected: `the workflow ${workflow} on the default branch`,
            found: 'none',
            remedy: 'Run `crew init` in a clone of the repository and merge what it writes.',
            ends: 'refused',
          },
          { cause: error },
        );
      }
    },
    async state(id) {
      try {
        const [{ data: run }, { data: jobs }] = await Promise.all([
          rest.actions.getWorkflowRun({ ...repository, run_id: id }),
          rest.actions.listJobsForWorkflowRun({ ...repository, run_id: id, filter: 'latest', per_page: 100 }),
        ]);
        const startedJobs = jobs.jobs
          .filter(({ status, conclusion }) => isStarted(status, conclusion))
          .map(({ name }) => name);
        return { completed: run.status === 'completed', title: run.display_title, url: run.html_url, startedJobs };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    async endedAt(id) {
      try {
        const { data: run } = await rest.actions.getWorkflowRun({ ...repository, run_id: id });
        return run.status === 'completed' ? run.updated_at : null;
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    async cancel(id) {
      await rest.actions.cancelWorkflowRun({ ...repository, run_id: id }).catch((error: unknown) => {
        // GitHub answers 409 when the run has completed.
        if (statusOf(error) !== 409) throw error;
      });
    },
  };
}

/** Whether a job has started. A skipped or cancelled job has not. */
const isStarted = (status: string, conclusion: string | null): boolean =>
  status === 'in_progress' || (status === 'completed' && conclusion !== 'skipped' && conclusion !== 'cancelled');
