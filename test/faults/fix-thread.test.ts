// The jobs gate and publish of a `/crew fix`, with something going wrong at any of their requests: it comes out the same.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answer, edit, turn, wrongSum } from '../workflows/fix/at-work.js';
import { type Fate, lifeOf, type Mishap, mishaps, watchFetch } from './fix-thread/life.js';
import { type Made, madeIn } from './fix-thread/made.js';
import { type FixShop, gate, openFixShop, publish, settleLost } from './fix-thread/shop.js';
import { documentOf, journalIn, type Standing, standsIn, wholeOf } from './fix-thread/stands.js';

const MINUTE = 60_000;
const ISSUE = { title: 'add is wrong', body: 'add(1, 2) in add.js should give 3.' };
const open = (): Promise<FixShop> => openFixShop({ files: wrongSum, issue: ISSUE });

let made: Made;
let whole: Standing;
let publishWrites: number;
const unwatch = watchFetch();
afterAll(unwatch);

beforeAll(async () => {
  const shop = await open();
  made = await madeIn(shop, [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
  await shop.close();
  whole = wholeOf(made.run, documentOf(made, made.run));
}, 120_000);

async function published(fate?: Fate) {
  const shop = await open();
  const event = await made.begunIn(shop);
  shop.clock.pass(5 * MINUTE);
  const life = lifeOf(shop, { name: 'publish', ...(fate ? { fate } : {}) });
  const brought = made;
  const came = await life.live(() => publish(shop, { event, machine: life.machine, brought })).catch((e: unknown) => `failed ${String(e)}`);
  return { shop, life, came };
}
async function settled(shop: FixShop): Promise<number> {
  for (let lives = 1; ; lives += 1) {
    shop.embedded.faults.clear();
    shop.clock.pass(2 * MINUTE);
    const { machine, live } = lifeOf(shop, { name: `settle ${lives}` });
    if (!(await live(() => settleLost(shop, { machine, brought: made })))) return lives - 1;
    if (lives > 3) return lives;
  }
}
it('well', async () => {
  const { shop, life, came } = await published();
  publishWrites = life.writes();
  expect(came).toBe(0);
  expect(standsIn(shop, made.run)).toEqual(whole);
  await shop.close();
}, 60000);
it('explore', async () => {
  const fs = await import('node:fs');
  const bad: string[] = [];
  const list = (process.env.K8 ?? 'dies after it').split(',') as Mishap[];
  for (const how of list)
  for (let at = 1; at <= publishWrites; at += 1) {
    const { shop, came } = await published(({ isWrite, writes }) => (isWrite && writes === at ? how : null));
    const before = standsIn(shop, made.run);
    let n: unknown;
    try { n = await settled(shop); } catch (e) { n = String((e as Error).stack); }
    const stands = standsIn(shop, made.run);
    const ok = JSON.stringify(stands) === JSON.stringify(whole);
    fs.appendFileSync('/tmp/k8.matrix', `${at} ${how}: ${came} ${before.end} settled ${n} ${ok ? 'ok' : JSON.stringify(stands)}\n`);
    await shop.close();
  }
  expect(bad).toEqual([]);
}, 900000);
