// REST route of a repository, and repositories as JSON, also for webhook payloads and other REST routes.

import { reads } from '../auth/required-permission.js';
import { ok } from '../http/message.js';
import { type Route, repositoryRoute } from '../http/route.js';
import type { Urls } from '../ids.js';
import { fullName, type Repository, reaches, roleOf } from '../state.js';
import { simpleUser } from './users.js';

/** A repository inside other responses and in webhooks. */
export function minimalRepository(urls: Urls, repository: Repository) {
  const url = `${urls.api}/repos/${fullName(repository)}`;
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: fullName(repository),
    private: repository.private,
    owner: simpleUser(urls, repository.owner),
    html_url: `${urls.html}/${fullName(repository)}`,
    description: repository.description,
    fork: false,
    url,
    ...urlTemplates(url),
  };
}

/** URL templates of a repository. */
function urlTemplates(url: string) {
  return {
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    hooks_url: `${url}/hooks`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
  };
}

/** A full repository. */
export function repositoryJson(urls: Urls, repository: Repository) {
  const open = repository.issues.filter((issue) => issue.state === 'open').length;
  const html = `${urls.html}/${fullName(repository)}`;
  return {
    ...minimalRepository(urls, repository),
    git_url: `${html.replace(/^https?/, 'git')}.git`,
    ssh_url: `git@${new URL(urls.html).hostname}:${fullName(repository)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    ...countsOf(open),
    size: 0,
    default_branch: repository.defaultBranch,
    is_template: false,
    topics: [],
    has_issues: true,
    has_projects: true,
    has_wiki: false,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    archived: false,
    disabled: false,
    visibility: repository.private ? 'private' : 'public',
    allow_forking: true,
    web_commit_signoff_required: false,
    pushed_at: repository.pushedAt,
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
  };
}

const countsOf = (open: number) => ({
  forks: 0,
  forks_count: 0,
  stargazers_count: 0,
  watchers: 0,
  watchers_count: 0,
  open_issues: open,
  open_issues_count: open,
});

export const repositoryRoutes: readonly Route[] = [
  repositoryRoute('GET …', { operation: 'repos/get', need: reads('metadata') }, ({ world, who, repository }) => {
    const role = who.kind === 'user' ? roleOf(repository, who.account) : null;
    const permissions = {
      admin: reaches(role, 'admin'),
      maintain: reaches(role, 'maintain'),
      push: reaches(role, 'write'),
      triage: reaches(role, 'triage'),
      pull: reaches(role, 'read'),
    };
    return ok({
      ...repositoryJson(world.urls, repository),
      ...(who.kind === 'user' ? { permissions } : {}),
      network_count: 0,
      subscribers_count: 0,
    });
  }),
];
