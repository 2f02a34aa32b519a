// Each wall, proven by its absence: a cell built without it is found out, before anybody else is let in or by the same look afterwards.
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from '@jest/globals';
import { bubblewrap } from '../../../src/adapters/cell/rungs/bubblewrap.js';
import type { Rung } from '../../../src/adapters/cell/rungs/rung.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';
import { opens, RUNGS, repository, runIn } from './in-cells.js';

/** A rung that leaves out what it would have said to its programs. */
const without = (rung: Rung, ...left: readonly (string | readonly [string, string])[]): Rung => ({
  ...rung,
  open: async (site) => {
    const room = await rung.open(site);
    return {
      ...room,
      enter: (entry) => {
        const { file, args } = room.enter(entry);
        return { file, args: left.reduce<readonly string[]>(leave, args) };
      },
    };
  },
});

function leave(args: readonly string[], word: string | readonly [string, string]): readonly string[] {
  const [first, second] = typeof word === 'string' ? [word] : word;
  const at = args.findIndex(
    (each, n) =>
      (each === first || (second === undefined && each.startsWith(`${first}=`))) &&
      (second ?? args[n + 1]) === args[n + 1],
  );
  if (at === -1) throw new Error(`nothing says ${first}`);
  return args.toSpliced(at, second === undefined ? 1 : 2);
}

const WALLS: Readonly<
  Record<string, readonly (readonly [wall: string, found: string, ...Parameters<typeof leave>[1][]])[]>
> = {
  bubblewrap: [
    ['powers', 'it has powers', ['--cap-drop', 'ALL']],
    ['processes', 'the processes of others are seen', '--unshare-pid'],
    ['network', 'there is a network device', '--net'],
    ['the kernel’s settings', 'the kernel', ['--remount-ro', '/proc']],
  ],
  'unprivileged user': [
    ['an ordinary user', 'the kernel', '--reuid', '--bounding-set', '--inh-caps'],
    ['new powers', 'it can get powers', '--no-new-privs'],
    ['network', 'there is a network device', '--net'],
  ],
};

for (const { rung, need, there } of RUNGS) {
  // An ordinary user has no powers to be kept from: there these walls stand twice.
  const asRoot = { need: `${need}, as root`, there: there && process.getuid?.() === 0 };

  describe(`a cell of ${rung.name} without one of its walls`, () => {
    for (const [wall, found, ...left] of WALLS[rung.name] ?? [])
      itWith(asRoot, `is never opened: ${wall}`, async () => {
        const root = await repository();
        const opening = opens({ root, ladder: [without(rung, ...left)] });
        await expect(opening).rejects.toMatchObject({ found: expect.stringContaining(found) });
      });

    itWith(asRoot, 'is opened with all of them', async () => {
      await expect(opens({ root: await repository(), ladder: [without(rung)] })).resolves.toMatchObject({
        strength: 'sealed',
      });
    });

    itWith(asRoot, 'leaves no program behind that makes the superuser of whoever starts it', async () => {
      expect(await leavesSly(rung)).toBe(false);
    });
  });
}

describe('the look for such a program', () => {
  const { need, there } = RUNGS.find((each) => each.rung === bubblewrap) ?? { need: 'bubblewrap', there: false };
  const blind: Rung = { ...bubblewrap, open: async (site) => bubblewrap.open({ ...site, root: await newFolder() }) };

  itWith(
    { need: `${need}, as root`, there: there && process.getuid?.() === 0 },
    'finds one where nobody takes its bits away',
    async () => {
      expect(await leavesSly(blind)).toBe(true);
    },
  );
});

/** Whether a setuid program of the superuser's lies in the tree when the cell has closed. */
async function leavesSly(rung: Rung): Promise<boolean> {
  const root = await repository();
  const cell = await opens({ root, ladder: [rung] });
  const ran = await runIn(cell, root, 'cp /bin/true ./sly; chmod 6755 ./sly; ls -l sly');
  expect(ran.out).toMatch(/^-rwsr-sr-x/);
  await cell.close();
  const { mode, uid } = lstatSync(path.join(root, 'sly'));
  return (mode & 0o6000) !== 0 && uid === 0;
}
