import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { markDuplicate } from '../../src/github/acts/issues.js';
import { createLinkedBranch } from '../../src/github/acts/linked-branches.js';
import { linkManually } from '../../src/github/acts/references.js';
import { transferIssue } from '../../src/github/acts/transfer.js';
import type { GitHubEvent } from '../../src/github/index.js';
import { findAccount, type Issue } from '../../src/github/state.js';
import { ask, askRaw } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { growBranch } from '../support/grow-branch.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
const received: GitHubEvent[] = [];
const as = (user: string) => octokit(github, github.tokenFor({ user }));

beforeAll(async () => {
  const depot = { owner: 'ann', name: 'depot', issues: [{ title: 'Elsewhere' }] };
  github = await startEmbeddedGitHub({
    seed: { ...sampleSeed, repositories: [...(sampleSeed.repositories ?? []), depot] },
  });
  github.on('event', (event) => received.push(event));
});
afterAll(() => github.close());

const token = () => github.tokenFor({ user: 'bob' });
const inIssue = async (number: number, fields: string, repo = 'shop') => {
  const query = `{ repository(owner: "ann", name: "${repo}") { issue(number: ${number}) { ${fields} } } }`;
  return Object((await ask(github, query, { token: token() })).repository).issue;
};
const timeline = async (number: number, fields = '__typename') =>
  (await inIssue(number, `timelineItems(first: 50) { nodes { __typename ${fields} } }`)).timelineItems.nodes;
const newIssue = async (title: string, body = '') =>
  (await as('bob').issues.create({ ...inRepository, title, body })).data;

function issueNumbered(number: number): Issue {
  const thread = github.repository('ann/shop').threadsByNumber.get(number);
  if (thread?.kind !== 'Issue') throw new Error(`no issue #${number}`);
  return thread;
}

function actOf(login: string) {
  const account = findAccount(github.state, login);
  if (account === undefined) throw new Error(`nobody is called ${login}`);
  return { world: github.world, by: { account, app: null, isWorkflow: false } };
}

describe('dependencies', () => {
  it('are added, seen from both ends with their time, and taken back', async () => {
    const [first, second] = [await newIssue('Waits'), await newIssue('Comes first')];
    const at = { ...inRepository, issue_number: first.number };
    received.length = 0;
    await as('tia').issues.addBlockedByDependency({ ...at, issue_id: second.id });
    expect(received.map(({ name, action }) => [name, action])).toEqual([
      ['issue_dependencies', 'blocked_by_added'],
      ['issue_dependencies', 'blocking_added'],
    ]);
    expect(received[0]?.payload).toMatchObject({
      blocked_issue: { number: first.number },
      blocking_issue_id: second.id,
    });
    expect((await as('rex').issues.listDependenciesBlockedBy(at)).data.map(({ number }) => number)).toEqual([
      second.number,
    ]);
    const other = { ...inRepository, issue_number: second.number };
    expect((await as('rex').issues.listDependenciesBlocking(other)).data.map(({ number }) => number)).toEqual([
      first.number,
    ]);
    const summary =
      'issueDependenciesSummary { blockedBy totalBlockedBy blocking totalBlocking } blocking(first: 1) { nodes { number } }';
    expect(await inIssue(second.number, summary)).toEqual({
      issueDependenciesSummary: { blockedBy: 0, totalBlockedBy: 0, blocking: 1, totalBlocking: 1 },
      blocking: { nodes: [{ number: first.number }] },
    });
    const added = await timeline(
      first.number,
      '... on BlockedByAddedEvent { createdAt actor { login } blockingIssue { number } }',
    );
    expect(added).toEqual([
      {
        __typename: 'BlockedByAddedEvent',
        createdAt: expect.stringMatching(/Z$/),
        actor: { login: 'tia' },
        blockingIssue: { number: second.number },
      },
    ]);
    await as('tia').issues.removeDependencyBlockedBy({ ...at, issue_id: second.id });
    expect(await inIssue(first.number, 'blockedBy(first: 1) { totalCount }')).toEqual({ blockedBy: { totalCount: 0 } });
  });

  it('are refused twice, to oneself, and to who only reads', async () => {
    const [first, second] = [await newIssue('Once'), await newIssue('Other')];
    const at = { ...inRepository, issue_number: first.number };
    await as('tia').issues.addBlockedByDependency({ ...at, issue_id: second.id });
    expect(await refusal(as('tia').issues.addBlockedByDependency({ ...at, issue_id: second.id }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(as('tia').issues.addBlockedByDependency({ ...at, issue_id: first.id }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(as('rex').issues.addBlockedByDependency({ ...at, issue_id: second.id }))).toMatchObject({
      status: 403,
    });
  });
});

describe('sub-issues', () => {
  it('have one parent, count as completed when closed, and are taken out', async () => {
    const [parent, child, other] = [await newIssue('Epic'), await newIssue('Part'), await newIssue('Rival')];
    const at = { ...inRepository, issue_number: parent.number };
    await as('tia').issues.addSubIssue({ ...at, sub_issue_id: child.id });
    expect(received.at(-1)).toMatchObject({
      name: 'sub_issues',
      action: 'sub_issue_added',
      payload: { sub_issue: { number: child.number } },
    });
    await as('bob').issues.update({ ...inRepository, issue_number: child.number, state: 'closed' });
    expect(
      await inIssue(
        parent.number,
        'subIssuesSummary { total completed percentCompleted } subIssues(first: 5) { nodes { number } }',
      ),
    ).toEqual({
      subIssuesSummary: { total: 1, completed: 1, percentCompleted: 100 },
      subIssues: { nodes: [{ number: child.number }] },
    });
    expect(await inIssue(child.number, 'parent { number }')).toEqual({ parent: { number: parent.number } });
    expect((await as('rex').issues.getParent({ ...inRepository, issue_number: child.number })).data.number).toBe(
      parent.number,
    );
    const adopt = { ...inRepository, issue_number: other.number, sub_issue_id: child.id };
    expect(await refusal(as('tia').issues.addSubIssue(adopt))).toMatchObject({ status: 422 });
    await as('tia').issues.addSubIssue({ ...adopt, replace_parent: true });
    expect((await as('rex').issues.listSubIssues(at)).data).toEqual([]);
    await as('tia').issues.removeSubIssue(adopt);
    expect(await inIssue(child.number, 'parent { number }')).toEqual({ parent: null });
  });

  it('are never their own ancestors', async () => {
    const [top, middle] = [await newIssue('Top'), await newIssue('Middle')];
    await as('tia').issues.addSubIssue({ ...inRepository, issue_number: top.number, sub_issue_id: middle.id });
    const loop = as('tia').issues.addSubIssue({ ...inRepository, issue_number: middle.number, sub_issue_id: top.id });
    expect(await refusal(loop)).toMatchObject({ status: 422 });
  });
});

describe('the timeline', () => {
  it('tells who did what, in order, over GraphQL and REST', async () => {
    const { number } = await newIssue('Eventful');
    const at = { ...inRepository, issue_number: number };
    await as('tia').issues.addLabels({ ...at, labels: ['bug'] });
    await as('bob').issues.update({ ...at, title: 'Renamed', body: 'Words', assignees: ['bob'] });
    await as('rex').issues.createComment({ ...at, body: 'Hm.' });
    await as('tia').issues.removeLabel({ ...at, name: 'bug' });
    await as('bob').issues.update({ ...at, state: 'closed', state_reason: 'not_planned' });
    await as('bob').issues.update({ ...at, state: 'open' });
    const received = await timeline(
      number,
      '... on LabeledEvent { actor { login } label { name } } ... on ClosedEvent { stateReason }',
    );
    expect(received).toEqual([
      { __typename: 'LabeledEvent', actor: { login: 'tia' }, label: { name: 'bug' } },
      { __typename: 'RenamedTitleEvent' },
      { __typename: 'AssignedEvent' },
      { __typename: 'IssueComment' },
      { __typename: 'UnlabeledEvent' },
      { __typename: 'ClosedEvent', stateReason: 'NOT_PLANNED' },
      { __typename: 'ReopenedEvent' },
    ]);
    const { data } = await as('rex').issues.listEventsForTimeline(at);
    expect(data.map(({ event }) => event)).toEqual([
      'labeled',
      'renamed',
      'assigned',
      'commented',
      'unlabeled',
      'closed',
      'reopened',
    ]);
    const { data: events } = await as('rex').issues.listEvents(at);
    expect(events.map(({ event }) => event)).not.toContain('commented');
    const narrowed =
      'timelineItems(last: 1, itemTypes: [LABELED_EVENT, UNLABELED_EVENT]) { totalCount filteredCount nodes { __typename } }';
    expect((await inIssue(number, narrowed)).timelineItems).toEqual({
      totalCount: 7,
      filteredCount: 2,
      nodes: [{ __typename: 'UnlabeledEvent' }],
    });
    expect((await inIssue(number, 'lastEditedAt')).lastEditedAt).not.toBeNull();
  });

  it('keeps one mention of each text that mentions, and says whether it will close', async () => {
    const { number } = await newIssue('Mentioned');
    const other = await newIssue('Mentions', `See #${number}, and #${number} again, but not \`#1\`.`);
    await as('bob').issues.createComment({ ...inRepository, issue_number: other.number, body: `#${number}!` });
    await growBranch(as('bob'), {
      ...inRepository,
      branch: 'mentions',
      files: { 'm.md': 'm\n' },
      message: `Part of #${number}`,
    });
    const { data: pull } = await as('bob').pulls.create({
      ...inRepository,
      title: 'P',
      head: 'mentions',
      base: 'main',
      body: `Resolves: #${number}`,
    });
    const received = await timeline(
      number,
      `... on CrossReferencedEvent { willCloseTarget isCrossRepository source { ... on Issue { number } ... on PullRequest { number } } }
       ... on ReferencedEvent { isDirectReference commit { messageHeadline } }`,
    );
    expect(received).toEqual([
      {
        __typename: 'CrossReferencedEvent',
        willCloseTarget: false,
        isCrossRepository: false,
        source: { number: other.number },
      },
      { __typename: 'ReferencedEvent', isDirectReference: true, commit: { messageHeadline: `Part of #${number}` } },
      {
        __typename: 'CrossReferencedEvent',
        willCloseTarget: true,
        isCrossRepository: false,
        source: { number: pull.number },
      },
    ]);
    expect((await timeline(1)).map(({ __typename }: { __typename: string }) => __typename)).not.toContain(
      'CrossReferencedEvent',
    );
  });

  it('keeps what is linked by hand and what is a duplicate', async () => {
    const [issue, canonical] = [await newIssue('Linked'), await newIssue('The first')];
    await growBranch(as('bob'), { ...inRepository, branch: 'by-hand', files: { 'h.md': 'h\n' } });
    const { data } = await as('bob').pulls.create({ ...inRepository, title: 'By hand', head: 'by-hand', base: 'main' });
    const pull = github.repository('ann/shop').pulls.find(({ number }) => number === data.number);
    if (pull === undefined) throw new Error('the pull request is gone');
    linkManually(actOf('bob'), { pull, issue: issueNumbered(issue.number) });
    markDuplicate(actOf('tia'), { issue: issueNumbered(issue.number), canonical: issueNumbered(canonical.number) });
    const fields = `state stateReason duplicateOf { number } closedByPullRequestsReferences(first: 1, userLinkedOnly: true) { nodes { number } }
      timelineItems(first: 9) { nodes { __typename ... on MarkedAsDuplicateEvent { canonical { ... on Issue { number } } } } }`;
    expect(await inIssue(issue.number, fields)).toEqual({
      state: 'CLOSED',
      stateReason: 'DUPLICATE',
      duplicateOf: { number: canonical.number },
      closedByPullRequestsReferences: { nodes: [{ number: data.number }] },
      timelineItems: {
        nodes: [
          { __typename: 'ConnectedEvent' },
          { __typename: 'MarkedAsDuplicateEvent', canonical: { number: canonical.number } },
          { __typename: 'ClosedEvent' },
        ],
      },
    });
  });
});

describe('a commit on the default branch', () => {
  it('closes what it says it closes; on another branch it only names it', async () => {
    const { number } = await newIssue('Closed by a commit');
    await growBranch(as('bob'), {
      ...inRepository,
      branch: 'aside',
      files: { 'a.md': 'a\n' },
      message: `Fixes #${number}`,
    });
    expect(await inIssue(number, 'state')).toEqual({ state: 'OPEN' });
    const sha = await growBranch(as('bob'), {
      ...inRepository,
      branch: 'main',
      files: { 'b.md': 'b\n' },
      message: `Fix it\n\nFixes #${number}`,
    });
    const closed =
      'state timelineItems(last: 1, itemTypes: CLOSED_EVENT) { nodes { ... on ClosedEvent { closer { ... on Commit { oid } } } } }';
    expect(await inIssue(number, closed)).toEqual({
      state: 'CLOSED',
      timelineItems: { nodes: [{ closer: { oid: sha } }] },
    });
  });
});

describe('a branch that was made for an issue', () => {
  it('is linked to it, and stays in the list without a ref when it is deleted', async () => {
    const { number } = await newIssue('With a branch');
    const repository = github.repository('ann/shop');
    const { data } = await as('bob').git.getRef({ ...inRepository, ref: 'heads/main' });
    const branch = { issue: issueNumbered(number), repository, name: `${number}-with-a-branch`, sha: data.object.sha };
    expect(await createLinkedBranch(actOf('bob'), branch)).toBe(true);
    const linked = 'linkedBranches(first: 3) { nodes { ref { name target { oid } } } }';
    expect(await inIssue(number, linked)).toEqual({
      linkedBranches: { nodes: [{ ref: { name: `${number}-with-a-branch`, target: { oid: data.object.sha } } }] },
    });
    await as('bob').git.deleteRef({ ...inRepository, ref: `heads/${number}-with-a-branch` });
    expect(await inIssue(number, linked)).toEqual({ linkedBranches: { nodes: [{ ref: null }] } });
  });
});

describe('a transferred issue', () => {
  it('is led to by REST, from its own path only, and is unknown to GraphQL under the old number', async () => {
    const { number, node_id } = await newIssue('Moves away');
    const moved = transferIssue(actOf('ann'), { issue: issueNumbered(number), to: github.repository('ann/depot') });
    const answer = await fetch(`${github.apiUrl}/repos/ann/shop/issues/${number}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      `${github.apiUrl}/repos/ann/depot/issues/${moved.number}`,
    ]);
    const { data } = await as('bob').issues.get({ ...inRepository, issue_number: number });
    expect(data).toMatchObject({ number: moved.number, node_id });
    expect(await refusal(as('bob').issues.listComments({ ...inRepository, issue_number: number }))).toMatchObject({
      status: 404,
    });
    const query = `{ repository(owner: "ann", name: "shop") { issue(number: ${number}) { id } } }`;
    expect(await askRaw(github, query, { token: token() })).toMatchObject({
      data: { repository: { issue: null } },
      errors: [{ type: 'NOT_FOUND', message: `Could not resolve to an Issue with the number of ${number}.` }],
    });
    const received =
      'timelineItems(first: 1, itemTypes: TRANSFERRED_EVENT) { nodes { ... on TransferredEvent { fromRepository { name } } } }';
    expect(await inIssue(moved.number, received, 'depot')).toEqual({
      timelineItems: { nodes: [{ fromRepository: { name: 'shop' } }] },
    });
  });
});
