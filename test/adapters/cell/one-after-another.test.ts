// Cells of one tree that share what lies before them: nothing that a command leaves in one is there in the next.
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect } from '@jest/globals';
import { type CellAsk, type Cells, openCells } from '../../../src/adapters/cell/index.js';
import { bubblewrap } from '../../../src/adapters/cell/rungs/bubblewrap.js';
import type { Rung } from '../../../src/adapters/cell/rungs/rung.js';
import { itWith } from '../../build/only-with.js';
import { RUNGS, repository, runIn } from './in-cells.js';

const opened: Cells[] = [];
afterAll(() => Promise.all(opened.map((cells) => cells.close())));

async function row(root: string, ask: Partial<CellAsk> = {}): Promise<Cells> {
  const cells = await openCells({ hosts: [], required: true, env: process.env, root, ...ask });
  opened.push(cells);
  return cells;
}

const SHARED_MEMORY = `python3 -I -c '
import ctypes, sys
libc = ctypes.CDLL(None)
wanted = int(sys.argv[1], 8)
print("there" if libc.shmget(0x63726577, 64, wanted) >= 0 else "none")'`;

for (const { rung, need, there } of RUNGS) {
  const when = (name: string, test: () => Promise<void>) => itWith({ need, there }, name, test);

  describe(`cells of ${rung.name}, one after another`, () => {
    when('have nothing in them that a command left in an earlier one, but what it did to the tree', async () => {
      const root = await repository();
      const cells = await row(root, { ladder: [rung] });
      const first = await cells.next();
      const left = await runIn(
        first,
        root,
        'echo x > /tmp/left; echo x > ~/left; echo x > /dev/shm/left; echo x > left',
      );
      expect(left).toMatchObject({ exit: 0 });
      expect((await runIn(first, root, `${SHARED_MEMORY} 1600`)).out).toBe('there\n');
      await first.close();
      const second = await cells.next();
      expect((await runIn(second, root, 'ls /tmp/left ~/left /dev/shm/left left 2>/dev/null')).out).toBe('left\n');
      expect((await runIn(second, root, `${SHARED_MEMORY} 0`)).out).toBe('none\n');
      await second.close();
    });

    when('cover what has come to be in the tree since', async () => {
      const root = await repository();
      const forbids: CellAsk['forbids'] = ({ path: file }) => (file === 'late.key' ? 'read' : null);
      const cells = await row(root, { ladder: [rung], forbids });
      await (await cells.next()).close();
      writeFileSync(path.join(root, 'late.key'), 'a secret');
      mkdirSync(path.join(root, 'packages/a/.git'), { recursive: true });
      const second = await cells.next();
      const ran = await runIn(second, root, 'cat late.key; echo x > packages/a/.git/config || echo kept');
      expect(ran.out).toBe('kept\n');
      await second.close();
    });

    when('hear each of what was refused to it alone, also at the same time', async () => {
      const root = await repository();
      const cells = await row(root, { ladder: [rung] });
      const [one, other] = [await cells.next(), await cells.next()];
      const ask = (host: string) =>
        `bash -c 'exec 3<>/dev/tcp/127.0.0.1/3128; printf "CONNECT ${host}:443 HTTP/1.1\\r\\n\\r\\n" >&3; cat <&3' >/dev/null`;
      const [first, second] = await Promise.all([
        runIn(one, root, ask('one.example.org')),
        runIn(other, root, ask('other.example.org')),
      ]);
      expect(first.refused.map(({ host }) => host)).toEqual(['one.example.org']);
      expect(second.refused.map(({ host }) => host)).toEqual(['other.example.org']);
      await one.close();
      await other.close();
    });

    itWith(
      { need: `${need}, as root`, there: there && process.getuid?.() === 0 },
      'leave no program behind, at the end of each, that makes the superuser of whoever starts it',
      async () => {
        const root = await repository();
        const cell = await (await row(root, { ladder: [rung] })).next();
        await runIn(cell, root, 'cp /bin/true ./sly; chmod 6755 ./sly');
        await cell.close();
        const { mode, uid } = lstatSync(path.join(root, 'sly'));
        expect((mode & 0o6000) !== 0 && uid === 0).toBe(false);
      },
    );
  });
}

/** Walls of which every cell but the first lacks one. */
const failing: Rung = {
  ...bubblewrap,
  open: async (site) => {
    const room = await bubblewrap.open(site);
    const { around } = room;
    return {
      ...room,
      around: (mounts) => ({
        enter: (entry) => {
          const { file, args } = around?.(mounts).enter(entry) ?? room.enter(entry);
          const at = args.indexOf('--cap-drop');
          return { file, args: args.toSpliced(at, 2) };
        },
      }),
    };
  },
};

describe('walls that stand otherwise than those that were looked at', () => {
  const { need, there } = RUNGS.find((each) => each.rung === bubblewrap) ?? { need: 'bubblewrap', there: false };

  itWith(
    { need: `${need}, as root`, there: there && process.getuid?.() === 0 },
    'are looked at anew, and others put up where they do not hold',
    async () => {
      const root = await repository();
      const cells = await row(root, { ladder: [failing] });
      await (await cells.next()).close();
      mkdirSync(path.join(root, 'packages/a/.git'), { recursive: true });
      const second = await cells.next();
      expect((await runIn(second, root, 'grep CapEff /proc/self/status')).out).toMatch(/^CapEff:\s+0+\n$/);
      await second.close();
    },
  );
});
