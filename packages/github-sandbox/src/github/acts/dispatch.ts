// Dispatches workflows and repository events. Used by the REST routes of workflows.

import type { WorkflowFile } from '../actions/workflow-files.js';
import { readCommit } from '../git/commits.js';
import type { Repository, WorkflowRun } from '../state.js';
import type { Act } from '../world.js';
import { emit } from './emit.js';
import { createRun } from './runs.js';

type WorkflowDispatch = {
  readonly repository: Repository;
  readonly workflow: WorkflowFile;
  /** The branch or tag as given, and its commit. */
  readonly ref: string;
  readonly sha: string;
  readonly inputs: { readonly [name: string]: string };
};

/** Dispatches a workflow. The run is created here and not by the event's listener, because its id is returned to the caller. */
export async function dispatchWorkflow(act: Act, dispatch: WorkflowDispatch): Promise<WorkflowRun> {
  const { repository, workflow, ref, sha, inputs } = dispatch;
  const headCommit = await readCommit(repository.gitDir, sha);
  const headBranch = ref.replace(/^refs\/(heads|tags)\//, '');
  const payload = { inputs, ref: `refs/heads/${headBranch}`, workflow: workflow.path };
  emit(act, {
    repository,
    kind: 'dispatch',
    subject: workflow.path,
    detail: { ref, inputs },
    event: { name: 'workflow_dispatch', extra: payload },
  });
  const draft = { repository, workflow, event: 'workflow_dispatch', headBranch, headCommit, payload, inputs };
  const run = createRun(act, draft);
  act.world.executor?.start(run);
  return run;
}

/** Sends a repository_dispatch event. */
export function dispatchRepository(
  act: Act,
  { repository, type, payload }: { repository: Repository; type: string; payload: unknown },
): void {
  emit(act, {
    repository,
    kind: 'dispatch',
    subject: type,
    detail: { payload },
    event: {
      name: 'repository_dispatch',
      action: type,
      extra: { branch: repository.defaultBranch, client_payload: payload },
    },
  });
}
