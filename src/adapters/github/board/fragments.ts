// The GraphQL fragments of a scan. GitHub counts one request for each connection (a list inside a record) of each record, and 100 requests as
// one point. So lists of records select plain fields, and connections are read only for records whose state depends on them.

/** Whether the server has newer parts of the API, which older GitHub Enterprise servers lack. */
export interface Abilities {
  readonly dependencies: boolean;
  readonly statusMoves: boolean;
  /** Archived cards are listed only on request. */
  readonly archives: boolean;
}

/** The timeline event types that every server knows. */
const EVENT_TYPES = [
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
export const eventTypesOf = ({ dependencies, statusMoves }: Abilities): readonly string[] => [
  ...EVENT_TYPES,
  ...(dependencies ? ['BLOCKED_BY_ADDED_EVENT', 'BLOCKED_BY_REMOVED_EVENT'] : []),
  ...(statusMoves ? ['PROJECT_V2_ITEM_STATUS_CHANGED_EVENT'] : []),
];

/** The fields of one timeline event type. */
const eventFields = (type: string, more = ''): string =>
  `... on ${type} { createdAt actor { ...ActorFields } ${more} }`;

/** Every fragment by name, limited to what this server knows. */
export function fragmentsFor(abilities: Abilities): Readonly<Record<string, string>> {
  const { dependencies, statusMoves } = abilities;
  const newer = dependencies
    ? 'issueDependenciesSummary { blockedBy totalBlockedBy } duplicateOf { ...IssueRef } issueType { name }'
    : '';
  return {
    ActorFields: 'fragment ActorFields on Actor { __typename login }',
    IssueRef: 'fragment IssueRef on Issue { number repository { nameWithOwner } }',
    PullRef: 'fragment PullRef on PullRequest { number repository { nameWithOwner } }',
    IssueBasics: `fragment IssueBasics on Issue { id number updatedAt state repository { nameWithOwner }
      subIssuesSummary { total completed } ${dependencies ? 'issueDependenciesSummary { blockedBy totalBlockedBy }' : ''} }`,
    Issue: `fragment Issue on Issue { ...IssueBasics title body stateReason createdAt closedAt locked author { ...ActorFields }
      milestone { title dueOn } parent { ...IssueRef } ${newer} }`,
    Details: `fragment Details on Issue { id
      labels(first: 100) { totalCount nodes { name } }
      assignees(first: 20) { nodes { login } }
      linkedBranches(first: 10) { nodes { ref { name repository { nameWithOwner } } } }
      closers: closedByPullRequestsReferences(first: 10, includeClosedPrs: true) { totalCount nodes { id ...PullRef } }
      comments(last: 20) { totalCount nodes { createdAt lastEditedAt body author { ...ActorFields } } }
      timelineItems(last: 60, itemTypes: [${eventTypesOf(abilities).join(', ')}]) { filteredCount nodes { ...Event } } }`,
    Event: `fragment Event on IssueTimelineItems { __typename
      ${eventFields('LabeledEvent', 'label { name }')} ${eventFields('UnlabeledEvent', 'label { name }')}
      ${eventFields('AssignedEvent', 'assignee { ... on Actor { ...ActorFields } }')}
      ${eventFields('UnassignedEvent', 'assignee { ... on Actor { ...ActorFields } }')}
      ${['ClosedEvent', 'ReopenedEvent', 'RenamedTitleEvent', 'MilestonedEvent', 'DemilestonedEvent'].map((type) => eventFields(type)).join('\n')}
      ${eventFields('ConvertedToDiscussionEvent')}
      ${dependencies ? `${eventFields('BlockedByAddedEvent', 'blockingIssue { ...IssueRef }')} ${eventFields('BlockedByRemovedEvent')}` : ''}
      ${statusMoves ? eventFields('ProjectV2ItemStatusChangedEvent', 'status wasAutomated project { number }') : ''} }`,
    SubIssues: 'fragment SubIssues on Issue { id subIssues(first: 100) { totalCount nodes { ...IssueRef } } }',
    Blockers: 'fragment Blockers on Issue { id blockedBy(first: 100) { totalCount nodes { ...IssueRef state } } }',
    PullBasics:
      'fragment PullBasics on PullRequest { id number updatedAt pullState: state headRefOid repository { nameWithOwner } }',
    Pull: `fragment Pull on PullRequest { ...PullBasics title body isDraft createdAt closedAt lastEditedAt author { ...ActorFields }
      baseRefName headRefName headRepository { nameWithOwner } mergedAt mergedBy { ...ActorFields } mergeCommit { oid }
      closingIssuesReferences(first: 100) { totalCount nodes { ...IssueRef } } }`,
    PullWork: `fragment PullWork on PullRequest { id
      commits(last: 100) { totalCount nodes { commit { id oid message committedDate author { name user { login } } } } }
      reviews(last: 100) { nodes { state submittedAt author { ...ActorFields } commit { oid } } }
      timelineItems(last: 30, itemTypes: [REVIEW_REQUESTED_EVENT, READY_FOR_REVIEW_EVENT]) { nodes { __typename
        ... on ReadyForReviewEvent { createdAt }
        ... on ReviewRequestedEvent { createdAt requestedReviewer { ... on User { login } ... on Bot { login } ... on Mannequin { login } } } } } }`,
    OpenPull: `fragment OpenPull on PullRequest { ...PullBasics isDraft mergeable mergeStateStatus reviewDecision isInMergeQueue
      autoMergeRequest { enabledAt } closingIssuesReferences(first: 100) { totalCount nodes { ...IssueRef } } }`,
    Card: `fragment Card on ProjectV2Item { id type isArchived updatedAt
      status: fieldValueByName(name: "Status") { ... on ProjectV2ItemFieldSingleSelectValue { name updatedAt creator { ...ActorFields } } } }`,
  };
}

/** The checks of a pull request. The query contains its id, because the field `isRequired` takes it as argument. */
export const checkFields = (
  id: string,
): string => `statusCheckRollup { contexts(first: 100) { totalCount nodes { __typename
  ... on CheckRun { name status conclusion completedAt isRequired(pullRequestId: ${JSON.stringify(id)}) }
  ... on StatusContext { context contextState: state createdAt isRequired(pullRequestId: ${JSON.stringify(id)}) } } } }`;

/** The argument that also lists archived cards. */
export const archivedCardsArgument = ({ archives }: Pick<Abilities, 'archives'>): string =>
  archives ? ', archivedStates: [ARCHIVED, NOT_ARCHIVED]' : '';
