// However a fix ends that was asked for in a thread: all that is said of it is true, whatever goes wrong at whichever request; whoever
// asked has one word of it; and nothing is left behind.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seeded } from '../workflows/facilitate/whole/lives.js';
import { endings } from './fix-thread/endings.js';
import { liesIn } from './fix-thread/lies.js';
import { type Fate, lifeOf, mishaps, stillness, watchFetch } from './fix-thread/life.js';
import { gate, publish, settleLost } from './fix-thread/shop.js';
import { type Stage, stageOf } from './fix-thread/stage.js';
import { foundIn, untruthsIn } from './fix-thread/truth.js';

const LONG = process.env.CREW_LONG === '1';
/** Of each ending so many runs, and so many lies about it. */
const RUNS = LONG ? 6 : 1;
const LIES = LONG ? 20 : 3;
const MINUTES = 900_000;

afterAll(watchFetch());

/** Any mishap at any request, some of them. */
function fateOf(seed: number): Fate {
  const choose = seeded(seed * 7919);
  return () => (choose(12) === 0 ? (mishaps[choose(mishaps.length)] ?? null) : null);
}

const PROCEEDS = { proceed: expect.any(String) };

/** The last job of an ending. */
async function told({ shop, event, brought }: Stage, fate?: Fate): Promise<void> {
  const life = lifeOf(shop, { name: 'last', ...(fate ? { fate } : {}) });
  const { machine } = life;
  const job = async (): Promise<unknown> =>
    brought ? publish(shop, { event, machine, brought }) : gate(shop, { event, machine });
  const came = await life.live(job).catch((error: unknown) => ({ error }));
  await stillness();
  shop.embedded.faults.clear();
  if (brought || Object(came).proceed !== undefined) return;
  // A gate that came to nothing is run again.
  shop.clock.pass(120_000);
  const again = lifeOf(shop, { name: 'again' });
  expect(await again.live(() => gate(shop, { event, machine: again.machine }))).toMatchObject(PROCEEDS);
}

/** crew-publish.yml, until there is nothing left to settle, or only a round that waits for its turn. */
async function settled({ shop, brought }: Stage): Promise<void> {
  for (let lives = 1; lives <= 3; lives += 1) {
    shop.clock.pass(30_000);
    const { machine, live } = lifeOf(shop, { name: `settle ${lives}` });
    if ((await live(() => settleLost(shop, { machine, ...(brought ? { brought } : {}) }))) === false) return;
  }
}

const found = ({ shop, documents }: Stage) => foundIn(shop, documents);
const nothing = { untruths: [], leftovers: [] };

describe.each(endings)('$name', (ending) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await stageOf(ending);
  }, MINUTES);

  it(
    'is told as it is, whatever goes wrong',
    async () => {
      for (let seed = 1; seed <= RUNS; seed += 1) {
        await stage.back();
        await told(stage, fateOf(seed + 100 * endings.indexOf(ending)));
        const untruths = untruthsIn(stage.shop, stage.documents);
        expect({ seed, untruths }).toEqual({ seed, untruths: [] });
        await settled(stage);
        expect({ seed, ...found(stage) }).toEqual({ seed, ...nothing });
      }
    },
    MINUTES,
  );

  it(
    'is told as it is where nothing goes wrong, and every lie about it is found',
    async () => {
      await stage.back();
      await told(stage);
      await settled(stage);
      expect(found(stage)).toEqual(nothing);
      const lies = liesIn(stage.shop);
      // Some of them, spread over all.
      const some = lies.filter(
        (_, n) => Math.floor((n * LIES) / lies.length) !== Math.floor(((n - 1) * LIES) / lies.length),
      );
      expect(some.length).toBeGreaterThan(1);
      for (const { lie, tell } of some) {
        const takeBack = tell();
        const { untruths, leftovers } = found(stage);
        takeBack();
        expect({ lie, isFound: untruths.length + leftovers.length > 0 }).toEqual({ lie, isFound: true });
      }
    },
    MINUTES,
  );
});
