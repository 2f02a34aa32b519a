import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RepositorySeed, Seed } from '../../src/github/index.js';
import { ask } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { octokit } from '../support/repository.js';

const day = (n: number) => new Date(Date.UTC(2026, 10, 18, 12) - n * 86_400_000).toISOString().replace('.000', '');

/** A world as the facilitator meets them: everything dated, a merge that was squashed, a fork, a stack, a revert. */
const app: RepositorySeed = {
  owner: 'acme',
  name: 'app',
  createdAt: day(100),
  collaborators: { maya: 'write', noah: 'write' },
  labels: ['bug', 'blocked'],
  milestones: [{ title: '1.0', dueOn: day(-5) }],
  rules: { main: { requiredChecks: ['test'] } },
  issues: [
    {
      number: 3,
      title: 'Login fails',
      author: 'ann',
      createdAt: day(20),
      labels: ['bug', { name: 'blocked', by: 'maya', at: day(2) }],
      assignees: [{ login: 'maya', at: day(4) }],
      milestone: '1.0',
      reopened: [day(6)],
      children: [4],
      blockedBy: [{ issue: 5, at: day(5), by: 'noah' }, 'acme/lib#1'],
      linkedBranches: ['feature/x'],
      comments: [{ author: 'ann', at: day(1), body: 'any news?' }],
      events: [{ type: 'unlabeled', label: 'bug', at: day(3), by: 'noah' }],
      type: 'Bug',
    },
    {
      number: 4,
      title: 'A part',
      createdAt: day(20),
      state: 'closed',
      closedAt: day(8),
      closer: { pull: 8 },
      closedBy: 'noah',
    },
    {
      number: 5,
      title: 'First this',
      createdAt: day(20),
      state: 'closed',
      stateReason: 'duplicate',
      duplicateOf: 6,
      closedAt: day(1),
    },
    { number: 6, title: 'The same', createdAt: day(30) },
    { number: 9, title: 'Went away', transferredTo: 'acme/lib#1' },
    { number: 10, title: 'Became talk', converted: true, closedAt: day(2) },
  ],
  pulls: [
    {
      number: 7,
      title: 'Fix login',
      body: 'Closes #3',
      author: 'maya',
      createdAt: day(3),
      head: { branch: 'login' },
      commits: [
        { name: 'h6', message: 'start', at: day(4), files: { 'login.js': '1\n' } },
        { name: 'h7', message: 'fix it', at: day(2), files: { 'login.js': '2\n' } },
      ],
      reviews: [{ by: 'noah', state: 'CHANGES_REQUESTED', commit: 'h6', at: day(2) }],
      requests: [
        { login: 'noah', at: day(3) },
        { login: 'noah', at: day(1) },
      ],
      checks: [
        { name: 'test', state: 'success' },
        { name: 'docs', state: 'status:failure', required: true },
      ],
      overrides: { mergeable: 'MERGEABLE', mergeState: 'BLOCKED' },
      autoMerge: true,
    },
    {
      number: 8,
      title: 'Squash me',
      author: 'zoe',
      state: 'merged',
      createdAt: day(9),
      body: 'Fixes #4',
      head: { repository: 'zoe/app', branch: 'issue-4' },
      merge: { name: 'm8', at: day(8), by: 'noah', method: 'squash' },
    },
    {
      number: 11,
      title: 'On top',
      author: 'maya',
      createdAt: day(1),
      base: 'login',
      closes: [],
      body: 'Closes #6',
      draft: true,
    },
    { number: 12, title: 'Given up', author: 'zoe', state: 'closed', createdAt: day(7), closedAt: day(6), closes: [6] },
    {
      number: 13,
      title: 'Off the track',
      author: 'maya',
      state: 'merged',
      createdAt: day(5),
      merge: { at: day(4), branches: [] },
    },
  ],
  commits: [
    { name: 'c1', message: 'Refs #6', at: day(12), by: 'maya' },
    { name: 'c2', message: 'Revert "Squash me (#8)"', at: day(7), by: 'noah' },
  ],
  branches: [{ name: 'feature/x', commits: [{ name: 'b1', message: 'start', at: day(2), by: 'maya' }] }],
};

const world: Seed = {
  organizations: ['acme'],
  repositories: [app, { owner: 'acme', name: 'lib', issues: [{ title: 'Moved here', createdAt: day(30) }] }],
};

let github: EmbeddedGitHub;
beforeAll(async () => {
  github = await startEmbeddedGitHub({ seed: world, now: () => Date.UTC(2026, 10, 18, 12) });
});
afterAll(() => github.close());

const inApp = async (fields: string) => {
  const token = github.tokenFor({ user: 'maya' });
  return Object((await ask(github, `{ repository(owner: "acme", name: "app") { ${fields} } }`, { token })).repository);
};
const sha = (name: string) => github.repository('acme/app').namedCommits.get(name);

describe('a seeded issue', () => {
  it('has its labels, assignees, milestone and reopenings at their times', async () => {
    const { issue } =
      await inApp(`issue(number: 3) { createdAt updatedAt stateReason milestone { title dueOn } issueType { name }
      timelineItems(first: 20, itemTypes: [LABELED_EVENT, ASSIGNED_EVENT, REOPENED_EVENT, UNLABELED_EVENT, ISSUE_COMMENT]) { nodes {
        ... on LabeledEvent { createdAt label { name } actor { login } } ... on AssignedEvent { createdAt assignee { ... on User { login } } }
        ... on ReopenedEvent { createdAt } ... on UnlabeledEvent { createdAt } ... on IssueComment { createdAt author { login } } } } }`);
    expect(issue).toEqual({
      createdAt: day(20),
      updatedAt: day(1),
      stateReason: 'REOPENED',
      milestone: { title: '1.0', dueOn: day(-5) },
      issueType: { name: 'Bug' },
      timelineItems: {
        nodes: [
          { createdAt: day(6) },
          { createdAt: day(4), assignee: { login: 'maya' } },
          { createdAt: day(3) },
          { createdAt: day(2), label: { name: 'blocked' }, actor: { login: 'maya' } },
          { createdAt: day(1), author: { login: 'ann' } },
        ],
      },
    });
  });

  it('is bound to others, across repositories, with the time of each dependency', async () => {
    const { issue } =
      await inApp(`issue(number: 3) { blockedBy(first: 5) { nodes { number repository { name } } } subIssues(first: 5) { nodes { number } }
      timelineItems(first: 5, itemTypes: BLOCKED_BY_ADDED_EVENT) { nodes { ... on BlockedByAddedEvent { createdAt blockingIssue { number } } } }
      linkedBranches(first: 2) { nodes { ref { name target { oid } } } } }`);
    expect(issue).toEqual({
      blockedBy: {
        nodes: [
          { number: 5, repository: { name: 'app' } },
          { number: 1, repository: { name: 'lib' } },
        ],
      },
      subIssues: { nodes: [{ number: 4 }] },
      timelineItems: {
        nodes: [
          { createdAt: day(20), blockingIssue: { number: 1 } },
          { createdAt: day(5), blockingIssue: { number: 5 } },
        ],
      },
      linkedBranches: { nodes: [{ ref: { name: 'feature/x', target: { oid: sha('b1') } } }] },
    });
  });

  it('was closed by what the seed says, became a discussion, or went away', async () => {
    const closer =
      'state stateReason closedAt timelineItems(last: 1, itemTypes: CLOSED_EVENT) { nodes { ... on ClosedEvent { actor { login } closer { ... on PullRequest { number } } } } }';
    const found =
      await inApp(`four: issue(number: 4) { ${closer} } five: issue(number: 5) { stateReason duplicateOf { number } }
      ten: issue(number: 10) { state timelineItems(first: 1, itemTypes: CONVERTED_TO_DISCUSSION_EVENT) { filteredCount } }`);
    expect(found).toEqual({
      four: {
        state: 'CLOSED',
        stateReason: 'COMPLETED',
        closedAt: day(8),
        timelineItems: { nodes: [{ actor: { login: 'noah' }, closer: { number: 8 } }] },
      },
      five: { stateReason: 'DUPLICATE', duplicateOf: { number: 6 } },
      ten: { state: 'CLOSED', timelineItems: { filteredCount: 1 } },
    });
    const client = octokit(github, github.tokenFor({ user: 'maya' }));
    const { data } = await client.issues.get({ owner: 'acme', repo: 'app', issue_number: 9 });
    expect(data).toMatchObject({ title: 'Moved here', number: 1, repository_url: `${github.apiUrl}/repos/acme/lib` });
  });
});

describe('a seeded pull request', () => {
  it('has real commits with their dates, and what the seed says of reviews, checks and merging', async () => {
    const { pullRequest } =
      await inApp(`pullRequest(number: 7) { state headRefOid mergeable mergeStateStatus autoMergeRequest { mergeMethod }
      closingIssuesReferences(first: 5) { nodes { number } }
      commits(first: 5) { nodes { commit { oid committedDate author { user { login } } parents(first: 1) { nodes { messageHeadline } } } } }
      latestOpinionatedReviews(first: 5) { nodes { state submittedAt commit { oid } author { login } } }
      reviewRequests(first: 5) { nodes { requestedReviewer { ... on User { login } } } }
      timelineItems(first: 9, itemTypes: REVIEW_REQUESTED_EVENT) { nodes { ... on ReviewRequestedEvent { createdAt } } }
      statusCheckRollup { state contexts(first: 5) { nodes { ... on CheckRun { name isRequired(pullRequestNumber: 7) } ... on StatusContext { context isRequired(pullRequestNumber: 7) } } } } }`);
    expect(pullRequest).toEqual({
      state: 'OPEN',
      headRefOid: sha('h7'),
      mergeable: 'MERGEABLE',
      mergeStateStatus: 'BLOCKED',
      autoMergeRequest: { mergeMethod: 'MERGE' },
      closingIssuesReferences: { nodes: [{ number: 3 }] },
      commits: {
        nodes: [
          {
            commit: {
              oid: sha('h6'),
              committedDate: day(4),
              author: { user: { login: 'maya' } },
              parents: { nodes: [{ messageHeadline: 'Revert "Squash me (#8)"' }] },
            },
          },
          {
            commit: {
              oid: sha('h7'),
              committedDate: day(2),
              author: { user: { login: 'maya' } },
              parents: { nodes: [{ messageHeadline: 'start' }] },
            },
          },
        ],
      },
      latestOpinionatedReviews: {
        nodes: [
          { state: 'CHANGES_REQUESTED', submittedAt: day(2), commit: { oid: sha('h6') }, author: { login: 'noah' } },
        ],
      },
      reviewRequests: { nodes: [{ requestedReviewer: { login: 'noah' } }] },
      timelineItems: { nodes: [{ createdAt: day(3) }, { createdAt: day(1) }] },
      statusCheckRollup: {
        state: 'FAILURE',
        contexts: {
          nodes: [
            { name: 'test', isRequired: true },
            { context: 'docs', isRequired: true },
          ],
        },
      },
    });
  });

  it('was merged out of a fork, squashed, at its time; the branches hold what the seed says', async () => {
    const { pullRequest, defaultBranchRef, away } =
      await inApp(`pullRequest(number: 8) { state mergedAt mergedBy { login } headRepository { nameWithOwner } headRef { name }
      mergeCommit { oid messageHeadline parents(first: 2) { totalCount } } }
      away: pullRequest(number: 13) { merged mergeCommit { oid } }
      defaultBranchRef { target { ... on Commit { history(first: 9) { nodes { oid messageHeadline } } } } }`);
    expect(pullRequest).toEqual({
      state: 'MERGED',
      mergedAt: day(8),
      mergedBy: { login: 'noah' },
      headRepository: { nameWithOwner: 'zoe/app' },
      headRef: { name: 'issue-4' },
      mergeCommit: { oid: sha('m8'), messageHeadline: 'Squash me (#8)', parents: { totalCount: 1 } },
    });
    const history: { oid: string; messageHeadline: string }[] = defaultBranchRef.target.history.nodes;
    expect(history.map(({ messageHeadline }) => messageHeadline)).toEqual([
      'Revert "Squash me (#8)"',
      'Squash me (#8)',
      'Refs #6',
      'Initial commit',
    ]);
    expect(away.merged).toBe(true);
    expect(history.map(({ oid }) => oid)).not.toContain(away.mergeCommit.oid);
  });

  it('stands on another one, is closed, and closes exactly what the seed says', async () => {
    const found =
      await inApp(`top: pullRequest(number: 11) { isDraft baseRefName baseRefOid closingIssuesReferences(first: 1) { totalCount } }
      closed: pullRequest(number: 12) { state closed closedAt closingIssuesReferences(first: 1) { nodes { number } } }
      issue(number: 6) { closedByPullRequestsReferences(first: 5, includeClosedPrs: true) { nodes { number } } }`);
    expect(found).toEqual({
      top: { isDraft: true, baseRefName: 'login', baseRefOid: sha('h7'), closingIssuesReferences: { totalCount: 0 } },
      closed: { state: 'CLOSED', closed: true, closedAt: day(6), closingIssuesReferences: { nodes: [{ number: 6 }] } },
      issue: { closedByPullRequestsReferences: { nodes: [{ number: 12 }] } },
    });
  });

  it('is what git says it is', async () => {
    const client = octokit(github, github.tokenFor({ user: 'maya' }));
    const { data } = await client.pulls.listFiles({ owner: 'acme', repo: 'app', pull_number: 7 });
    expect(data).toMatchObject([{ filename: 'login.js', status: 'added' }]);
    const fork = await client.repos.getBranch({ owner: 'zoe', repo: 'app', branch: 'issue-4' });
    expect(fork.data.commit.commit.message).toBe('Squash me');
  });
});

describe('refs', () => {
  it('are listed by prefix and word, compared with the default branch, with their pull requests', async () => {
    const { refs, defaultBranchRef } = await inApp(`refs(refPrefix: "refs/heads/", first: 10, query: "o") { nodes { name
        associatedPullRequests(first: 1, states: OPEN) { nodes { number } } compare(headRef: "main") { aheadBy behindBy } } }
      defaultBranchRef { compare(headRef: "feature/x") { status aheadBy behindBy commits(first: 5) { nodes { messageHeadline committedDate } } } }`);
    expect(refs.nodes).toEqual([
      { name: 'login', associatedPullRequests: { nodes: [{ number: 7 }] }, compare: { aheadBy: 0, behindBy: 2 } },
    ]);
    expect(defaultBranchRef.compare).toEqual({
      status: 'AHEAD',
      aheadBy: 1,
      behindBy: 0,
      commits: { nodes: [{ messageHeadline: 'start', committedDate: day(2) }] },
    });
  });

  it('tell their history since a time, page by page, and which pull request brought a commit', async () => {
    const { defaultBranchRef } =
      await inApp(`defaultBranchRef { target { ... on Commit { history(first: 1, since: "${day(8)}") { totalCount
      pageInfo { hasNextPage } nodes { oid } } } } }`);
    expect(defaultBranchRef.target.history).toEqual({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      nodes: [{ oid: sha('c2') }],
    });
    const { object } = await inApp(
      `object(oid: "${sha('m8')}") { ... on Commit { associatedPullRequests(first: 1) { nodes { number } } } }`,
    );
    expect(object).toEqual({ associatedPullRequests: { nodes: [{ number: 8 }] } });
  });

  it('compare over REST as over GraphQL', async () => {
    const client = octokit(github, github.tokenFor({ user: 'maya' }));
    const { data } = await client.repos.compareCommitsWithBasehead({
      owner: 'acme',
      repo: 'app',
      basehead: 'main...login',
    });
    expect(data).toMatchObject({ status: 'ahead', ahead_by: 2, behind_by: 0, files: [{ filename: 'login.js' }] });
  });
});
