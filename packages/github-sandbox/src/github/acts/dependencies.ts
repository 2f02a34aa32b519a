import { fullName, type Issue } from '../state.js';
import { type Act, stamp } from '../world.js';
import { emit, note } from './emit.js';

type Dependency = { readonly issue: Issue; readonly blocker: Issue };
type Dated = Dependency & { readonly at?: string };

/** Says that an issue waits for another one, which may stand in another repository; false when it is said already. */
export function addBlocker(act: Act, given: Dependency): boolean {
  if (given.issue.blockedBy.includes(given.blocker)) return false;
  bindBlocker(act, given);
  emitEvent(act, { ...given, verb: 'added' });
  return true;
}

/** A dependency without anybody being told: what a seed puts there. */
export function bindBlocker(act: Act, { issue, blocker, at }: Dated): void {
  const when = at === undefined ? {} : { at };
  issue.blockedBy = [...issue.blockedBy, blocker];
  blocker.blocking = [...blocker.blocking, issue];
  note(act, issue, { kind: 'BlockedByAddedEvent', blockingIssue: blocker, ...when });
  note(act, blocker, { kind: 'BlockingAddedEvent', blockedIssue: issue, ...when });
}

/** Takes a dependency back. */
export function removeBlocker(act: Act, { issue, blocker }: Dependency): void {
  issue.blockedBy = issue.blockedBy.filter((one) => one !== blocker);
  blocker.blocking = blocker.blocking.filter((one) => one !== issue);
  note(act, issue, { kind: 'BlockedByRemovedEvent', blockingIssue: blocker });
  note(act, blocker, { kind: 'BlockingRemovedEvent', blockedIssue: issue });
  emitEvent(act, { issue, blocker, verb: 'removed' });
}

/** GitHub sends the same news twice, once for each end. */
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
  act.world.happenings.emit({
    name: 'issue_dependencies',
    action: `blocking_${verb}`,
    repository: blocker.repository,
    sender: act.by.account,
    byWorkflow: act.by.workflow,
    subjects,
    extra,
  });
}
