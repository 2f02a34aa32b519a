// `fix.max-open`: how many pull requests of crew may be open at a time.
import { expect, it } from '@jest/globals';
import type { Target } from '../../../src/workflows/fix/rules/target.js';
import { refuseTooManyPulls } from '../../../src/workflows/fix/target.js';
import { openPullShop } from '../../adapters/github/pull-shop.js';

const target: Target = { how: 'branch', branch: 'crew/issue-9', at: null, base: 'main', commit: 'c', asked: 'issue' };

it('is refused when as many pull requests of crew are open as fix.max-open allows, and names them', async () => {
  const environment = await openPullShop();
  const first = await environment.offer('crew/issue-1', { 'one.txt': 'one\n' });
  await environment.offer('topic', { 'two.txt': 'two\n' });
  const hub = environment.github();
  await expect(refuseTooManyPulls(hub, target, 2)).resolves.toBeUndefined();
  await expect(refuseTooManyPulls(hub, target, 1)).rejects.toMatchObject({
    found: `#${first.number}`,
    ends: 'refused',
  });
});

it('lets a run go on that changes a pull request which is open already', async () => {
  const environment = await openPullShop();
  const { number } = await environment.offer('crew/issue-1', { 'one.txt': 'one\n' });
  const there = { ...target, pull: { number, isCrews: true } };
  await expect(refuseTooManyPulls(environment.github(), there, 1)).resolves.toBeUndefined();
});
