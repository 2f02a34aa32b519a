import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GitHubEvent } from '../../src/github/index.js';
import { ask } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { growBranch } from '../support/grow-branch.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
let pull_number = 0;
let head = '';
const received: GitHubEvent[] = [];
const as = (user: string) => octokit(github, github.tokenFor({ user }));
const text = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}\n`).join('');

beforeAll(async () => {
  const [first, ...rest] = sampleSeed.repositories ?? [];
  const files = { 'long.txt': text(1, 60) };
  const repositories = first === undefined ? rest : [{ ...first, files }, ...rest];
  github = await startEmbeddedGitHub({ seed: { ...sampleSeed, repositories } });
  github.on('event', (event) => received.push(event));
  const changed = `${text(1, 29)}changed\n${text(31, 60)}`;
  head = await growBranch(as('bob'), {
    ...inRepository,
    branch: 'topic',
    files: { 'long.txt': changed, 'new.txt': text(1, 5) },
  });
  const { data } = await as('bob').pulls.create({ ...inRepository, title: 'A topic', head: 'topic', base: 'main' });
  pull_number = data.number;
});
afterAll(() => github.close());

const remark = (login: string, given: object) =>
  as(login).pulls.createReviewComment({
    ...inRepository,
    pull_number,
    commit_id: head,
    path: 'long.txt',
    line: 30,
    side: 'RIGHT',
    body: 'Why?',
    ...given,
  });

describe('a remark beside a line', () => {
  it('is a thread of its own, with the part of the difference that it is about', async () => {
    const { data } = await remark('rex', {});
    expect(data).toMatchObject({ path: 'long.txt', line: 30, side: 'RIGHT', commit_id: head, user: { login: 'rex' } });
    expect(data.diff_hunk).toBe('@@ -27,7 +27,7 @@ line 26\n line 27\n line 28\n line 29\n-line 30\n+changed');
    expect(received.at(-1)).toMatchObject({
      name: 'pull_request_review_comment',
      action: 'created',
      payload: { comment: { id: data.id, body: 'Why?' }, pull_request: { number: pull_number } },
    });
  });

  it('may be about the text before, and about several lines', async () => {
    const { data } = await remark('rex', { side: 'LEFT', start_side: 'LEFT', start_line: 28 });
    expect(data).toMatchObject({ side: 'LEFT', start_line: 28, line: 30 });
  });

  it.each([
    ['a line that the difference does not show', { line: 5 }, 'line'],
    ['lines of two parts', { start_line: 3, line: 30 }, 'line'],
    ['a file that was not changed', { path: 'README.md' }, 'path'],
  ])('cannot stand beside %s', async (_, given, what) => {
    const field = `pull_request_review_thread.${what}`;
    expect(await refusal(remark('rex', given))).toMatchObject({ status: 422, errors: [{ field }] });
  });

  it('is answered where it stands, by an answer that has none of its own', async () => {
    const { data: first } = await remark('rex', { body: 'And this?' });
    const at = { ...inRepository, pull_number };
    const { data } = await as('bob').pulls.createReplyForReviewComment({ ...at, comment_id: first.id, body: 'That.' });
    expect(data).toMatchObject({ in_reply_to_id: first.id, line: 30, user: { login: 'bob' } });
    const again = as('rex').pulls.createReplyForReviewComment({ ...at, comment_id: data.id, body: 'Oh.' });
    expect((await refusal(again)).status).toBe(404);
    const { data: all } = await as('rex').pulls.listReviewComments(at);
    expect(all.map(({ body }) => body).slice(-2)).toEqual(['And this?', 'That.']);
  });

  it('comes with others in one review, or none of them comes', async () => {
    const at = { ...inRepository, pull_number, event: 'COMMENT' as const, body: 'Two things.' };
    const good = { path: 'new.txt', line: 2, body: 'One.', side: 'RIGHT' };
    const before = github.repository('ann/shop').pulls[0]?.reviews.length;
    const refused = as('rex').pulls.createReview({ ...at, comments: [good, { ...good, line: 99 }] });
    expect(await refusal(refused)).toMatchObject({ status: 422, errors: ['Line could not be resolved'] });
    expect(github.repository('ann/shop').pulls[0]?.reviews).toHaveLength(before ?? 0);
    const { data } = await as('rex').pulls.createReview({ ...at, comments: [good, { ...good, line: 4 }] });
    const { data: all } = await as('rex').pulls.listReviewComments({ ...inRepository, pull_number });
    expect(all.filter(({ pull_request_review_id: of }) => of === data.id).map(({ line }) => line)).toEqual([2, 4]);
  });

  it('is shown by GraphQL in its thread: where it is, whether it is settled, what was answered', async () => {
    const query = `{ repository(owner: "ann", name: "shop") { pullRequest(number: ${pull_number}) {
      reviewThreads(first: 10) { totalCount nodes {
        path line startLine originalLine diffSide isOutdated isResolved resolvedBy { login }
        comments(first: 5) { nodes { body fullDatabaseId author { login } replyTo { body } pullRequestReview { state } } }
      } }
      reviews(last: 1) { nodes { body comments(first: 5) { totalCount } } }
    } } }`;
    const received = await ask(github, query, { token: github.tokenFor({ user: 'rex' }) });
    const { pullRequest } = Object(received.repository);
    expect(pullRequest.reviews.nodes).toEqual([{ body: 'Two things.', comments: { totalCount: 2 } }]);
    expect(pullRequest.reviewThreads.totalCount).toBe(5);
    expect(pullRequest.reviewThreads.nodes[2]).toMatchObject({
      path: 'long.txt',
      line: 30,
      startLine: null,
      originalLine: 30,
      diffSide: 'RIGHT',
      isOutdated: false,
      isResolved: false,
      resolvedBy: null,
      comments: {
        nodes: [
          { body: 'And this?', author: { login: 'rex' }, replyTo: null },
          { body: 'That.', replyTo: { body: 'And this?' }, pullRequestReview: { state: 'COMMENTED' } },
        ],
      },
    });
  });

  it('moves with its line when the branch goes on, and is outdated once the line is another', async () => {
    const changed = `a line before\n${text(1, 29)}changed again\n${text(31, 60)}`;
    await growBranch(as('bob'), {
      ...inRepository,
      branch: 'topic',
      files: { 'long.txt': changed, 'new.txt': `0\n${text(1, 5)}` },
    });
    const { data } = await as('rex').pulls.listReviewComments({ ...inRepository, pull_number });
    const places = data.map(({ path, side, line, original_line: before }) => [path, side, before, line]);
    expect(places).toEqual([
      ['long.txt', 'RIGHT', 30, null],
      ['long.txt', 'LEFT', 30, 30],
      ['long.txt', 'RIGHT', 30, null],
      ['long.txt', 'RIGHT', 30, null],
      ['new.txt', 'RIGHT', 2, 3],
      ['new.txt', 'RIGHT', 4, 5],
    ]);
  });
});

describe('a check’s remarks', () => {
  it('are listed as they were sent', async () => {
    const app = octokit(github, github.tokenFor({ workflow: 'ann/shop', permissions: { checks: 'write' } }));
    const one = { path: 'new.txt', start_line: 2, end_line: 3, annotation_level: 'warning', message: 'Hm.' } as const;
    const output = { title: 'Two', summary: '', annotations: [one, { ...one, title: 'Hm' }] };
    const { data } = await app.checks.create({
      ...inRepository,
      name: 'lint',
      head_sha: head,
      conclusion: 'neutral',
      output,
    });
    const { data: all } = await as('rex').checks.listAnnotations({ ...inRepository, check_run_id: data.id });
    expect(all).toMatchObject([
      { ...one, title: null },
      { ...one, title: 'Hm' },
    ]);
  });
});

describe('asking a team', () => {
  it('is refused: there are none here', async () => {
    const at = { ...inRepository, pull_number };
    expect((await refusal(as('bob').pulls.requestReviewers({ ...at, team_reviewers: ['core'] }))).status).toBe(422);
  });
});
