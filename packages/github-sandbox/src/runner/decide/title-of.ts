import { textAt } from '../json.js';
import type { RunnerEvent } from '../model.js';

/** What a run is called where its workflow has no `run-name`. */
export function titleOf({ name, payload }: RunnerEvent, workflow: string): string {
  if (name === 'push') return textAt(payload, 'head_commit', 'message').split('\n')[0] || workflow;
  if (name === 'repository_dispatch') return textAt(payload, 'action') || workflow;
  return textAt(payload, 'issue', 'title') || textAt(payload, 'pull_request', 'title') || workflow;
}
