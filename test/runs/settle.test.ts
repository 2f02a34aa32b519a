// What an Actions run that ended left open.
import { describe, expect, it } from '@jest/globals';
import { claimedRuns, openRuns, reportUnrecorded } from '../../src/runs/housekeeping.js';
import { endOf } from '../../src/runs/proceed.js';
import { START } from '../build/clock.js';
import { servicesOn } from '../build/phases.js';
import { recordOf } from '../build/records.js';
import { openShop, REPO } from '../build/shop.js';

describe('an Actions run that ended', () => {
  it('left open what it had claimed and has no ending, also where a comment on the pull request asked', async () => {
    const environment = await openShop();
    const services = servicesOn({ github: environment.github(), repo: REPO });
    const ended = recordOf({ actions: { id: 9, attempt: 1 }, end: endOf({ name: 'done' }, START) });
    const runs = [ended, recordOf({ run: 'fix-12-ffffffffff', actions: { id: 9, attempt: 1 } })];
    await services.store.update('issue-12', () => ({ record: { subject: 'issue-12', runs }, value: null }));
    const open = [{ subject: 'issue-12', run: 'fix-12-ffffffffff' }];
    expect(await openRuns({ id: 9, title: 'crew #12 issue_comment-1' }, services)).toEqual(open);
    expect(await openRuns({ id: 9, title: 'crew #40 issue_comment-1' }, services)).toEqual(open);
    expect(await openRuns({ id: 9, title: 'whatever' }, services)).toEqual(open);
    expect(await openRuns({ id: 8, title: 'crew #12 issue_comment-1' }, services)).toEqual([]);
  });

  it('had recorded what it claimed, also where the run has its ending by now', async () => {
    const environment = await openShop();
    const services = servicesOn({ github: environment.github(), repo: REPO });
    const ended = recordOf({ actions: { id: 9, attempt: 1 }, end: endOf({ name: 'infra_error' }, START) });
    await services.store.update('issue-12', () => ({ record: { subject: 'issue-12', runs: [ended] }, value: null }));
    const of = { id: 9, title: 'crew #12 issue_comment-1' };
    expect(await claimedRuns(of, services)).toEqual([{ subject: 'issue-12', run: ended.run, isOver: true }]);
    expect(await openRuns(of, services)).toEqual([]);
  });

  it('before it recorded anything: the thread is told once; a title that names no event tells nobody', async () => {
    const environment = await openShop();
    const services = servicesOn({ github: environment.github(), repo: REPO, clock: environment.clock });
    const of = { title: 'crew #1 issue_comment-345', url: 'https://github.test/run' };
    for (let n = 0; n < 2; n += 1) expect(await reportUnrecorded(of, services)).toBe(true);
    expect(await reportUnrecorded({ ...of, title: 'fix the cart' }, services)).toBe(false);
    const said = environment.comments().filter(({ author }) => author === 'crew[bot]');
    expect(said).toEqual([{ author: 'crew[bot]', body: expect.stringContaining(of.url) }]);
  });
});
