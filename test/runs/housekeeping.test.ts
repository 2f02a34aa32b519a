// What becomes due on a subject by time alone, and what is done about it.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { UserError } from '../../src/ports/errors.js';
import type { Outcome, RunRecord } from '../../src/ports/run.js';
import type { Workflow } from '../../src/ports/workflow.js';
import { gate } from '../../src/runs/gate.js';
import { dueTasks, tidy, tidyAll } from '../../src/runs/housekeeping.js';
import { endOf } from '../../src/runs/launch.js';
import { runPublish } from '../../src/runs/publish.js';
import { post } from '../../src/runs/services.js';
import { openRuns, settleRuns } from '../../src/runs/settle.js';
import { endComment, endNotice } from '../../src/runs/thread.js';
import { START } from '../build/clock.js';
import { servicesOn } from '../build/phases.js';
import { commentBy, recordOf } from '../build/records.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

describe('housekeeping', () => {
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;
  const START = Date.parse('2030-01-01T00:00:00Z');
  const at = (ms: number): string => new Date(START + ms).toISOString();

  const record = (of: Partial<RunRecord>): RunRecord =>
    ({
      ...{ run: 'fix-1-0000000001', workflow: 'fix', version: 1, exclusive: true, issue: 1, order: {}, signals: [] },
      ...{ startedAt: at(0), request: { event: { kind: 'typed', key: 'k' }, text: '/crew fix' } },
      ...of,
    }) as unknown as RunRecord;
  const ended = (outcome: string): Partial<RunRecord> => ({ end: { outcome, at: at(0) } as RunRecord['end'] });
  const signal = { is: 'answer', text: 'x', key: 's', by: { login: 'maya' }, at: at(9 * MINUTE) } as const;

  describe('what is due', () => {
    it.each([
      ['nothing while a dispatched run may still start', {}, 10 * MINUTE, undefined],
      ['a second dispatch after ten minutes', {}, 11 * MINUTE, 'dispatch-again'],
      [
        'nothing ten minutes after the first dispatch, if a signal dispatched it again',
        { signals: [signal] },
        11 * MINUTE,
        undefined,
      ],
      ['nothing while the second one may start', { dispatchedAgain: at(11 * MINUTE) }, 20 * MINUTE, undefined],
      ['the failure after the second one', { dispatchedAgain: at(11 * MINUTE) }, 22 * MINUTE, 'never-started'],
      ['nothing for a run that an Actions run claimed', { actions: { id: 1, attempt: 1 } }, DAY, undefined],
      ['nothing for a run of the command line', { process: '1@host' }, DAY, undefined],
      ['nothing while an answer may come', ended('awaiting'), 14 * DAY, undefined],
      ['the end after 14 days without an answer', ended('awaiting'), 14 * DAY + 1, 'expired'],
      ['journal and patch after 30 days', ended('done'), 31 * DAY, 'drop-files'],
      ['nothing where those are gone', { ...ended('done'), filesDropped: true }, 31 * DAY, undefined],
      ['the record after 90 days', { ...ended('done'), filesDropped: true }, 91 * DAY, 'drop-record'],
    ] as const)('is %s', (_what, of, after, is) => {
      const found = dueTasks({ subject: 'issue-1', runs: [record(of)] }, START + after);
      expect(found.map((due) => due.is)).toEqual(is === undefined ? [] : [is]);
    });
  });

  describe('on a repository', () => {
    const orders: Workflow<string> = {
      ...{ name: 'fix', version: 1, exclusive: true },
      gate: async (_ctx, request) =>
        request.text.includes('ask')
          ? { name: 'awaiting', says: 'Which one?', awaits: { id: 'q-1', kind: 'question', question: 'Which one?' } }
          : { order: request.text, ref: 'main' },
      work: () => Promise.reject(new Error('no work is done here')),
      publish: () => Promise.reject(new Error('nothing is published here')),
    };
    let environment: Shop;
    let comments = 5000;
    beforeAll(async () => {
      environment = await openShop();
    });

    async function open() {
      const made = servicesOn({ github: environment.github(), repo: REPO, clock: environment.clock, here: null });
      const dispatched: string[] = [];
      const actions = {
        ...made.github.actions,
        dispatch: async (_file: string, { run }: { run?: string }) => void dispatched.push(run ?? ''),
      };
      const github = { ...made.github, actions } as typeof made.github;
      const issue = (
        (await (
          await fetch(`${environment.embedded.apiUrl}/repos/${REPO}/issues`, {
            method: 'POST',
            headers: { authorization: `token ${environment.embedded.tokenFor({ user: 'maya' })}` },
            body: JSON.stringify({ title: 'due' }),
          })
        ).json()) as { number: number }
      ).number;
      const services = Object.assign(made, { workflows: [orders], github });
      comments += 1;
      const say = (body: string) =>
        gate(
          {
            ...{ kind: 'comment', key: `due-${comments}-${body}`, actor: { login: 'maya', id: 2, bot: false } },
            ...{ at: { repo: REPO, issue }, comment: { id: comments, where: 'review', body } },
          },
          services,
        );
      const runs = async () => (await services.store.read(`issue-${issue}`)).runs;
      const said = () => environment.comments(issue).map(({ body }) => body);
      return { services, dispatched, issue, say, runs, said };
    }

    it('a run that nobody claims is dispatched once more, and then its requester is told that it failed', async () => {
      const { services, dispatched, issue, say, runs, said } = await open();
      await say('/crew fix 1');
      const [{ run = '' } = {}] = await runs();
      for (const _ of [1, 2, 3, 4]) {
        await environment.clock.sleep(11 * MINUTE);
        await tidy(`issue-${issue}`, services);
      }
      expect(dispatched).toEqual([run, run]);
      expect(await runs()).toMatchObject([{ run, end: { outcome: 'infra_error' } }]);
      expect(said().filter((body) => body.startsWith('@maya'))).toEqual([
        expect.stringContaining('No Actions run has begun'),
      ]);
      await say('/crew continue');
      expect(dispatched).toEqual([run, run, run]);
    });

    it('a run whose Actions run ended, and that crew-settle.yml did not end, is ended by the next gate and continued', async () => {
      const { services, dispatched, issue, say, runs } = await open();
      await say('/crew fix lost');
      const asked: number[] = [];
      const ended: { at: string | null } = { at: null };
      const endedAt = async (id: number) => {
        asked.push(id);
        return ended.at;
      };
      Object.assign(services.github.actions, { endedAt });
      await services.store.update(`issue-${issue}`, (now) => ({
        record: { ...now, runs: now.runs.map((each) => ({ ...each, actions: { id: 9, attempt: 1 } })) },
        value: null,
      }));
      await tidy(`issue-${issue}`, services);
      expect(asked).toEqual([]);
      await environment.clock.sleep(11 * MINUTE);
      await tidy(`issue-${issue}`, services);
      ended.at = new Date(environment.clock.now() - 9 * MINUTE).toISOString();
      await tidy(`issue-${issue}`, services);
      expect([asked, (await runs())[0]?.end]).toEqual([[9, 9], undefined]);
      await environment.clock.sleep(2 * MINUTE);
      await tidy(`issue-${issue}`, services);
      expect(await runs()).toMatchObject([{ end: { outcome: 'infra_error' } }]);
      expect(asked).toEqual([9, 9, 9]);
      const before = dispatched.length;
      await say('/crew continue');
      expect(await runs()).toMatchObject([{ signals: [{ is: 'continue' }] }]);
      expect((await runs())[0]?.end).toBeUndefined();
      expect(dispatched).toHaveLength(before + 1);
    });

    it('an answer that nobody gave ends the run at the next gate, and its subject is free', async () => {
      const { say, runs, said } = await open();
      await say('/crew fix ask');
      await environment.clock.sleep(14 * DAY + MINUTE);
      await say('/crew fix 2');
      expect((await runs()).map(({ end }) => end?.outcome)).toEqual(['cancelled', undefined]);
      expect(said().filter((body) => body.includes('waited 14 days'))).toHaveLength(1);
    });

    it('the schedule removes journal and patch after 30 days, and the record after 90', async () => {
      const { services, issue, say, runs } = await open();
      await say('/crew fix 3');
      await say('/crew cancel');
      const subject = `issue-${issue}`;
      const [{ run = '' } = {}] = await runs();
      await services.store.update(subject, () => ({
        record: 'unchanged',
        files: { [`${run}/journal.jsonl`]: 'x\n' },
        value: null,
      }));
      await environment.clock.sleep(31 * DAY);
      await tidyAll(services);
      expect(await services.store.file(subject, `${run}/journal.jsonl`)).toBeNull();
      expect(await runs()).toMatchObject([{ run, filesDropped: true }]);
      await environment.clock.sleep(60 * DAY);
      await tidyAll(services);
      expect(await runs()).toEqual([]);
    });
  });
});

describe('a pull request that a run published', () => {
  const actions = { id: 9, attempt: 1 };
  const DONE: Outcome = {
    ...{ name: 'done', says: '#7 is ready for review.' },
    result: { pull: 7, sha: 'a'.repeat(40) },
  };
  async function published(outcome = DONE) {
    const environment = await openShop();
    const services = servicesOn({ github: environment.github(), repo: REPO, here: null });
    const event = commentBy('maya', { body: '/crew fix', issue: 1 });
    const end = endOf(outcome, START);
    const record = recordOf({ issue: 1, request: { ...recordOf().request, event }, actions, publishing: actions, end });
    await services.store.update('issue-1', () => ({ record: { subject: 'issue-1', runs: [record] }, value: null }));
    const said = () => environment.comments().filter(({ author }) => author === 'crew[bot]');
    const endsAs = (state: 'open' | 'closed' | 'merged') =>
      Object.assign(services.github.pulls, {
        read: async () => ({
          ...{ number: 7, state, url: `https://github.test/${REPO}/pull/7` },
          ...(state === 'merged' && { mergedBy: 'ann' }),
        }),
      });
    const comment = () =>
      post(
        [
          ...endComment(record, outcome, { lang: 'en', url: undefined }),
          ...endNotice(record, outcome, { lang: 'en', n: 0 }),
        ],
        services,
      );
    return { services, comment, said, endsAs };
  }

  it.each([
    ['merged', '#7 was merged by `ann`.'],
    ['closed', '#7 was closed without a merge.'],
  ] as const)('and that was %s is named so in the comments of the run, once', async (state, sentence) => {
    const { services, comment, said, endsAs } = await published();
    await comment();
    endsAs('open');
    await tidyAll(services);
    expect(said().map(({ body }) => body)).toEqual([
      expect.stringContaining(': succeeded'),
      expect.stringContaining('@maya\n\n#7 is ready for review.'),
    ]);
    endsAs(state);
    await tidyAll(services);
    expect(said().map(({ body }) => body)).toEqual([
      expect.stringMatching(new RegExp(`: succeeded · .*/actions/runs/9\\)\\n\\n${sentence}`)),
      expect.stringContaining(`@maya\n\n${sentence}\n\n<details>`),
    ]);
    Object.assign(services.github.pulls, { read: () => Promise.reject(new Error('asked again')) });
    await tidyAll(services);
    expect((await services.store.read('issue-1')).runs).toMatchObject([{ pullEnd: state }]);
  });

  it('keeps what was not done unfolded in the comment of a run that is partly finished', async () => {
    const says = '#7 has a new commit.\n\nReview requests: 1 change made, 1 not done.\n\nWhy.';
    const { services, comment, said, endsAs } = await published({ ...DONE, name: 'partial', says });
    await comment();
    endsAs('merged');
    await tidyAll(services);
    expect(said().map(({ body }) => body)).toEqual([
      expect.stringMatching(/^\*\*`\/crew fix`\*\*: partly finished · .*\n\n#7 was merged by `ann`\./),
      expect.stringContaining(`@maya\n\n#7 was merged by \`ann\`.\n\n${says}`),
    ]);
  });

  it('gets no new comment if the comments of the run are gone', async () => {
    const { services, said, endsAs } = await published();
    endsAs('merged');
    await tidyAll(services);
    expect(said()).toEqual([]);
  });
});

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

  const died = (id: number, title: string) => ({ id, title, url: 'https://github.test/run', isCancelled: false });
  const saidIn = (environment: Shop) =>
    environment
      .comments()
      .filter(({ author }) => author === 'crew[bot]')
      .map(({ body }) => body);

  it('had recorded what it claimed, also where the run has its ending by now: nothing is left to do, and nothing is said', async () => {
    const environment = await openShop();
    const services = servicesOn({ github: environment.github(), repo: REPO });
    const actions = { id: 9, attempt: 1 };
    const ended = recordOf({ actions, publishing: actions, end: endOf({ name: 'infra_error' }, START) });
    await services.store.update('issue-12', () => ({ record: { subject: 'issue-12', runs: [ended] }, value: null }));
    expect(await settleRuns(died(9, 'crew #12 345'), services)).toEqual([]);
    expect(services.started).toEqual([]);
    expect(saidIn(environment)).toEqual([]);
  });

  it('left the journal of a run that was cancelled before crew-settle.yml began', async () => {
    const environment = await openShop();
    const services = servicesOn({ github: environment.github(), repo: REPO });
    const event = commentBy('maya', { body: '/crew cancel', issue: 1 });
    const request = { ...recordOf().request, event };
    const record = recordOf({ issue: 1, request, actions: { id: 9, attempt: 1 } });
    const { run } = record;
    await services.store.update('issue-1', () => ({ record: { subject: 'issue-1', runs: [record] }, value: null }));
    const state = async () => ({ completed: true, title: '', url: '', startedJobs: ['crew / run / work'] });
    const ended = { ...services, github: { ...services.github, actions: { ...services.github.actions, state } } };
    await gate(event, ended);
    const cancelled = await services.store.read('issue-1');
    expect(cancelled.runs).toMatchObject([{ end: { outcome: 'cancelled', says: expect.stringContaining('kept') } }]);
    expect(await settleRuns(died(9, 'crew #1 345'), services)).toEqual([{ subject: 'issue-1', run }]);
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
    for (const title of ['Comment on #1 (345)', 'crew #1 345', 'fix the cart', 'crew #0 push', 'Fix #1 (346)'])
      expect(await settleRuns(died(9, title), services)).toEqual([]);
    expect(await settleRuns({ ...died(10, 'crew #1 346'), isCancelled: true }, services)).toEqual([]);
    expect(saidIn(environment)).toEqual([expect.stringContaining('before it could record anything')]);
  });

  describe('that left a run which no Actions run has claimed', () => {
    const request = { ...recordOf().request, event: commentBy('maya', { issue: 1 }) };
    const unclaimed = recordOf({ issue: 1, request, order: {}, recordedBy: { id: 9, attempt: 1 } });
    const withRecord = async (record: RunRecord) => {
      const environment = await openShop();
      const services = servicesOn({ github: environment.github(), repo: REPO, clock: environment.clock });
      await services.store.update('issue-1', () => ({ record: { subject: 'issue-1', runs: [record] }, value: null }));
      const runs = async () => (await services.store.read('issue-1')).runs;
      return { environment, services, runs };
    };

    it('because its gate died before the dispatch: the run is dispatched at once, and nobody is told to ask again', async () => {
      const { environment, services, runs } = await withRecord(unclaimed);
      expect(await settleRuns(died(9, 'crew #1 345'), services)).toEqual([]);
      expect(services.started).toEqual([unclaimed.run]);
      expect(await runs()).toMatchObject([{ dispatchedAgain: expect.any(String) }]);
      expect(saidIn(environment)).toEqual([]);
    });

    it('because its own gate died before the claim: dispatched again once, and after the second death the requester is told the remedy', async () => {
      const { environment, services, runs } = await withRecord(unclaimed);
      for (const id of [20, 21, 22]) await settleRuns(died(id, `crew #1 ${unclaimed.run}`), services);
      expect(services.started).toEqual([unclaimed.run]);
      expect(await runs()).toMatchObject([{ end: { outcome: 'infra_error' } }]);
      const notices = saidIn(environment).filter((body) => body.startsWith('@maya'));
      expect(notices).toEqual([expect.stringContaining('/crew continue')]);
      expect(saidIn(environment).join('\n')).not.toContain('before it could record anything');
    });

    it.each([
      ['of a repository whose crew.yml is older', (run: string) => `crew #1 ${run}`],
      ['of one that is a little older', (run: string) => `/crew fix for #1 (${run})`],
      ['as `crew init` writes it', (run: string) => `/crew fix on #1 (${run})`],
    ])(
      'because somebody cancelled its Actions run before the claim: nothing is dispatched, and settle ends it (a title %s)',
      async (_, titleOf) => {
        const { services } = await withRecord(unclaimed);
        const { run } = unclaimed;
        const open = await settleRuns({ ...died(20, titleOf(run)), isCancelled: true }, services);
        expect([open, services.started]).toEqual([[{ subject: 'issue-1', run }], []]);
      },
    );

    it('but that the App had recorded for the same comment: it is dispatched again, and nobody is told to ask again', async () => {
      const { environment, services } = await withRecord({ ...unclaimed, recordedBy: undefined });
      await settleRuns(died(9, 'crew #1 345'), services);
      expect([services.started, saidIn(environment)]).toEqual([[unclaimed.run], []]);
    });

    it('because its gate ended it with a question: the question is posted if it is missing', async () => {
      const awaits = { id: 'q-1', kind: 'question', question: 'Which one?' } as const;
      const end = endOf({ name: 'awaiting', says: 'Which one?', awaits }, START);
      const { environment, services } = await withRecord({ ...unclaimed, end });
      for (let n = 0; n < 2; n += 1) await settleRuns(died(9, 'crew #1 345'), services);
      expect(saidIn(environment)).toEqual([expect.stringContaining('Which one?')]);
      expect(services.started).toEqual([]);
    });

    it('and whose dispatch GitHub refuses: it ends, and its requester is told the remedy once', async () => {
      const { environment, services, runs } = await withRecord(unclaimed);
      const refused = {
        expected: 'a token with the permission for this',
        found: 'no',
        remedy: 'none',
        ends: 'refused',
      } as const;
      const dispatch = () => Promise.reject(new UserError(refused));
      const github = { ...services.github, actions: { ...services.github.actions, dispatch } };
      await environment.clock.sleep(11 * 60_000);
      for (let n = 0; n < 2; n += 1) await tidyAll({ ...services, github });
      expect(await runs()).toMatchObject([{ end: { outcome: 'infra_error' } }]);
      const notices = saidIn(environment).filter((body) => body.startsWith('@maya'));
      expect(notices).toEqual([expect.stringContaining('/crew continue')]);
    });

    it('but took its signal: nothing is dispatched, and nobody is told that nothing was recorded', async () => {
      const signal = { is: 'cancel', key: 'thread-345/0', by: { login: 'maya' }, at: unclaimed.startedAt } as const;
      const actions = { id: 8, attempt: 1 };
      const { environment, services } = await withRecord({
        ...unclaimed,
        actions,
        recordedBy: actions,
        signals: [signal],
      });
      expect(await settleRuns(died(9, 'crew #1 345'), services)).toEqual([]);
      expect([services.started, saidIn(environment)]).toEqual([[], []]);
    });
  });
});
