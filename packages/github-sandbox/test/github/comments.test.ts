import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { reactionContents } from '../../src/github/state.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

let github: EmbeddedGitHub;
const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
const as = (user: string) => octokit(github, github.tokenFor({ user }));
const onFirst = { ...inRepository, issue_number: 1 };

beforeAll(async () => {
  github = await startEmbeddedGitHub({
    seed: sampleSeed,
    now: () => clock.now,
    limits: { contentPerMinute: 10_000, contentPerHour: 10_000 },
  });
});
afterAll(() => github.close());

describe('comments', () => {
  it('are written, read, changed and taken away, and every change is an effect', async () => {
    const bob = as('bob');
    const { data } = await bob.issues.createComment({ ...onFirst, body: 'First' });
    const comment = { ...inRepository, comment_id: data.id };
    await bob.issues.updateComment({ ...comment, body: 'Second' });
    expect((await bob.issues.getComment(comment)).data.body).toBe('Second');
    await bob.issues.deleteComment(comment);
    expect(await refusal(bob.issues.getComment(comment))).toMatchObject({ status: 404 });
    const kinds = github.effects.filter(({ detail }) => detail.id === data.id).map(({ kind }) => kind);
    expect(kinds).toEqual(['comment.created', 'comment.edited', 'comment.deleted']);
  });

  it('tell no edit that changed nothing', async () => {
    const { data } = await as('bob').issues.createComment({ ...onFirst, body: 'Same' });
    const before = github.effects.length;
    await as('bob').issues.updateComment({ ...inRepository, comment_id: data.id, body: 'Same' });
    expect(github.effects.length).toBe(before);
  });

  it('of an App show the App', async () => {
    const app = octokit(github, github.tokenFor({ app: 'crew', on: 'ann' }));
    const { data } = await app.issues.createComment({ ...onFirst, body: 'I am a bot' });
    expect(data).toMatchObject({
      user: { login: 'crew[bot]', type: 'Bot' },
      performed_via_github_app: { slug: 'crew' },
    });
  });

  it('are listed from a time on, for one issue and for the repository', async () => {
    clock.now += 60_000;
    const since = new Date(clock.now).toISOString();
    const { data } = await as('bob').issues.createComment({ ...onFirst, body: 'Late' });
    const onIssue = await as('bob').issues.listComments({ ...onFirst, since });
    const everywhere = await as('bob').issues.listCommentsForRepo({ ...inRepository, since });
    expect([onIssue.data, everywhere.data].map((all) => all.map(({ id }) => id))).toEqual([[data.id], [data.id]]);
  });

  it('are refused on a locked issue to readers and to Apps, but not to people who write', async () => {
    const locked = { ...inRepository, issue_number: 3, body: 'But' };
    expect(await refusal(as('rex').issues.createComment(locked))).toMatchObject({
      status: 403,
      message: 'Unable to create comment because issue is locked.',
    });
    const app = octokit(github, github.tokenFor({ app: 'crew', on: 'ann' }));
    expect(await refusal(app.issues.createComment(locked))).toMatchObject({ status: 403 });
    expect((await as('bob').issues.createComment(locked)).status).toBe(201);
  });

  it('follow a lock that is set and taken away', async () => {
    await as('bob').issues.lock({ ...onFirst, lock_reason: 'resolved' });
    expect((await as('eve').issues.get(onFirst)).data).toMatchObject({ locked: true, active_lock_reason: 'resolved' });
    await as('bob').issues.unlock(onFirst);
    expect((await as('eve').issues.createComment({ ...onFirst, body: 'Thanks' })).status).toBe(201);
  });

  it('are refused when too long, counted in characters and not in bytes', async () => {
    expect((await as('bob').issues.createComment({ ...onFirst, body: '字'.repeat(65_536) })).status).toBe(201);
    expect(await refusal(as('bob').issues.createComment({ ...onFirst, body: '字'.repeat(65_537) }))).toMatchObject({
      status: 422,
      errors: [{ message: 'body is too long (maximum is 65536 characters)' }],
    });
  });

  it('of others are changed by writers only', async () => {
    const { data } = await as('rex').issues.createComment({ ...onFirst, body: 'Mine' });
    const change = { ...inRepository, comment_id: data.id, body: 'Yours' };
    expect(await refusal(as('eve').issues.updateComment(change))).toMatchObject({ status: 403 });
    expect((await as('bob').issues.updateComment(change)).data.body).toBe('Yours');
  });
});

describe('reactions', () => {
  it('answer 201 when made and 200 when they were there', async () => {
    const react = () => as('bob').reactions.createForIssue({ ...onFirst, content: 'rocket' });
    const [first, second] = [await react(), await react()];
    expect([first.status, second.status, second.data.id]).toEqual([201, 200, first.data.id]);
  });

  it('on a comment are listed and taken back by their owner only', async () => {
    const { data: comment } = await as('bob').issues.createComment({ ...onFirst, body: '/crew help' });
    const at = { ...inRepository, comment_id: comment.id };
    const { data } = await as('bob').reactions.createForIssueComment({ ...at, content: 'eyes' });
    expect((await as('bob').reactions.listForIssueComment(at)).data).toHaveLength(1);
    const one = { ...at, reaction_id: data.id };
    expect(await refusal(as('ann').reactions.deleteForIssueComment(one))).toMatchObject({ status: 403 });
    await as('bob').reactions.deleteForIssueComment(one);
    expect((await as('bob').issues.getComment(at)).data.reactions).toMatchObject({ eyes: 0, total_count: 0 });
  });

  it('stand once for each account and kind, however often and in whatever order they are given', async () => {
    const given = fc.array(
      fc.record({ user: fc.constantFrom('ann', 'bob', 'rex'), content: fc.constantFrom(...reactionContents) }),
      {
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(given, async (all) => {
        const { data } = await as('ann').issues.createComment({ ...onFirst, body: 'React!' });
        const at = { ...inRepository, comment_id: data.id };
        for (const { user, content } of all) await as(user).reactions.createForIssueComment({ ...at, content });
        const distinct = new Set(all.map(({ user, content }) => `${user} ${content}`));
        expect((await as('ann').reactions.listForIssueComment(at)).data).toHaveLength(distinct.size);
        const effects = github.effects.filter(
          ({ kind, detail }) => kind === 'reaction.created' && detail.comment === data.id,
        );
        expect(effects).toHaveLength(distinct.size);
      }),
      { numRuns: 15 },
    );
  });

  it('refuse what is no reaction', async () => {
    const call = as('bob').request('POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', {
      ...onFirst,
      content: 'eyes',
      headers: { 'content-type': 'application/json' },
      data: { content: 'shrug' },
    });
    expect(await refusal(call)).toMatchObject({ status: 422 });
  });
});
