// What an Actions run that ended left open.
import { describe, expect, it } from '@jest/globals';
import { gate } from '../../src/runs/gate.js';
import { claimedRuns, openRuns, reportUnrecorded } from '../../src/runs/housekeeping.js';
import { endOf } from '../../src/runs/proceed.js';
import { runPublish } from '../../src/runs/publish.js';
import { START } from '../build/clock.js';
import { servicesOn } from '../build/phases.js';
import { commentBy, recordOf } from '../build/records.js';
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
    const actions = { id: 9, attempt: 1 };
    const ended = recordOf({ actions, publishing: actions, end: endOf({ name: 'infra_error' }, START) });
    await services.store.update('issue-12', () => ({ record: { subject: 'issue-12', runs: [ended] }, value: null }));
    const of = { id: 9, title: 'crew #12 issue_comment-1' };
    expect(await claimedRuns(of, services)).toEqual([
      { subject: 'issue-12', run: ended.run, isOver: true, isStored: true },
    ]);
    expect(await openRuns(of, services)).toEqual([]);
  });

  it('left the journal of a run that was cancelled before crew-settle.yml began', async () => {
    const environment = await openShop();
    const services = servicesOn({ github: environment.github(), repo: REPO });
    const event = commentBy('maya', { body: '/crew cancel', issue: 1 });
    const request = { ...recordOf().request, event };
    const record = recordOf({ issue: 1, request, actions: { id: 9, attempt: 1 } });
    const { run } = record;
    await services.store.update('issue-1', () => ({ record: { subject: 'issue-1', runs: [record] }, value: null }));
    const state = async () => ({ completed: true, title: '', url: '', started: ['crew / run / work'] });
    const ended = { ...services, github: { ...services.github, actions: { ...services.github.actions, state } } };
    await gate(event, ended);
    const cancelled = await services.store.read('issue-1');
    expect(cancelled.runs).toMatchObject([{ end: { outcome: 'cancelled', says: expect.stringContaining('kept') } }]);
    expect(await claimedRuns({ id: 9, title: 'crew #1 issue_comment-1' }, services)).toEqual([
      { subject: 'issue-1', run, isOver: true, isStored: false },
    ]);
    const actions = { id: 9, attempt: 1 };
    const verify = { result: 'cancelled', document: null, digest: undefined };
    await runPublish(
      {
        ...{ subject: 'issue-1', run, jobs: { work: 'cancelled', verify, url: '', actions } },
        ...{ workOutput: { bytes: null, digest: undefined, journal: '{}\n' }, filesOf: async () => [] },
      },
      services,
    );
    expect(await services.store.file('issue-1', `${run}/journal.jsonl`)).toBe('{}\n');
    expect((await services.store.read('issue-1')).runs).toEqual(cancelled.runs);
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
