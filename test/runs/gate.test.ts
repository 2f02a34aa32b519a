// From an event to a recorded run: delivered twice, claimed once, joined, queued, refused, signalled.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Event } from '../../src/ports/event.js';
import type { Workflow } from '../../src/ports/workflow.js';
import { gate } from '../../src/runs/gate.js';
import { endOf, startActionsRun } from '../../src/runs/launch.js';
import { type Phases, servicesOn } from '../build/phases.js';
import { recordOf } from '../build/records.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

/** Orders what it is asked for. */
const orders: Workflow<string> = {
  ...{ name: 'fix', version: 1, exclusive: true },
  gate: async (ctx, request) => {
    await ctx.allowance(2);
    return { order: request.text, ref: 'main' };
  },
  work: () => Promise.reject(new Error('no work is done here')),
  publish: () => Promise.reject(new Error('nothing is published here')),
};

let environment: Shop;
let services: Phases;
let issue = 0;
beforeAll(async () => {
  environment = await openShop();
});
beforeEach(async () => {
  const answer = await fetch(`${environment.embedded.apiUrl}/repos/${REPO}/issues`, {
    method: 'POST',
    headers: { authorization: `token ${environment.embedded.tokenFor({ user: 'maya' })}` },
    body: JSON.stringify({ title: 'one more' }),
  });
  issue = ((await answer.json()) as { number: number }).number;
  services = jobOf(77);
});

/** Another job, on the same records. */
function jobOf(here: number | null, earlier?: Phases): Phases {
  const made = servicesOn({
    github: environment.github(),
    repo: REPO,
    clock: environment.clock,
    here,
    ...(earlier ? { earlier } : {}),
  });
  return Object.assign(made, { workflows: [orders] });
}

let comments = 1000;
const says = (body: string, login = 'maya', of: { key?: string } = {}): Event => {
  comments += 1;
  const id = login === 'maya' ? 2 : 3;
  return {
    ...{
      kind: 'comment',
      key: of.key ?? `thread-${comments}`,
      actor: { login, id, bot: false },
      at: { repo: REPO, issue },
    },
    comment: { id: comments, where: 'review', body },
  };
};

const runs = async () => (await services.store.read(`issue-${issue}`)).runs;
const said = () => environment.comments(issue).map(({ body }) => body.replace(/\n*<!-- crew:[^>]*-->$/, ''));

describe('a command', () => {
  it('is recorded as a run of this Actions run, shown in the thread, and proceeds', async () => {
    const [handled] = await gate(says('/crew fix add'), services);
    expect(handled).toMatchObject({
      outcome: null,
      proceed: { subject: `issue-${issue}`, group: `crew-issue-${issue}`, ref: 'main', against: '' },
    });
    expect(await runs()).toMatchObject([
      { run: handled?.run, order: '/crew fix add', actions: { id: 77 }, budget: { askedUsd: 2, usd: 2 }, signals: [] },
    ]);
    expect(said()).toEqual([expect.stringContaining(handled?.run ?? 'no run')]);
  });

  it('that is delivered twice is one run, and one signal', async () => {
    const event = says('/crew fix add');
    const [first] = await gate(event, services);
    const [again] = await gate(event, services);
    expect(again).toEqual(first);
    const more = says('/crew continue +1');
    for (let n = 0; n < 2; n += 1) await gate(more, services);
    expect(await runs()).toMatchObject([{ signals: [{ is: 'continue', addUsd: 1, by: { login: 'maya' } }] }]);
    expect((await runs())[0]?.signals).toHaveLength(1);
  });

  it('whose gate died before it posted its question posts it once when it is delivered again', async () => {
    const asking: Workflow<string> = {
      ...orders,
      gate: async (_, request) => ({
        ...{ order: request.text, ref: 'main' },
        asks: { name: 'awaiting', says: 'Which one?', awaits: { id: 'q-1', kind: 'question', question: 'Which one?' } },
      }),
    };
    const event = says('/crew fix add');
    const { target } = services;
    if (!target) throw new Error('these services have no GitHub');
    const post = () => Promise.reject(new Error('the gate dies here'));
    const github = { ...target.github, thread: { ...target.github.thread, post } };
    const dying = { ...services, target: { ...target, github }, workflows: [asking] };
    await expect(gate(event, dying)).rejects.toThrow('the gate dies here');
    expect(await runs()).toMatchObject([{ end: { outcome: 'awaiting' } }]);
    expect(said()).toEqual([]);
    for (let n = 0; n < 2; n += 1) await gate(event, Object.assign(services, { workflows: [asking] }));
    expect(said()).toEqual(['Which one?']);
    expect(await runs()).toHaveLength(1);
  });

  it('of somebody without write access records nothing and says nothing', async () => {
    await gate(says('/crew fix add'), services);
    const before = [await runs(), said()];
    for (const body of ['/crew fix other', '/crew cancel', '/crew continue +1', '/crew answer x', '/crew fxi'])
      expect(await gate(says(body, 'sam'), services)).toEqual([]);
    expect([await runs(), said()]).toEqual(before);
  });

  it('with the same text joins the run that works; another text waits; the fourth that waits is refused', async () => {
    const [first] = await gate(says('/crew fix 1'), services);
    for (let n = 0; n < 3; n += 1)
      expect((await gate(says('/crew fix 1'), services))[0]?.outcome).toMatchObject({ result: { joined: first?.run } });
    expect(said().filter((body) => body.includes('already running'))).toHaveLength(1);
    for (const n of [2, 3, 4])
      expect((await gate(says(`/crew fix ${n}`), jobOf(80 + n, services)))[0]?.proceed).toBeDefined();
    expect((await gate(says('/crew fix 5'), services))[0]?.outcome).toMatchObject({
      name: 'refused',
      result: { why: 'queue-full', run: first?.run },
    });
    expect(await runs()).toHaveLength(4);
  });

  // The jobs' names in crew-run.yml, and the name of `verify` before 2026-11-20.
  it.each(['crew / work', 'crew / run / test base and change', 'crew / run / verify'])(
    'that cancels work (%s) is recorded; once publish has started it is too late, and the requester is told',
    async (job) => {
      await gate(says('/crew fix 1'), services);
      const { github } = services;
      const jobs = (startedJobs: readonly string[]) => {
        const actions = {
          ...github.actions,
          state: async () => ({ completed: false, startedJobs, title: '', url: '' }),
          cancel: async () => {},
        };
        return { ...services, github: { ...github, actions } };
      };
      const [late] = await gate(says('/crew cancel'), jobs(['crew / work', 'crew / publish']));
      expect(late?.outcome).toMatchObject({ name: 'refused', says: expect.stringContaining('too late') });
      await gate(says('/crew cancel'), jobs([job]));
      expect(await runs()).toMatchObject([{ signals: [{ is: 'cancel' }] }]);
    },
  );

  it('that cancels a run whose Actions run ended without an ending ends it, also after publish had started', async () => {
    await gate(says('/crew fix 1'), services);
    const state = async () => ({ completed: true, title: '', url: '', startedJobs: ['crew / work', 'crew / publish'] });
    const actions = { ...services.github.actions, state, cancel: async () => {} };
    await gate(says('/crew cancel'), { ...services, github: { ...services.github, actions } });
    expect(await runs()).toMatchObject([{ end: { outcome: 'cancelled' } }]);
  });

  it('that cancels a run whose work asked edits its comment and appends it to the ledger; one whose gate asked has no comment', async () => {
    const awaits = { id: 'q-1', kind: 'question', question: 'Which one?' } as const;
    const actions = { id: 77, attempt: 1 };
    for (const asked of ['work', 'gate'] as const) {
      services = jobOf(77);
      await gate(says(`/crew fix ${asked}`), services);
      const before = said().length;
      await services.store.update(`issue-${issue}`, (now) => ({
        record: {
          ...now,
          runs: now.runs.map((each) => ({
            ...each,
            ...(asked === 'work' ? { publishing: actions } : { actions: undefined }),
            end: endOf({ name: 'awaiting', awaits }, environment.clock.now()),
          })),
        },
        value: null,
      }));
      await gate(says('/crew cancel'), services);
      const [{ run = '' } = {}] = await runs();
      expect(await runs()).toMatchObject([{ end: { outcome: 'cancelled' } }]);
      expect(await services.spending.read()).toMatchObject([{ kind: 'ended', run, outcome: 'cancelled' }]);
      expect(said()).toHaveLength(before + 1);
      const ended = said().filter((body) => body.includes(run) && body.startsWith('**`/crew fix`**: '));
      expect([asked, ended]).toEqual([asked, asked === 'work' ? [expect.stringContaining('cancelled')] : []]);
    }
  });

  it('that cancels at the moment in which publish claims the run is too late, and stops no job', async () => {
    await gate(says('/crew fix 1'), services);
    const [{ run = '' } = {}] = await runs();
    const cancelled: number[] = [];
    const actions = {
      ...services.github.actions,
      // `publish` claims the run after its jobs were read.
      state: async () => {
        await services.store.update(`issue-${issue}`, (now) => ({
          record: { ...now, runs: now.runs.map((each) => ({ ...each, publishing: { id: 77, attempt: 1 } })) },
          value: null,
        }));
        return { completed: false, title: '', url: '', startedJobs: ['crew / run / work'] };
      },
      cancel: async (id: number) => void cancelled.push(id),
    };
    const [late] = await gate(says('/crew cancel'), { ...services, github: { ...services.github, actions } });
    expect(late?.outcome).toMatchObject({ name: 'refused', says: expect.stringContaining('too late') });
    expect(cancelled).toEqual([]);
    expect(await runs()).toMatchObject([{ run, signals: [] }]);
  });

  it('that joins a faster one after its gate reserved budget releases the reservation', async () => {
    const budget = { 'user-usd-per-day': 10 };
    const settings = async () => {
      const all = await jobOf(77, services).settings();
      return { ...all, config: { ...all.config, budget } };
    };
    const faster = says('/crew fix 1');
    const racing: Workflow<string> = {
      ...orders,
      gate: async (ctx, request) => {
        const ordered = await orders.gate(ctx, request);
        await gate(faster, services);
        return ordered;
      },
    };
    const [handled] = await gate(says('/crew fix 1'), { ...services, settings, workflows: [racing] });
    expect(handled?.outcome).toMatchObject({ result: { joined: (await runs())[0]?.run } });
    expect((await services.spending.read()).map(({ kind, usd }) => [kind, usd])).toEqual([
      ['reserved', 2],
      ['reserved', 0],
    ]);
  });

  it('that cancels a run of which nothing has started ends it at once', async () => {
    const [handled] = await gate(says('/crew fix 1'), jobOf(null));
    expect(handled?.proceed).toBeUndefined();
    const app = jobOf(null);
    await gate(says('/crew fix 1'), app);
    await gate(says('/crew cancel'), app);
    const ended = (await app.store.read(`issue-${issue}`)).runs;
    expect(ended).toMatchObject([{ end: { outcome: 'cancelled' } }]);
    const [again] = await gate(says('/crew cancel'), app);
    expect(again?.outcome).toMatchObject({
      name: 'refused',
      says: `There is nothing to cancel: \`${ended[0]?.run}\` has already ended (cancelled).`,
    });
  });
});

describe('a dispatch for a recorded run', () => {
  const turn = (run: string): Event => ({ kind: 'dispatched-run', key: 'turn-1', repo: REPO, run, issue }) as Event;

  it('starts nothing for a run that is not recorded, or whose name could not be one', async () => {
    for (const run of [`fix-${issue}-ffffffffff`, '../x', '', `fix-${issue}-ffffffffff; id`, 'fix-here-0123456789'])
      expect([run, await gate(turn(run), services)]).toEqual([run, []]);
    expect(await runs()).toEqual([]);
  });

  it('names the pull request with the command, and finds the run in the subject of its issue', async () => {
    const app = jobOf(null);
    const inputs: unknown[] = [];
    const { github } = app;
    const dispatch = async (_: string, given: unknown) => void inputs.push(given);
    const run = 'fix-38-0123456789';
    const subject = `issue-${issue}`;
    const recorded = { record: { subject, runs: [recordOf({ run, issue, order: {} })] }, value: null };
    await app.store.update(subject, () => recorded);
    await startActionsRun(
      { subject, run },
      { github: github && { ...github, actions: { ...github.actions, dispatch } } },
    );
    expect(inputs).toEqual([{ command: '', issue: '38', run }]);
    const event: Event = { kind: 'dispatched-run', key: 'turn-1', repo: REPO, run, issue: 38 };
    expect(await gate(event, jobOf(90, app))).toMatchObject([{ run, proceed: { run, subject } }]);
  });

  it('is claimed by one Actions run; a second one, or the same one again, starts no other', async () => {
    const app = jobOf(null);
    const [recorded] = await gate(says('/crew fix 1'), app);
    const run = recorded?.run ?? '';
    expect(app.started).toEqual([run]);
    const first = jobOf(90, app);
    const [claimed] = await gate(turn(run), first);
    expect(claimed).toMatchObject({ run, proceed: { run, subject: `issue-${issue}` } });
    const [other] = await gate(turn(run), jobOf(91, app));
    expect(other?.proceed).toBeUndefined();
    expect((await gate(turn(run), first))[0]?.proceed).toMatchObject({ run });
    expect((await app.store.read(`issue-${issue}`)).runs).toMatchObject([{ run, actions: { id: 90, attempt: 1 } }]);
  });
});
