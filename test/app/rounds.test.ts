import { describe, expect, it } from '@jest/globals';
import { type Pace, repeatScans } from '../../src/app/scan-schedule.js';
import { handClock } from '../build/clock.js';

const PACE: Pace = { everyMinutes: 30, most: 3 };
const HALF_AN_HOUR = 30 * 60_000;

/** A field that is looked at again and again; `finds` says of each look whether it changed anything. */
function around({ finds = () => false }: { finds?: (look: number) => boolean } = {}) {
  const clock = handClock();
  const kept = repeatScans(clock, () => undefined);
  let looks = 0;
  const look = async (): Promise<void> => {
    looks += 1;
    kept.scanned('ann/shop', { pace: PACE, changed: finds(looks), again: look });
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
    expect(looks()).toBe(PACE.most);
    expect(sleeping()).toBe(0);
  });

  it('go on for as long as they find something', async () => {
    const { look, looks, pass } = around({ finds: (n) => n < 6 });
    await look();
    for (let n = 0; n < 20; n += 1) await pass(HALF_AN_HOUR);
    expect(looks()).toBe(5 + PACE.most);
  });

  it('begin anew when somebody did something, from that look on', async () => {
    const { kept, look, looks, pass, sleeping } = around();
    await look();
    for (let n = 0; n < 10; n += 1) await pass(HALF_AN_HOUR);
    kept.reset('ann/shop');
    await look();
    expect(sleeping()).toBe(1);
    await pass(HALF_AN_HOUR);
    expect(looks()).toBe(PACE.most + 2);
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
