// Cells of one tree that share what lies before them: nothing that a command leaves in one is there in the next.
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect } from '@jest/globals';
import { openSandboxes, type SandboxOptions, type SandboxSupply } from '../../../src/adapters/sandbox/index.js';
import { bubblewrap } from '../../../src/adapters/sandbox/levels/bubblewrap.js';
import type { Isolation, SandboxLevel } from '../../../src/adapters/sandbox/levels/level.js';
import { newMark } from '../../../src/adapters/sandbox/marked-processes.js';
import { which } from '../../../src/adapters/sandbox/system-programs.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';
import { RUNGS, repository, runIn } from './in-sandboxes.js';

const opened: SandboxSupply[] = [];
afterAll(() => Promise.all(opened.map((sandboxes) => sandboxes.close())));

async function row(root: string, ask: Partial<SandboxOptions> = {}): Promise<SandboxSupply> {
  const sandboxes = await openSandboxes({ hosts: [], required: true, env: process.env, root, ...ask });
  opened.push(sandboxes);
  return sandboxes;
}

const SHARED_MEMORY = `python3 -I -c '
import ctypes, sys
libc = ctypes.CDLL(None)
wanted = int(sys.argv[1], 8)
print("there" if libc.shmget(0x63726577, 64, wanted) >= 0 else "none")'`;

/** A server that takes its port for itself alone, and ends the connection first: who does that keeps the port, for a while. */
const ONE_SERVER = `python3 -I -c '
import socket
server = socket.socket()
server.bind(("127.0.0.1", 4567))
server.listen()
client = socket.create_connection(("127.0.0.1", 4567))
accepted, _ = server.accept()
accepted.close()
client.close()
print("served")'`;

/** The rung, with what was opened on it. */
function watched(level: SandboxLevel) {
  const rooms: { readonly room: Isolation; holder: number }[] = [];
  const open: SandboxLevel['open'] = async (site) => {
    const room = await level.open(site);
    const { args } = room.enter({ line: 'true', cwd: site.root, env: {}, mark: newMark() });
    const holder = Number(args.find((each) => each.startsWith('--target='))?.slice('--target='.length));
    rooms.push({ room, holder });
    return room;
  };
  return { level: { ...level, open }, rooms };
}

for (const { level, need, there } of RUNGS) {
  const when = (name: string, test: () => Promise<void>) => itWith({ need, there }, name, test);

  describe(`cells of ${level.name}, one after another`, () => {
    when('have nothing in them that a command left in an earlier one, but what it did to the tree', async () => {
      const root = await repository();
      const sandboxes = await row(root, { levels: [level] });
      const first = await sandboxes.next();
      const left = await runIn(
        first,
        root,
        'echo x > /tmp/left; echo x > ~/left; echo x > /dev/shm/left; echo x > left',
      );
      expect(left).toMatchObject({ exit: 0 });
      expect((await runIn(first, root, `${SHARED_MEMORY} 1600`)).out).toBe('there\n');
      await first.close();
      const second = await sandboxes.next();
      expect((await runIn(second, root, 'ls /tmp/left ~/left /dev/shm/left left 2>/dev/null')).out).toBe('left\n');
      expect((await runIn(second, root, `${SHARED_MEMORY} 0`)).out).toBe('none\n');
      await second.close();
    });

    when('find each port free that an earlier one listened at', async () => {
      const root = await repository();
      const sandboxes = await row(root, { levels: [level] });
      for (const _ of ['once', 'once more']) {
        const sandbox = await sandboxes.next();
        expect(await runIn(sandbox, root, ONE_SERVER)).toMatchObject({ err: '', out: 'served\n' });
        await sandbox.close();
      }
    });

    when('get other walls where theirs are gone', async () => {
      const root = await repository();
      const { level: seen, rooms } = watched(level);
      const sandboxes = await row(root, { levels: [seen] });
      const [first] = rooms;
      if (!first) throw new Error('no room');
      process.kill(first.holder, 'SIGKILL');
      while (first.room.isAlive()) await sleep(5);
      for (const _ of ['once', 'once more']) {
        const sandbox = await sandboxes.next();
        expect(await runIn(sandbox, root, 'echo here')).toMatchObject({ started: true, out: 'here\n' });
        await sandbox.close();
      }
    });

    when('cover what has come to be in the tree since', async () => {
      const root = await repository();
      const forbids: SandboxOptions['forbids'] = ({ path: file }) => (file === 'late.key' ? 'read' : null);
      const sandboxes = await row(root, { levels: [level], forbids });
      await (await sandboxes.next()).close();
      writeFileSync(path.join(root, 'late.key'), 'a secret');
      mkdirSync(path.join(root, 'packages/a/.git'), { recursive: true });
      const second = await sandboxes.next();
      const ran = await runIn(second, root, 'cat late.key; echo x > packages/a/.git/config || echo kept');
      expect(ran.out).toBe('kept\n');
      await second.close();
    });

    when('hear each of what was refused to it alone, also at the same time', async () => {
      const root = await repository();
      const sandboxes = await row(root, { levels: [level] });
      const [one, other] = [await sandboxes.next(), await sandboxes.next()];
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
        const sandbox = await (await row(root, { levels: [level] })).next();
        await runIn(sandbox, root, 'cp /bin/true ./sly; chmod 6755 ./sly');
        await sandbox.close();
        const { mode, uid } = lstatSync(path.join(root, 'sly'));
        expect((mode & 0o6000) !== 0 && uid === 0).toBe(false);
      },
    );
  });
}

/** Has room for more cells than one, wherever it stands. */
const sharing = (level: SandboxLevel): SandboxLevel => ({
  ...level,
  open: async (site) => {
    const room = await level.open(site);
    return { ...room, withMounts: room.withMounts ?? (() => room) };
  },
});

describe('a cell that is closed twice', () => {
  const { need, there } = RUNGS.find((each) => each.level === bubblewrap) ?? { need: 'bubblewrap', there: false };

  itWith({ need, there }, 'lets nobody in beside the next one', async () => {
    const root = await repository();
    const { level, rooms } = watched(sharing(bubblewrap));
    const sandboxes = await row(root, { levels: [level] });
    const first = await sandboxes.next();
    await first.close();
    const second = await sandboxes.next();
    expect(rooms).toHaveLength(1);
    await first.close();
    const third = await sandboxes.next();
    expect(rooms).toHaveLength(2);
    for (const sandbox of [second, third]) await sandbox.close();
  });
});

/** A bwrap whose holder cannot write the kernel's settings, of its own network neither: so it is in most containers. */
async function inContainer(): Promise<string> {
  const folder = await newFolder();
  const real = which('bwrap', { root: folder, PATH: process.env.PATH ?? '' });
  const script = `#!/bin/bash
holds= args=()
for each; do
  [ "$each" = --unshare-net ] && holds=yes
  [ "$each" = -- ] && [ "$holds" ] && args+=(--ro-bind /proc/sys /proc/sys) holds=
  args+=("$each")
done
exec ${real} "\${args[@]}"
`;
  writeFileSync(path.join(folder, 'bwrap'), script, { mode: 0o755 });
  return folder;
}

describe('a network that cannot be told to forget its connections', () => {
  const { need, there } = RUNGS.find((each) => each.level === bubblewrap) ?? { need: 'bubblewrap', there: false };

  itWith({ need, there }, 'is for one cell alone', async () => {
    const root = await repository();
    const { level, rooms } = watched(bubblewrap);
    const env = { ...process.env, PATH: `${await inContainer()}:${process.env.PATH}` };
    const sandboxes = await row(root, { levels: [level], env });
    for (const _ of ['once', 'once more']) {
      const sandbox = await sandboxes.next();
      expect(await runIn(sandbox, root, ONE_SERVER)).toMatchObject({ err: '', out: 'served\n' });
      await sandbox.close();
    }
    expect(rooms).toHaveLength(2);
  });
});

/** Walls of which every cell but the first lacks one. */
const failing: SandboxLevel = {
  ...bubblewrap,
  open: async (site) => {
    const room = await bubblewrap.open(site);
    const { withMounts } = room;
    return {
      ...room,
      withMounts: (mounts) => ({
        enter: (entry) => {
          const { file, args } = withMounts?.(mounts).enter(entry) ?? room.enter(entry);
          const at = args.indexOf('--cap-drop');
          return { file, args: args.toSpliced(at, 2) };
        },
      }),
    };
  },
};

describe('walls that stand otherwise than those that were looked at', () => {
  const { need, there } = RUNGS.find((each) => each.level === bubblewrap) ?? { need: 'bubblewrap', there: false };

  itWith(
    { need: `${need}, as root`, there: there && process.getuid?.() === 0 },
    'are looked at anew, and others put up where they do not hold',
    async () => {
      const root = await repository();
      const sandboxes = await row(root, { levels: [failing] });
      await (await sandboxes.next()).close();
      mkdirSync(path.join(root, 'packages/a/.git'), { recursive: true });
      const second = await sandboxes.next();
      expect((await runIn(second, root, 'grep CapEff /proc/self/status')).out).toMatch(/^CapEff:\s+0+\n$/);
      await second.close();
    },
  );
});
