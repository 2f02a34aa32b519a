import { GraphQLError } from 'graphql';
import { covers } from '../../permissions.js';
import { fullName, type Issue, type Repository, roleOf } from '../../state.js';
import type { Credential } from '../../who/credential.js';
import { connection, type PageArguments } from '../connection.js';
import type { Fields, Sight } from '../sight.js';
import { gitObjectType, refType } from './git-object.js';

/** A repository. */
export function repositoryType(sight: Sight, repository: Repository): Fields {
  const { world, show } = sight;
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
    isFork: false,
    isInOrganization: repository.owner.kind === 'Organization',
    visibility: repository.private ? 'PRIVATE' : 'PUBLIC',
    hasIssuesEnabled: true,
    viewerPermission: permissionOf(sight.who, repository),
    createdAt: repository.createdAt,
    updatedAt: repository.updatedAt,
    pushedAt: repository.pushedAt,
    url: `${world.urls.html}/${name}`,
    resourcePath: `/${name}`,
    ...gitFields(sight, repository),
    ...issueFields(sight, repository),
    projectsV2: connection(() => boardsFor(sight.who), show),
  };
}

function gitFields(sight: Sight, repository: Repository): Fields {
  const ref = (name: string) => refType(sight, { repository, name });
  return {
    defaultBranchRef: () => ref(`refs/heads/${repository.defaultBranch}`),
    ref: async ({ qualifiedName: name }: { qualifiedName: string }) => {
      if (name.startsWith('refs/')) return ref(name);
      return (await ref(`refs/heads/${name}`)) ?? ref(`refs/tags/${name}`);
    },
    object: ({ expression, oid }: { expression?: string | null; oid?: string | null }) =>
      gitObjectType(sight, { repository, revision: expression ?? oid ?? '' }),
  };
}

function issueFields({ show }: Sight, repository: Repository): Fields {
  const numbered = ({ number }: { number: number }): Fields => {
    const issue = repository.issues.find((one) => one.number === number);
    if (issue !== undefined) return show(issue);
    throw new GraphQLError(`Could not resolve to an Issue with the number of ${number}.`, {
      extensions: { type: 'NOT_FOUND' },
    });
  };
  return {
    issue: numbered,
    issueOrPullRequest: numbered,
    issues: connection((given: IssueArguments) => select(repository.issues, given), show),
    labels: connection(() => repository.labels, show),
    label: ({ name }: { name: string }) => {
      const label = repository.labels.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return label === undefined ? null : show(label);
    },
  };
}

type IssueArguments = PageArguments & {
  states?: readonly string[] | null;
  labels?: readonly string[] | null;
  orderBy?: { field: string; direction: string } | null;
  filterBy?: { since?: string | null; states?: readonly string[] | null; labels?: readonly string[] | null } | null;
};

function select(issues: readonly Issue[], { states, labels, orderBy, filterBy }: IssueArguments): Issue[] {
  const wantedStates = states ?? filterBy?.states;
  const wantedLabels = labels ?? filterBy?.labels;
  const since = filterBy?.since;
  const fits = (issue: Issue) =>
    (wantedStates == null || wantedStates.includes(issue.state.toUpperCase())) &&
    (wantedLabels == null || issue.labels.some(({ name }) => wantedLabels.includes(name))) &&
    (since == null || Date.parse(issue.updatedAt) >= Date.parse(since));
  return order(issues.filter(fits), orderBy);
}

function order(issues: Issue[], by: IssueArguments['orderBy']): Issue[] {
  if (by == null) return issues;
  const rank = (issue: Issue) =>
    by.field === 'COMMENTS'
      ? issue.comments.length
      : Date.parse(by.field === 'UPDATED_AT' ? issue.updatedAt : issue.createdAt);
  const direction = by.direction === 'ASC' ? 1 : -1;
  return issues.sort((a, b) => direction * (rank(a) - rank(b) || a.number - b.number));
}

/** There are no boards yet; but whoever could not read one is told so today. */
function boardsFor(who: Credential): readonly Repository[] {
  const may =
    who.kind === 'user' || (who.kind === 'installation' && covers(who.permissions.organization_projects, 'read'));
  if (may) return [];
  throw new GraphQLError('Resource not accessible by integration', { extensions: { type: 'FORBIDDEN' } });
}

/** A person has a role; of Apps GitHub only says whether they may write. */
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
