import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { parseComment } from '../../src/commands/parse.js';
import { defaults } from '../../src/config/index.js';
import { carry } from '../../src/core/carry.js';
import type { Crew } from '../../src/core/crew.js';
import type { Desk } from '../../src/core/desk.js';
import { endOf, readJournal } from '../../src/core/journal.js';
import { takeLease } from '../../src/core/lease.js';
import type { Outcome } from '../../src/core/outcome.js';
import { openRun } from '../../src/core/run.js';
import { getInLine } from '../../src/core/turn.js';
import { outcomeOf, type Workflow } from '../../src/core/workflow.js';
import { Conflict, UserError } from '../../src/errors.js';
import type { Event } from '../../src/event.js';
import type { Store } from '../../src/ports.js';
import { deskOf } from '../build/desk.js';
import { openShop, REPO, type Shop } from '../build/shop.js';

let shop: Shop;
let logged: string[] = [];
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(() => {
  shop.embedded.faults.clear();
  logged = [];
});

const story = (tell: Workflow['tell'], more: Partial<Workflow> = {}): Workflow => ({
  name: 'fix',
  story: 1,
  needs: [],
  claims: false,
  tell,
  ...more,
});

function crewAt(desk: Desk): Crew {
  return {
    door: 'app',
    workflows: [],
    desk,
    log: (line, fields) => logged.push(`${line} ${fields?.error ?? ''}`),
    hands: { github: shop.github(), repo: REPO, outgoing: (text) => text },
    own: async () => ({ labelPrefix: 'crew:', me: 0 }),
    standing: async () => 'local',
    known: async () => ({ lang: 'en', config: defaults, built: [], configFile: '.github/crew.yml', problems: [] }),
    runs: async () => [],
  };
}

let told = 0;
function carried(desk: Desk, run = `fix-1-${++told}`) {
  const event: Event = {
    kind: 'comment',
    key: run,
    actor: { login: 'maya', id: 7, bot: false },
    at: { repo: REPO, issue: 1 },
    comment: { id: told, where: 'review', body: '/crew fix' },
  };
  const asked = parseComment('/crew fix');
  const written = { event, own: { labelPrefix: 'crew:', me: 0 }, asked: [0] };
  return { run, crew: crewAt(desk), input: { event, asked, text: '/crew fix' }, written };
}

async function endIn(desk: Desk, run: string) {
  const journal = readJournal((await desk.store.read(`runs/${run}`))?.text ?? '');
  return 'damage' in journal ? undefined : endOf(journal);
}

const done: Outcome = { name: 'done', says: 'All is well.' };
const said = () => shop.comments().map(({ body }) => body.split('\n')[0]);

describe('carrying a run', () => {
  it('ends it with the outcome of its story', async () => {
    const desk = deskOf({ clock: shop.clock });
    const job = carried(desk);
    expect(
      await carry(
        story(async () => done),
        job,
      ),
    ).toEqual(done);
    expect(await endIn(desk, job.run)).toMatchObject({ outcome: 'done', says: 'All is well.' });
  });

  it('that is over gives the outcome it had, and tells nothing twice', async () => {
    const desk = deskOf({ clock: shop.clock });
    const job = carried(desk);
    await carry(
      story(async () => done),
      job,
    );
    const again = await carry(
      story(async () => ({ name: 'failed' })),
      job,
    );
    expect(again).toMatchObject(done);
  });

  it('that somebody else is at tells nothing', async () => {
    const store = memoryStore();
    let told = 0;
    const slow = carried(deskOf({ store, clock: shop.clock }));
    let finish: (outcome: Outcome) => void = () => undefined;
    const first = carry(
      story(() => new Promise((resolve) => (finish = resolve))),
      slow,
    );
    await new Promise((resolve) => setImmediate(resolve));
    const second = carried(deskOf({ store, clock: shop.clock, name: 'two' }), slow.run);
    const outcome = await carry(
      story(async () => ({ ...done, result: ++told })),
      second,
    );
    expect(outcome).toEqual({ name: 'done', result: { elsewhere: slow.run } });
    finish(done);
    expect(await first).toEqual(done);
    expect(told).toBe(0);
  });
});

describe('a story that fails', () => {
  it('by something a person can mend says what, where it was asked, and ends as it says', async () => {
    const desk = deskOf({ clock: shop.clock });
    const job = carried(desk);
    const outcome = await carry(
      story(async () => {
        throw new UserError({ expected: 'a base', found: 'none', remedy: 'Name one.', ends: 'refused' });
      }),
      job,
    );
    expect(outcome).toMatchObject({ name: 'refused' });
    expect(said().at(-1)).toBe('Expected a base; found none. Name one.');
    expect(await endIn(desk, job.run)).toMatchObject({ outcome: 'refused' });
  });

  it('by a fault of ours says so with an id that the operator finds, and nothing of the inside', async () => {
    const desk = deskOf({ clock: shop.clock });
    const job = carried(desk);
    const outcome = await carry(
      story(async () => {
        throw new Error('secret insides');
      }),
      job,
    );
    expect(outcome).toMatchObject({ name: 'error', result: { id: expect.stringMatching(/^[0-9a-f]{8}$/) } });
    expect(said().at(-1)).toContain((outcomeOf(outcome).result as { id: string }).id);
    expect(said().at(-1)).not.toContain('secret insides');
    expect(logged.join()).toContain('secret insides');
  });

  it('because it was taken over says nothing and ends nothing: it is somebody else’s now', async () => {
    const desk = deskOf({ clock: shop.clock });
    const job = carried(desk);
    const before = said().length;
    const taken = carry(
      story(async () => {
        throw new Conflict('the run');
      }),
      job,
    );
    await expect(taken).rejects.toThrow(Conflict);
    expect(said()).toHaveLength(before);
    expect(await endIn(desk, job.run)).toBeUndefined();
  });

  it('in a thread that takes no answer ends all the same, and the operator hears of it', async () => {
    shop.embedded.faults.add({
      kind: 'status',
      status: 403,
      when: 'before',
      method: 'POST',
      times: 'all',
      message: 'Unable to create comment because issue is locked.',
    });
    const desk = deskOf({ clock: shop.clock });
    const job = carried(desk);
    const answers = story(async (ctx) => {
      await ctx.apply([{ kind: 'comment', issue: 1, slot: 'plan', body: 'A plan.', standing: null }]);
      return done;
    });
    expect(await carry(answers, job)).toMatchObject({ name: 'refused' });
    expect(await endIn(desk, job.run)).toMatchObject({ outcome: 'refused' });
    expect(logged.join()).toContain('locked');
  });

  it('while GitHub is not there stays open, and is told to its end later', async () => {
    const store = memoryStore();
    const first = deskOf({ store, clock: shop.clock });
    const job = carried(first);
    const answers = story(async (ctx) => {
      await ctx.apply([{ kind: 'comment', issue: 1, slot: `plan-${job.run}`, body: 'A plan.', standing: null }]);
      return done;
    });
    const mended = shop.embedded.faults.add({ kind: 'drop', when: 'before', times: 'all' });
    await expect(carry(answers, job)).rejects.toMatchObject({ ends: 'infra_error' });
    expect(await endIn(first, job.run)).toBeUndefined();
    mended();
    const second = deskOf({ store, clock: shop.clock, name: 'two', gone: ['one'] });
    expect(await carry(answers, { ...job, crew: crewAt(second) })).toEqual(done);
    expect(said().at(-1)).toBe('A plan.');
  });
});

describe('a story that claims its issue', () => {
  const claiming = (tell: Workflow['tell']) => story(tell, { claims: true });

  it('has its lease while it is told, and gives it back', async () => {
    const store = memoryStore();
    const other = () => takeLease(deskOf({ store, clock: shop.clock, name: 'two' }), 'issue-1');
    let during: unknown;
    await carry(
      claiming(async () => {
        during = await other();
        return done;
      }),
      carried(deskOf({ store, clock: shop.clock })),
    );
    expect(during).toHaveProperty('heldBy.holder', 'one');
    expect(await other()).toHaveProperty('fencing', 2);
  });

  it('waits for its turn while somebody else has the issue, even if that is the same process', async () => {
    const store = memoryStore();
    await takeLease(deskOf({ store, clock: shop.clock }), 'issue-1');
    let told = 0;
    const outcome = await carry(
      claiming(async () => ({ ...done, result: ++told })),
      carried(deskOf({ store, clock: shop.clock })),
    );
    expect(outcome).toEqual({ next: 'turn' });
    expect(told).toBe(0);
  });

  it('begins its turn itself where whoever had the issue was done before it stood in line', async () => {
    const store = memoryStore();
    const desk = deskOf({ store, clock: shop.clock });
    const theirs = await takeLease(desk, 'issue-1');
    if (!('release' in theirs)) throw new Error('held');
    // They look for who waits, and go, while it gets in line.
    const leases: Store = {
      ...store,
      async append(log, lines, at) {
        if (log === 'queue/issue-1') await theirs.release();
        return store.append(log, lines, at);
      },
    };
    const started: string[] = [];
    const job = carried({ ...desk, leases });
    const start = async (run: string) => {
      started.push(run);
    };
    const crew = { ...job.crew, start };
    expect(
      await carry(
        claiming(async () => done),
        { ...job, crew },
      ),
    ).toEqual({ next: 'turn' });
    expect(started).toEqual([job.run]);
  });

  it('gives the next turn to whoever waits, and before them to one more round of its own', async () => {
    const store = memoryStore();
    const desk = deskOf({ store, clock: shop.clock });
    const started: string[] = [];
    const start = async (run: string) => {
      started.push(run);
    };
    const waiting = carried(desk);
    const wants = { is: 'waits', behind: 'one' };
    const held = { holder: 'one', fencing: 1, until: 0 };
    expect(await getInLine(store, 'issue-1', { held, run: waiting.run, text: 'something else' })).toEqual(wants);
    const first = carried(desk);
    const again = claiming(async (ctx) => ({ name: 'failed', goesOn: await ctx.follow('verify') }));
    await carry(again, { ...first, crew: { ...first.crew, start } });
    expect(started).toEqual([`${first.run}.r2`]);
    const second = carried(desk);
    await carry(
      claiming(async () => done),
      { ...second, crew: { ...second.crew, start } },
    );
    expect(started.slice(1)).toEqual([waiting.run]);
  });

  it('that ended with one more round starts it when it is told again, as long as nobody has taken it up', async () => {
    const desk = deskOf({ clock: shop.clock });
    const job = carried(desk);
    let started = 0;
    const start = async () => {
      started += 1;
      if (started === 1) throw new Error('killed before it was started');
    };
    const crew = { ...job.crew, start };
    const again = claiming(async (ctx) => ({ name: 'failed', goesOn: await ctx.follow('verify') }));
    await expect(carry(again, { ...job, crew })).rejects.toThrow('killed');
    await carry(again, { ...job, crew });
    expect(started).toBe(2);
    const begin = { run: `${job.run}.r2`, workflow: 'fix', story: 1, input: job.written };
    await openRun(desk, begin, 'turn');
    await carry(again, { ...job, crew });
    expect(started).toBe(2);
  });

  it('that lost its lease writes nothing more', async () => {
    const store = memoryStore();
    const desk = deskOf({ store, clock: shop.clock });
    const job = carried(desk);
    const lost = carry(
      claiming(async (ctx) => {
        await takeLease(deskOf({ store, clock: shop.clock, name: 'two', gone: ['one'] }), 'issue-1');
        shop.clock.pass(60_000);
        await ctx.run.step('late', async () => 1);
        return done;
      }),
      job,
    );
    await expect(lost).rejects.toThrow(Conflict);
    expect((await store.read(`runs/${job.run}`))?.text).not.toContain('late');
  });
});
