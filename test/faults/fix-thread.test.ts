// The jobs gate and publish of a `/crew fix`, with something going wrong at any of their requests: it comes out the same, and all that
// is said of it is true.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { endOf } from '../../src/core/journal.js';
import { lastOf } from '../../src/core/recorded.js';
import type { VerifyDocument } from '../../src/verify/artifact.js';
import { ROOT } from '../build/crew.js';
import { seeded } from '../workflows/facilitate/whole/lives.js';
import { answer, edit, turn, wrongSum } from '../workflows/fix/at-work.js';
import { type Fate, type Life, lifeOf, type Mishap, mishaps, watchFetch } from './fix-thread/life.js';
import { type Made, madeIn } from './fix-thread/made.js';
import { type FixShop, type GitHubEvent, gate, openFixShop, publish, REPO, settleLost } from './fix-thread/shop.js';
import { documentOf, journalIn, refsIn, type Standing, standsIn, wholeOf } from './fix-thread/stands.js';
import { untruthsIn } from './fix-thread/truth.js';

/** Every mishap at every write, not only some. */
const LONG = process.env.CREW_LONG === '1';
const MINUTE = 60_000;
const HOURS = 3_600_000;

const ISSUE = { title: 'add is wrong', body: 'add(1, 2) in add.js should give 3.' };
const open = (): Promise<FixShop> => openFixShop({ files: wrongSum, issue: ISSUE });

let made: Made;
let document: VerifyDocument;
let whole: Standing;
/** How often each job writes when nothing goes wrong. */
const writes = { gate: 0, publish: 0 };

const unwatch = watchFetch();
afterAll(unwatch);

beforeAll(async () => {
  const shop = await open();
  made = await madeIn(shop, [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
  document = documentOf(made, made.run);
  whole = wholeOf(made.run, document);
}, 120_000);

const untruths = (shop: FixShop, run = made.run) => untruthsIn(shop, new Map([[run, document]]));

/** What becomes of a job that may be killed, or may fail. */
const outcomeOf = (life: Life, work: () => Promise<unknown>): Promise<unknown> =>
  life.live(work).catch((error: unknown) => ({ error }));

/** The job publish of one life, in a shop where everything before it went well. */
async function published(fate?: Fate) {
  const shop = await open();
  const event = await made.begunIn(shop);
  shop.clock.pass(5 * MINUTE);
  const life = lifeOf(shop, { name: 'publish', ...(fate ? { fate } : {}) });
  const came = await outcomeOf(life, () => publish(shop, { event, machine: life.machine, brought: made }));
  shop.embedded.faults.clear();
  return { shop, life, came };
}

/** crew-publish.yml, on a machine of its own, as long as there is something left to settle. */
async function settled(shop: FixShop, brought?: Made): Promise<void> {
  for (let lives = 1; lives <= 3; lives += 1) {
    shop.clock.pass(MINUTE / 2);
    const { machine, live } = lifeOf(shop, { name: `settle ${lives}` });
    const was = await live(() => settleLost(shop, { machine, ...(brought ? { brought } : {}) }));
    if (was === false) return;
  }
  throw new Error('there is still something to settle');
}

/** Where in a job something happens: at every write, or at some that are spread over the whole of it. */
const places = (many: number, some: number): readonly number[] =>
  LONG
    ? Array.from({ length: many }, (_, n) => n + 1)
    : Array.from({ length: some }, (_, n) => 1 + Math.floor(((n + 0.5) / some) * many));

const at =
  (place: number, mishap: Mishap): Fate =>
  ({ isWrite, writes: so }) =>
    isWrite && so === place ? mishap : null;

const DEATHS = ['dies before it', 'dies after it'] as const satisfies readonly Mishap[];
const others = mishaps.filter((each) => !DEATHS.some((death) => death === each));

/** A gate two minutes later, on another machine. */
const again = (shop: FixShop, event: GitHubEvent, name = 'again') => {
  shop.clock.pass(2 * MINUTE);
  const { machine, live } = lifeOf(shop, { name });
  return live(() => gate(shop, { event, machine }));
};

const goesOn = { proceed: 'true', base: expect.stringMatching(/^[0-9a-f]{40}$/) };

describe('the job publish of a fix', () => {
  it('hands it in: one branch, one commit, one pull request, one check, one word, and the issue is free', async () => {
    const { shop, life, came } = await published();
    expect(came).toBe(0);
    expect(standsIn(shop, made.run)).toEqual(whole);
    expect(untruths(shop)).toEqual([]);
    writes.publish = life.writes();
  });

  it.each(DEATHS)(
    'is settled by whoever comes after it where it %s, whichever write it was',
    async (death) => {
      for (const place of places(writes.publish, 4)) {
        const { shop, came } = await published(at(place, death));
        expect({ place, came }).toEqual({ place, came: 'died' });
        await settled(shop, made);
        expect({ place, ...standsIn(shop, made.run) }).toEqual({ place, ...whole });
        expect({ place, untruths: untruths(shop) }).toEqual({ place, untruths: [] });
      }
    },
    HOURS,
  );

  it.each(others)(
    'comes through, or is settled, where it %s',
    async (mishap) => {
      for (const place of places(writes.publish, 1 + (mishaps.indexOf(mishap) % 2))) {
        const { shop } = await published(at(place, mishap));
        await settled(shop, made);
        expect({ place, ...standsIn(shop, made.run) }).toEqual({ place, ...whole });
      }
    },
    HOURS,
  );

  it(
    'is settled where it is killed, and where whoever settles it is killed as well',
    async () => {
      for (const place of places(writes.publish, 2)) {
        const { shop } = await published(at(place, 'dies after it'));
        shop.clock.pass(MINUTE / 2);
        const life = lifeOf(shop, { name: 'killed, too', fate: at(1 + (place % 7), 'dies after it') });
        await outcomeOf(life, () => settleLost(shop, { machine: life.machine, brought: made }));
        await settled(shop, made);
        expect({ place, ...standsIn(shop, made.run) }).toEqual({ place, ...whole });
      }
    },
    HOURS,
  );

  it('that dies when all is said keeps nobody from asking again, even where nobody settles it', async () => {
    const { shop, came } = await published(at(writes.publish, 'dies after it'));
    expect(came).toBe('died');
    expect(standsIn(shop, made.run)).toEqual(whole);
    expect(await again(shop, await shop.ask(), 'next')).toMatchObject(goesOn);
  });
});

/** What stands after a gate, and nothing twice. */
function begunIn(shop: FixShop, { run, event }: { run: string; event: GitHubEvent }) {
  const { id } = (event.payload as { comment: { id: number } }).comment;
  const reactions = shop.embedded.effects.filter(({ kind }) => kind === 'reaction.created');
  const { branches, pulls, checks, words, progress, runs, end, holder } = standsIn(shop, run);
  const last = journalIn(shop, run).entries.at(-1);
  return {
    ...{ reactions: reactions.length, progress: progress.length, words, runs, end, holder },
    ...{ work: [branches, pulls, checks].flat(), puts: last?.kind === 'rest' ? last.for : last?.kind, to: id },
  };
}

describe('the job gate of a fix', () => {
  async function asked(fate?: Fate) {
    const shop = await open();
    const event = await shop.ask();
    const life = lifeOf(shop, { name: 'gate', ...(fate ? { fate } : {}) });
    const came = await outcomeOf(life, () => gate(shop, { event, machine: life.machine }));
    shop.embedded.faults.clear();
    return { shop, event, life, came };
  }

  const isPutDown = (shop: FixShop) =>
    refsIn(shop, 'refs/crew/runs/').length > 0 && journalIn(shop, made.run).entries.at(-1)?.kind === 'rest';

  it('begins it: one reaction, one comment, one run, and the issue is held for it', async () => {
    const { shop, event, life, came } = await asked();
    expect(came).toMatchObject(goesOn);
    expect(begunIn(shop, { run: made.run, event })).toMatchObject({
      ...{ reactions: 1, progress: 1, words: 0, runs: [made.run], end: null, holder: made.run, work: [], puts: 'work' },
    });
    expect(untruths(shop)).toEqual([]);
    writes.gate = life.writes();
  });

  it.each([...DEATHS, ...others])(
    'is made good by being run again where it %s',
    async (mishap) => {
      for (const place of places(writes.gate, 1)) {
        const { shop, event, came } = await asked(at(place, mishap));
        const isBegun = Object(came).proceed === 'true';
        // Put down already for a job that will not come: that is for crew-publish to settle, not for another gate to begin anew.
        if (isPutDown(shop)) continue;
        if (!isBegun) expect({ place, came: await again(shop, event) }).toMatchObject({ place, came: goesOn });
        expect({ place, ...begunIn(shop, { run: made.run, event }) }).toMatchObject({
          ...{ place, reactions: 1, progress: 1, words: 0, runs: [made.run], end: null, holder: made.run },
          ...{ work: [], puts: 'work' },
        });
      }
    },
    HOURS,
  );

  it(
    'that dies keeps nobody from asking again, once crew-publish has looked',
    async () => {
      for (const place of places(writes.gate, 3)) {
        const { shop } = await asked(at(place, 'dies after it'));
        await settled(shop);
        const event = await shop.ask();
        const next = (await again(shop, event, 'next')) as { 'run-id': string };
        expect({ place, next }).toMatchObject({ place, next: goesOn });
        expect(next['run-id']).not.toBe(made.run);
        expect({ place, holder: standsIn(shop, next['run-id']).holder }).toEqual({ place, holder: next['run-id'] });
      }
    },
    HOURS,
  );
});

describe('what is said of a fix', () => {
  /** Any mishap at any request, some of them. */
  const fateOf = (seed: number): Fate => {
    const choose = seeded(seed);
    return () => (choose(12) === 0 ? (mishaps[choose(mishaps.length)] ?? null) : null);
  };

  it.each(Array.from({ length: LONG ? 200 : 12 }, (_, n) => n + 1))(
    'is true, whatever goes wrong at whichever requests (%d)',
    async (seed) => {
      const { shop } = await published(fateOf(seed * 7919));
      expect(untruths(shop)).toEqual([]);
      await settled(shop, made);
      expect(standsIn(shop, made.run)).toEqual(whole);
      expect(untruths(shop)).toEqual([]);
    },
    MINUTE,
  );

  describe('and is not', () => {
    let shop: FixShop;
    beforeAll(async () => {
      ({ shop } = await published());
    });

    const pull = () => shop.embedded.repository(REPO).pulls[0] ?? { title: '', body: '' };
    const check = () => [...shop.embedded.repository(REPO).checks.suites.values()].flat()[0]?.runs[0];
    const comment = (n: number) => shop.embedded.repository(REPO).issues[0]?.comments[n] ?? { body: '' };

    /** Says something else for a moment; gives what is found of it. */
    function said<K extends string>(
      place: Record<K, unknown> | undefined,
      field: K,
      [was, is]: readonly [RegExp, string],
    ) {
      if (!place) throw new Error('nothing is said there');
      const text = String(place[field]);
      expect(text).toMatch(was);
      Object.assign(place, { [field]: text.replace(was, is) });
      const found = untruths(shop);
      Object.assign(place, { [field]: text });
      return found;
    }

    it.each([
      ['another base', /on top of `\w{12}`/, 'on top of `0123456789ab`'],
      ['another number of lines', /\+1 −1 lines/, '+2 −1 lines'],
      ['another file', /`add\.js`: changed/, '`sub.js`: changed'],
      ['another exit code', /ended with 0/, 'ended with 1'],
      ['another number of tests', /2 passed/, '3 passed'],
      ['another verification', /every step passed/, 'most steps passed'],
      ['another test', /› adds/, '› subtracts'],
      ['another head of what was verified once more', /head `\w{7}`/, 'head `0123456`'],
      ['another issue', /Closes #1/, 'Closes #2'],
      ['somebody else who asked', /asked for by `maya`/, 'asked for by `ann`'],
      ['something beside it', /Closes #1/, 'It is deployed.\n\nCloses #1'],
    ])('a pull request that names %s', (_, was, is) => {
      expect(said(pull(), 'body', [was, is])).not.toEqual([]);
    });

    it.each([
      ['that it failed', 1, /is over: done/, 'is over: failed'],
      ['that it goes on', 1, /^`\S+` is over: done/, 'I am at it'],
      ['another pull request', 2, /#2/, '#1'],
      ['one that is not there', 2, /#2/, '#7'],
      ['a draft', 2, /#2 is ready to be reviewed\./, '#2 holds the change. It is a draft, and says why.'],
      ['a branch that is not there', 2, /@maya/, '@maya\n\nThe change is on `crew/issue-9`.'],
    ])('a comment that says %s', (_, n, was, is) => {
      expect(said(comment(n), 'body', [was, is])).not.toEqual([]);
    });

    it.each([
      ['title', /1 fixed/, '2 fixed'],
      ['summary', /1 failed, 1 passed/, '2 passed'],
      ['summary', /sha256 `\w{16}`/, 'sha256 `0123456789abcdef`'],
      ['conclusion', /success/, 'neutral'],
      ['sha', /^\w{40}$/, '0'.repeat(40)],
    ] as const)('a check with another %s', (field, was, is) => {
      expect(said(check(), field, [was, is])).not.toEqual([]);
    });

    it('a run that has ended otherwise', () => {
      expect(endOf(journalIn(shop, made.run))?.outcome).toBe('done');
      const other = new Map([[made.run, { ...document, base: '0'.repeat(40) }]]);
      expect(untruthsIn(shop, other)).not.toEqual([]);
    });
  });
});

describe('what a fix costs', () => {
  const FILES = Array.from({ length: 19 }, (_, n) => `part-${n + 1}.js`);
  const files = { ...wrongSum, ...Object.fromEntries(FILES.map((name) => [name, 'export const of = 1;\n'])) };
  const edits = [edit('add.js', 'a - b', 'a + b'), ...FILES.map((name) => edit(name, 'of = 1', 'of = 2'))];

  it(
    'in requests and bytes: twenty files are published with fifteen, and little goes from job to job',
    async () => {
      const large = await openFixShop({ files, issue: ISSUE });
      const twenty = await madeIn(large, [turn(...edits), turn(answer())]);
      const shop = await openFixShop({ files, issue: ISSUE });
      const event = await twenty.begunIn(shop);
      shop.clock.pass(5 * MINUTE);
      const { machine, live, requests } = lifeOf(shop, { name: 'publish' });
      expect(await live(() => publish(shop, { event, machine, brought: twenty }))).toBe(0);
      expect(standsIn(shop, twenty.run)).toEqual(wholeOf(twenty.run, documentOf(twenty, twenty.run)));
      const journal = readFileSync(path.join(twenty.temp, 'crew-verify/run.journal'));
      const verified = readFileSync(path.join(twenty.temp, 'crew-verify/verify.json'));
      const diff = lastOf(journalIn(shop, twenty.run), 'diff');
      expect(diff?.files).toHaveLength(20);
      expect((journal.length + verified.length) / (journal.length + (diff?.text.length ?? 0))).toBeLessThanOrEqual(3);
      process.stderr.write(`publish of twenty files: ${requests()} requests\n`);
      expect(requests()).toBeLessThanOrEqual(15);
    },
    2 * MINUTE,
  );

  it('in steps: the four jobs check out, download and upload at most twelve times', async () => {
    const { jobs } = parse(readFileSync(path.join(ROOT, '.github/workflows/crew.yml'), 'utf8')) as Workflow;
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    const moves = used.filter((uses) => /^actions\/(?:checkout|upload-artifact|download-artifact)@/.test(uses));
    expect(moves.length).toBeGreaterThan(4);
    expect(moves.length).toBeLessThanOrEqual(12);
  });

  it('in time: from the comment to the first reaction', async () => {
    const shop = await open();
    const event = await shop.ask();
    const { machine, live } = lifeOf(shop, { name: 'gate' });
    const began = performance.now();
    const seen = new Promise<number>((resolve) => {
      const end = shop.embedded.observe(({ method, path: at }) => {
        if (method !== 'POST' || !at.endsWith('/reactions')) return;
        end();
        resolve(performance.now() - began);
      });
    });
    expect(await live(() => gate(shop, { event, machine }))).toMatchObject({ proceed: 'true' });
    process.stderr.write(`comment to reaction: ${Math.round(await seen)} ms\n`);
  });
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly uses?: string }[] }>>;
}
