// What becomes of a run that is over, when the repository's own checks come out: against an embedded GitHub, by a clock of the test's.
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../../src/adapters/store/memory.js';
import { defaults } from '../../../src/config/index.js';
import type { Crew } from '../../../src/core/crew.js';
import { ctxOf } from '../../../src/core/ctx.js';
import { follow, followedBy } from '../../../src/core/follow.js';
import { loadJournal, openRun } from '../../../src/core/run.js';
import type { Event } from '../../../src/event.js';
import { checksAfter } from '../../../src/main/phases/see-checks.js';
import type { Clock, GitHub } from '../../../src/ports.js';
import { show } from '../../../src/workflows/fix-thread/index.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { deskOf } from '../../build/desk.js';

let shop: Awaited<ReturnType<typeof openPullShop>>;
beforeAll(async () => {
  shop = await openPullShop({ files: { 'README.md': '# shop\n' } });
});
afterEach(() => shop.embedded.faults.clear());

const DETAILS = 'https://github.test/ann/shop/actions/runs/77';

/** The hands move when it sleeps, and each time the next thing happens. */
function clockOf(things: readonly (() => unknown)[]): Clock & { readonly slept: number[] } {
  const left = [...things];
  const slept: number[] = [];
  let now = 0;
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      slept.push(ms);
      now += ms;
      await left.shift()?.();
    },
  };
}

let count = 0;

interface Ended {
  readonly crew: Crew;
  readonly run: string;
  readonly sha: string;
  readonly branch: string;
  readonly pull: number;
  readonly started: readonly string[];
  /** Lets the checks be seen, while these things happen. */
  see(...things: readonly (() => unknown)[]): Promise<readonly number[]>;
  status(state: 'success' | 'pending' | 'failure', context?: string): Promise<unknown>;
  /** What crew said in the thread, without markers. */
  said(): readonly string[];
}

interface Of {
  readonly github?: GitHub;
  readonly rounds?: 0 | 1 | 2 | 3;
  readonly spentUsd?: number;
  /** Rounds that came before, and why. */
  readonly before?: readonly ('verify' | 'ci')[];
}

/** A run of fix that ended in a pull request. */
async function ended({ github = shop.github(), rounds = 3, spentUsd = 0.4, before = [] }: Of = {}): Promise<Ended> {
  const branch = `crew/issue-${++count}`;
  const { number: pull } = await shop.offer(branch, { 'a.md': `${count}\n` });
  const sha = await shop.tip(branch);
  const started: string[] = [];
  const crew: Crew = {
    door: 'publish',
    job: 'publish',
    workflows: [],
    desk: deskOf({ store: memoryStore() }),
    log: () => undefined,
    hands: { github, repo: REPO, outgoing: (text) => text },
    own: async () => ({ labelPrefix: 'crew:', me: 0 }),
    standing: async () => 'local',
    known: async () => ({
      lang: 'en',
      config: { ...defaults, fix: { ...defaults.fix, 'ci-rounds': rounds } },
      built: [],
      configFile: '.github/crew.yml',
      problems: [],
    }),
    runs: async () => [],
    details: DETAILS,
    start: async (run) => {
      started.push(run);
    },
  };
  const event: Event = {
    kind: 'comment',
    key: `thread-${count}`,
    actor: { login: 'maya', id: 7, bot: false },
    at: { repo: REPO, issue: pull },
    comment: { id: count, where: 'review', body: '/crew fix' },
  };
  const input = { event, own: { labelPrefix: 'crew:', me: 0 }, asked: [0] };
  let run = `fix-${pull}-0123456789`;
  const begin = { workflow: 'fix', story: 1, repo: REPO, issue: pull, input };
  for (const why of [undefined, ...before]) {
    if (why) run = await follow(crew.desk, { run, why });
    const opened = await openRun(crew.desk, { run, ...begin }, 'turn');
    if (opened.is !== 'open') throw new Error('not open');
    const ctx = await ctxOf(opened.run, crew, { repo: REPO, issue: pull });
    const tokens = { in: 1, out: 1, cacheRead: 0, cacheWrite: 0 };
    await opened.run.step('allowance 0', async () => ({ usd: 1 }));
    await opened.run.step(
      'turn 1',
      async () => null,
      () => ({ usd: spentUsd, tokens }),
    );
    await show(ctx, event, { name: 'over', body: `${run} is over.` });
    await opened.run.end({ outcome: 'done', result: { sha, branch, pull } });
  }
  return {
    ...{ crew, run, sha, branch, pull, started },
    async see(...things) {
      const clock = clockOf(things);
      await checksAfter(crew, run, clock);
      return clock.slept;
    },
    status: (state, context = 'build') =>
      shop.as('maya').repos.createCommitStatus({ ...at, sha, context, state, description: `${context} is ${state}` }),
    said: () =>
      shop
        .pull(pull)
        .comments.filter(({ author }) => author.kind === 'Bot')
        .map(({ body }) => body.replace(/\n*<!-- crew:[^>]*-->$/, '')),
  };
}

describe('the repository’s own checks', () => {
  it('that pass are told by an edit of the comment that shows how it stands, and by nothing else', async () => {
    const run = await ended();
    await run.status('pending');
    await run.see(() => run.status('success'));
    expect(run.said()).toHaveLength(1);
    expect(run.said()[0]).toContain(`checks passed on \`${run.sha.slice(0, 12)}\``);
    expect(run.started).toEqual([]);
  });

  it('that are green at first and red a moment later are red', async () => {
    const run = await ended();
    await run.status('success', 'lint');
    await run.see(() => run.status('failure'));
    expect(run.said().join()).not.toContain('passed');
    expect(run.started).toHaveLength(1);
  });

  it('that are red begin one more round, and start it; nothing is said yet', async () => {
    const run = await ended();
    await run.status('failure');
    expect(await run.see()).toEqual([]);
    expect(run.started).toEqual([`${run.run}.r2`]);
    expect(run.said()).toEqual([`${run.run} is over.`]);
    const found = await loadJournal(run.crew.desk.store, `${run.run}.r2`);
    expect(found && followedBy(found.journal)).toEqual({ run: run.run, n: 2, why: 'ci' });
  });

  it('that are seen red twice, since the first was killed before it started the round, begin one round', async () => {
    const run = await ended();
    await run.status('failure');
    const start = async () => Promise.reject(new Error('killed'));
    await expect(checksAfter({ ...run.crew, start }, run.run, clockOf([]))).rejects.toThrow('killed');
    await run.see();
    await run.see();
    expect(new Set(run.started)).toEqual(new Set([`${run.run}.r2`]));
  });

  it('that stay red after three rounds for them are told once, by name, to whoever asked', async () => {
    const run = await ended({ before: ['ci', 'verify', 'ci', 'ci'] });
    await run.status('failure');
    await run.status('failure', 'lint');
    await run.see();
    await run.see();
    expect(run.started).toEqual([]);
    expect(run.said()).toHaveLength(2);
    const [, last] = run.said();
    expect(last).toMatch(/^@maya\n\n/);
    for (const name of ['`build`', '`lint`']) expect(last).toContain(name);
    expect(last).toContain('3 rounds were made');
  });

  it('are answered by as many rounds as the configuration says, and one more where a round was for something else', async () => {
    const none = await ended({ rounds: 0 });
    await none.status('failure');
    await none.see();
    expect(none.started).toEqual([]);
    expect(none.said()[1]).not.toContain('round');
    const other = await ended({ rounds: 1, before: ['verify'] });
    await other.status('failure');
    await other.see();
    expect(other.started).toEqual([`${other.run.replace('.r2', '')}.r3`]);
  });

  it('begin no round that could spend nothing', async () => {
    const run = await ended({ spentUsd: 1 });
    await run.status('failure');
    await run.see();
    expect(run.started).toEqual([]);
    expect(run.said()[1]).toContain('are red on');
  });

  it('that wait for a person say so once, and are waited for', async () => {
    const run = await ended();
    const waits = {
      ...at,
      head_sha: run.sha,
      name: 'deploy',
      status: 'completed',
      conclusion: 'action_required',
    } as const;
    const { data } = await shop.asApp().checks.create(waits);
    const passes = () => shop.asApp().checks.update({ ...at, check_run_id: data.id, conclusion: 'success' });
    await run.see(
      () => undefined,
      () => undefined,
      passes,
    );
    expect(run.said()).toHaveLength(2);
    expect(run.said()[1]).toMatch(/^@maya\n\n.*wait for a person/);
    expect(run.said()[0]).toContain('checks passed');
  });

  it('that nobody begins are waited for two minutes, and nothing is said', async () => {
    const run = await ended();
    const slept = await run.see();
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(3 * 60_000);
    expect(run.said()).toEqual([`${run.run} is over.`]);
  });

  it('that come to no end are waited for three quarters of an hour, and nothing is said', async () => {
    const run = await ended();
    await run.status('pending');
    const slept = await run.see();
    const all = slept.reduce((sum, ms) => sum + ms, 0);
    expect(all).toBeGreaterThanOrEqual(45 * 60_000);
    expect(all).toBeLessThanOrEqual(46 * 60_000);
    expect(run.said()).toEqual([`${run.run} is over.`]);
  });

  it('are not waited for where the token of Actions pushed, which starts none', async () => {
    const run = await ended({ github: shop.inAction() });
    await run.status('failure');
    expect(await run.see()).toEqual([]);
    expect(run.started).toEqual([]);
  });

  it('are nobody’s business any more once somebody else pushed', async () => {
    const run = await ended();
    await run.status('pending');
    await run.see(async () => {
      await shop.push(run.branch, { 'b.md': 'mine\n' });
      await run.status('failure');
    });
    expect(run.started).toEqual([]);
    expect(run.said()).toEqual([`${run.run} is over.`]);
  });

  it('that are red on a pull request that was closed meanwhile begin nothing', async () => {
    const run = await ended();
    await run.status('failure');
    await shop.as('maya').pulls.update({ ...at, pull_number: run.pull, state: 'closed' });
    await run.see();
    expect(run.started).toEqual([]);
    expect(run.said()).toEqual([`${run.run} is over.`]);
  });

  it('are waited for while GitHub is not there, and are not taken for green', async () => {
    const run = await ended();
    await run.status('success');
    const mended = shop.embedded.faults.add({ kind: 'drop', when: 'before', times: 'all', method: 'GET' });
    const slept = await run.see(
      () => undefined,
      () => {
        expect(run.said().join()).not.toContain('passed');
        mended();
      },
    );
    expect(slept.length).toBeGreaterThanOrEqual(2);
    expect(run.said()[0]).toContain('checks passed');
  });

  it('that were waited for by somebody who was killed are seen by the next one', async () => {
    const run = await ended();
    await run.status('pending');
    const killed = clockOf([() => Promise.reject(new Error('killed'))]);
    await expect(checksAfter(run.crew, run.run, killed)).rejects.toThrow('killed');
    expect(run.said()).toEqual([`${run.run} is over.`]);
    await run.status('success');
    await run.see();
    await run.see();
    expect(run.said()).toHaveLength(1);
    expect(run.said()[0]).toContain('checks passed');
  });
});
