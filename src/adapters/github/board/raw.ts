// The types of GitHub's answers to the fragments in fragments.ts, and small functions that read them. All readers of this folder use them.
import type { Person } from '../../../ports/board-snapshot.js';

export interface RawActor {
  readonly __typename: string;
  readonly login: string;
}

/** What identifies an issue or pull request. */
export interface RawIssueRef {
  readonly number: number;
  readonly repository: { readonly nameWithOwner: string };
}

interface Nodes<T> {
  readonly totalCount?: number;
  /** For timelines: the count of the requested event types. */
  readonly filteredCount?: number;
  readonly nodes: readonly (T | null)[] | null;
}

/** Fields that identify an issue and count its sub-issues and dependencies. */
export interface RawIssueBasics extends RawIssueRef {
  readonly id: string;
  readonly updatedAt: string;
  readonly state: string;
  readonly subIssuesSummary: { readonly total: number; readonly completed: number };
  readonly issueDependenciesSummary?: { readonly blockedBy: number; readonly totalBlockedBy: number };
}

export interface RawIssue extends RawIssueBasics {
  readonly title: string;
  readonly body: string;
  readonly stateReason: string | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly locked: boolean;
  readonly author: RawActor | null;
  readonly milestone: { readonly title?: string; readonly dueOn: string | null } | null;
  readonly issueType?: { readonly name: string } | null;
  readonly duplicateOf?: RawIssueRef | null;
  readonly parent: RawIssueRef | null;
}

export interface RawEvent {
  readonly __typename: string;
  readonly createdAt: string;
  readonly actor: RawActor | null;
  readonly label?: { readonly name: string };
  readonly assignee?: RawActor | null;
  readonly blockingIssue?: RawIssueRef | null;
  readonly status?: string;
  readonly wasAutomated?: boolean;
  readonly project?: { readonly number: number } | null;
}

export interface RawDetails {
  readonly id: string;
  readonly labels: Nodes<{ readonly name: string }> | null;
  readonly assignees: Nodes<{ readonly login: string }> | null;
  readonly linkedBranches: Nodes<{
    readonly ref: { readonly name: string; readonly repository?: { readonly nameWithOwner: string } } | null;
  }> | null;
  /** Pull requests of any repository and state that close it. */
  readonly closers: Nodes<RawIssueRef & { readonly id: string }> | null;
  readonly comments: Nodes<{
    readonly createdAt: string;
    readonly lastEditedAt?: string | null;
    readonly body: string;
    readonly author: RawActor | null;
  }> | null;
  readonly timelineItems: Nodes<RawEvent> | null;
}

export interface RawChildren {
  readonly id: string;
  readonly subIssues: Nodes<RawIssueRef> | null;
}

export interface RawBlockers {
  readonly id: string;
  readonly blockedBy: Nodes<RawIssueRef & { readonly state: 'OPEN' | 'CLOSED' }> | null;
}

export interface RawPullBasics extends RawIssueRef {
  readonly id: string;
  readonly updatedAt: string;
  readonly pullState: string;
  readonly headRefOid: string;
}

export interface RawPull extends RawPullBasics {
  readonly title: string;
  readonly body: string;
  readonly isDraft: boolean;
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly lastEditedAt: string | null;
  readonly author: RawActor | null;
  readonly baseRefName: string;
  readonly headRefName: string;
  readonly headRepository: { readonly nameWithOwner: string } | null;
  readonly mergedAt: string | null;
  readonly mergedBy: RawActor | null;
  readonly mergeCommit: { readonly oid: string } | null;
  readonly closingIssuesReferences: Nodes<RawIssueRef> | null;
}

export interface RawGitActor {
  readonly name: string | null;
  readonly user: { readonly login: string } | null;
}

export interface RawCommit {
  readonly id: string;
  readonly oid: string;
  readonly message: string;
  readonly committedDate: string;
  readonly author: RawGitActor | null;
}

export interface RawPullWork {
  readonly id: string;
  readonly commits: Nodes<{ readonly commit: RawCommit }> | null;
  readonly reviews: Nodes<{
    readonly state: string;
    readonly submittedAt: string | null;
    readonly author: RawActor | null;
    readonly commit: { readonly oid: string } | null;
  }> | null;
  readonly timelineItems: Nodes<{
    readonly __typename: string;
    readonly createdAt: string;
    readonly requestedReviewer?: { readonly login?: string } | null;
  }> | null;
}

export interface RawCheck {
  readonly __typename: string;
  readonly name?: string;
  readonly status?: string;
  readonly conclusion?: string | null;
  readonly context?: string;
  readonly contextState?: string;
  /** End time of a check run; a status has `createdAt` only. */
  readonly completedAt?: string | null;
  readonly createdAt?: string;
  readonly isRequired?: boolean | null;
}

export interface RawOpenPull extends RawPullBasics {
  readonly isDraft: boolean;
  readonly mergeable: string;
  readonly mergeStateStatus: string;
  readonly reviewDecision: string | null;
  readonly isInMergeQueue: boolean;
  readonly autoMergeRequest: { readonly enabledAt: string | null } | null;
  readonly closingIssuesReferences: Nodes<RawIssueRef> | null;
  /** Null if there are no checks. `contexts` is null if they could not be read. */
  readonly statusCheckRollup: { readonly contexts: Nodes<RawCheck> | null } | null;
}

export interface RawCard {
  readonly id: string;
  readonly type: string;
  readonly isArchived: boolean;
  readonly updatedAt: string;
  readonly status: {
    readonly name?: string | null;
    readonly updatedAt?: string;
    readonly creator?: RawActor | null;
  } | null;
  readonly content:
    | ({ readonly __typename: string } & Partial<RawIssue> & {
          readonly title?: string;
          readonly number?: number;
        })
    | null;
}

/** The nodes of a connection; 'unread' if GitHub left any of them out. */
export function nodesOf<T>(connection: Nodes<T> | null | undefined): readonly T[] | 'unread' {
  if (!connection?.nodes) return 'unread';
  const nodes = connection.nodes.filter((node): node is T => node !== null);
  return nodes.length === connection.nodes.length ? nodes : 'unread';
}

/** Whether the connection has more nodes than it returned. */
export const isCut = (connection: Nodes<unknown> | null | undefined): boolean =>
  (connection?.filteredCount ?? connection?.totalCount ?? 0) > (connection?.nodes?.length ?? 0);

export const refOf = ({ number, repository }: RawIssueRef): string => `${repository.nameWithOwner}#${number}`;

/** GitHub's name for deleted accounts. */
const GHOST: Person = { login: 'ghost' };

/** A person. Bots get the login with `[bot]`, as in REST and git. */
export function personOf(who: RawActor | null | undefined): Person {
  if (!who) return GHOST;
  const isBot = who.__typename === 'Bot' || who.login.endsWith('[bot]');
  return isBot ? { login: `${who.login.replace(/\[bot\]$/, '')}[bot]`, bot: true } : { login: who.login };
}

/** The author of a commit: the GitHub account if known, else git's author name. */
export function authorOf(actor: RawGitActor | null): Person {
  const login = actor?.user?.login ?? actor?.name ?? GHOST.login;
  return login.endsWith('[bot]') ? { login, bot: true } : { login };
}
