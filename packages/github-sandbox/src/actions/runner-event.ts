import type { GitHubEvent } from '../github/index.js';
import { fullName } from '../github/state.js';
import type { RunnerEvent } from '../runner/index.js';
import type { JsonObject } from '../runner/json.js';

/**
 * Events whose runs begin elsewhere: a dispatched run is handed over when GitHub has made it, and the end of a run is
 * followed by the runner itself, which knows how long the chain already is.
 */
const NOT_HEARD: readonly string[] = ['workflow_dispatch', 'workflow_run'];

/** An event of the embedded GitHub as the runner takes it; null for what starts no workflow. */
export function runnerEvent({ name, repository, sender, payload, startsWorkflows }: GitHubEvent): RunnerEvent | null {
  if (!startsWorkflows || !repository.actions.enabled || NOT_HEARD.includes(name)) return null;
  // There is no commit to run a deleted branch at.
  if (name === 'push' && payload.deleted === true) return null;
  const { ref } = payload;
  return {
    name,
    repo: fullName(repository),
    actor: sender.login,
    payload: asJson(payload),
    ...(name === 'push' && typeof ref === 'string' ? { ref } : {}),
  };
}

/** What a webhook would carry: a copy, so that nothing a job sees changes under it. */
export function asJson(payload: unknown): JsonObject {
  return JSON.parse(JSON.stringify(payload));
}
