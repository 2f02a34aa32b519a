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
} from '../state.js';

/** What an event is about; each is shown in the payload under its own name, as the REST API shows it. */
export type Subjects = {
  /** A pull request under this name is shown as the issue that it is, too. */
  readonly issue?: Thread;
  readonly pull_request?: PullRequest;
  readonly review?: Review;
  /** Shown as `comment`, as other comments are. */
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

/** Something that happened in a repository, before it is put into a payload. */
export type Happening = {
  readonly name: string;
  readonly action?: string;
  readonly repository: Repository;
  readonly sender: Account;
  /** Caused by a workflow's own token: such an event starts no workflow, or workflows would start each other for ever. */
  readonly byWorkflow: boolean;
  readonly subjects: Subjects;
  readonly extra?: { readonly [name: string]: unknown };
};
