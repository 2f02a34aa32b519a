// What becomes of a run that is over, when the repository's own checks come out: against an embedded GitHub, by a clock of the test's.
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../../src/adapters/store/memory.js';
import { defaults } from '../../../src/config/index.js';
import type { Crew } from '../../../src/core/crew.js';
import { ctxOf } from '../../../src/core/ctx.js';
import { follow, followedBy } from '../../../src/core/follow.js';
import { loadJournal } from '../../../src/core/kept.js';
import { letBe } from '../../../src/core/let-be.js';
import { mark } from '../../../src/core/marker.js';
import { openRun } from '../../../src/core/run.js';
import type { Event } from '../../../src/event.js';
import { checksAfter } from '../../../src/main/phases/see-checks.js';
import type { Clock, GitHub } from '../../../src/ports.js';
import { jobAgain } from '../../../src/workflows/fix/rounds.js';
import { show } from '../../../src/workflows/fix/aim.js';
import { at, openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { deskOf } from '../../build/desk.js';
import { falseOfChecks } from './said-of-checks.js';

let shop: Awaited<ReturnType<typeof openPullShop>>;
beforeAll(async () => {
  shop = await openPullShop({ files: { 'README.md': '# shop\n' } });
});
afterEach(() => shop.embedded.faults.clear());

const RECORD = '<details><summary>How it went</summary>\n\nFolded.\n</details>';
const OVER = (run: string) => `${run} is over.\n\n${RECORD}`;

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
  /** What it goes into. */
  readonly base?: string;
}

/** A run of fix that ended in a pull request. */
async function ended({
  github = shop.github(),
  rounds = 3,
  spentUsd = 0.4,
  before = [],
  base = 'main',
}: Of = {}): Promise<Ended> {
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
    await opened.run.step('job', async () => ({ task: { text: 'Mend it.' }, scope: [], dryRun: false, plans: false }));
    await opened.run.step('diff 1', async () => ({ base: sha, sha256: 'd', files: [], text: '' }));
    await show(ctx, event, { name: 'over', body: `${run} is over.\n\n${RECORD}` });
    await opened.run.end({ outcome: 'done', result: { sha, branch, pull, base } });
  }
  const said = () =>
    shop
      .pull(pull)
      .comments.filter(({ author }) => author.kind === 'Bot')
      .map(({ body }) => body.replace(/\n*<!-- crew:[^>]*-->$/, ''));
  return {
    ...{ crew, run, sha, branch, pull, started },
    async see(...things) {
      const clock = clockOf(things);
      await checksAfter(crew, run, clock);
      // Whatever is said is true of the checks as they stand, and the pull request says nothing else.
      const of = { repository: shop.embedded.repository(REPO), sha, tip: await shop.tip(base) };
      for (const text of [...said(), shop.pull(pull).body ?? '']) expect(falseOfChecks(text, of)).toEqual([]);
      return clock.slept;
    },
    status: (state, context = 'build') =>
      shop.as('maya').repos.createCommitStatus({ ...at, sha, context, state, description: `${context} is ${state}` }),
    said,
  };
}

/** A check that fails on a commit, with these remarks beside a line. */
const remarked = (sha: string, name: string, ...remarks: readonly string[]) =>
  shop.asApp().checks.create({
    ...{ ...at, head_sha: sha, name, status: 'completed', conclusion: 'failure' },
    output: {
      ...{ title: name, summary: `${name} is failure` },
      annotations: remarks.map((message) => ({
        ...{ path: 'a.md', start_line: 1, end_line: 1, annotation_level: 'failure', title: name, message },
      })),
    },
  });

/** A branch to go into, on which these are red, each with the same remark. */
async function redOn(...names: readonly string[]): Promise<string> {
  const branch = `base-${++count}`;
  const sha = await shop.push(branch, { 'base.md': `${count}\n` });
  for (const name of names) await remarked(sha, name, 'Too long.');
  return branch;
}

/** The job of the round after a run. */
async function roundAfter({ crew, run, pull }: Ended) {
  const beside = await openRun(deskOf({ store: memoryStore() }), { run, workflow: 'fix', story: 1, input: {} });
  if (beside.is !== 'open' || !crew.hands) throw new Error('not open');
  const ctx = await ctxOf(beside.run, crew, { repo: REPO, issue: pull });
  return jobAgain(ctx, crew.hands.github, { run, n: 2, why: 'ci' });
}

describe('the repository’s own checks', () => {
  it('that pass are told by an edit of the comment that shows how it stands, and by nothing else', async () => {
    const run = await ended();
    await run.status('pending');
    await run.see(() => run.status('success'));
    expect(run.said()).toHaveLength(1);
    expect(run.said()[0]).toContain(`checks passed on \`${run.sha.slice(0, 12)}\``);
    expect(run.said()[0]).toContain(RECORD);
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
    expect(run.said()).toEqual([OVER(run.run)]);
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

  it('that nobody begins are waited for two minutes, and that is told by an edit', async () => {
    const run = await ended();
    const slept = await run.see();
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(3 * 60_000);
    expect(run.said()).toEqual([expect.stringMatching(/^`fix-.*No check of the repository’s own began .* 2 minutes/)]);
    expect(run.said()[0]).toContain(RECORD);
  });

  it('one of which is required and never begins are not called passed; it is named', async () => {
    const base = await redOn();
    const run = await ended({ base });
    shop.embedded.repository(REPO).rules.set(base, { requiredChecks: ['build', 'deploy'] });
    await run.status('success');
    const slept = await run.see();
    const all = slept.reduce((sum, ms) => sum + ms, 0);
    expect(all).toBeGreaterThanOrEqual(10 * 60_000);
    expect(all).toBeLessThan(12 * 60_000);
    expect(run.said()).toEqual([
      expect.stringContaining('`deploy` must pass before it may be merged, and did not begin'),
    ]);
    expect(run.said()[0]).not.toContain('passed');
  });

  it('one of which is required and comes late have passed when it has', async () => {
    const base = await redOn();
    const run = await ended({ base });
    shop.embedded.repository(REPO).rules.set(base, { requiredChecks: ['deploy'] });
    await run.status('success');
    const pause = () => undefined;
    const slept = await run.see(pause, pause, pause, () => run.status('success', 'deploy'));
    expect(slept).toHaveLength(5);
    expect(run.said()[0]).toContain('own checks passed');
  });

  it('that come to no end are waited for three quarters of an hour, and that is told by an edit', async () => {
    const run = await ended();
    await run.status('pending');
    const slept = await run.see();
    const all = slept.reduce((sum, ms) => sum + ms, 0);
    expect(all).toBeGreaterThanOrEqual(45 * 60_000);
    expect(all).toBeLessThanOrEqual(46 * 60_000);
    expect(run.said()).toEqual([expect.stringContaining('were not over after 45 minutes')]);
    expect(run.said()[0]).not.toContain('passed');
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
    expect(run.said()).toEqual([OVER(run.run)]);
  });

  it('that are red on a pull request that was closed meanwhile begin nothing', async () => {
    const run = await ended();
    await run.status('failure');
    await shop.as('maya').pulls.update({ ...at, pull_number: run.pull, state: 'closed' });
    await run.see();
    expect(run.started).toEqual([]);
    expect(run.said()).toEqual([OVER(run.run)]);
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
    expect(run.said()).toEqual([OVER(run.run)]);
    await run.status('success');
    await run.see();
    await run.see();
    expect(run.said()).toHaveLength(1);
    expect(run.said()[0]).toContain('checks passed');
  });
});

describe('checks that say nothing else than on the branch that it goes into', () => {
  it('begin no round, are told by name, and do not keep the others from having passed', async () => {
    const base = await redOn('lint');
    const run = await ended({ base });
    await remarked(run.sha, 'lint', 'Too long.');
    await run.status('pending');
    await run.see(() => run.status('success'));
    expect(run.started).toEqual([]);
    expect(run.said()).toHaveLength(1);
    expect(run.said()[0]).toContain('other checks passed');
    expect(run.said()[0]).toContain(`red on \`${base}\` too, with no remark that is not there as well: \`lint\`.`);
  });

  it('and are all there is are never called passed', async () => {
    const run = await ended({ base: await redOn('lint') });
    await remarked(run.sha, 'lint', 'Too long.');
    await run.see();
    expect(run.started).toEqual([]);
    expect(run.said()).toEqual([expect.stringContaining('No other check of the repository began')]);
    expect(run.said()[0]).not.toContain('passed');
  });

  it('beside one that was not begin a round for that one', async () => {
    const run = await ended({ base: await redOn('lint') });
    await remarked(run.sha, 'lint', 'Too long.');
    await run.status('failure', 'build');
    await run.see();
    expect(run.started).toEqual([`${run.run}.r2`]);
  });

  it('beside one that stays red after its rounds are told apart from it', async () => {
    const run = await ended({ base: await redOn('lint'), rounds: 0 });
    await remarked(run.sha, 'lint', 'Too long.');
    await run.status('failure', 'build');
    await run.see();
    expect(run.said()[1]).toMatch(/are red on `[^`]+`, the head of #\d+: `build`\. .*there as well: `lint`\./);
  });

  it('stand in the words of the pull request, once, where those are crew’s; anybody else’s are left alone', async () => {
    const run = await ended({ base: await redOn('lint') });
    const body = () => shop.pull(run.pull).body;
    await remarked(run.sha, 'lint', 'Too long.');
    await run.status('success');
    const theirs = body();
    await run.see();
    expect(body()).toBe(theirs);
    const place = `${REPO}:${run.branch}`;
    await shop
      .as('maya')
      .pulls.update({ ...at, pull_number: run.pull, body: mark('What it does.', { slot: 'pull', place }) });
    await run.see();
    await run.see();
    expect(body()?.match(/Red here, and red on/g)).toHaveLength(1);
    expect(body()).toMatch(/^What it does\.\n\nRed here[^\n]*\n\n<!-- crew:pull [0-9a-f]+ -->$/);
  });

  it('are nothing that the round which begins for others hears of, and no reason for one to go on', async () => {
    const run = await ended({ base: await redOn('lint') });
    await remarked(run.sha, 'lint', 'Too long.');
    await run.status('failure', 'build');
    await run.see();
    const again = () => roundAfter(run);
    expect((await again()).task.news).toEqual({
      why: 'ci',
      found: [expect.objectContaining({ text: 'build is failure' })],
    });
    // Somebody ran it again, and it passes by now.
    await run.status('success', 'build');
    await expect(again()).rejects.toThrow('no other than those that are as red on base-');
  });

  it('are the change’s where one says more: they begin a round', async () => {
    const run = await ended({ base: await redOn('lint') });
    await remarked(run.sha, 'lint', 'Too long.', 'Unused.');
    await run.see();
    expect(run.started).toEqual([`${run.run}.r2`]);
  });

  it('are the change’s where nobody can tell: a round begins, and after the last only that they are red there too is said', async () => {
    const of = { base: await redOn('lint', 'test') };
    const silent = async (run: Ended) => {
      await remarked(run.sha, 'test');
      await remarked(run.sha, 'lint', 'Too long.');
    };
    const unread = async (run: Ended) => {
      await remarked(run.sha, 'test', 'Too long.');
      shop.embedded.faults.add({ kind: 'status', status: 403, when: 'before', times: 'all', path: /annotations/ });
    };
    for (const fails of [silent, unread]) {
      const run = await ended(of);
      await fails(run);
      await run.see();
      expect(run.started).toEqual([`${run.run}.r2`]);
      shop.embedded.faults.clear();
    }
    const last = await ended({ ...of, rounds: 0 });
    await silent(last);
    await last.see();
    expect(last.said()[1]).toContain(`Red here, and red on \`${of.base}\` too: \`test\`.`);
    expect(last.said()[1]).toContain('there as well: `lint`.');
  });

  it('cost one request, however long the others are waited for', async () => {
    const run = await ended({ base: await redOn('lint') });
    await remarked(run.sha, 'lint', 'Too long.');
    await run.status('pending');
    const from = shop.embedded.requests.length;
    const pause = () => undefined;
    await run.see(pause, pause, pause, () => run.status('success'));
    const asked = shop.embedded.requests.slice(from).filter(({ path }) => path.endsWith('/graphql'));
    expect(asked).toHaveLength(1);
  });
});

describe('somebody who calls it off', () => {
  it('ends the waiting, and no round begins, whatever comes out', async () => {
    const run = await ended();
    await run.status('pending');
    const slept = await run.see(async () => {
      await letBe(run.crew.desk.leases, run.run, 'maya');
      await run.status('failure');
    });
    expect(slept).toHaveLength(1);
    expect(run.started).toEqual([]);
    expect(run.said()).toEqual([OVER(run.run)]);
  });

  it('between the last look and the round keeps that from beginning', async () => {
    const run = await ended();
    await run.status('failure');
    const { leases } = run.crew.desk;
    // Said while it is looked up whether the pull request is open still.
    const said = {
      ...leases,
      read: async (log: string) => {
        const now = await leases.read(log);
        await letBe(leases, run.run, 'maya');
        return now;
      },
    };
    await checksAfter({ ...run.crew, desk: { ...run.crew.desk, leases: said } }, run.run, clockOf([]));
    expect(run.started).toEqual([]);
  });

  it('may have done so where that cannot be learned: no round begins', async () => {
    const run = await ended();
    await run.status('failure');
    const { leases } = run.crew.desk;
    const unread = { ...leases, read: () => Promise.reject(new Error('GitHub is not there')) };
    const crew = { ...run.crew, desk: { ...run.crew.desk, leases: unread } };
    await expect(checksAfter(crew, run.run, clockOf([]))).rejects.toThrow('GitHub is not there');
    expect(run.started).toEqual([]);
    expect(await loadJournal(run.crew.desk.store, `${run.run}.r2`)).toBeNull();
  });
});
