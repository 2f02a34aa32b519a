import { findWorkflow } from '../github/actions/workflow-files.js';
import { createRun, readCommit } from '../github/index.js';
import { findAccount } from '../github/state.js';
import { repositoryNamed } from '../github/token-for.js';
import type { World } from '../github/world.js';
import type { RunDraft, RunEntry } from '../runner/index.js';

/** Makes GitHub's record of a run that an event started; its id is what the job finds in GITHUB_RUN_ID. */
export async function enterRun(world: World, { repo, workflow, event, ref, sha }: RunDraft): Promise<RunEntry> {
  const repository = repositoryNamed(world, repo);
  const file = await findWorkflow(world, { repository, named: workflow.path, at: sha });
  const account = findAccount(world.state, event.actor);
  if (file === null || account === undefined)
    throw new Error(`${event.actor} cannot start ${workflow.path} in ${repo}`);
  const headCommit = await readCommit(repository.gitDir, sha);
  const headBranch = ref.replace(/^refs\/(heads|tags)\//, '');
  const act = { world, by: { account, app: null, workflow: false } };
  return createRun(act, {
    repository,
    workflow: file,
    event: event.name,
    headBranch,
    headCommit,
    payload: event.payload,
  });
}
