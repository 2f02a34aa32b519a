import { matchesEvent } from '../decide/matches-event.js';
import { type EventPlace, placeOfEvent } from '../decide/place-of-event.js';
import type { RunnerHost } from '../host.js';
import type { RunnerEvent } from '../model.js';
import { parseWorkflow } from '../parse/parse-workflow.js';
import type { Workflow } from '../parse/workflow.js';

const FOLDER = '.github/workflows';

export interface Started {
  place: EventPlace & { sha: string };
  workflows: Workflow[];
}

/** Finds the workflows that an event starts, at the commit it starts them at. */
export async function findStarted(host: RunnerHost, event: RunnerEvent): Promise<Started | undefined> {
  const { name, repo, byJobToken = false } = event;
  // Otherwise a workflow that comments would start itself for ever.
  if (byJobToken && name !== 'workflow_dispatch' && name !== 'repository_dispatch') return undefined;
  const place = placeOfEvent(event, await host.defaultBranch(repo));
  const sha = place.sha ?? (await host.resolve(repo, place.ref));
  if (sha === undefined) return undefined;
  const paths = (await host.list(repo, sha, FOLDER)).filter((path) => /\.ya?ml$/.test(path)).sort();
  const workflows = await Promise.all(
    paths.map(async (path) => parseWorkflow(path, (await host.read(repo, sha, path)) ?? '')),
  );
  const started = workflows.filter((workflow) => matchesEvent(workflow.on, event) || isUnreadable(workflow, event));
  return { place: { ...place, sha }, workflows: started };
}

/** A file of which not even the triggers can be read fails where somebody pushed it, so that it is noticed. */
function isUnreadable({ on, problems }: Workflow, { name }: RunnerEvent): boolean {
  return name === 'push' && problems.length > 0 && Object.keys(on).length === 0;
}
