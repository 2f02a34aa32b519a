// Gates that die, jobs that are run again, and what nobody settled: whoever asked is told, the issue comes free, and nothing is done twice.
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Holder } from '../../src/core/desk.js';
import type { Lease } from '../../src/core/lease.js';
import { fromAction } from '../../src/event.js';
import { readEnv } from '../../src/services/env.js';
import { thisProcess } from '../../src/main/holder.js';
import { proceeding } from '../../src/main/phases/proceed.js';
import { publishLost } from '../../src/main/phases/publish-lost.js';
import { hubCrew } from '../../src/services/wire.js';
import { road } from '../../src/road.js';
import { WORKFLOW } from '../build/shop.js';
import { answer, edit, turn, wrongSum } from '../workflows/fix/at-work.js';
import { type Fate, lifeOf, watchFetch } from './fix-thread/life.js';
import { workedIn } from './fix-thread/made.js';
import { type FixShop, type GitHubEvent, openFixShop, publish, REPO, runnerOf } from './fix-thread/shop.js';
import { gitIn, holderIn, journalIn, refsIn, saidIn, standsIn } from './fix-thread/stands.js';

const MINUTE = 60_000;
const LONG = 120_000;

afterAll(watchFetch());

const repository = { full_name: REPO, default_branch: 'main' };

/** Where runs of Actions can be started for runs whose turn it is; they are called as the workflow says, and do nothing by themselves. */
async function open(): Promise<FixShop> {
  const workflow = WORKFLOW.replace('issue: {', 'run: { type: string }\n      issue: {');
  const shop = await openFixShop({
    files: { ...wrongSum, '.github/workflows/crew.yml': workflow },
    issue: { title: 'add is wrong', body: 'add(1, 2) in add.js should give 3.' },
  });
  shop.embedded.plugRunner({
    start: (run) => Object.assign(run, { title: `crew ${run.inputs.nonce}` }),
    cancel: () => undefined,
  });
  return shop;
}

/** A run of Actions, and which attempt at it. */
interface Actions {
  readonly id?: string;
  readonly attempt?: string;
}

let machines = 0;

/** Its job gate, on a machine of its own; `died` where it is killed. */
async function gateOf(
  shop: FixShop,
  { event, id = '77', attempt = '1', fate }: Actions & { event: GitHubEvent; fate?: Fate },
): Promise<Readonly<Record<string, string>> | 'died'> {
  const { env } = await runnerOf(shop, { event });
  const heard = fromAction(event.name, event.payload, { repo: REPO, id, command: '' });
  if (!heard) throw new Error('that says nothing to crew');
  machines += 1;
  const { machine, live } = lifeOf(shop, { name: `gate ${machines}`, ...(fate ? { fate } : {}) });
  const { clock, holder } = machine;
  const token = async () => env.INPUT_TOKEN ?? null;
  const hub = hubCrew({ env: readEnv(env), door: 'gate', repo: REPO, token, clock, log: () => undefined });
  const details = `${env.GITHUB_SERVER_URL}/${REPO}/actions/runs/${id}`;
  const crew = { ...hub, desk: { ...hub.desk, holder }, job: 'turn' as const, details, attempt };
  return live(async () => proceeding(await road(heard, crew), crew));
}

/** crew-publish.yml, when a run of Actions is over; gives whether there was anything for it. */
async function settled(
  shop: FixShop,
  { id = '77', attempt = '1', title = 'crew ', ...at }: Actions & { title?: string; fate?: Fate; holder?: Holder } = {},
) {
  shop.clock.pass(MINUTE / 2);
  const workflow_run = { id: Number(id), run_attempt: Number(attempt), display_title: title, conclusion: 'failure' };
  const payload = { action: 'completed', repository, workflow_run };
  const step = await runnerOf(shop, { event: { name: 'workflow_run', payload } });
  machines += 1;
  const { machine, live } = lifeOf(shop, { name: `settle ${machines}`, ...(at.fate ? { fate: at.fate } : {}) });
  return live(() => publishLost(step, { ...machine, ...(at.holder ? { holder: at.holder } : {}) }));
}

/** Dies right after so many writes. */
const diesAfter =
  (place: number): Fate =>
  ({ isWrite, writes }) =>
    isWrite && writes === place ? 'dies after it' : null;

const turnOf = (run: string): GitHubEvent => ({
  name: 'workflow_dispatch',
  payload: { inputs: { run, command: 'status' }, sender: { login: 'github-actions[bot]', type: 'Bot' }, repository },
});

const leaseIn = (shop: FixShop): Lease =>
  JSON.parse(gitIn(shop, 'show', 'refs/crew/lease/issue-1:log.jsonl').split('\n').at(-1) ?? '') as Lease;

/** What was said to whoever asked. */
const wordsIn = (shop: FixShop): readonly string[] => saidIn(shop).filter((text) => text.startsWith('@maya'));

const startedIn = (shop: FixShop): readonly unknown[] =>
  shop.embedded.repository(REPO).runs.map(({ inputs }) => inputs.run);

/** Content, commit and the ref itself. */
const TO_A_REF = 3;
const goesOn = { proceed: 'true', base: expect.stringMatching(/^[0-9a-f]{40}$/) };
/** What would come of it if the model were asked once more. */
const WRONG = [turn(edit('add.js', 'a - b', 'b - a')), turn(answer())];
const TURNS = [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())];

describe('a gate that died before it wrote down what it began', () => {
  it.each([
    ['with the issue in its hands', TO_A_REF],
    ['after it had been seen to have heard', TO_A_REF + 1],
  ])('%s is told of once, and the issue comes free', async (_, place) => {
    const shop = await open();
    expect(await gateOf(shop, { event: await shop.ask(), fate: diesAfter(place) })).toBe('died');
    expect(refsIn(shop, 'refs/crew/runs/')).toEqual([]);
    const { run } = leaseIn(shop);
    expect(await settled(shop)).toBe(true);
    expect(await settled(shop)).toBe(false);
    expect(saidIn(shop)).toHaveLength(1);
    expect(wordsIn(shop)[0]).toMatch(new RegExp(`^@maya\\n\\n\`${run}\` was never begun: .*actions/runs/77\\)`));
    expect(holderIn(shop)).toBeNull();
    expect(await gateOf(shop, { event: await shop.ask(), id: '78' })).toMatchObject(goesOn);
  });

  it.each([TO_A_REF, TO_A_REF + 2, 3 * TO_A_REF])(
    'goes on at once where all of it is run again (%d)',
    async (place) => {
      const shop = await open();
      const event = await shop.ask();
      expect(await gateOf(shop, { event, fate: diesAfter(place) })).toBe('died');
      expect(await gateOf(shop, { event, attempt: '2' })).toMatchObject({ ...goesOn, 'run-id': leaseIn(shop).run });
      expect(saidIn(shop)).toHaveLength(1);
      expect(await settled(shop)).toBe(false);
    },
    LONG,
  );

  it('is no news any more once somebody has asked again, or it was run again', async () => {
    const shop = await open();
    const event = await shop.ask();
    await gateOf(shop, { event, fate: diesAfter(TO_A_REF) });
    shop.clock.pass(2 * MINUTE);
    expect(await gateOf(shop, { event, attempt: '2' })).toMatchObject(goesOn);
    expect(await settled(shop)).toBe(false);
    expect(wordsIn(shop)).toEqual([]);
    expect(holderIn(shop)).not.toBeNull();
  });

  it('lets whoever waits behind it have their turn', async () => {
    const shop = await open();
    await gateOf(shop, { event: await shop.ask(), fate: diesAfter(TO_A_REF) });
    const other = await shop.ask({ words: '/crew fix and keep its name' });
    expect(await gateOf(shop, { event: other, id: '78' })).toEqual({ proceed: 'false' });
    await settled(shop);
    expect(wordsIn(shop)).toHaveLength(1);
    expect(startedIn(shop)).toEqual(refsIn(shop, 'refs/crew/runs/'));
  });
});

describe('a gate that died anywhere', () => {
  it(
    'leaves nobody without a word who was seen to have asked, no run open, and the issue free',
    async () => {
      const whole = await open();
      let all = 0;
      await gateOf(whole, {
        event: await whole.ask(),
        fate: ({ writes }) => {
          all = writes;
          return null;
        },
      });
      for (let place = TO_A_REF; place <= all; place += process.env.CREW_LONG === '1' ? 1 : 3) {
        const shop = await open();
        const died = await gateOf(shop, { event: await shop.ask(), fate: diesAfter(place) });
        expect({ place, died }).toEqual({ place, died: 'died' });
        expect({ place, was: await settled(shop) }).toEqual({ place, was: true });
        expect({ place, was: await settled(shop) }).toEqual({ place, was: false });
        expect({ place, words: wordsIn(shop).length }).toEqual({ place, words: 1 });
        const ends = refsIn(shop, 'refs/crew/runs/').map((run) => standsIn(shop, run).end);
        expect({ place, ends: ends.filter((end) => end !== 'infra_error') }).toEqual({ place, ends: [] });
        expect({ place, holder: holderIn(shop) }).toEqual({ place, holder: null });
        expect(saidIn(shop).join()).not.toContain('I am at it');
      }
    },
    LONG,
  );
});

describe('a gate that was started for a run whose turn it was', () => {
  /** One works, one waits, and the first one came to its end. */
  async function waiting() {
    const shop = await open();
    const first = await gateOf(shop, { event: await shop.ask() });
    await gateOf(shop, { event: await shop.ask({ words: '/crew fix and keep its name' }), id: '78' });
    await settled(shop);
    const [nonce, run] = shop.embedded.repository(REPO).runs.map(({ inputs }) => [inputs.nonce, inputs.run])[0] ?? [];
    expect(first).toMatchObject(goesOn);
    return { shop, run: String(run), title: `crew ${nonce}` };
  }

  it.each([
    ['with the issue in its hands', TO_A_REF],
    ['before it came to anything', 0],
  ])('and died %s is told of once, and the run can be gone on with', async (_, place) => {
    const { shop, run, title } = await waiting();
    const before = wordsIn(shop).length;
    const fate: Fate = place === 0 ? ({ n }) => (n === 1 ? 'dies before it' : null) : diesAfter(place);
    expect(await gateOf(shop, { event: turnOf(run), id: '79', fate })).toBe('died');
    expect(await settled(shop, { id: '79', title })).toBe(true);
    expect(wordsIn(shop).slice(before)).toEqual([expect.stringContaining(`\`${run}\` was not taken up: `)]);
    expect(standsIn(shop, run)).toMatchObject({ end: 'infra_error', holder: null });
    const told = await gateOf(shop, { event: await shop.ask({ words: '/crew continue' }), id: '80' });
    expect(told).toMatchObject({ ...goesOn, 'run-id': run });
  });
});

describe('a gate that died over a word to a run', () => {
  it('is told of, and the run can be spoken to again', async () => {
    const shop = await open();
    const first = await gateOf(shop, { event: await shop.ask() });
    await settled(shop);
    const run = Object(first)['run-id'] as string;
    expect(standsIn(shop, run)).toMatchObject({ end: 'infra_error', holder: null });
    const took = (): boolean => leaseIn(shop).page?.includes('/78/') === true;
    const event = await shop.ask({ words: '/crew continue' });
    expect(await gateOf(shop, { event, id: '78', fate: () => (took() ? 'dies before it' : null) })).toBe('died');
    const before = wordsIn(shop).length;
    await settled(shop, { id: '78' });
    expect(wordsIn(shop).slice(before)).toEqual([expect.stringContaining(`\`${run}\` was not taken up: `)]);
    const again = await shop.ask({ words: '/crew continue' });
    expect(await gateOf(shop, { event: again, id: '79' })).toMatchObject({ ...goesOn, 'run-id': run });
  });
});

describe('a gate that died when everything was written, and could not say so', () => {
  async function begun() {
    const shop = await open();
    const event = await shop.ask();
    const came = await gateOf(shop, { event });
    return { shop, event, came, run: Object(came)['run-id'] as string };
  }

  it('says the same when it is run again: the very run goes on, once', async () => {
    const { shop, event, came, run } = await begun();
    shop.clock.pass(5 * MINUTE);
    expect(await gateOf(shop, { event, attempt: '2' })).toEqual(came);
    expect(refsIn(shop, 'refs/crew/runs/')).toEqual([run]);
    expect(saidIn(shop)).toHaveLength(1);
    // It is the second attempt's now: whoever looks after the first leaves it alone.
    expect(await settled(shop)).toBe(false);
    expect(standsIn(shop, run)).toMatchObject({ end: null, holder: run });
    expect(await settled(shop, { attempt: '2' })).toBe(true);
    expect(standsIn(shop, run)).toMatchObject({ end: 'infra_error', holder: null });
  });

  it('starts nothing when the same comes from another run of Actions: the work may be under way', async () => {
    const { shop, event, run } = await begun();
    shop.clock.pass(5 * MINUTE);
    expect(await gateOf(shop, { event, id: '78' })).toEqual({ proceed: 'false' });
    const word = await shop.ask({ words: '/crew continue' });
    expect(await gateOf(shop, { event: word, id: '79' })).toEqual({ proceed: 'false' });
    expect(standsIn(shop, run)).toMatchObject({ end: null, holder: run });
  });

  it('is settled where nobody runs it again, and no work is spoken of that never was', async () => {
    const { shop, run } = await begun();
    expect(await settled(shop)).toBe(true);
    expect(wordsIn(shop)).toEqual([expect.stringContaining('Nothing came of the job that was to work on it')]);
    expect(standsIn(shop, run)).toMatchObject({ end: 'infra_error', holder: null });
  });
});

describe('whoever settles what was lost', () => {
  const begun = async () => {
    const shop = await open();
    const event = await shop.ask();
    await gateOf(shop, { event });
    const resumes = () =>
      journalIn(shop, leaseIn(shop).run ?? '').entries.filter(({ kind }) => kind === 'resume').length;
    return { shop, event, run: leaseIn(shop).run ?? '', resumes };
  };

  it(
    'and loses GitHub when it has taken a run up, tries again as the same process until it is settled',
    async () => {
      const { shop, run, resumes } = await begun();
      let awayUntil = 0;
      const fate: Fate = () => {
        if (awayUntil === 0 && resumes() > 0) awayUntil = shop.clock.now() + MINUTE / 3;
        return shop.clock.now() < awayUntil ? 'finds no connection' : null;
      };
      expect(await settled(shop, { fate, holder: thisProcess() })).toBe(true);
      expect(resumes()).toBeGreaterThan(1);
      expect(wordsIn(shop)).toHaveLength(1);
      expect(standsIn(shop, run)).toMatchObject({ end: 'infra_error', holder: null });
    },
    LONG,
  );

  it(
    'and cannot, as long as it tries, fails, so that somebody sees it',
    async () => {
      const { shop, resumes } = await begun();
      const fate: Fate = ({ isWrite }) => (isWrite && resumes() > 0 ? 'finds no connection' : null);
      const failed = await settled(shop, { fate, holder: thisProcess() }).catch((error: unknown) => error);
      expect(failed).toMatchObject({ ends: 'infra_error' });
    },
    LONG,
  );

  it('and finds somebody at it all the time leaves it to them, and fails', async () => {
    const { shop, run, resumes } = await begun();
    expect(await settled(shop, { fate: () => (resumes() > 0 ? 'dies before it' : null) })).toBe('died');
    const alive = { ...thisProcess(), isAlive: () => true };
    await expect(settled(shop, { holder: alive })).rejects.toThrow(`nobody at the run ${run}`);
    expect(standsIn(shop, run)).toMatchObject({ end: null });
  });

  it('in a thread that takes no answer gives the issue back all the same', async () => {
    const shop = await open();
    await gateOf(shop, { event: await shop.ask(), fate: diesAfter(TO_A_REF) });
    const mended = shop.embedded.faults.add({
      ...{ kind: 'status', status: 403, when: 'before', method: 'POST', times: 'all' },
      path: '/issues/1/comments$',
      message: 'Unable to create comment because issue is locked.',
    });
    expect(await settled(shop)).toBe(true);
    expect(holderIn(shop)).toBeNull();
    mended();
    expect(wordsIn(shop)).toEqual([]);
    expect(await gateOf(shop, { event: await shop.ask(), id: '78' })).toMatchObject(goesOn);
  });

  it('and dies at once leaves the next attempt to take it up, which says nothing false of who has it meanwhile', async () => {
    const { shop, event, run, resumes } = await begun();
    expect(await settled(shop, { fate: () => (resumes() > 0 ? 'dies before it' : null) })).toBe('died');
    expect(await gateOf(shop, { event, attempt: '2' })).toEqual({ proceed: 'false' });
    expect(leaseIn(shop)).toMatchObject({ holder: run, page: expect.stringContaining('/77/attempts/1') });
    shop.clock.pass(2 * MINUTE);
    expect(await gateOf(shop, { event, attempt: '3' })).toMatchObject({ ...goesOn, 'run-id': run });
  });
});

describe('a fix whose last job died, and nobody came to settle it', () => {
  const isOffered = (shop: FixShop): boolean => shop.embedded.repository(REPO).pulls.length > 0;

  it.each<[string, (shop: FixShop) => Fate]>([
    ['before anything of it was handed in', () => diesAfter(TO_A_REF)],
    ['when its pull request was there', (shop) => () => (isOffered(shop) ? 'dies before it' : null)],
  ])(
    'goes on when somebody says so, where it died %s: one branch, one pull request, one check, one word, and no model is asked',
    async (_, fateIn) => {
      const shop = await open();
      const event = await shop.ask();
      const began = await gateOf(shop, { event });
      if (began === 'died') throw new Error('it died');
      const brought = await workedIn(shop, { event, began, turns: TURNS });
      shop.clock.pass(5 * MINUTE);
      const { machine, live } = lifeOf(shop, { name: 'publish', fate: fateIn(shop) });
      expect(await live(() => publish(shop, { event, machine, brought }))).toBe('died');
      const word = await shop.ask({ words: '/crew continue' });
      shop.clock.pass(2 * MINUTE);
      const again = await gateOf(shop, { event: word, id: '78' });
      expect(again).toMatchObject({ ...goesOn, 'run-id': brought.run });
      if (again === 'died') throw new Error('it died');
      const more = await workedIn(shop, { event: word, began: again, turns: WRONG });
      shop.clock.pass(5 * MINUTE);
      const last = lifeOf(shop, { name: 'publish again' });
      expect(await last.live(() => publish(shop, { event: word, machine: last.machine, brought: more }))).toBe(0);
      expect(standsIn(shop, brought.run)).toMatchObject({
        ...{ branches: ['crew/issue-1'], pulls: ['crew/issue-1 open'], checks: ['crew/verify success'] },
        ...{ words: 1, end: 'done', holder: null },
      });
      expect(gitIn(shop, 'show', 'refs/heads/crew/issue-1:add.js')).toContain('a + b');
    },
    LONG,
  );
});

describe('many different texts at once behind a run that works and one that waits', () => {
  it(
    'are answered by one comment; all others see that it was not this time',
    async () => {
      const shop = await open();
      await gateOf(shop, { event: await shop.ask() });
      await gateOf(shop, { event: await shop.ask({ words: '/crew fix and keep its name' }), id: '78' });
      const before = saidIn(shop).length;
      const asked = [];
      for (let n = 0; n < 20; n += 1) asked.push(await shop.ask({ words: `/crew fix as number ${n}` }));
      const told = await Promise.all(asked.map((event, n) => gateOf(shop, { event, id: String(100 + n) })));
      expect(told).toEqual(asked.map(() => ({ proceed: 'false' })));
      expect(saidIn(shop).slice(before)).toEqual([expect.stringContaining('Ask again when both')]);
      const shrugs = shop.embedded
        .repository(REPO)
        .issues[0]?.comments.flatMap(({ reactions }) => reactions.filter(({ content }) => content === 'confused'));
      expect(shrugs).toHaveLength(19);
    },
    LONG,
  );
});

describe('who asked and was sent away while it waited', () => {
  it('is not told that something was kept, since nothing was begun', async () => {
    const shop = await open();
    await gateOf(shop, { event: await shop.ask() });
    await gateOf(shop, { event: await shop.ask({ words: '/crew fix and keep its name' }), id: '78' });
    await settled(shop);
    const [run] = startedIn(shop);
    shop.embedded.repository(REPO).collaborators.delete('maya');
    await gateOf(shop, { event: turnOf(String(run)), id: '79' });
    expect(wordsIn(shop).at(-1)).toContain('so nothing was begun.');
    expect(wordsIn(shop).at(-1)).not.toContain('kept');
    expect(standsIn(shop, String(run))).toMatchObject({ end: 'refused', holder: null });
  });
});

describe('words to a run', () => {
  it(
    'that call it off when it has handed in: it stands, and nothing more comes of it',
    async () => {
      const shop = await open();
      const event = await shop.ask();
      const began = await gateOf(shop, { event });
      if (began === 'died') throw new Error('it died');
      const brought = await workedIn(shop, { event, began, turns: TURNS });
      shop.clock.pass(5 * MINUTE);
      const { machine, live } = lifeOf(shop, { name: 'publish' });
      await live(() => publish(shop, { event, machine, brought }));
      expect(await gateOf(shop, { event: await shop.ask({ words: '/crew cancel' }), id: '78' })).toEqual({
        proceed: 'false',
      });
      expect(saidIn(shop).at(-1)).toContain('what it handed in stands: #2');
      expect(refsIn(shop, 'refs/crew/let-be/')).toEqual([brought.run]);
      expect(standsIn(shop, brought.run)).toMatchObject({ pulls: ['crew/issue-1 open'], end: 'done' });
      expect(journalIn(shop, brought.run).entries.at(-1)?.kind).toBe('end');
    },
    LONG,
  );

  it('that want it tried again before it came to its end name the command of the thread', async () => {
    const shop = await open();
    await gateOf(shop, { event: await shop.ask() });
    const { run } = leaseIn(shop);
    shop.clock.pass(8 * 60 * MINUTE);
    await gateOf(shop, { event: await shop.ask({ words: '/crew retry' }), id: '78' });
    const said = saidIn(shop).at(-1);
    expect(said).toContain(`${run}, which never came to its end`);
    expect(said).toContain('`/crew continue` goes on with that one');
  });
});
