// Repositories in GraphQL, with their lists of issues and pull requests. Used by types/index.ts.

import { GraphQLError } from 'graphql';
import { canSee } from '../../auth/authorize.js';
import type { Credential } from '../../auth/credential.js';
import { covers } from '../../permissions.js';
import { fullName, type Issue, type PullRequest, type Repository, roleOf, type Thread } from '../../state.js';
import { connection, type PageArguments } from '../connection.js';
import type { Fields, QueryContext } from '../query-context.js';
import { checkBoards, seesBoard } from './board-access.js';
import { collaboratorsField } from './collaborators.js';
import { gitObjectType } from './git-object.js';
import { refsField, refType } from './ref.js';

/** A repository. */
export function repositoryType(context: QueryContext, repository: Repository): Fields {
  const { world, show } = context;
  const name = fullName(repository);
  return {
    __typename: 'Repository',
    id: repository.nodeId,
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: name,
    owner: () => show(repository.owner),
    description: repository.description,
    isPrivate: repository.private,
    isArchived: false,
    isDisabled: false,
    isFork: repository.parent !== null,
    parent: () =>
      repository.parent === null || !canSee(context.who, repository.parent) ? null : show(repository.parent),
    isInOrganization: repository.owner.kind === 'Organization',
    visibility: repository.private ? 'PRIVATE' : 'PUBLIC',
    hasIssuesEnabled: true,
    viewerPermission: permissionOf(context.who, repository),
    createdAt: repository.createdAt,
    updatedAt: repository.updatedAt,
    pushedAt: repository.pushedAt,
    url: `${world.urls.html}/${name}`,
    resourcePath: `/${name}`,
    ...gitFields(context, repository),
    ...issueFields(context, repository),
    ...boardFields(context, repository),
    ...pullFields(context, repository),
    collaborators: collaboratorsField(repository),
  };
}

function gitFields(context: QueryContext, repository: Repository): Fields {
  const ref = (name: string) => refType(context, { repository, name });
  return {
    refs: refsField(context, repository),
    defaultBranchRef: () => ref(`refs/heads/${repository.defaultBranch}`),
    ref: async ({ qualifiedName: name }: { qualifiedName: string }) => {
      if (name.startsWith('refs/')) return ref(name);
      return (await ref(`refs/heads/${name}`)) ?? ref(`refs/tags/${name}`);
    },
    object: ({ expression, oid }: { expression?: string | null; oid?: string | null }) =>
      gitObjectType(context, { repository, revision: expression ?? oid ?? '' }),
  };
}

function issueFields({ show }: QueryContext, repository: Repository): Fields {
  const numbered =
    (kinds: readonly Thread['kind'][]) =>
    (given: { number: number }): Fields => {
      const thread = repository.threadsByNumber.get(given.number);
      if (thread !== undefined && kinds.includes(thread.kind)) return show(thread);
      const what = kinds.length > 1 ? 'an issue or pull request' : kinds[0] === 'Issue' ? 'an Issue' : 'a PullRequest';
      throw new GraphQLError(`Could not resolve to ${what} with the number of ${given.number}.`, {
        extensions: { type: 'NOT_FOUND' },
      });
    };
  return {
    issue: numbered(['Issue']),
    pullRequest: numbered(['PullRequest']),
    issueOrPullRequest: numbered(['Issue', 'PullRequest']),
    issues: connection((given: IssueArguments) => selectIssues(repository.issues, given), show),
    labels: connection(() => repository.labels, show),
    label: ({ name }: { name: string }) => {
      const label = repository.labels.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return label === undefined ? null : show(label);
    },
    milestones: connection(() => repository.milestones, show),
  };
}

function pullFields({ show }: QueryContext, repository: Repository): Fields {
  return { pullRequests: connection((given: PullArguments) => selectPulls(repository.pulls, given), show) };
}

/** The boards linked to a repository that the caller can read. */
function boardFields(context: QueryContext, repository: Repository): Fields {
  const { world, who, show } = context;
  const shown = (field: string) => {
    checkBoards(who, { owner: repository.owner, field });
    return world.state.projects.filter(
      (project) => project.repositories.has(repository.nodeId) && seesBoard(world, { who, project }),
    );
  };
  return {
    projectsV2: connection(() => shown('projectsV2'), show),
    projectV2: ({ number }: { number: number }) => {
      const project = shown('projectV2').find((one) => one.number === number);
      if (project !== undefined) return show(project);
      const message = `Could not resolve to a ProjectV2 with the number ${number}.`;
      throw new GraphQLError(message, { extensions: { type: 'NOT_FOUND' } });
    },
  };
}

/** A person's role; for Apps GitHub only distinguishes read and write. */
function permissionOf(who: Credential, repository: Repository): string | null {
  switch (who.kind) {
    case 'user':
      return roleOf(repository, who.account)?.toUpperCase() ?? null;
    case 'installation':
    case 'workflow':
      return covers(who.permissions.contents, 'write') ? 'WRITE' : 'READ';
    default:
      return null;
  }
}

type FilterArguments = PageArguments & {
  readonly states?: readonly string[] | null;
  readonly labels?: readonly string[] | null;
  readonly orderBy?: { readonly field: string; readonly direction: string } | null;
};

export type IssueArguments = FilterArguments & {
  readonly filterBy?: {
    readonly since?: string | null;
    readonly states?: readonly string[] | null;
    readonly labels?: readonly string[] | null;
    readonly assignee?: string | null;
    readonly createdBy?: string | null;
  } | null;
};

export type PullArguments = FilterArguments & {
  readonly baseRefName?: string | null;
  readonly headRefName?: string | null;
};

/** Filters and sorts issues. */
export function selectIssues(issues: readonly Issue[], given: IssueArguments): Issue[] {
  const { filterBy } = given;
  const states = given.states ?? filterBy?.states;
  const since = filterBy?.since == null ? null : Date.parse(filterBy.since);
  const matches = (issue: Issue) =>
    (states == null || states.includes(issue.state.toUpperCase())) &&
    hasLabel(issue, given.labels ?? filterBy?.labels) &&
    (since === null || Date.parse(issue.updatedAt) >= since) &&
    (filterBy?.createdBy == null || issue.author.login === filterBy.createdBy) &&
    (filterBy?.assignee == null || isAssigned(issue, filterBy.assignee));
  return sortThreads(issues.filter(matches), given.orderBy);
}

const isAssigned = ({ assignees }: Issue, login: string): boolean =>
  login === '*' ? assignees.length > 0 : assignees.some((one) => one.login === login);

/** Filters and sorts pull requests; merged ones do not count as closed. */
export function selectPulls(pulls: readonly PullRequest[], given: PullArguments): PullRequest[] {
  const { states, labels, baseRefName, headRefName } = given;
  const matches = (pull: PullRequest) =>
    (states == null || states.includes(pull.merge === null ? pull.state.toUpperCase() : 'MERGED')) &&
    hasLabel(pull, labels) &&
    (baseRefName == null || pull.base.ref === baseRefName) &&
    (headRefName == null || pull.head.ref === headRefName);
  return sortThreads(pulls.filter(matches), given.orderBy);
}

const hasLabel = (thread: Thread, labels: readonly string[] | null | undefined): boolean =>
  labels == null || thread.labels.some(({ name }) => labels.includes(name));

/** Ranks are computed once per item, since boards have thousands of issues. */
function sortThreads<One extends Thread>(threads: readonly One[], by: FilterArguments['orderBy']): One[] {
  const ranked = threads.map((thread) => ({ thread, rank: rankOf(thread, by?.field ?? 'CREATED_AT') }));
  const direction = by?.direction === 'DESC' ? -1 : 1;
  ranked.sort((a, b) => direction * (a.rank - b.rank || a.thread.number - b.thread.number));
  return ranked.map(({ thread }) => thread);
}

function rankOf(thread: Thread, field: string): number {
  if (field === 'COMMENTS') return thread.comments.length;
  return Date.parse(field === 'UPDATED_AT' ? thread.updatedAt : thread.createdAt);
}
