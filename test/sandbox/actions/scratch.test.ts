import { it } from '@jest/globals';
import { issueOf, LONG, mended, part, withFixes } from './with-fixes.js';

it(
  'x',
  async () => {
    const shop = await withFixes({ issues: [issueOf('add')], parts: [part('add is wrong', mended('add'))] });
    await shop.say('maya', '/crew help');
    for (const run of await shop.runs()) {
      console.log(JSON.stringify({ ...run, payload: undefined }, null, 1).slice(0, 3000));
      console.log(shop.log(run).slice(-3000));
    }
    await shop.close();
  },
  LONG,
);
