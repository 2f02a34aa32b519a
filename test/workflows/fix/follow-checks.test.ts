// The conditions of a further round of a fix after failing checks of the repository.

import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../../src/config/index.js';
import type { GitHub } from '../../../src/ports/github.js';
import type { RunRecord } from '../../../src/ports/run.js';
import { endOf } from '../../../src/runs/launch.js';
import { followFailedChecks } from '../../../src/workflows/fix/follow-checks.js';
import { START } from '../../build/clock.js';
import { servicesOn } from '../../build/phases.js';
import { recordOf } from '../../build/records.js';
import { REPO } from '../../build/shop.js';

const SHA = 'a'.repeat(40);
const RED = { name: 'test', url: '', summary: 'red', annotations: [] };

interface Scene {
  readonly record?: Partial<RunRecord>;
  readonly others?: readonly RunRecord[];
  /** Earlier rounds. */
  readonly earlier?: readonly RunRecord[];
  readonly head?: string;
  readonly pull?: null;
  readonly state?: string;
  readonly base?: readonly object[];
  readonly failures?: readonly object[];
  readonly permission?: string;
  readonly rounds?: number;
  readonly reviews?: readonly object[];
}

/** A further round of the request. */
const roundOf = (n: number, why: 'ci' | 'verify') => ({
  run: `fix-12-0123456789.r${n}`,
  follows: { run: 'fix-12-0123456789', round: n, why },
});

const remark = { path: 'a.js', line: 1, level: 'failure', title: 't', message: 'null' };

/** A fix that published SHA on crew/issue-12, and the checks of the repository on it. */
async function scene(of: Scene = {}) {
  const pull = { number: 40, state: 'open', head: { sha: SHA }, base: { branch: 'main' } };
  const github = {
    branches: { head: async () => of.head ?? SHA },
    pulls: { listByBranch: async () => (of.pull === null ? [] : [pull]) },
    ci: {
      read: async () => ({ state: of.state ?? 'red', failures: of.failures ?? [RED] }),
      readBase: async () => ({ failed: of.base ?? [] }),
    },
    reviews: { read: async () => ({ reviews: of.reviews ?? [], threads: [] }) },
    thread: { read: async () => [] },
    people: { permission: async () => of.permission ?? 'write', me: async () => ({ login: 'crew[bot]', id: 1 }) },
    actions: {},
  } as unknown as GitHub;
  const fix = { ...defaults.fix, 'ci-rounds': of.rounds ?? 3 };
  const services = servicesOn({ github, repo: REPO, config: { fix } });
  const target = { how: 'branch', asked: 'issue', branch: 'crew/issue-12', at: null, base: 'main', commit: 'b' };
  const job = { task: { text: 'add' }, scope: [], dryRun: false, plans: false };
  const record = recordOf({
    order: { job, target, title: 'add', asked: 'add' },
    budget: { askedUsd: 5, usd: 5 },
    spent: { usd: 1, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } },
    end: endOf({ name: 'done', result: { sha: SHA, pull: 40 } }, START),
    ...of.record,
  });
  await services.store.update('issue-12', () => ({
    record: { subject: 'issue-12', runs: [...(of.earlier ?? []), record, ...(of.others ?? [])] },
    value: null,
  }));
  const follow = (branch = 'crew/issue-12') => followFailedChecks({ branch, sha: SHA }, services);
  return { services, follow, runs: async () => (await services.store.read('issue-12')).runs };
}

describe('failing checks of the repository', () => {
  it('take the open requests of the review into the round', async () => {
    const review = {
      id: 7,
      body: 'Rename it.',
      author: { login: 'maya' },
      url: '',
      asks: true,
      at: '2099-01-01T00:00:00Z',
    };
    const { follow, runs } = await scene({ reviews: [review] });
    await follow();
    const order = (await runs())[1]?.order as { job: { task: { review: unknown } } };
    const comments = [{ by: 'maya', text: 'Rename it.' }];
    expect(order.job.task.review).toEqual({ requests: [{ from: 'review', id: 7, comments }], red: [] });
  });

  it('start one further round on the published commit, with what is left of the budget, and it once', async () => {
    const { follow, services, runs } = await scene();
    const round = 'fix-12-0123456789.r2';
    expect(await follow()).toBe(round);
    expect(await runs()).toMatchObject([
      {},
      {
        run: round,
        follows: { run: 'fix-12-0123456789', round: 2, why: 'ci' },
        ref: 'crew/issue-12',
        budget: { usd: 4 },
        order: {
          target: { at: SHA, commit: SHA, pull: { number: 40, isCrews: true } },
          job: { task: { review: { requests: [] } } },
        },
      },
    ]);
    expect(services.started).toEqual([round]);
    await follow();
    expect(await runs()).toHaveLength(2);
  });

  it.each<[string, Scene]>([
    ['somebody pushed since', { head: 'c'.repeat(40) }],
    ['another commit was published', { record: { end: endOf({ name: 'done', result: { sha: 'd' } }, START) } }],
    ['the last run did not end well', { record: { end: endOf({ name: 'stuck' }, START) } }],
    ['the pull request is closed', { pull: null }],
    ['the checks are not red', { state: 'green' }],
    [
      'the base fails in the same way',
      { failures: [{ ...RED, annotations: [remark] }], base: [{ ...RED, annotations: [remark] }] },
    ],
    ['somebody said to stop', { record: { stopFollowUps: true } }],
    ['the rounds are used up', { record: roundOf(4, 'ci'), earlier: [2, 3].map((n) => recordOf(roundOf(n, 'ci'))) }],
    [
      'the rounds are used up, the last one after a red verify job',
      { rounds: 1, record: roundOf(3, 'verify'), earlier: [recordOf(roundOf(2, 'ci'))] },
    ],
    ['no rounds are configured', { rounds: 0 }],
    ['the budget is used up', { record: { budget: { askedUsd: 1, usd: 1 } } }],
    ['the requester lost write access', { permission: 'read' }],
    ['another run works on the subject', { others: [recordOf({ run: 'fix-12-ffffffffff' })] }],
    [
      'another run awaits a person',
      { others: [recordOf({ run: 'fix-12-ffffffffff', end: endOf({ name: 'awaiting' }, START) })] },
    ],
  ])('start none where %s', async (_, of) => {
    const { follow, services } = await scene(of);
    expect(await follow()).toBeNull();
    expect(services.started).toEqual([]);
  });

  it('count only the rounds after failing checks against fix.ci-rounds', async () => {
    const { follow } = await scene({ rounds: 1, record: roundOf(2, 'verify') });
    expect(await follow()).toBe('fix-12-0123456789.r3');
  });

  it('start none on a branch that is not crew’s', async () => {
    const { follow } = await scene();
    expect(await follow('crew/issue-12-mine')).toBeNull();
    expect(await follow('main')).toBeNull();
  });
});
