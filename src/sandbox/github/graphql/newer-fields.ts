/**
 * Fields of GitHub's GraphQL API that are younger than the schema in @octokit/graphql-schema 15.26.1.
 * Source: the public schema of docs.github.com, 2026-08-07 (https://docs.github.com/public/fpt/schema.docs.graphql);
 * issue dependencies came on 2025-07-30. What a newer schema file has already is left out when this is added to it.
 */
export const newerFields = /* GraphQL */ `
  extend type Issue {
    issueType: IssueType
    duplicateOf: Issue
    issueDependenciesSummary: IssueDependenciesSummary!
    blockedBy(after: String, before: String, first: Int, last: Int, orderBy: IssueDependencyOrder): IssueConnection!
    blocking(after: String, before: String, first: Int, last: Int, orderBy: IssueDependencyOrder): IssueConnection!
  }

  type IssueDependenciesSummary {
    "Open issues that block this one."
    blockedBy: Int!
    "Open issues that this one blocks."
    blocking: Int!
    "The same, with those that are closed."
    totalBlockedBy: Int!
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
