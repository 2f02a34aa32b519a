import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Checks, suite, withChecks } from './with-checks.js';

let shop: Checks;
beforeAll(async () => {
  shop = await withChecks();
});
afterAll(() => shop.close());

describe('a pull request', () => {
  it('of a branch here gets its check', async () => {
    const { head } = await shop.offer('better', { 'src/sum.js': 'export const sum = (items) => items.length;\n' });
    const t = Date.now();
    const runs = await shop.runs();
    console.log(Date.now() - t, JSON.stringify(runs.map((r) => [r.workflow, r.event, r.conclusion, r.problems, r.jobs.map((j) => [j.name, j.conclusion, j.startedAt, j.completedAt, j.annotations])]), null, 1));
    for (const run of runs) console.log(shop.log(run));
    const [check] = shop.of(head);
    console.log(check?.title, check?.conclusion, check?.summary);
    console.log(shop.annotations(check));
    expect(suite()).toContain('test');
  });
});
