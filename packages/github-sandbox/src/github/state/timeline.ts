// The timeline events of issues and pull requests; state/repository.ts builds the type `TimelineEvent` from them. Types only.

import type { Account, Entity } from './app.js';

/** The record types that events refer to; state/repository.ts passes them as a parameter, because an import would be a cycle. */
type Records = {
  repository: unknown;
  thread: unknown;
  issue: unknown;
  pull: unknown;
  label: unknown;
  review: unknown;
};

type TimelineEntry<Kind extends string, Detail extends object = object> = Entity<Kind> &
  Detail & { readonly actor: Account | null; readonly at: string };

/** What closed an issue: a merged pull request or a commit on the default branch. */
export type Closer<All extends Records> =
  | { readonly kind: 'pull'; readonly pull: All['pull'] }
  | { readonly kind: 'commit'; readonly sha: string; readonly repository: All['repository'] };

/** All events of issues and pull requests. Comments, reviews and commits appear in timelines too but are stored elsewhere. */
export type Timeline<All extends Records> =
  | TimelineEntry<'LabeledEvent' | 'UnlabeledEvent', { readonly label: All['label'] }>
  | TimelineEntry<'AssignedEvent' | 'UnassignedEvent', { readonly assignee: Account }>
  | TimelineEntry<'ClosedEvent', { readonly stateReason: string | null; readonly closer: Closer<All> | null }>
  | TimelineEntry<'ReopenedEvent', { readonly stateReason: string | null }>
  | TimelineEntry<'CrossReferencedEvent', { readonly source: All['thread'] }>
  | TimelineEntry<
      'ReferencedEvent',
      { readonly sha: string; readonly commitRepository: All['repository']; readonly isDirect: boolean }
    >
  | TimelineEntry<'ConnectedEvent' | 'DisconnectedEvent', { readonly source: All['thread'] }>
  | TimelineEntry<'RenamedTitleEvent', { readonly previousTitle: string; readonly currentTitle: string }>
  | TimelineEntry<'LockedEvent', { readonly lockReason: string | null }>
  | TimelineEntry<'UnlockedEvent'>
  | TimelineEntry<'MilestonedEvent' | 'DemilestonedEvent', { readonly milestoneTitle: string }>
  | TimelineEntry<'MarkedAsDuplicateEvent' | 'UnmarkedAsDuplicateEvent', { readonly canonical: All['issue'] }>
  | TimelineEntry<'TransferredEvent', { readonly fromRepository: All['repository'] }>
  | TimelineEntry<'ConvertedToDiscussionEvent'>
  | TimelineEntry<'SubIssueAddedEvent' | 'SubIssueRemovedEvent', { readonly subIssue: All['issue'] }>
  | TimelineEntry<'ParentIssueAddedEvent' | 'ParentIssueRemovedEvent', { readonly parent: All['issue'] }>
  | TimelineEntry<'BlockedByAddedEvent' | 'BlockedByRemovedEvent', { readonly blockingIssue: All['issue'] }>
  | TimelineEntry<'BlockingAddedEvent' | 'BlockingRemovedEvent', { readonly blockedIssue: All['issue'] }>
  | TimelineEntry<'ReviewRequestedEvent' | 'ReviewRequestRemovedEvent', { readonly reviewer: Account }>
  | TimelineEntry<
      'ReviewDismissedEvent',
      { readonly review: All['review']; readonly previousState: string; readonly message: string }
    >
  | TimelineEntry<'ReadyForReviewEvent' | 'ConvertToDraftEvent'>
  | TimelineEntry<'MergedEvent', { readonly sha: string; readonly ref: string }>
  | TimelineEntry<'HeadRefDeletedEvent', { readonly ref: string }>
  | TimelineEntry<'HeadRefForcePushedEvent', { readonly before: string; readonly after: string }>
  | TimelineEntry<'BaseRefChangedEvent', { readonly previousRef: string; readonly currentRef: string }>
  | TimelineEntry<'AutoMergeEnabledEvent' | 'AutoMergeDisabledEvent'>
  | TimelineEntry<'AddedToMergeQueueEvent' | 'RemovedFromMergeQueueEvent'>
  | TimelineEntry<
      'AddedToProjectV2Event' | 'RemovedFromProjectV2Event',
      { readonly project: string; readonly wasAutomated: boolean }
    >
  | TimelineEntry<
      'ProjectV2ItemStatusChangedEvent',
      {
        readonly project: string;
        readonly previousStatus: string;
        readonly status: string;
        readonly wasAutomated: boolean;
      }
    >;
