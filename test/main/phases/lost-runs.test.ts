// Whose a run is that was left open: of the attempt that had it last, whatever its journal speaks of.
import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../../src/adapters/store/memory.js';
import { attemptPage } from '../../../src/core/attempt.js';
import { hear } from '../../../src/core/hear.js';
import { openRun } from '../../../src/core/run.js';
import { lostIn } from '../../../src/main/phases/lost-runs.js';
import { quickClock } from '../../build/clock.js';
import { deskOf } from '../../build/desk.js';

const detailsOf = (id: number): string => `https://github.test/ann/shop/actions/runs/${id}`;
const pageIn = (id: number, attempt = '1') => ({ page: attemptPage({ details: detailsOf(id), attempt }) });
const REVIEW = 'review-2-0123456789';
const begin = { run: REVIEW, workflow: 'review', story: 1, issue: 2, input: {} };

function desks() {
  const store = memoryStore();
  const clock = quickClock();
  const desk = deskOf({ store, clock });
  const lost = async (id: number, attempt = '1') => {
    const { runs } = await lostIn({ desk }, { details: detailsOf(id), attempt, title: 'crew ' });
    return runs.map(({ run }) => run);
  };
  return { desk, lost };
}

/** A review of crew's own pull request, which names the run of Actions that made it. */
async function reviewed(id: number) {
  const { desk, lost } = desks();
  const opened = await openRun(desk, { ...begin, ...pageIn(id) }, 'turn');
  if (opened.is !== 'open') throw new Error(opened.is);
  await opened.run.step('offered', async () => ({ body: `Made by crew ([log](${detailsOf(101)})).` }));
  await opened.run.rest({ for: 'work' });
  return { desk, lost };
}

describe('a review of what another run of Actions has made', () => {
  it('is left alone when that one is over, and is lost with its own', async () => {
    const { lost } = await reviewed(102);
    expect(await lost(101)).toEqual([]);
    expect(await lost(10)).toEqual([]);
    expect(await lost(102)).toEqual([REVIEW]);
  });

  it('is lost with the attempt that had it last, and with none before that', async () => {
    const { desk, lost } = await reviewed(102);
    await openRun(desk, { ...begin, ...pageIn(102, '2') }, 'publish');
    expect(await lost(102)).toEqual([]);
    expect(await lost(102, '2')).toEqual([REVIEW]);
  });

  it('is lost with a later attempt of which nobody came to it', async () => {
    const { lost } = await reviewed(102);
    expect(await lost(102, '2')).toEqual([REVIEW]);
  });

  it('that died when only its begin was written is found', async () => {
    const { desk, lost } = desks();
    await openRun(desk, { ...begin, ...pageIn(102) }, 'turn');
    expect(await lost(102)).toEqual([REVIEW]);
  });
});

describe('a run that somebody spoke to after its end', () => {
  it('is nobody’s until somebody takes it up', async () => {
    const { desk, lost } = desks();
    const opened = await openRun(desk, { ...begin, ...pageIn(101) }, 'turn');
    if (opened.is !== 'open') throw new Error(opened.is);
    await opened.run.end({ outcome: 'infra_error' });
    const word = { key: 'k', by: { login: 'maya' }, is: 'continue' } as const;
    expect(await hear(desk, REVIEW, word)).toBe('heard');
    expect(await lost(101)).toEqual([]);
    await openRun(desk, { ...begin, ...pageIn(103) }, 'turn');
    expect([await lost(101), await lost(103)]).toEqual([[], [REVIEW]]);
  });
});
