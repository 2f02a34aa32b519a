// GraphQL fields that are newer than the installed schema. Used by graphql/schema.ts.

/**
 * Fields of GitHub's GraphQL API that are newer than @octokit/graphql-schema 15.26.1. Source: the public schema of docs.github.com,
 * 2026-08-07 (https://docs.github.com/public/fpt/schema.docs.graphql); issue dependencies were added on 2025-07-30. A field
 * that the schema already has only gets the arguments it lacks (`ProjectV2.items`).
 */
export const newerFields = /* GraphQL */ `
  extend type Issue {
    issueType: IssueType
    duplicateOf: Issue
    issueDependenciesSummary: IssueDependenciesSummary!
    blockedBy(after: String, before: String, first: Int, last: Int, orderBy: IssueDependencyOrder): IssueConnection!
    blocking(after: String, before: String, first: Int, last: Int, orderBy: IssueDependencyOrder): IssueConnection!
  }

  extend type ProjectV2 {
    items(archivedStates: [ProjectV2ItemArchivedState!] = [NOT_ARCHIVED], query: String = ""): ProjectV2ItemConnection!
  }

  enum ProjectV2ItemArchivedState {
    ARCHIVED
    NOT_ARCHIVED
  }

  interface ProjectV2Event {
    project: ProjectV2
    wasAutomated: Boolean!
  }

  type AddedToProjectV2Event implements Node & ProjectV2Event {
    actor: Actor
    createdAt: DateTime!
    id: ID!
    project: ProjectV2
    wasAutomated: Boolean!
  }

  type RemovedFromProjectV2Event implements Node & ProjectV2Event {
    actor: Actor
    createdAt: DateTime!
    id: ID!
    project: ProjectV2
    wasAutomated: Boolean!
  }

  type ProjectV2ItemStatusChangedEvent implements Node & ProjectV2Event {
    actor: Actor
    createdAt: DateTime!
    id: ID!
    previousStatus: String!
    project: ProjectV2
    status: String!
    wasAutomated: Boolean!
  }

  type BlockedByAddedEvent implements Node {
    actor: Actor
    blockingIssue: Issue
    createdAt: DateTime!
    id: ID!
  }

  type BlockedByRemovedEvent implements Node {
    actor: Actor
    blockingIssue: Issue
    createdAt: DateTime!
    id: ID!
  }

  type BlockingAddedEvent implements Node {
    actor: Actor
    blockedIssue: Issue
    createdAt: DateTime!
    id: ID!
  }

  type BlockingRemovedEvent implements Node {
    actor: Actor
    blockedIssue: Issue
    createdAt: DateTime!
    id: ID!
  }

  extend union IssueTimelineItems =
    | AddedToProjectV2Event
    | BlockedByAddedEvent
    | BlockedByRemovedEvent
    | BlockingAddedEvent
    | BlockingRemovedEvent
    | ProjectV2ItemStatusChangedEvent
    | RemovedFromProjectV2Event

  extend union PullRequestTimelineItems =
    | AddedToProjectV2Event
    | ProjectV2ItemStatusChangedEvent
    | RemovedFromProjectV2Event

  extend enum IssueTimelineItemsItemType {
    ADDED_TO_PROJECT_V2_EVENT
    BLOCKED_BY_ADDED_EVENT
    BLOCKED_BY_REMOVED_EVENT
    BLOCKING_ADDED_EVENT
    BLOCKING_REMOVED_EVENT
    PROJECT_V2_ITEM_STATUS_CHANGED_EVENT
    REMOVED_FROM_PROJECT_V2_EVENT
  }

  extend enum PullRequestTimelineItemsItemType {
    ADDED_TO_PROJECT_V2_EVENT
    PROJECT_V2_ITEM_STATUS_CHANGED_EVENT
    REMOVED_FROM_PROJECT_V2_EVENT
  }

  type IssueDependenciesSummary {
    "Open issues that block this one."
    blockedBy: Int!
    "Open issues that this one blocks."
    blocking: Int!
    "Open and closed issues that block this one."
    totalBlockedBy: Int!
    "Open and closed issues that this one blocks."
    totalBlocking: Int!
  }

  input IssueDependencyOrder {
    direction: OrderDirection!
    field: IssueDependencyOrderField!
  }

  enum IssueDependencyOrderField {
    CREATED_AT
    DEPENDENCY_ADDED_AT
  }

  enum IssueTypeColor {
    BLUE
    GRAY
    GREEN
    ORANGE
    PINK
    PURPLE
    RED
    YELLOW
  }

  type IssueType implements Node {
    color: IssueTypeColor!
    description: String
    id: ID!
    isEnabled: Boolean!
    isPrivate: Boolean!
    name: String!
  }
`;
