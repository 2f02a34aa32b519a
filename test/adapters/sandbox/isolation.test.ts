// Each wall, proven by its absence: a cell built without it is found out, before anybody else is let in or by the same look afterwards.
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from '@jest/globals';
import { bubblewrap } from '../../../src/adapters/sandbox/levels/bubblewrap.js';
import type { SandboxLevel } from '../../../src/adapters/sandbox/levels/level.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';
import { opens, RUNGS, repository, runIn } from './in-sandboxes.js';

/** A rung that leaves out what it would have said to its programs. */
const without = (level: SandboxLevel, ...left: readonly (string | readonly [string, string])[]): SandboxLevel => ({
  ...level,
  open: async (site) => {
    const room = await level.open(site);
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

for (const { level, need, there } of RUNGS) {
  // An ordinary user has no powers to be kept from: there these walls stand twice.
  const asRoot = { need: `${need}, as root`, there: there && process.getuid?.() === 0 };

  describe(`a cell of ${level.name} without one of its walls`, () => {
    for (const [wall, found, ...left] of WALLS[level.name] ?? [])
      itWith(asRoot, `is never opened: ${wall}`, async () => {
        const root = await repository();
        const opening = opens({ root, levels: [without(level, ...left)] });
        await expect(opening).rejects.toMatchObject({ found: expect.stringContaining(found) });
      });

    itWith(asRoot, 'is opened with all of them', async () => {
      await expect(opens({ root: await repository(), levels: [without(level)] })).resolves.toMatchObject({
        strength: 'sealed',
      });
    });

    itWith(asRoot, 'leaves no program behind that makes the superuser of whoever starts it', async () => {
      expect(await leavesSly(level)).toBe(false);
    });
  });
}

describe('the look for such a program', () => {
  const { need, there } = RUNGS.find((each) => each.level === bubblewrap) ?? { need: 'bubblewrap', there: false };
  const blind: SandboxLevel = {
    ...bubblewrap,
    open: async (site) => bubblewrap.open({ ...site, root: await newFolder() }),
  };

  itWith(
    { need: `${need}, as root`, there: there && process.getuid?.() === 0 },
    'finds one where nobody takes its bits away',
    async () => {
      expect(await leavesSly(blind)).toBe(true);
    },
  );
});

/** Whether a setuid program of the superuser's lies in the tree when the cell has closed. */
async function leavesSly(level: SandboxLevel): Promise<boolean> {
  const root = await repository();
  const sandbox = await opens({ root, levels: [level] });
  const ran = await runIn(sandbox, root, 'cp /bin/true ./sly; chmod 6755 ./sly; ls -l sly');
  expect(ran.out).toMatch(/^-rwsr-sr-x/);
  await sandbox.close();
  const { mode, uid } = lstatSync(path.join(root, 'sly'));
  return (mode & 0o6000) !== 0 && uid === 0;
}
