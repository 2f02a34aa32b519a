// Decides at which ref and commit the workflows of an event run, and whether the event is trusted. Used by run/begin-run; run/live-run uses
// its type.

import { at, textAt } from '../json.js';
import type { RunnerEvent } from '../model.js';
import { SUPPORTED_EVENTS } from '../parse/events.js';

/** Where an event's workflows are read and run. */
export interface EventPlace {
  ref: string;
  /** Undefined if the host must resolve the ref. */
  sha: string | undefined;
  /** The branches of a pull request; '' for other events. */
  headRef: string;
  baseRef: string;
}

/** The ref and commit at which an event's workflows are read and run. */
export function placeOfEvent(event: RunnerEvent, defaultBranch: string): EventPlace {
  const none = { headRef: '', baseRef: '' };
  const { payload } = event;
  switch (SUPPORTED_EVENTS[event.name]?.at) {
    case 'given':
      return {
        ref: event.ref ?? textAt(payload, 'ref'),
        sha: event.sha ?? nonEmpty(textAt(payload, 'after')),
        ...none,
      };
    case 'pull':
      return pullPlace(event);
    case 'group':
      return {
        ref: textAt(payload, 'merge_group', 'head_ref'),
        sha: event.sha ?? nonEmpty(textAt(payload, 'merge_group', 'head_sha')),
        ...none,
      };
    default:
      return { ref: `refs/heads/${defaultBranch}`, sha: event.sha, ...none };
  }
}

/** Pull requests run at the merge commit, or at the head if there is none yet. */
function pullPlace({ payload, ref, sha }: RunnerEvent): EventPlace {
  const pull = at(payload, 'pull_request');
  const number = at(pull, 'number') ?? at(payload, 'number');
  return {
    ref: ref ?? `refs/pull/${String(number)}/merge`,
    sha: sha ?? nonEmpty(textAt(pull, 'merge_commit_sha')) ?? nonEmpty(textAt(pull, 'head', 'sha')),
    headRef: textAt(pull, 'head', 'ref'),
    baseRef: textAt(pull, 'base', 'ref'),
  };
}

function nonEmpty(sha: string): string | undefined {
  return sha === '' ? undefined : sha;
}

/** Whether an event is a pull request of a fork or of Dependabot. Its runs get a read-only token and no secrets. */
export function isUntrusted({ name, actor, payload }: RunnerEvent): boolean {
  if (SUPPORTED_EVENTS[name]?.at !== 'pull') return false;
  const head = textAt(payload, 'pull_request', 'head', 'repo', 'full_name');
  const base = textAt(payload, 'pull_request', 'base', 'repo', 'full_name');
  return actor === 'dependabot[bot]' || (base !== '' && head !== base);
}
