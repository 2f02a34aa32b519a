// Marks a pull request as merged. Used by merges, by the merge queue, and after pushes that contain its head.

import type { PullRequest } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent, emitThread } from './emit.js';
import { setState } from './issues.js';
import { indexPull } from './pull-commits.js';

/** Marks a pull request as merged and closes its issues. */
export function markMerged(act: Act, { pull, sha }: { pull: PullRequest; sha: string }): void {
  const at = stamp(act.world);
  pull.merge = { sha, at, by: act.by.account };
  pull.state = 'closed';
  pull.closedAt = at;
  pull.closedBy = act.by.account;
  pull.autoMerge = null;
  pull.queueEntry = null;
  indexPull(pull, sha);
  addTimelineEvent(act, pull, { kind: 'MergedEvent', sha, ref: pull.base.ref });
  addTimelineEvent(act, pull, { kind: 'ClosedEvent', stateReason: null, closer: null });
  emitThread(act, pull, { kind: 'merged', action: 'closed', detail: { sha, base: pull.base.ref } });
  if (pull.base.ref !== pull.repository.defaultBranch) return;
  for (const issue of new Set([...pull.issuesClosedByText, ...pull.linkedIssues])) {
    setState(act, { issue, state: 'closed', reason: 'completed', closer: { kind: 'pull', pull } });
  }
}
