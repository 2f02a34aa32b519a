// Calling off what has handed in already, in the embedded GitHub: which run is meant, and what is said of it.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Crew } from '../../../src/core/crew.js';
import { wordsOf } from '../../../src/core/journal.js';
import { loadJournal } from '../../../src/core/kept.js';
import { isLetBe } from '../../../src/core/let-be.js';
import { mark } from '../../../src/core/marker.js';
import { openRun } from '../../../src/core/run.js';
import { isCancelled } from '../../../src/core/word.js';
import type { Event } from '../../../src/event.js';
import { readEnv } from '../../../src/services/env.js';
import { hubCrew } from '../../../src/services/wire.js';
import { road } from '../../../src/road.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { idleClock } from '../../build/idle-clock.js';

const clock = idleClock();
let shop: Awaited<ReturnType<typeof openPullShop>>;
let crew: Crew;
let issue = 0;
beforeAll(async () => {
  shop = await openPullShop({ files: { 'README.md': '# shop\n' } });
  const { apiUrl, graphqlUrl, url } = shop.embedded;
  const env = readEnv({ GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphqlUrl, GITHUB_SERVER_URL: url });
  const token = async () => shop.embedded.tokenFor({ app: 'crew', on: 'ann' });
  crew = hubCrew({ env, door: 'gate', repo: REPO, token, clock, log: () => undefined });
});
beforeEach(async () => {
  issue = (await shop.as('maya').issues.create({ ...at, title: 'add is wrong' })).data.number;
});

/** The n-th pull request of the issue, with the words of whoever offers it. */
async function offered(n = 1, words = (place: string) => mark('What it does.', { slot: 'pull', place })) {
  const branch = `crew/issue-${issue}${n === 1 ? '' : `-${n}`}`;
  const { number } = await shop.offer(branch, { [`${issue}-${n}.md`]: 'new\n' });
  await amend(number, { body: words(`${REPO}:${branch}`) });
  return { pull: number, branch, sha: await shop.tip(branch) };
}

const amend = (number: number, to: { body?: string; state?: 'closed' }) =>
  shop.as('maya').pulls.update({ ...at, pull_number: number, ...to });

/** Maya's words in a thread. */
const asks = (thread: number, { id, body }: { id: number; body: string }): Event => ({
  ...{ kind: 'comment', key: `thread-${id}`, actor: { login: 'maya', id: 2, bot: false } },
  ...{ at: { repo: REPO, issue: thread }, comment: { id, where: 'thread', body } },
});

let count = 0;

/** A run of the issue that has handed that in; or one that is at work. */
async function ran(result?: Awaited<ReturnType<typeof offered>>): Promise<string> {
  count += 1;
  clock.pass(1000);
  const run = `fix-${issue}-${String(count).padStart(10, '0')}`;
  const input = {
    event: asks(issue, { id: count, body: '/crew fix' }),
    own: { labelPrefix: 'crew:', me: 0 },
    asked: [0],
  };
  const opened = await openRun(crew.desk, { run, workflow: 'fix', story: 1, repo: REPO, issue, input }, 'turn');
  if (opened.is !== 'open') throw new Error(opened.is);
  await (result
    ? opened.run.end({ outcome: 'done', result: { ...result, base: 'main' } })
    : opened.run.rest({ for: 'work' }));
  return run;
}

/** Maya calls it off in a thread; gives the answer. */
async function cancelOn(thread: number): Promise<string> {
  const body = '/crew cancel';
  const { data } = await shop.as('maya').issues.createComment({ ...at, issue_number: thread, body });
  return said(asks(thread, { id: data.id, body }));
}

async function said(event: Event, by: Crew = crew): Promise<string> {
  const [ended] = await road(event, by);
  return ended?.outcome?.says ?? '';
}

const isOff = (run: string) => isLetBe(crew.desk.leases, run);

describe('on a pull request of crew’s own', () => {
  it('the run of its issue is called off, though it is called by the issue', async () => {
    const handed = await offered();
    const run = await ran(handed);
    expect(await cancelOn(handed.pull)).toContain(`what it handed in stands: #${handed.pull}`);
    expect(await isOff(run)).toBe(true);
  });

  it('so is one that is at work still', async () => {
    const handed = await offered();
    const run = await ran();
    expect(await cancelOn(handed.pull)).toContain(run);
    const found = await loadJournal(crew.desk.store, run);
    expect(found && isCancelled(wordsOf(found.journal))).toBe(true);
  });

  it('only what stands there is called off', async () => {
    const [first, second] = [await offered(1), await offered(2)];
    const [older, newer] = [await ran(first), await ran(second)];
    expect(await cancelOn(first.pull)).toContain(`stands: #${first.pull}`);
    expect([await isOff(older), await isOff(newer)]).toEqual([true, false]);
  });

  it('and not on one that only has a branch of such a name', async () => {
    const run = await ran(await offered());
    const theirs = await offered(2, () => 'Mine.');
    expect(await cancelOn(theirs.pull)).toContain('There is no run here to cancel');
    expect(await isOff(run)).toBe(false);
  });
});

describe('a pull request that is closed', () => {
  it('does not stand, and nothing is waited for: its run cannot be called off, in either thread', async () => {
    const handed = await offered();
    const run = await ran(handed);
    await amend(handed.pull, { state: 'closed' });
    expect(await cancelOn(issue)).toContain(`\`${run}\` is done, and cannot be cancelled any more`);
    expect(await cancelOn(handed.pull)).toContain('There is no run here to cancel');
    expect(await isOff(run)).toBe(false);
  });

  it('is passed over for one that is open', async () => {
    const [open, closed] = [await offered(1), await offered(2)];
    const [run] = [await ran(open), await ran(closed)];
    await amend(closed.pull, { state: 'closed' });
    expect(await cancelOn(issue)).toContain(`stands: #${open.pull}`);
    expect(await isOff(run)).toBe(true);
  });
});

describe('a run that is named', () => {
  const cancel = (run: string) =>
    said(
      { kind: 'typed', key: `typed-${run}`, repo: REPO, issue, run, words: ['cancel'] },
      { ...crew, standing: async () => 'local' },
    );

  it('is the one that is called off, and no other', async () => {
    const [first, second] = [await offered(1), await offered(2)];
    const [older, newer] = [await ran(first), await ran(second)];
    expect(await cancel(older)).toContain(`\`${older}\` has come to its end already`);
    expect([await isOff(older), await isOff(newer)]).toEqual([true, false]);
  });

  it('is the only one that is spoken of where it cannot be called off', async () => {
    const [closed, open] = [await offered(1), await offered(2)];
    const [older, newer] = [await ran(closed), await ran(open)];
    await amend(closed.pull, { state: 'closed' });
    expect(await cancel(older)).toContain(`\`${older}\` is done, and cannot be cancelled any more`);
    expect([await isOff(older), await isOff(newer)]).toEqual([false, false]);
  });
});
