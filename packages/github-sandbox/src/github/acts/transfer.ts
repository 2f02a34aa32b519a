// Transfers an issue to another repository. Only tests use it: the page and the APIs offer no such request.

import { fullName, type Issue, type Repository } from '../state.js';
import { type Act, stamp } from '../world.js';
import { addTimelineEvent, emit } from './emit.js';

/**
 * Transfers an issue to another repository, where it gets a new number. REST redirects from the old number; GraphQL does not. Labels that
 * do not exist in the new repository are dropped.
 */
export function transferIssue(act: Act, { issue, to }: { issue: Issue; to: Repository }): Issue {
  const from = issue.repository;
  const formerNumber = issue.number;
  removeFromRepository(issue);
  issue.labels = to.labels.filter(({ name }) => issue.labels.some((label) => label.name === name));
  Object.assign(issue, { repository: to, number: to.nextNumber, milestone: null, updatedAt: stamp(act.world) });
  to.nextNumber += 1;
  to.issues.push(issue);
  to.threadsByNumber.set(issue.number, issue);
  from.transferredIssues.set(formerNumber, issue);
  addTimelineEvent(act, issue, { kind: 'TransferredEvent', fromRepository: from });
  emit(act, {
    repository: from,
    kind: 'issue.transferred',
    subject: `#${formerNumber}`,
    detail: { to: `${fullName(to)}#${issue.number}` },
    event: { name: 'issues', action: 'transferred', subjects: { issue } },
  });
  return issue;
}

function removeFromRepository(issue: Issue): void {
  const { issues, threadsByNumber: numbered } = issue.repository;
  issues.splice(issues.indexOf(issue), 1);
  numbered.delete(issue.number);
}
