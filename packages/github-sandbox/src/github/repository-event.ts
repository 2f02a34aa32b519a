// Something that happened in a repository, before its payload is built. acts/ emits these events, world.ts and create-world.ts pass them
// on, and events/ builds the payloads. Types only.

import type {
  Account,
  CheckRun,
  CheckSuite,
  Comment,
  Issue,
  Label,
  PullRequest,
  Repository,
  Review,
  ReviewComment,
  Thread,
  WorkflowJob,
  WorkflowRun,
} from './state.js';

/** The subjects of an event; each appears in the payload under its name, in REST's form. */
export type Subjects = {
  /** A pull request in this field is shown in the form of an issue. */
  readonly issue?: Thread;
  readonly pull_request?: PullRequest;
  readonly review?: Review;
  /** Shown as `comment`. */
  readonly review_comment?: ReviewComment;
  readonly requested_reviewer?: Account;
  readonly check_run?: CheckRun;
  readonly check_suite?: CheckSuite;
  readonly comment?: Comment;
  readonly label?: Label;
  readonly assignee?: Account;
  readonly blocked_issue?: Issue;
  readonly blocking_issue?: Issue;
  readonly parent_issue?: Issue;
  readonly sub_issue?: Issue;
  readonly workflow_run?: WorkflowRun;
  readonly workflow_job?: { readonly run: WorkflowRun; readonly job: WorkflowJob };
};

/** An event before its payload is built. */
export type RepositoryEvent = {
  readonly name: string;
  readonly action?: string;
  readonly repository: Repository;
  readonly sender: Account;
  /** Caused by a workflow's token; such an event starts no workflow. */
  readonly byWorkflow: boolean;
  readonly subjects: Subjects;
  readonly extra?: { readonly [name: string]: unknown };
};
