import type { Account, Entity } from './app.js';

/** The records that events point at; the repository's file says which they are, and so this one needs to know none of them. */
type Records = {
  repository: unknown;
  thread: unknown;
  issue: unknown;
  pull: unknown;
  label: unknown;
  review: unknown;
};

type Told<Kind extends string, Detail extends object = object> = Entity<Kind> &
  Detail & { readonly actor: Account | null; readonly at: string };

/** What closed an issue, beside the person: a merged pull request or a commit on the default branch. */
export type Closer<All extends Records> =
  | { readonly kind: 'pull'; readonly pull: All['pull'] }
  | { readonly kind: 'commit'; readonly sha: string; readonly repository: All['repository'] };

/** THE LIST of what can happen to an issue or pull request. Comments, reviews and commits stand in its timeline too, but are kept elsewhere. */
export type Timeline<All extends Records> =
  | Told<'LabeledEvent' | 'UnlabeledEvent', { readonly label: All['label'] }>
  | Told<'AssignedEvent' | 'UnassignedEvent', { readonly assignee: Account }>
  | Told<'ClosedEvent', { readonly stateReason: string | null; readonly closer: Closer<All> | null }>
  | Told<'ReopenedEvent', { readonly stateReason: string | null }>
  | Told<'CrossReferencedEvent', { readonly source: All['thread'] }>
  | Told<
      'ReferencedEvent',
      { readonly sha: string; readonly commitRepository: All['repository']; readonly isDirect: boolean }
    >
  | Told<'ConnectedEvent' | 'DisconnectedEvent', { readonly source: All['thread'] }>
  | Told<'RenamedTitleEvent', { readonly previousTitle: string; readonly currentTitle: string }>
  | Told<'LockedEvent', { readonly lockReason: string | null }>
  | Told<'UnlockedEvent'>
  | Told<'MilestonedEvent' | 'DemilestonedEvent', { readonly milestoneTitle: string }>
  | Told<'MarkedAsDuplicateEvent' | 'UnmarkedAsDuplicateEvent', { readonly canonical: All['issue'] }>
  | Told<'TransferredEvent', { readonly fromRepository: All['repository'] }>
  | Told<'ConvertedToDiscussionEvent'>
  | Told<'SubIssueAddedEvent' | 'SubIssueRemovedEvent', { readonly subIssue: All['issue'] }>
  | Told<'ParentIssueAddedEvent' | 'ParentIssueRemovedEvent', { readonly parent: All['issue'] }>
  | Told<'BlockedByAddedEvent' | 'BlockedByRemovedEvent', { readonly blockingIssue: All['issue'] }>
  | Told<'BlockingAddedEvent' | 'BlockingRemovedEvent', { readonly blockedIssue: All['issue'] }>
  | Told<'ReviewRequestedEvent' | 'ReviewRequestRemovedEvent', { readonly reviewer: Account }>
  | Told<
      'ReviewDismissedEvent',
      { readonly review: All['review']; readonly previousState: string; readonly message: string }
    >
  | Told<'ReadyForReviewEvent' | 'ConvertToDraftEvent'>
  | Told<'MergedEvent', { readonly sha: string; readonly ref: string }>
  | Told<'HeadRefDeletedEvent', { readonly ref: string }>
  | Told<'HeadRefForcePushedEvent', { readonly before: string; readonly after: string }>
  | Told<'BaseRefChangedEvent', { readonly previousRef: string; readonly currentRef: string }>
  | Told<'AutoMergeEnabledEvent' | 'AutoMergeDisabledEvent'>
  | Told<'AddedToMergeQueueEvent' | 'RemovedFromMergeQueueEvent'>
  | Told<
      'AddedToProjectV2Event' | 'RemovedFromProjectV2Event',
      { readonly project: string; readonly wasAutomated: boolean }
    >
  | Told<
      'ProjectV2ItemStatusChangedEvent',
      {
        readonly project: string;
        readonly previousStatus: string;
        readonly status: string;
        readonly wasAutomated: boolean;
      }
    >;
