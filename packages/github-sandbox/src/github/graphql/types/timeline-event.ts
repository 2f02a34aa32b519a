// Timeline events in GraphQL. Used by types/timeline.ts.

import { canSee } from '../../auth/authorize.js';
import type { Account, Repository, Thread, TimelineEvent } from '../../state.js';
import type { Fields, QueryContext } from '../query-context.js';
import { canReadBoard } from './board-access.js';
import { commitType } from './commit.js';

type ThreadEvent = { readonly thread: Thread; readonly event: TimelineEvent };

/** A timeline event. */
export function eventType(context: QueryContext, threadEvent: ThreadEvent): Fields {
  const { event } = threadEvent;
  return {
    __typename: event.kind,
    id: event.nodeId,
    databaseId: event.id,
    createdAt: event.at,
    actor: () => (event.actor === null ? null : context.show(event.actor)),
    pullRequest: () => context.show(threadEvent.thread),
    ...(linkFields(context, threadEvent) ??
      stateFields(context, threadEvent) ??
      boardFields(context, event) ??
      pullFields(context, threadEvent)),
  };
}

/** Events that link two issues or pull requests. */
function linkFields(context: QueryContext, { thread, event }: ThreadEvent): Fields | null {
  const { show } = context;
  switch (event.kind) {
    case 'CrossReferencedEvent':
      return {
        source: () => show(event.source),
        target: () => show(thread),
        isCrossRepository: event.source.repository !== thread.repository,
        willCloseTarget:
          event.source.kind === 'PullRequest' && event.source.issuesClosedByText.some((issue) => issue === thread),
        referencedAt: event.at,
      };
    case 'ReferencedEvent':
      return {
        commit: () => visibleCommit(context, { repository: event.commitRepository, sha: event.sha }),
        commitRepository: () => show(event.commitRepository),
        isCrossRepository: event.commitRepository !== thread.repository,
        isDirectReference: event.isDirect,
        subject: () => show(thread),
      };
    case 'ConnectedEvent':
    case 'DisconnectedEvent': {
      const isCrossRepository = event.source.repository !== thread.repository;
      return { source: () => show(event.source), subject: () => show(thread), isCrossRepository };
    }
    case 'MarkedAsDuplicateEvent':
    case 'UnmarkedAsDuplicateEvent':
      return {
        canonical: () => show(event.canonical),
        duplicate: () => show(thread),
        isCrossRepository: event.canonical.repository !== thread.repository,
      };
    case 'SubIssueAddedEvent':
    case 'SubIssueRemovedEvent':
      return { subIssue: () => show(event.subIssue) };
    case 'ParentIssueAddedEvent':
    case 'ParentIssueRemovedEvent':
      return { parent: () => show(event.parent) };
    case 'BlockedByAddedEvent':
    case 'BlockedByRemovedEvent':
      return { blockingIssue: () => show(event.blockingIssue) };
    case 'BlockingAddedEvent':
    case 'BlockingRemovedEvent':
      return { blockedIssue: () => show(event.blockedIssue) };
    default:
      return null;
  }
}

/** A commit, if the caller can see its repository. */
function visibleCommit(context: QueryContext, { repository, sha }: { repository: Repository; sha: string }) {
  return canSee(context.who, repository) ? commitType(context, { repository, sha }) : null;
}

/** Events that change fields of an issue or pull request. */
function stateFields(context: QueryContext, { thread, event }: ThreadEvent): Fields | null {
  const { show } = context;
  const assigned = (account: Account): Fields => ({
    assignee: () => show(account),
    user: () => (account.kind === 'User' ? show(account) : null),
  });
  switch (event.kind) {
    case 'LabeledEvent':
    case 'UnlabeledEvent':
      return { label: () => show(event.label), labelable: () => show(thread) };
    case 'AssignedEvent':
    case 'UnassignedEvent':
      return { ...assigned(event.assignee), assignable: () => show(thread) };
    case 'ClosedEvent':
      return {
        closable: () => show(thread),
        stateReason: event.stateReason?.toUpperCase() ?? null,
        closer: () => closerType(context, event.closer),
      };
    case 'ReopenedEvent':
      return { closable: () => show(thread), stateReason: event.stateReason?.toUpperCase() ?? null };
    case 'RenamedTitleEvent':
      return { previousTitle: event.previousTitle, currentTitle: event.currentTitle, subject: () => show(thread) };
    case 'LockedEvent':
      return {
        lockReason: event.lockReason?.replace(/[- ]/g, '_').toUpperCase() ?? null,
        lockable: () => show(thread),
      };
    case 'UnlockedEvent':
      return { lockable: () => show(thread) };
    case 'MilestonedEvent':
    case 'DemilestonedEvent':
      return { milestoneTitle: event.milestoneTitle, subject: () => show(thread) };
    case 'TransferredEvent': {
      const from = event.fromRepository;
      return { fromRepository: () => (canSee(context.who, from) ? show(from) : null), issue: () => show(thread) };
    }
    case 'ConvertedToDiscussionEvent':
      return { discussion: null };
    default:
      return null;
  }
}

type Closer = Extract<TimelineEvent, { kind: 'ClosedEvent' }>['closer'];

function closerType(context: QueryContext, closer: Closer): Fields | Promise<Fields> | null {
  if (closer === null) return null;
  return closer.kind === 'pull' ? context.show(closer.pull) : visibleCommit(context, closer);
}

/** Board events; without read access to the board only their existence is shown. */
function boardFields({ world, who, show }: QueryContext, event: TimelineEvent): Fields | null {
  if (!('project' in event)) return null;
  const board = world.state.nodes.get(event.project);
  const seen = board?.kind === 'ProjectV2' && canReadBoard(world, { who, project: board });
  const { wasAutomated } = event;
  const common = { wasAutomated, project: () => (seen ? show(board) : null) };
  if (event.kind !== 'ProjectV2ItemStatusChangedEvent') return common;
  return { ...common, previousStatus: seen ? event.previousStatus : '', status: seen ? event.status : '' };
}

/** Events of pull requests. */
function pullFields(context: QueryContext, { thread, event }: ThreadEvent): Fields {
  const { show } = context;
  const commit = (sha: string) => () => commitType(context, { repository: thread.repository, sha });
  switch (event.kind) {
    case 'ReviewRequestedEvent':
    case 'ReviewRequestRemovedEvent':
      return { requestedReviewer: () => show(event.reviewer) };
    case 'ReviewDismissedEvent':
      return {
        review: () => show(event.review),
        previousReviewState: event.previousState,
        dismissalMessage: event.message,
      };
    case 'MergedEvent':
      return { commit: commit(event.sha), mergeRefName: event.ref };
    case 'HeadRefDeletedEvent':
      return { headRefName: event.ref };
    case 'HeadRefForcePushedEvent':
      return { beforeCommit: commit(event.before), afterCommit: commit(event.after) };
    case 'BaseRefChangedEvent':
      return { previousRefName: event.previousRef, currentRefName: event.currentRef };
    case 'AutoMergeEnabledEvent':
      return { enabler: () => (event.actor === null ? null : show(event.actor)) };
    default:
      return {};
  }
}
