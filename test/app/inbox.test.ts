import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Delivery, openInbox } from '../../src/app/inbox.js';
import { type Pace, repeatScans } from '../../src/app/scan-schedule.js';
import { handClock, quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';

const delivery = (id: string, repo = 'ann/shop'): Delivery => ({
  id,
  name: 'issues',
  payload: { repository: { full_name: repo } },
});

/** An inbox that fails as often as it is told, and remembers what it was given. */
async function inboxThatFails(times: number) {
  const folder = await newFolder();
  const tried: string[] = [];
  let left = times;
  const handle = async ({ id }: Delivery) => {
    tried.push(id);
    left -= 1;
    if (left >= 0) throw new Error('not now');
  };
  return { folder, tried, inbox: openInbox({ folder, log: () => undefined, clock: quickClock(), handle }) };
}

describe('the inbox', () => {
  it('tries again what failed, without a restart, and then forgets it', async () => {
    const { folder, tried, inbox } = await inboxThatFails(2);
    await inbox.put(delivery('one'));
    await inbox.idle();
    expect(tried).toEqual(['one', 'one', 'one']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('sets aside what fails five times, and keeps it', async () => {
    const { folder, tried, inbox } = await inboxThatFails(100);
    await inbox.put(delivery('one'));
    await inbox.idle();
    expect(tried).toHaveLength(5);
    expect(await readdir(folder)).toEqual(['one.json']);
  });

  it('takes a delivery that comes twice once', async () => {
    const { tried, inbox } = await inboxThatFails(0);
    await Promise.all([inbox.put(delivery('one')), inbox.put(delivery('one'))]);
    await inbox.idle();
    expect(tried).toEqual(['one']);
  });

  it('lets no repository wait for another', async () => {
    const done: string[] = [];
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const handle = async ({ id }: Delivery) => {
      if (id === 'slow') await held;
      done.push(id);
    };
    const inbox = openInbox({
      folder: await newFolder(),
      log: () => undefined,
      clock: quickClock(),
      handle,
    });
    await inbox.put(delivery('slow', 'ann/slow'));
    await inbox.put(delivery('quick', 'ann/quick'));
    while (done.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(done).toEqual(['quick']);
    free();
    await inbox.idle();
    expect(done).toEqual(['quick', 'slow']);
  });

  it('takes up what a process before it left lying', async () => {
    const folder = await newFolder();
    await writeFile(path.join(folder, 'one.json'), JSON.stringify({ ...delivery('one'), failed: 1 }));
    const done: string[] = [];
    const next = openInbox({
      folder,
      log: () => undefined,
      clock: quickClock(),
      handle: async ({ id }) => void done.push(id),
    });
    await next.resume();
    await next.idle();
    expect(done).toEqual(['one']);
  });
});

const PACE: Pace = { everyMinutes: 30, maxIdleScans: 3 };
const HALF_AN_HOUR = 30 * 60_000;

/** A field that is looked at again and again; `finds` says of each look whether it changed anything. */
function around({ finds = () => false }: { finds?: (look: number) => boolean } = {}) {
  const clock = handClock();
  const kept = repeatScans(clock, () => undefined);
  let looks = 0;
  const look = async (): Promise<void> => {
    looks += 1;
    kept.scheduleNext('ann/shop', { pace: PACE, changed: finds(looks), scanAgain: look });
  };
  return { kept, look, looks: () => looks, pass: (ms: number) => clock.advance(ms), sleeping: () => clock.sleeping };
}

describe('the rounds of the App', () => {
  it('look again when the interval has passed, and not before', async () => {
    const { look, looks, pass } = around();
    await look();
    await pass(HALF_AN_HOUR - 1);
    expect(looks()).toBe(1);
    await pass(1);
    expect(looks()).toBe(2);
  });

  it('end after so many looks in a row that changed nothing', async () => {
    const { look, looks, pass, sleeping } = around();
    await look();
    for (let n = 0; n < 10; n += 1) await pass(HALF_AN_HOUR);
    expect(looks()).toBe(PACE.maxIdleScans);
    expect(sleeping()).toBe(0);
  });

  it('go on for as long as they find something', async () => {
    const { look, looks, pass } = around({ finds: (n) => n < 6 });
    await look();
    for (let n = 0; n < 20; n += 1) await pass(HALF_AN_HOUR);
    expect(looks()).toBe(5 + PACE.maxIdleScans);
  });

  it('begin anew when somebody did something, from that look on', async () => {
    const { kept, look, looks, pass, sleeping } = around();
    await look();
    for (let n = 0; n < 10; n += 1) await pass(HALF_AN_HOUR);
    kept.reset('ann/shop');
    await look();
    expect(sleeping()).toBe(1);
    await pass(HALF_AN_HOUR);
    expect(looks()).toBe(PACE.maxIdleScans + 2);
  });

  it('an event in between moves the next round, it does not add one', async () => {
    const { look, looks, pass, sleeping } = around({ finds: () => true });
    await look();
    await pass(HALF_AN_HOUR / 2);
    await look();
    expect(sleeping()).toBe(1);
    await pass(HALF_AN_HOUR / 2);
    expect(looks()).toBe(2);
  });

  it('end with the App', async () => {
    const { kept, look, looks, pass } = around();
    await look();
    kept.stop();
    await pass(HALF_AN_HOUR * 2);
    expect(looks()).toBe(1);
  });
});
