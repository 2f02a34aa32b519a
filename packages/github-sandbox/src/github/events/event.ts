import type { Account, Repository } from '../state.js';
import type { Happening } from './happening.js';
import type { Payload } from './payload.js';

/** An event as webhooks carry it and as a runner hears it. */
export type GitHubEvent = {
  readonly name: string;
  readonly action: string | null;
  readonly repository: Repository;
  readonly sender: Account;
  readonly payload: Payload;
  /** False for what a workflow's own token caused, except the two dispatches: GitHub's guard against endless loops. */
  readonly startsWorkflows: boolean;
};

const alwaysStart: readonly string[] = ['workflow_dispatch', 'repository_dispatch'];

/** A happening with its payload, ready to be sent. */
export function eventOf(happening: Happening, payload: Payload): GitHubEvent {
  const { name, action, repository, sender, byWorkflow } = happening;
  return {
    name,
    action: action ?? null,
    repository,
    sender,
    payload,
    startsWorkflows: !byWorkflow || alwaysStart.includes(name),
  };
}
