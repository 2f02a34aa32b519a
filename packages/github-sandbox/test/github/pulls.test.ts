import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setAutoMerge, setDraft, setQueued } from '../../src/github/acts/pulls.js';
import type { GitHubEvent } from '../../src/github/index.js';
import type { PullRequest } from '../../src/github/state.js';
import { ask } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { growBranch } from '../support/grow-branch.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
const received: GitHubEvent[] = [];
const as = (user: string) => octokit(github, github.tokenFor({ user }));
const effectsOf = (subject: string) => github.effects.filter((one) => one.subject === subject).map(({ kind }) => kind);

beforeAll(async () => {
  const [first, ...others] = sampleSeed.repositories ?? [];
  const withRules =
    first === undefined ? [] : [{ ...first, rules: { release: { requiredReviews: 1, requiredChecks: ['test'] } } }];
  github = await startEmbeddedGitHub({ seed: { ...sampleSeed, repositories: [...withRules, ...others] } });
  github.on('event', (event) => received.push(event));
  await growBranch(as('ann'), { ...inRepository, branch: 'release', files: { 'RELEASE.md': 'one\n' } });
});
afterAll(() => github.close());

/** A branch with one commit, and a pull request for it. */
async function open(branch: string, given: { body?: string; base?: string; text?: string; draft?: boolean } = {}) {
  const { body = '', base = 'main', text = `${branch}\n`, draft = false } = given;
  await growBranch(as('bob'), { ...inRepository, branch, from: base, files: { [`${branch}.md`]: text } });
  const { data } = await as('bob').pulls.create({
    ...inRepository,
    title: `About ${branch}`,
    head: branch,
    base,
    body,
    draft,
  });
  return data;
}

function pullNumbered(number: number): PullRequest {
  const pull = github.repository('ann/shop').pulls.find((one) => one.number === number);
  if (pull === undefined) throw new Error(`no pull request #${number}`);
  return pull;
}

const inPull = (number: number, fields: string) =>
  ask(github, `{ repository(owner: "ann", name: "shop") { pullRequest(number: ${number}) { ${fields} } } }`, {
    token: github.tokenFor({ user: 'bob' }),
  }).then(({ repository }) => Object(repository).pullRequest);

describe('a pull request', () => {
  it('opens from a branch, with its commits and files, and shares the numbers of issues', async () => {
    const { number, commits, changed_files, additions, head, base } = await open('first');
    expect({ number, commits, changed_files, additions, head: head.ref, base: base.ref }).toEqual({
      number: 4,
      commits: 1,
      changed_files: 1,
      additions: 1,
      head: 'first',
      base: 'main',
    });
    expect(effectsOf('#4')).toEqual(['pull.opened']);
    expect(received.at(-1)).toMatchObject({ name: 'pull_request', action: 'opened', payload: { number: 4 } });
    const files = await as('rex').pulls.listFiles({ ...inRepository, pull_number: 4 });
    expect(files.data).toMatchObject([{ filename: 'first.md', status: 'added' }]);
    const listed = await as('rex').pulls.listCommits({ ...inRepository, pull_number: 4 });
    expect(listed.data).toMatchObject([
      { sha: head.sha, commit: { message: 'work on first' }, author: { login: 'bob' } },
    ]);
  });

  it('is an issue, too: it is listed, labelled and commented on as one', async () => {
    await as('bob').issues.createComment({ ...inRepository, issue_number: 4, body: 'Look.' });
    await as('bob').issues.addLabels({ ...inRepository, issue_number: 4, labels: ['bug'] });
    const { data } = await as('rex').issues.listForRepo({ ...inRepository, labels: 'bug' });
    expect(data.map(({ number, pull_request }) => [number, pull_request !== undefined])).toEqual([
      [4, true],
      [1, false],
    ]);
    expect(received.at(-1)).toMatchObject({
      name: 'pull_request',
      action: 'labeled',
      payload: { label: { name: 'bug' } },
    });
    expect(await inPull(4, 'comments(first: 1) { nodes { body } } labels(first: 1) { nodes { name } }')).toEqual({
      comments: { nodes: [{ body: 'Look.' }] },
      labels: { nodes: [{ name: 'bug' }] },
    });
  });

  it('is refused a second time, without commits, and from a branch that is not there', async () => {
    const bob = as('bob');
    const create = (head: string) => refusal(bob.pulls.create({ ...inRepository, title: 'Again', head, base: 'main' }));
    expect((await create('first')).errors).toMatchObject([{ message: 'A pull request already exists for ann:first.' }]);
    expect(await create('nowhere')).toMatchObject({ status: 422, errors: [{ field: 'head', code: 'invalid' }] });
    await bob.git.createRef({
      ...inRepository,
      ref: 'refs/heads/still',
      sha: (await bob.git.getRef({ ...inRepository, ref: 'heads/main' })).data.object.sha,
    });
    expect((await create('still')).errors).toMatchObject([{ message: 'No commits between main and still' }]);
  });

  it('follows its branch, and closes when that is deleted', async () => {
    const { number } = await open('second');
    const sha = await growBranch(as('bob'), { ...inRepository, branch: 'second', files: { 'more.md': 'more\n' } });
    expect(received.at(-1)).toMatchObject({ name: 'pull_request', action: 'synchronize', payload: { after: sha } });
    expect(await inPull(number, 'headRefOid commits(first: 5) { totalCount nodes { commit { oid } } }')).toMatchObject({
      headRefOid: sha,
      commits: { totalCount: 2, nodes: [{}, { commit: { oid: sha } }] },
    });
    await as('bob').git.deleteRef({ ...inRepository, ref: 'heads/second' });
    expect(await inPull(number, 'state merged headRef { name } headRefOid')).toEqual({
      state: 'CLOSED',
      merged: false,
      headRef: null,
      headRefOid: sha,
    });
  });

  it('changes title, body, base and state', async () => {
    const { number } = await open('third', { body: 'Closes #1' });
    const issues = 'closingIssuesReferences(first: 5) { nodes { number } }';
    expect(await inPull(number, issues)).toEqual({ closingIssuesReferences: { nodes: [{ number: 1 }] } });
    await as('bob').pulls.update({ ...inRepository, pull_number: number, title: 'Renamed', base: 'release' });
    expect(await inPull(number, `title baseRefName ${issues}`)).toEqual({
      title: 'Renamed',
      baseRefName: 'release',
      closingIssuesReferences: { nodes: [] },
    });
    await as('bob').pulls.update({ ...inRepository, pull_number: number, state: 'closed' });
    expect(await inPull(number, 'state closed mergeable')).toEqual({
      state: 'CLOSED',
      closed: true,
      mergeable: 'UNKNOWN',
    });
  });

  it('comes from a fork, whose commits GitHub brings over', async () => {
    await github.seed({
      repositories: [{ owner: 'eve', name: 'shop', forkOf: 'ann/shop', createdAt: '2026-01-01T00:00:00Z' }],
    });
    const eve = as('eve');
    const sha = await growBranch(eve, { owner: 'eve', repo: 'shop', branch: 'mine', files: { 'eve.md': 'hi\n' } });
    const { data } = await eve.pulls.create({ ...inRepository, title: 'From outside', head: 'eve:mine', base: 'main' });
    expect(data).toMatchObject({ author_association: 'NONE', head: { label: 'eve:mine', sha }, commits: 1 });
    expect(
      await inPull(data.number, 'isCrossRepository headRepository { nameWithOwner isFork parent { nameWithOwner } }'),
    ).toEqual({
      isCrossRepository: true,
      headRepository: { nameWithOwner: 'eve/shop', isFork: true, parent: { nameWithOwner: 'ann/shop' } },
    });
  });

  it('is drafted and made ready, queued, and set to merge by itself', async () => {
    const { number } = await open('fourth', { draft: true });
    const pull = pullNumbered(number);
    const act = { world: github.world, by: { account: pull.author, app: null, isWorkflow: false } };
    expect(await inPull(number, 'isDraft autoMergeRequest { mergeMethod } isInMergeQueue')).toEqual({
      isDraft: true,
      autoMergeRequest: null,
      isInMergeQueue: false,
    });
    setDraft(act, { pull, draft: false });
    setAutoMerge(act, { pull, method: 'squash' });
    setQueued(act, { pull, queued: true });
    expect(
      await inPull(
        number,
        'isDraft autoMergeRequest { mergeMethod enabledBy { login } } isInMergeQueue mergeQueueEntry { position }',
      ),
    ).toEqual({
      isDraft: false,
      autoMergeRequest: { mergeMethod: 'SQUASH', enabledBy: { login: 'bob' } },
      isInMergeQueue: true,
      mergeQueueEntry: { position: 1 },
    });
    expect(received.slice(-3).map(({ action }) => action)).toEqual([
      'ready_for_review',
      'auto_merge_enabled',
      'enqueued',
    ]);
  });
});

describe('whether it can be merged', () => {
  it('is not known to the first who asks, and known to the second', async () => {
    const { number } = await open('fifth');
    pullNumbered(number).mergeability = null;
    expect(await inPull(number, 'mergeable mergeStateStatus')).toEqual({
      mergeable: 'UNKNOWN',
      mergeStateStatus: 'UNKNOWN',
    });
    expect(await inPull(number, 'mergeStateStatus mergeable')).toEqual({
      mergeable: 'MERGEABLE',
      mergeStateStatus: 'CLEAN',
    });
    await growBranch(as('ann'), { ...inRepository, branch: 'main', files: { 'fifth.md': 'something else\n' } });
    expect(await inPull(number, 'mergeable')).toEqual({ mergeable: 'UNKNOWN' });
    expect(await inPull(number, 'mergeable mergeStateStatus')).toEqual({
      mergeable: 'CONFLICTING',
      mergeStateStatus: 'DIRTY',
    });
    const { data } = await as('rex').pulls.get({ ...inRepository, pull_number: number });
    expect(data).toMatchObject({ mergeable: false, mergeable_state: 'dirty' });
    expect(await refusal(as('ann').pulls.merge({ ...inRepository, pull_number: number }))).toMatchObject({
      status: 405,
      message: 'Pull Request is not mergeable',
    });
  });

  it('depends on the reviews and checks that the branch asks for', async () => {
    const { number } = await open('sixth', { base: 'release' });
    const states = async () => {
      await inPull(number, 'mergeable');
      return inPull(number, 'reviewDecision mergeStateStatus');
    };
    expect(await states()).toEqual({ reviewDecision: 'REVIEW_REQUIRED', mergeStateStatus: 'BLOCKED' });
    await as('rex').pulls.createReview({ ...inRepository, pull_number: number, event: 'APPROVE' });
    expect(await states()).toMatchObject({ reviewDecision: 'REVIEW_REQUIRED' });
    await as('ann').pulls.createReview({ ...inRepository, pull_number: number, event: 'APPROVE' });
    expect(await states()).toEqual({ reviewDecision: 'APPROVED', mergeStateStatus: 'BLOCKED' });
    const sha = pullNumbered(number).head.sha;
    await as('bob').repos.createCommitStatus({ ...inRepository, sha, state: 'success', context: 'test' });
    expect(await states()).toEqual({ reviewDecision: 'APPROVED', mergeStateStatus: 'CLEAN' });
    await as('bob').repos.createCommitStatus({ ...inRepository, sha, state: 'failure', context: 'lint' });
    expect(await states()).toMatchObject({ mergeStateStatus: 'UNSTABLE' });
  });
});

describe('a merge', () => {
  it('closes the issues that the text closes, each by this pull request', async () => {
    const { data: issue } = await as('rex').issues.create({ ...inRepository, title: 'To be fixed' });
    const { number } = await open('seventh', { body: `Fixes #${issue.number}\n\n\`closes #1\`` });
    received.length = 0;
    const { data } = await as('ann').pulls.merge({ ...inRepository, pull_number: number });
    expect(data.merged).toBe(true);
    expect(received.map(({ name, action }) => `${name}.${action ?? ''}`)).toEqual([
      'pull_request.closed',
      'issues.closed',
      'push.',
    ]);
    expect(
      await inPull(
        number,
        'state merged mergedBy { login } mergeCommit { oid message parents(first: 2) { totalCount } }',
      ),
    ).toEqual({
      state: 'MERGED',
      merged: true,
      mergedBy: { login: 'ann' },
      mergeCommit: {
        oid: data.sha,
        message: `Merge pull request #${number} from ann/seventh\n\nAbout seventh`,
        parents: { totalCount: 2 },
      },
    });
    const answer = await ask(
      github,
      `{ repository(owner: "ann", name: "shop") { open: issue(number: 1) { state } issue(number: ${issue.number}) { state stateReason
        closedByPullRequestsReferences(first: 1) { totalCount }
        all: closedByPullRequestsReferences(first: 1, includeClosedPrs: true) { nodes { number } }
        timelineItems(last: 1, itemTypes: CLOSED_EVENT) { nodes { ... on ClosedEvent { actor { login } closer { ... on PullRequest { number } } } } } } } }`,
      { token: github.tokenFor({ user: 'rex' }) },
    );
    expect(answer).toEqual({
      repository: {
        open: { state: 'OPEN' },
        issue: {
          state: 'CLOSED',
          stateReason: 'COMPLETED',
          closedByPullRequestsReferences: { totalCount: 0 },
          all: { nodes: [{ number }] },
          timelineItems: { nodes: [{ actor: { login: 'ann' }, closer: { number } }] },
        },
      },
    });
  });

  it('squashed leaves one commit with one parent', async () => {
    const { number } = await open('eighth');
    const { data } = await as('ann').pulls.merge({ ...inRepository, pull_number: number, merge_method: 'squash' });
    const { data: commit } = await as('rex').git.getCommit({ ...inRepository, commit_sha: data.sha });
    expect([commit.message, commit.parents.length]).toEqual([`About eighth (#${number})`, 1]);
    const { data: pulls } = await as('rex').repos.listPullRequestsAssociatedWithCommit({
      ...inRepository,
      commit_sha: data.sha,
    });
    expect(pulls.map((one) => one.number)).toEqual([number]);
    expect((await as('rex').pulls.checkIfMerged({ ...inRepository, pull_number: number })).status).toBe(204);
  });

  it('by a push of the same commits is one, too', async () => {
    const { number } = await open('ninth');
    const pull = pullNumbered(number);
    const merged = await as('ann').git.updateRef({
      ...inRepository,
      ref: 'heads/main',
      sha: pull.head.sha,
      force: true,
    });
    expect(merged.status).toBe(200);
    expect(await inPull(number, 'merged mergeCommit { oid }')).toEqual({
      merged: true,
      mergeCommit: { oid: pull.head.sha },
    });
  });

  it('is refused to readers, of a draft, of a head that moved, and where rules forbid it', async () => {
    const { number } = await open('tenth', { draft: true });
    expect(await refusal(as('rex').pulls.merge({ ...inRepository, pull_number: number }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(as('ann').pulls.merge({ ...inRepository, pull_number: number }))).toMatchObject({
      status: 405,
    });
    const sha = '0'.repeat(40);
    expect(await refusal(as('ann').pulls.merge({ ...inRepository, pull_number: number, sha }))).toMatchObject({
      status: 409,
    });
    const { number: ruled } = await open('eleventh', { base: 'release' });
    expect(await refusal(as('ann').pulls.merge({ ...inRepository, pull_number: ruled }))).toMatchObject({
      status: 405,
      message: 'Repository rule violations found',
    });
  });
});

describe('reviews', () => {
  it('are asked for, given, and answer the request', async () => {
    const { number } = await open('twelfth');
    const at = { ...inRepository, pull_number: number };
    await as('bob').pulls.requestReviewers({ ...at, reviewers: ['tia'] });
    expect(received.at(-1)).toMatchObject({
      action: 'review_requested',
      payload: { requested_reviewer: { login: 'tia' } },
    });
    expect(
      await inPull(number, 'reviewRequests(first: 1) { nodes { requestedReviewer { ... on User { login } } } }'),
    ).toEqual({
      reviewRequests: { nodes: [{ requestedReviewer: { login: 'tia' } }] },
    });
    const { data } = await as('tia').pulls.createReview({ ...at, event: 'REQUEST_CHANGES', body: 'No.' });
    await as('tia').pulls.createReview({ ...at, event: 'COMMENT', body: 'Still.' });
    expect((await as('rex').pulls.listRequestedReviewers(at)).data.users).toEqual([]);
    expect((await as('rex').pulls.listReviews(at)).data.map(({ state }) => state)).toEqual([
      'CHANGES_REQUESTED',
      'COMMENTED',
    ]);
    const reviews = `reviewDecision latestOpinionatedReviews(first: 5) { nodes { state author { login } commit { oid } authorCanPushToRepository } }
      reviews(first: 5) { totalCount }`;
    expect(await inPull(number, reviews)).toMatchObject({
      reviewDecision: null,
      latestOpinionatedReviews: {
        nodes: [{ state: 'CHANGES_REQUESTED', author: { login: 'tia' }, authorCanPushToRepository: false }],
      },
      reviews: { totalCount: 2 },
    });
    await as('ann').pulls.dismissReview({ ...at, review_id: data.id, message: 'Settled.' });
    expect(await inPull(number, 'latestOpinionatedReviews(first: 5) { nodes { state } }')).toEqual({
      latestOpinionatedReviews: { nodes: [{ state: 'DISMISSED' }] },
    });
    const asked = await inPull(
      number,
      'timelineItems(first: 9, itemTypes: [REVIEW_REQUESTED_EVENT, REVIEW_DISMISSED_EVENT, PULL_REQUEST_REVIEW]) { nodes { __typename } }',
    );
    expect(asked.timelineItems.nodes.map(({ __typename }: { __typename: string }) => __typename)).toEqual([
      'ReviewRequestedEvent',
      'PullRequestReview',
      'PullRequestReview',
      'ReviewDismissedEvent',
    ]);
  });

  it('are visible to their author only while they are pending', async () => {
    const { number } = await open('pending');
    const at = { ...inRepository, pull_number: number };
    const { data } = await as('tia').pulls.createReview({ ...at, body: 'Not sent yet.' });
    const one = { ...at, review_id: data.id };
    expect((await as('tia').pulls.getReview(one)).data.state).toBe('PENDING');
    expect(await refusal(as('rex').pulls.getReview(one))).toMatchObject({ status: 404 });
    expect(await refusal(as('ann').pulls.dismissReview({ ...one, message: 'Settled.' }))).toMatchObject({
      status: 404,
    });
    expect((await as('tia').pulls.listReviews(at)).data).toHaveLength(1);
    expect((await as('rex').pulls.listReviews(at)).data).toEqual([]);
  });

  it('are not given to oneself, not asked of the author, and not approved by a workflow', async () => {
    const { number } = await open('thirteenth');
    const at = { ...inRepository, pull_number: number };
    expect(await refusal(as('bob').pulls.createReview({ ...at, event: 'APPROVE' }))).toMatchObject({ status: 422 });
    expect(await refusal(as('ann').pulls.requestReviewers({ ...at, reviewers: ['bob'] }))).toMatchObject({
      status: 422,
    });
    const robot = octokit(github, github.tokenFor({ workflow: 'ann/shop', permissions: { pull_requests: 'write' } }));
    expect(await refusal(robot.pulls.createReview({ ...at, event: 'APPROVE' }))).toMatchObject({ status: 422 });
    expect(
      await refusal(robot.pulls.create({ ...inRepository, title: 'x', head: 'thirteenth', base: 'release' })),
    ).toMatchObject({
      status: 403,
      message: 'GitHub Actions is not permitted to create or approve pull requests.',
    });
  });
});

describe('checks', () => {
  it('belong to Apps, come in suites, and roll up with statuses into one word', async () => {
    const { number, head } = await open('fourteenth', { base: 'release' });
    const sha = head.sha;
    const robot = octokit(
      github,
      github.tokenFor({ workflow: 'ann/shop', permissions: { checks: 'write', statuses: 'write' } }),
    );
    const rollup = () =>
      inPull(
        number,
        `statusCheckRollup { state contexts(first: 9) { nodes { ... on CheckRun { name status conclusion isRequired(pullRequestNumber: ${number}) }
          ... on StatusContext { context state isRequired(pullRequestNumber: ${number}) } } } }`,
      );
    expect(await rollup()).toEqual({ statusCheckRollup: null });
    received.length = 0;
    const { data } = await robot.checks.create({ ...inRepository, name: 'test', head_sha: sha, status: 'in_progress' });
    await robot.repos.createCommitStatus({ ...inRepository, sha, state: 'success', context: 'lint' });
    expect(await rollup()).toMatchObject({ statusCheckRollup: { state: 'PENDING' } });
    await robot.checks.update({
      ...inRepository,
      check_run_id: data.id,
      conclusion: 'failure',
      output: { title: 'Red', summary: '1 failed' },
    });
    expect(await rollup()).toEqual({
      statusCheckRollup: {
        state: 'FAILURE',
        contexts: {
          nodes: [
            { name: 'test', status: 'COMPLETED', conclusion: 'FAILURE', isRequired: true },
            { context: 'lint', state: 'SUCCESS', isRequired: false },
          ],
        },
      },
    });
    expect(received.map(({ name, action }) => `${name}.${action ?? ''}`)).toEqual([
      'check_suite.requested',
      'check_run.created',
      'status.',
      'check_run.completed',
      'check_suite.completed',
    ]);
    const runs = await as('rex').checks.listForRef({ ...inRepository, ref: 'fourteenth' });
    expect(runs.data).toMatchObject({ total_count: 1, check_runs: [{ id: data.id, conclusion: 'failure' }] });
    expect((await as('rex').checks.get({ ...inRepository, check_run_id: data.id })).data.output.title).toBe('Red');
    expect((await as('rex').checks.listSuitesForRef({ ...inRepository, ref: sha })).data.check_suites).toMatchObject([
      { conclusion: 'failure' },
    ]);
    expect((await as('rex').repos.getCombinedStatusForRef({ ...inRepository, ref: sha })).data).toMatchObject({
      state: 'success',
      total_count: 1,
    });
    expect((await as('rex').repos.listCommitStatusesForRef({ ...inRepository, ref: sha })).data).toMatchObject([
      { creator: { login: 'github-actions[bot]' } },
    ]);
    expect(await refusal(as('ann').checks.create({ ...inRepository, name: 'mine', head_sha: sha }))).toMatchObject({
      status: 403,
    });
  });
});
