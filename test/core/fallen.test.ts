import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { fallenIn, leftLying } from '../../src/core/fallen.js';
import { giveBack, type Held, type Lease, takeLease, takeUp } from '../../src/core/lease.js';
import { deskOf } from '../build/desk.js';

const PAGE = 'https://github.test/ann/shop/actions/runs/77/attempts/1';
const OTHER = PAGE.replace('77', '78');

const taken: Lease = { holder: 'gate', run: 'fix-1', text: 'a', page: PAGE, login: 'maya', fencing: 3, until: 60_000 };
const logOf = (...lines: readonly Lease[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('what a gate left lying', () => {
  it.each<[string, readonly Lease[], boolean]>([
    ['took the issue and was never heard of again', [taken], true],
    ['kept it alive for a while', [taken, { ...taken, until: 75_000 }], true],
    ['gave it back', [taken, { ...taken, until: 0 }], false],
    ['put it down for the jobs after it', [taken, { ...taken, holder: 'fix-1', until: 900_000 }], false],
    ['was of another run of Actions', [{ ...taken, page: OTHER }], false],
    [
      'was before runs of Actions were written down',
      [{ holder: 'gate', run: 'fix-1', fencing: 3, until: 60_000 }],
      false,
    ],
    ['is gone on with by another gate', [taken, { ...taken, holder: 'next', page: OTHER, fencing: 4 }], false],
    [
      'was asked the same by another run since',
      [taken, { ...taken, holder: 'next', run: 'fix-2', page: OTHER, fencing: 4 }],
      false,
    ],
    [
      'left it to somebody who was asked something else',
      [taken, { ...taken, holder: 'next', run: 'fix-2', text: 'b', page: OTHER, fencing: 4 }],
      true,
    ],
  ])('it %s', (_, lines, isLying) => {
    expect(leftLying(logOf(...lines), PAGE).map(({ run }) => run)).toEqual(isLying ? ['fix-1'] : []);
  });

  it('is found among all issues, and no more once it is given back', async () => {
    const desk = deskOf({ store: memoryStore() });
    for (const issue of [1, 2, 12])
      await takeLease(desk, `issue-${issue}`, { run: `fix-${issue}`, text: 'a', page: issue === 2 ? OTHER : PAGE });
    const issues = async () => (await fallenIn(desk.leases, PAGE)).map(({ issue }) => issue).sort((a, b) => a - b);
    expect(await issues()).toEqual([1, 12]);
    await giveBack(desk, 'issue-12', 'fix-12');
    expect(await issues()).toEqual([1]);
  });
});

describe('taking up what was put down', () => {
  async function putDown() {
    const store = memoryStore();
    const held = (await takeLease(deskOf({ store }), 'issue-1', { run: 'fix-1', text: 'a', page: PAGE })) as Held;
    await held.putDown('fix-1', 900_000);
    return store;
  }

  it('is for one of all who try, and who asked stays known', async () => {
    const store = await putDown();
    const tries = ['two', 'three', 'four'].map((name) =>
      takeUp(deskOf({ store, name }), 'issue-1', { run: 'fix-1', page: OTHER }),
    );
    expect((await Promise.all(tries)).filter((each) => each !== null)).toHaveLength(1);
    const last = JSON.parse((await store.read('lease/issue-1'))?.text.trimEnd().split('\n').at(-1) ?? '') as Lease;
    expect(last).toMatchObject({ run: 'fix-1', text: 'a', page: OTHER, fencing: 2 });
  });

  it('is nothing for another run, and nothing while somebody has it in hand', async () => {
    const store = await putDown();
    expect(await takeUp(deskOf({ store, name: 'two' }), 'issue-1', { run: 'fix-2', page: OTHER })).toBeNull();
    await takeUp(deskOf({ store, name: 'two' }), 'issue-1', { run: 'fix-1', page: OTHER });
    expect(await takeUp(deskOf({ store, name: 'three' }), 'issue-1', { run: 'fix-1', page: OTHER })).toBeNull();
  });
});
