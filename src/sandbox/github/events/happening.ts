import type { Account, Comment, Issue, Label, Repository, WorkflowRun } from '../state.js';

/** What an event is about; each is shown in the payload under its own name, as the REST API shows it. */
export type Subjects = {
  readonly issue?: Issue;
  readonly comment?: Comment;
  readonly label?: Label;
  readonly assignee?: Account;
  readonly workflow_run?: WorkflowRun;
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
