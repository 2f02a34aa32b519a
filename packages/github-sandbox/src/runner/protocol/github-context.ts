import type { EventPlace } from '../decide/place-of-event.js';
import { at, type JsonObject } from '../json.js';
import type { Run, RunnerEvent } from '../model.js';

interface GithubFacts {
  run: Run;
  event: RunnerEvent;
  place: EventPlace;
  urls: { server: string; api: string; graphql: string };
}

/** The `github` context as it is before any job began; jobs add token, workspace and paths. */
export function githubContext({ run, event, place, urls }: GithubFacts): JsonObject {
  const [owner = ''] = run.repo.split('/');
  const repository = at(event.payload, 'repository');
  return {
    actor: run.actor,
    actor_id: idOf(at(event.payload, 'sender', 'id')),
    api_url: urls.api,
    base_ref: place.baseRef,
    event: event.payload,
    event_name: run.event,
    graphql_url: urls.graphql,
    head_ref: place.headRef,
    ref: run.ref,
    ref_name: run.ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    ref_protected: false,
    ref_type: run.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    repository: run.repo,
    repository_id: idOf(at(repository, 'id')),
    repository_owner: owner,
    repository_owner_id: idOf(at(repository, 'owner', 'id')),
    repositoryUrl: `${urls.server.replace(/^http/, 'git')}/${run.repo}.git`,
    retention_days: '90',
    run_attempt: String(run.attempt),
    run_id: String(run.id),
    run_number: String(run.number),
    secret_source: 'Actions',
    server_url: urls.server,
    sha: run.sha,
    triggering_actor: run.triggeringActor,
    workflow: run.workflow,
    workflow_ref: `${run.repo}/${run.path}@${run.ref}`,
    workflow_sha: run.sha,
  };
}

function idOf(id: unknown): string {
  return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}
