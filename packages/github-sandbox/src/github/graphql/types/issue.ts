// Issues in GraphQL. Used by types/index.ts.

import { canSee } from '../../auth/authorize.js';
import { subIssuesSummary } from '../../rest/issue-json.js';
import type { Issue, PullRequest } from '../../state.js';
import { connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { refType } from './ref.js';
import { threadFields } from './thread-fields.js';

/** The fields of an issue. Its own field `issueType` is the kind that the organization defines, such as Bug. */
export function issueType(context: QueryContext, issue: Issue): Fields {
  return {
    ...threadFields(context, issue),
    ...subIssueFields(context, issue),
    ...dependencyFields(context, issue),
    ...closerFields(context, issue),
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    issueType: issue.type === null ? null : fieldsOfIssueKind(issue.type),
    duplicateOf: () => (issue.duplicateOf === null ? null : context.show(issue.duplicateOf)),
  };
}

const visible = (context: QueryContext, issues: readonly Issue[]): Issue[] =>
  issues.filter(({ repository }) => canSee(context.who, repository));

function subIssueFields(context: QueryContext, issue: Issue): Fields {
  const { total, completed, percent_completed } = subIssuesSummary(issue);
  const { parent } = issue;
  return {
    parent: () => (parent === null || !canSee(context.who, parent.repository) ? null : context.show(parent)),
    subIssues: connection(() => visible(context, issue.subIssues), context.show),
    subIssuesSummary: { total, completed, percentCompleted: percent_completed },
  };
}

function dependencyFields(context: QueryContext, { blockedBy, blocking }: Issue): Fields {
  const open = (issues: readonly Issue[]) => issues.filter(({ state }) => state === 'open').length;
  return {
    blockedBy: connection(() => visible(context, blockedBy), context.show),
    blocking: connection(() => visible(context, blocking), context.show),
    issueDependenciesSummary: () => ({
      blockedBy: open(blockedBy),
      totalBlockedBy: blockedBy.length,
      blocking: open(blocking),
      totalBlocking: blocking.length,
    }),
  };
}

type CloserArguments = PageArguments & {
  readonly includeClosedPrs?: boolean | null;
  readonly userLinkedOnly?: boolean | null;
  readonly orderByState?: boolean | null;
};

/** Pull requests that close an issue, and its linked branches. */
function closerFields(context: QueryContext, issue: Issue): Fields {
  return {
    closedByPullRequestsReferences: connection(
      (given: CloserArguments) => closersOf(context, { issue, given }),
      context.show,
    ),
    linkedBranches: connection(
      () => issue.linkedBranches.filter(({ repository }) => canSee(context.who, repository)),
      ({ repository, name }) => ({
        __typename: 'LinkedBranch',
        id: `LB_${issue.id}_${Buffer.from(name).toString('base64url')}`,
        ref: () => refType(context, { repository, name: `refs/heads/${name}` }),
      }),
    ),
  };
}

/** Closed and merged ones only with `includeClosedPrs`. */
function closersOf(context: QueryContext, { issue, given }: { issue: Issue; given: CloserArguments }): PullRequest[] {
  const { includeClosedPrs, userLinkedOnly, orderByState } = given;
  const shown = [...issue.closingPulls].filter(
    (pull) =>
      canSee(context.who, pull.repository) &&
      (includeClosedPrs === true || pull.state === 'open') &&
      (userLinkedOnly !== true || pull.linkedIssues.includes(issue)),
  );
  const rank = (pull: PullRequest) => (pull.state === 'open' ? 0 : pull.merge === null ? 2 : 1);
  return orderByState === true ? shown.sort((a, b) => rank(a) - rank(b)) : shown;
}

/** The kind of an issue, in GraphQL `IssueType`. */
const fieldsOfIssueKind = (name: string): Fields => ({
  id: `IT_${Buffer.from(name).toString('base64url')}`,
  name,
  description: null,
  color: 'GRAY',
  isEnabled: true,
  isPrivate: false,
});
