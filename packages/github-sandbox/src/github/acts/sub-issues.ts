// Adds and removes sub-issues. Used by the REST routes of sub-issues and by seeds.

import { fullName, type Issue } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent, emit } from './emit.js';

type ParentAndChild = { readonly parent: Issue; readonly child: Issue };

/** Adds a sub-issue. An issue has at most one parent, so it is removed from its former parent. */
export function addSubIssue(act: Act, { parent, child }: ParentAndChild): void {
  if (child.parent !== null) removeSubIssue(act, { parent: child.parent, child });
  addSubIssueSilently(act, { parent, child });
  emitEvent(act, { parent, child, verb: 'added' });
}

/** Adds a sub-issue without events; used by seeds. */
export function addSubIssueSilently(act: Act, { parent, child, at }: ParentAndChild & { readonly at?: string }): void {
  const when = at === undefined ? {} : { at };
  child.parent = parent;
  parent.subIssues = [...parent.subIssues, child];
  addTimelineEvent(act, parent, { kind: 'SubIssueAddedEvent', subIssue: child, ...when });
  addTimelineEvent(act, child, { kind: 'ParentIssueAddedEvent', parent, ...when });
}

/** Removes a sub-issue. */
export function removeSubIssue(act: Act, { parent, child }: ParentAndChild): void {
  child.parent = null;
  parent.subIssues = parent.subIssues.filter((one) => one !== child);
  addTimelineEvent(act, parent, { kind: 'SubIssueRemovedEvent', subIssue: child });
  addTimelineEvent(act, child, { kind: 'ParentIssueRemovedEvent', parent });
  emitEvent(act, { parent, child, verb: 'removed' });
}

/** Whether an issue is an ancestor of another. */
export function isAncestor(one: Issue, other: Issue): boolean {
  for (let parent = other.parent; parent !== null; parent = parent.parent) if (parent === one) return true;
  return false;
}

function emitEvent(act: Act, { parent, child, verb }: ParentAndChild & { verb: 'added' | 'removed' }): void {
  parent.updatedAt = stamp(act.world);
  const subjects = { parent_issue: parent, sub_issue: child };
  const extra = { parent_issue_id: parent.id, sub_issue_id: child.id };
  emit(act, {
    repository: parent.repository,
    kind: `subissue.${verb}`,
    subject: `#${parent.number}`,
    detail: { subIssue: `${fullName(child.repository)}#${child.number}` },
    event: { name: 'sub_issues', action: `sub_issue_${verb}`, subjects, extra },
  });
}
