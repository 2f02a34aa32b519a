import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createGitHub } from '../../../src/adapters/github/index.js';
import { Conflict, UnansweredWrite, UserError } from '../../../src/ports/errors.js';
import type { Pull } from '../../../src/ports/index.js';
import { quickClock } from '../../build/clock.js';
import { at, openPullShop } from './pull-shop.js';

let environment: Awaited<ReturnType<typeof openPullShop>>;
beforeAll(async () => {
  environment = await openPullShop({ files: { 'README.md': '# shop\n' }, labels: ['bug'] });
});
afterEach(() => environment.embedded.faults.clear());

let count = 0;
/** A branch with a commit, offered by nobody. */
async function newBranch(): Promise<string> {
  const branch = `crew/issue-${++count}`;
  await environment.push(branch, { [`note-${count}.md`]: 'a note\n' });
  return branch;
}
const wanted = (branch: string, more: object = {}) => ({
  branch,
  base: 'main',
  title: `Fix what ${branch} says`,
  body: 'Closes #1',
  draft: false,
  ...more,
});

async function opened(branch: string, pulls = environment.github().pulls): Promise<Pull> {
  const pull = await pulls.create(wanted(branch));
  if (pull === 'forbidden') throw new Error('it was not opened');
  return pull;
}

describe('a pull request', () => {
  it('is opened as it was wished for, and read as it stands', async () => {
    const branch = await newBranch();
    const { pulls } = environment.github();
    const pull = await opened(branch);
    expect(pull).toMatchObject({
      state: 'open',
      draft: false,
      title: `Fix what ${branch} says`,
      body: 'Closes #1',
      author: { login: 'crew[bot]' },
      head: { repo: 'ann/shop', branch, sha: await environment.tip(branch) },
      base: { branch: 'main', sha: await environment.tip('main') },
    });
    expect(pull.url).toBe(`${environment.embedded.url}/ann/shop/pull/${pull.number}`);
    // GitHub computes it after the pull request is opened.
    expect(pull.mergeable).toBeNull();
    expect(await pulls.read(pull.number)).toEqual({ ...pull, mergeable: true });
    expect(await pulls.read(999)).toBeNull();
  });

  it('is opened as a draft, or as none where the repository has no drafts: it says which', async () => {
    const { pulls } = environment.github();
    expect(await pulls.create(wanted(await newBranch(), { draft: true }))).toMatchObject({ draft: true });
    const message = 'Draft pull requests are not supported in this repository.';
    environment.embedded.faults.add({
      kind: 'status',
      when: 'before',
      status: 422,
      message,
      path: '/pulls$',
      method: 'POST',
    });
    expect(await pulls.create(wanted(await newBranch(), { draft: true }))).toMatchObject({ draft: false });
  });

  it('is forbidden to a job whose repository lets no Action open one, and nothing is there then', async () => {
    const branch = await newBranch();
    const { pulls } = environment.inAction();
    expect(await pulls.create(wanted(branch))).toBe('forbidden');
    expect(await pulls.listByBranch(branch)).toEqual([]);
    environment.embedded.repository('ann/shop').actions.canApprovePullRequests = true;
    expect(await pulls.create(wanted(branch))).toMatchObject({ author: { login: 'github-actions[bot]' } });
    environment.embedded.repository('ann/shop').actions.canApprovePullRequests = false;
  });

  it('of another kind of refusal is not called forbidden', async () => {
    const token = async () => environment.embedded.tokenFor({ user: 'eve', permissions: { metadata: 'read' } });
    await expect(environment.github({ token }).pulls.create(wanted(await newBranch()))).rejects.toThrow(UserError);
  });

  it('is not opened twice: the second hears that somebody was faster', async () => {
    const branch = await newBranch();
    await opened(branch);
    await expect(opened(branch)).rejects.toThrow(Conflict);
  });

  it('of nothing is none', async () => {
    await environment
      .as('maya')
      .git.createRef({ ...at, ref: 'refs/heads/crew/nothing', sha: await environment.tip('main') });
    const opening = opened('crew/nothing');
    await expect(opening).rejects.toThrow(UserError);
    await expect(opening).rejects.toThrow('crew/nothing');
  });

  it('whose reply was lost is not asked for again: it is found', async () => {
    const branch = await newBranch();
    const { pulls } = environment.github();
    environment.embedded.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/pulls$' });
    await expect(pulls.create(wanted(branch))).rejects.toThrow(UnansweredWrite);
    expect(await pulls.listByBranch(branch)).toMatchObject([{ state: 'open', head: { branch } }]);
  });

  it('gets another title or body, also when the first answer was lost', async () => {
    const { pulls } = environment.github();
    const { number, title } = await opened(await newBranch());
    environment.embedded.faults.add({ kind: 'drop', when: 'after', method: 'PATCH' });
    await pulls.update(number, { body: 'Closes #2' });
    expect(await pulls.read(number)).toMatchObject({ title, body: 'Closes #2' });
    await pulls.update(number, { title: 'Another' });
    expect(await pulls.read(number)).toMatchObject({ title: 'Another', body: 'Closes #2' });
  });
});

describe('the pull requests of a branch', () => {
  it('are given newest first, with how each of them ended', async () => {
    const branch = await newBranch();
    const { pulls } = environment.github();
    const closed = await opened(branch);
    await environment.as('maya').pulls.update({ ...at, pull_number: closed.number, state: 'closed' });
    const merged = await opened(branch);
    await environment.as('maya').pulls.merge({ ...at, pull_number: merged.number });
    await environment.push(branch, { 'more.md': 'more\n' });
    const open = await opened(branch);
    expect((await pulls.listByBranch(branch)).map(({ number, state }) => [number, state])).toEqual([
      [open.number, 'open'],
      [merged.number, 'merged'],
      [closed.number, 'closed'],
    ]);
    expect((await pulls.read(merged.number))?.mergedBy).toBe('maya');
    expect((await pulls.read(closed.number))?.mergedBy).toBeUndefined();
  });

  it('are not those of a fork that calls its branch the same', async () => {
    await environment.embedded.seed({
      users: [],
      repositories: [
        {
          owner: 'ann',
          name: 'market',
          pulls: [
            { title: 'From the fork', author: 'eve', head: { repository: 'eve/market', branch: 'crew/issue-1' } },
            { title: 'From here', author: 'maya', head: { branch: 'crew/issue-1' } },
          ],
        },
      ],
    });
    const { pulls } = createGitHub('ann/market', {
      apiUrl: environment.embedded.apiUrl,
      graphqlUrl: environment.embedded.graphqlUrl,
      token: async () => environment.embedded.tokenFor({ user: 'ann' }),
      clock: quickClock(),
      log: () => undefined,
    });
    expect((await pulls.listByBranch('crew/issue-1')).map(({ title }) => title)).toEqual(['From here']);
    expect(await pulls.listByBranch('crew/issue-1:')).toEqual([]);
  });
});

describe('asking for a review', () => {
  it('puts labels on and asks people, also twice', async () => {
    const { number } = await opened(await newBranch());
    const { pulls } = environment.github();
    const who = { reviewers: ['maya', 'sam'], labels: ['bug', 'crew:made'] };
    expect(await pulls.requestReview(number, who)).toEqual({ rejected: [] });
    expect(await pulls.requestReview(number, who)).toEqual({ rejected: [] });
    expect(environment.pull(number).requestedReviewers.map(({ login }) => login)).toEqual(['maya', 'sam']);
    expect(environment.pull(number).labels.map(({ name }) => name)).toEqual(['bug', 'crew:made']);
  });

  it('names who cannot be asked, and asks the others: strangers, teams, labels that cannot be', async () => {
    const { number } = await opened(await newBranch());
    const { pulls } = environment.github();
    const who = { reviewers: ['nobody', 'Sam', 'guild/core', 'maya'], labels: ['x'.repeat(60), 'bug'] };
    expect(await pulls.requestReview(number, who)).toEqual({ rejected: ['nobody', 'guild/core', 'x'.repeat(60)] });
    expect(environment.pull(number).requestedReviewers.map(({ login }) => login)).toEqual(['sam', 'maya']);
    expect(environment.pull(number).labels.map(({ name }) => name)).toEqual(['bug']);
  });

  it('asks once though the answers were lost', async () => {
    const { number } = await opened(await newBranch());
    environment.embedded.faults.add({
      kind: 'drop',
      when: 'after',
      method: 'POST',
      path: 'labels|requested',
      times: 1,
    });
    environment.embedded.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: 'requested', times: 1 });
    expect(await environment.github().pulls.requestReview(number, { reviewers: ['maya'], labels: ['bug'] })).toEqual({
      rejected: [],
    });
    const asked = environment.embedded.effects.filter(
      ({ subject, kind }) => subject === `#${number}` && /asked|request/.test(kind),
    );
    expect(asked).toHaveLength(1);
  });

  it('does not take a GitHub that wants to be left alone for a refusal', async () => {
    const { number } = await opened(await newBranch());
    const message = 'You have exceeded a secondary rate limit.';
    environment.embedded.faults.add({
      kind: 'status',
      when: 'before',
      status: 403,
      message,
      path: 'requested',
      times: 'all',
    });
    await expect(environment.github().pulls.requestReview(number, { reviewers: ['maya'], labels: [] })).rejects.toThrow(
      UserError,
    );
  });
});
