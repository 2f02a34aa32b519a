import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { setField } from 'github-sandbox';
import type { Field } from '../../../src/field.js';
import type { Observation } from '../../../src/observation.js';
import { type Around, observed, openField } from './around.js';

const AT = '2026-11-10T08:00:00Z';
const LATER = '2026-11-12T08:00:00Z';
const HOUR = 60 * 60 * 1000;
const at = { owner: 'acme', repo: 'app' };

let around: Around;
let clone: string;
let previous: Observation;

beforeEach(async () => {
  around = await openField(
    {
      issues: [
        { number: 1, title: 'One', createdAt: AT, author: 'ann' },
        { number: 2, title: 'Two', createdAt: AT, blockedBy: [1] },
        { number: 3, title: 'Three', createdAt: AT, state: 'closed', closedAt: LATER },
      ],
      pulls: [
        {
          number: 7,
          title: 'Seven',
          body: 'Fixes #1',
          author: 'maya',
          createdAt: AT,
          checks: [{ name: 'test', state: 'success' }],
        },
        {
          number: 8,
          title: 'Eight',
          body: 'Fixes #3',
          author: 'maya',
          createdAt: AT,
          state: 'merged',
          merge: { at: LATER, by: 'noah', method: 'squash' },
        },
      ],
      branches: [{ name: 'issue-2', commits: [{ message: 'Begin', at: LATER, by: 'maya' }] }],
      commits: [{ message: 'Refs #2', at: LATER, by: 'maya' }],
    },
    {
      projects: [
        {
          owner: 'acme',
          number: 1,
          title: 'Board',
          items: [1, 2, 3].map((number) => ({ of: `acme/app#${number}`, status: 'Todo' })),
        },
      ],
    },
  );
  clone = await around.clone();
  // Not in the second in which it was made: what moved then is looked at again.
  around.clock.pass(60_000);
  previous = observed(await around.look({ clone }));
  around.clock.pass(HOUR);
  around.spent();
});

type Seen = Omit<Field, 'observedAt'>;

/** Without its time, and what is only for the next look. */
function plain(field: Field): Seen {
  const { trail: _, observedAt: __, ...rest } = field;
  return rest;
}

/** The next look, which must see what a first one would. */
async function next(): Promise<Field> {
  execFileSync('git', ['fetch', '-q', 'origin'], { cwd: clone });
  const warm = await around.look({ clone, previous });
  const cold = await around.look({ clone });
  expect(plain(warm.field)).toEqual(plain(cold.field));
  expect(warm.total).toBe(cold.total);
  return warm.field;
}

const issue = (field: Field, number: number) => field.issues.find(({ ref }) => ref === `acme/app#${number}`);

describe('a look after another', () => {
  it('sees the same in three requests when nothing happened, reading the last one among them', async () => {
    await around.observations().write(previous, null);
    around.spent();
    const { observation } = await around.observations().read();
    const { field } = await around.look({ clone, previous: observation ?? undefined });
    expect(around.spent().requests).toBeLessThanOrEqual(3);
    expect(plain(field)).toEqual(plain(previous.field));
  });

  it('of a board costs no more', async () => {
    const board = { clone, project: 1, projectOwner: 'acme' };
    const first = observed(await around.look(board));
    around.spent();
    const { field } = await around.look({ ...board, previous: first });
    expect(around.spent().requests).toBe(1);
    expect(plain(field)).toEqual(plain(first.field));
  });

  it('sees a card that was moved, which moves no issue', async () => {
    const board = { clone, project: 1, projectOwner: 'acme' };
    const first = observed(await around.look(board));
    const [item] = around.embedded.state.projects[0]?.items ?? [];
    if (!item) throw new Error('the board has no card');
    const [maya] = [...around.embedded.state.accounts.values()].filter(({ login }) => login === 'maya');
    if (!maya) throw new Error('maya is not there');
    const act = { world: around.embedded.world, by: { account: maya, app: null, workflow: false } };
    setField(act, { item, field: 'Status', value: 'Done' });
    const { field } = await around.look({ ...board, previous: first });
    expect(field.issues[0]?.status).toMatchObject({ name: 'Done', by: { login: 'maya' } });
  });

  it.each<[string, () => Promise<unknown>, (field: Field) => unknown, unknown]>([
    [
      'a comment',
      () => around.client.rest.issues.createComment({ ...at, issue_number: 2, body: 'News!' }),
      (field) => issue(field, 2)?.comments.map(({ body }) => body),
      ['News!'],
    ],
    [
      'a label and whoever set it',
      () => around.client.rest.issues.addLabels({ ...at, issue_number: 1, labels: ['blocked'] }),
      (field) => issue(field, 1)?.labels.map(({ name, by }) => `${name} ${by?.login}`),
      ['blocked eyes'],
    ],
    [
      'a closing, also for those that wait for it',
      () => around.client.rest.issues.update({ ...at, issue_number: 1, state: 'closed' }),
      (field) => issue(field, 1)?.closed?.reason,
      'completed',
    ],
    [
      'a reopening, and the work that matters again',
      () => around.client.rest.issues.update({ ...at, issue_number: 3, state: 'open' }),
      (field) => [issue(field, 3)?.closed, issue(field, 3)?.reopenings.length],
      [undefined, 1],
    ],
    [
      'a new issue',
      () => around.client.rest.issues.create({ ...at, title: 'Nine' }),
      (field) => issue(field, 9)?.title,
      'Nine',
    ],
    [
      'a check that ended otherwise, which moves no pull request',
      async () => {
        const sha = around.embedded.repository('acme/app').pulls[0]?.head.sha ?? '';
        await around.client.rest.repos.createCommitStatus({ ...at, sha, state: 'failure', context: 'late' });
      },
      (field) => {
        const checks = field.pulls.find(({ ref }) => ref === 'acme/app#7')?.checks;
        return checks === 'unread' ? checks : checks?.map(({ name, state }) => `${name} ${state}`).sort();
      },
      ['late failure', 'test success'],
    ],
    [
      'a push',
      async () => {
        const main = (await around.client.rest.git.getRef({ ...at, ref: 'heads/main' })).data.object.sha;
        const { tree } = (await around.client.rest.git.getCommit({ ...at, commit_sha: main })).data;
        const made = await around.client.rest.git.createCommit({
          ...at,
          message: 'Fixes #2',
          tree: tree.sha,
          parents: [main],
        });
        await around.client.rest.git.updateRef({ ...at, ref: 'heads/main', sha: made.data.sha });
      },
      (field) => field.commits.map(({ message }) => message).includes('Fixes #2'),
      true,
    ],
  ])('sees %s', async (_, happens, look, expected) => {
    await happens();
    expect(look(await next())).toEqual(expected);
  });

  it('sees what an issue outside of the board became', async () => {
    await around.client.rest.issues.addLabels({ ...at, issue_number: 2, labels: ['app'] });
    const some = { clone, label: 'app' };
    const first = await around.look(some);
    expect(first.outside).toEqual(['acme/app#1']);
    await around.client.rest.issues.update({ ...at, issue_number: 1, state: 'closed' });
    const { field, outside, total } = await around.look({ ...some, previous: observed(first) });
    expect([outside, total]).toEqual([['acme/app#1'], 1]);
    expect(issue(field, 1)?.closed?.reason).toBe('completed');
  });

  it('sees that a card is gone', async () => {
    const board = { clone, project: 1, projectOwner: 'acme' };
    const first = observed(await around.look(board));
    around.embedded.state.projects[0]?.items.splice(0, 1);
    const { field, total, outside } = await around.look({ ...board, previous: first });
    expect(total).toBe(2);
    expect(field.issues.filter(({ ref }) => !outside.includes(ref)).map(({ ref }) => ref)).toEqual([
      'acme/app#2',
      'acme/app#3',
    ]);
  });

  it('a day after the last whole one reads everything again', async () => {
    around.clock.pass(24 * HOUR);
    await around.look({ clone, previous });
    expect(around.spent().requests).toBeGreaterThan(1);
  });

  it('at something else is a first look', async () => {
    const { total } = await around.look({ clone, previous, label: 'none' });
    expect(total).toBe(0);
  });

  it('reads again what could not be read the last time', async () => {
    const take = around.embedded.faults.add({ kind: 'field', field: 'Issue.linkedBranches', of: 1, times: 'all' });
    const half = await around.look({ clone });
    expect([issue(half.field, 1)?.branches ?? 'unread', half.field.missing.map(({ what }) => what)]).toEqual([
      'unread',
      ['acme/app#1'],
    ]);
    take();
    const whole = await around.look({ clone, previous: observed(half) });
    expect(issue(whole.field, 1)?.branches).toEqual([]);
    expect(whole.field.missing).toEqual([]);
  });
});
