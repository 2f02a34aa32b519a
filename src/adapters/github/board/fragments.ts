// GraphQL fragments. GitHub's cost is one request per connection of each record, 100 requests per point. So lists select plain fields;
// connections are read only for records whose state depends on them.

/** Newer parts of the API, which older GitHub Enterprise servers lack. */
export interface Abilities {
  readonly dependencies: boolean;
  readonly statusMoves: boolean;
  /** Archived cards are listed only on request. */
  readonly archives: boolean;
}

const EVENTS = [
  'LABELED_EVENT',
  'UNLABELED_EVENT',
  'ASSIGNED_EVENT',
  'UNASSIGNED_EVENT',
  'CLOSED_EVENT',
  'REOPENED_EVENT',
  'RENAMED_TITLE_EVENT',
  'MILESTONED_EVENT',
  'DEMILESTONED_EVENT',
  'CONVERTED_TO_DISCUSSION_EVENT',
];

/** The timeline event types to read, as far as this server knows them. */
export const eventsOf = ({ dependencies, statusMoves }: Abilities): readonly string[] => [
  ...EVENTS,
  ...(dependencies ? ['BLOCKED_BY_ADDED_EVENT', 'BLOCKED_BY_REMOVED_EVENT'] : []),
  ...(statusMoves ? ['PROJECT_V2_ITEM_STATUS_CHANGED_EVENT'] : []),
];

const named = (type: string, more = ''): string => `... on ${type} { createdAt actor { ...Who } ${more} }`;

/** Every fragment by name, limited to what this server knows. */
export function fragmentsFor(abilities: Abilities): Readonly<Record<string, string>> {
  const { dependencies, statusMoves } = abilities;
  const newer = dependencies
    ? 'issueDependenciesSummary { blockedBy totalBlockedBy } duplicateOf { ...Named } issueType { name }'
    : '';
  return {
    Who: 'fragment Who on Actor { __typename login }',
    Named: 'fragment Named on Issue { number repository { nameWithOwner } }',
    PullNamed: 'fragment PullNamed on PullRequest { number repository { nameWithOwner } }',
    Pulse: `fragment Pulse on Issue { id number updatedAt state repository { nameWithOwner }
      subIssuesSummary { total completed } ${dependencies ? 'issueDependenciesSummary { blockedBy totalBlockedBy }' : ''} }`,
    Issue: `fragment Issue on Issue { ...Pulse title body stateReason createdAt closedAt locked author { ...Who }
      milestone { title dueOn } parent { ...Named } ${newer} }`,
    Details: `fragment Details on Issue { id
      labels(first: 100) { totalCount nodes { name } }
      assignees(first: 20) { nodes { login } }
      linkedBranches(first: 10) { nodes { ref { name repository { nameWithOwner } } } }
      closers: closedByPullRequestsReferences(first: 10, includeClosedPrs: true) { totalCount nodes { id ...PullNamed } }
      comments(last: 20) { totalCount nodes { createdAt lastEditedAt body author { ...Who } } }
      timelineItems(last: 60, itemTypes: [${eventsOf(abilities).join(', ')}]) { filteredCount nodes { ...Event } } }`,
    Event: `fragment Event on IssueTimelineItems { __typename
      ${named('LabeledEvent', 'label { name }')} ${named('UnlabeledEvent', 'label { name }')}
      ${named('AssignedEvent', 'assignee { ... on Actor { ...Who } }')}
      ${named('UnassignedEvent', 'assignee { ... on Actor { ...Who } }')}
      ${['ClosedEvent', 'ReopenedEvent', 'RenamedTitleEvent', 'MilestonedEvent', 'DemilestonedEvent'].map((type) => named(type)).join('\n')}
      ${named('ConvertedToDiscussionEvent')}
      ${dependencies ? `${named('BlockedByAddedEvent', 'blockingIssue { ...Named }')} ${named('BlockedByRemovedEvent')}` : ''}
      ${statusMoves ? named('ProjectV2ItemStatusChangedEvent', 'status wasAutomated project { number }') : ''} }`,
    Children: 'fragment Children on Issue { id subIssues(first: 100) { totalCount nodes { ...Named } } }',
    Waits: 'fragment Waits on Issue { id blockedBy(first: 100) { totalCount nodes { ...Named state } } }',
    PullPulse:
      'fragment PullPulse on PullRequest { id number updatedAt pullState: state headRefOid repository { nameWithOwner } }',
    Pull: `fragment Pull on PullRequest { ...PullPulse title body isDraft createdAt closedAt lastEditedAt author { ...Who }
      baseRefName headRefName headRepository { nameWithOwner } mergedAt mergedBy { ...Who } mergeCommit { oid }
      closingIssuesReferences(first: 100) { totalCount nodes { ...Named } } }`,
    Work: `fragment Work on PullRequest { id
      commits(last: 100) { totalCount nodes { commit { id oid message committedDate author { name user { login } } } } }
      reviews(last: 100) { nodes { state submittedAt author { ...Who } commit { oid } } }
      timelineItems(last: 30, itemTypes: [REVIEW_REQUESTED_EVENT, READY_FOR_REVIEW_EVENT]) { nodes { __typename
        ... on ReadyForReviewEvent { createdAt }
        ... on ReviewRequestedEvent { createdAt requestedReviewer { ... on User { login } ... on Bot { login } ... on Mannequin { login } } } } } }`,
    Now: `fragment Now on PullRequest { ...PullPulse isDraft mergeable mergeStateStatus reviewDecision isInMergeQueue
      autoMergeRequest { enabledAt } closingIssuesReferences(first: 100) { totalCount nodes { ...Named } } }`,
    Item: `fragment Item on ProjectV2Item { id type isArchived updatedAt
      status: fieldValueByName(name: "Status") { ... on ProjectV2ItemFieldSingleSelectValue { name updatedAt creator { ...Who } } } }`,
  };
}

/** `isRequired` takes the pull request's id, so the query contains it. */
export const checksOf = (
  id: string,
): string => `statusCheckRollup { contexts(first: 100) { totalCount nodes { __typename
  ... on CheckRun { name status conclusion completedAt isRequired(pullRequestId: ${JSON.stringify(id)}) }
  ... on StatusContext { context contextState: state createdAt isRequired(pullRequestId: ${JSON.stringify(id)}) } } } }`;

/** The argument that also lists archived cards. */
export const everyCard = ({ archives }: Pick<Abilities, 'archives'>): string =>
  archives ? ', archivedStates: [ARCHIVED, NOT_ARCHIVED]' : '';
