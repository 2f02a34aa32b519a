// Adds and removes "blocked by" dependencies between issues. Used by REST, the pages, and seeds.

import { fullName, type Issue } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent, emit } from './emit.js';

type Dependency = { readonly issue: Issue; readonly blocker: Issue };
type DatedDependency = Dependency & { readonly at?: string };

/** Marks an issue as blocked by another one, which may be in another repository; false if it already is. */
export function addBlocker(act: Act, given: Dependency): boolean {
  if (given.issue.blockedBy.includes(given.blocker)) return false;
  addBlockerSilently(act, given);
  emitEvent(act, { ...given, verb: 'added' });
  return true;
}

/** Adds a dependency with its timeline events, but sends no webhook and records no effect; for seeds. */
export function addBlockerSilently(act: Act, { issue, blocker, at }: DatedDependency): void {
  const when = at === undefined ? {} : { at };
  issue.blockedBy = [...issue.blockedBy, blocker];
  blocker.blocking = [...blocker.blocking, issue];
  addTimelineEvent(act, issue, { kind: 'BlockedByAddedEvent', blockingIssue: blocker, ...when });
  addTimelineEvent(act, blocker, { kind: 'BlockingAddedEvent', blockedIssue: issue, ...when });
}

/** Removes a dependency. */
export function removeBlocker(act: Act, { issue, blocker }: Dependency): void {
  issue.blockedBy = issue.blockedBy.filter((one) => one !== blocker);
  blocker.blocking = blocker.blocking.filter((one) => one !== issue);
  addTimelineEvent(act, issue, { kind: 'BlockedByRemovedEvent', blockingIssue: blocker });
  addTimelineEvent(act, blocker, { kind: 'BlockingRemovedEvent', blockedIssue: issue });
  emitEvent(act, { issue, blocker, verb: 'removed' });
}

/**
 * Records one effect and sends two events, as GitHub does: `blocked_by_…` to the issue's repository, `blocking_…` to the blocker's. The second
 * bypasses `emit`, which would record the effect again.
 */
function emitEvent(act: Act, { issue, blocker, verb }: Dependency & { verb: 'added' | 'removed' }): void {
  issue.updatedAt = stamp(act.world);
  const subjects = { blocked_issue: issue, blocking_issue: blocker };
  const extra = { blocked_issue_id: issue.id, blocking_issue_id: blocker.id };
  emit(act, {
    repository: issue.repository,
    kind: `dependency.${verb}`,
    subject: `#${issue.number}`,
    detail: { blockedBy: `${fullName(blocker.repository)}#${blocker.number}` },
    event: { name: 'issue_dependencies', action: `blocked_by_${verb}`, subjects, extra },
  });
  act.world.repositoryEvents.emit({
    name: 'issue_dependencies',
    action: `blocking_${verb}`,
    repository: blocker.repository,
    sender: act.by.account,
    byWorkflow: act.by.isWorkflow,
    subjects,
    extra,
  });
}
