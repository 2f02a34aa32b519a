import { UserError } from '../../ports/errors.js';
import type { Dispatch } from '../../ports/index.js';
import { type Client, statusOf } from './client.js';

/** Starts workflow files of the default branch. */
export function githubDispatch(
  { rest, request }: Client,
  { defaultBranch, ...at }: { owner: string; repo: string; defaultBranch: () => Promise<string> },
): Dispatch {
  return {
    async find(workflow, nonce) {
      const { data } = await rest.actions.listWorkflowRuns({
        ...at,
        workflow_id: workflow,
        event: 'workflow_dispatch',
        per_page: 50,
      });
      const found = data.workflow_runs.find(({ display_title: title, name }) =>
        `${title} ${name ?? ''}`.split(/\s+/).includes(nonce),
      );
      return found?.id ?? null;
    },
    async start(workflow, { nonce, inputs }) {
      try {
        const { data } = await request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
          ...at,
          workflow_id: workflow,
          ref: await defaultBranch(),
          inputs: { ...inputs, nonce },
        });
        // Since this API version, GitHub returns the id of the run.
        const started: unknown = data;
        return typeof started === 'object' && started !== null && 'workflow_run_id' in started
          ? Number(started.workflow_run_id)
          : null;
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
  };
}
