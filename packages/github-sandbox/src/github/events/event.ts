// Events as webhooks and the runner receive them. create-world.ts builds them from repository events; webhooks.ts sends them.
// src/github/index.ts exports the type.

import type { RepositoryEvent } from '../repository-event.js';
import type { Account, Repository } from '../state.js';
import type { Payload } from './payload.js';

/** An event as webhooks and the runner receive it. */
export type GitHubEvent = {
  readonly name: string;
  readonly action: string | null;
  readonly repository: Repository;
  readonly sender: Account;
  readonly payload: Payload;
  /** False if a workflow's token caused the event, except for the two dispatch events. This prevents endless loops, as on GitHub. */
  readonly startsWorkflows: boolean;
};

const alwaysStart: readonly string[] = ['workflow_dispatch', 'repository_dispatch'];

/** An event with its payload. */
export function eventOf(repositoryEvent: RepositoryEvent, payload: Payload): GitHubEvent {
  const { name, action, repository, sender, byWorkflow } = repositoryEvent;
  return {
    name,
    action: action ?? null,
    repository,
    sender,
    payload,
    startsWorkflows: !byWorkflow || alwaysStart.includes(name),
  };
}
