// Many people who ask for the review of one pull request at the same moment, each in an Actions run of its own.
import { expect, it } from '@jest/globals';
import { noLimits } from 'github-sandbox';
import { gate } from '../../../src/runs/gate.js';
import { refsRunStore } from '../../../src/runs/stores.js';
import { openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { servicesOn } from '../../build/phases.js';
import { asked, openReview } from './published.js';

const MANY = process.env.CREW_LONG === '1' ? 50 : 12;

it('many who ask at once get one run, and one comment for all who joined it', async () => {
  const environment = await openPullShop(
    { files: { 'sum.js': 'export const add = (a, b) => a + b;\n' } },
    { limits: noLimits },
  );
  const review = await openReview(environment, 1);
  const { spending } = review.services;
  const store = refsRunStore(environment.github().refs, (text) => text);
  const events = [];
  for (let n = 0; n < MANY; n += 1)
    events.push(
      await asked(environment.as('maya'), review.number, `/crew review${' '.repeat(n % 5)}${n % 2 ? '\n' : ''}`),
    );
  const jobs = events.map((event, n) =>
    gate(event, servicesOn({ github: environment.github(), repo: REPO, here: 100 + n, earlier: { store, spending } })),
  );
  const handled = (await Promise.all(jobs)).flat();
  const [started, ...more] = handled.filter(({ proceed }) => proceed);
  expect(more).toEqual([]);
  for (const each of handled.filter((one) => one !== started))
    expect(each.outcome).toMatchObject({ name: 'done', result: { joined: started?.run } });
  expect((await store.read(`pr-${review.number}`)).runs).toHaveLength(1);
  // One comment of the run, and one for those who joined it.
  expect(await review.said()).toHaveLength(2);
  expect(await review.checks()).toHaveLength(1);
  environment.embedded.forgive();
}, 120_000);
