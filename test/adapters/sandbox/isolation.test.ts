// Each wall, proven by its absence: a cell built without it is found out, before anybody else is let in or by the same look afterwards.

import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bubblewrap } from '../../../src/adapters/sandbox/levels/bubblewrap.js';
import type { SandboxLevel } from '../../../src/adapters/sandbox/levels/level.js';
import { reasonFor } from '../../../src/adapters/sandbox/levels/namespace-holder.js';
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
    ['powers', 'commands have capabilities', ['--cap-drop', 'ALL']],
    ['processes', 'processes outside are visible', '--unshare-pid'],
    ['network', 'there is a network device', '--net'],
    ['the kernel’s settings', 'the kernel', ['--remount-ro', '/proc']],
  ],
  'unprivileged user': [
    ['an ordinary user', 'the kernel', '--reuid', '--bounding-set', '--inh-caps'],
    ['new powers', 'commands can gain privileges', '--no-new-privs'],
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

const BWRAP = 'exec bwrap --unshare-user --unshare-net --dev-bind / / true';

/** A user namespace in which there can be no further one. */
const NONE_LEFT = [
  'unshare',
  '--user',
  '--map-root-user',
  'bash',
  '-c',
  `echo 0 > /proc/sys/user/max_user_namespaces; ${BWRAP}`,
];

/** What a container's usual seccomp profile does to whoever lacks CAP_SYS_ADMIN: no unshare, no clone into new namespaces, no clone3. */
const LIKE_A_CONTAINER = `
import ctypes, os, platform, struct, sys
unshare, clone, clone3 = {'x86_64': (272, 56, 435), 'aarch64': (97, 220, 435)}[platform.machine()]
op = lambda code, jt, jf, k: struct.pack('HBBI', code, jt, jf, k)
LOAD, EQ, SET, RET = 0x20, 0x15, 0x45, 0x06
EPERM, ENOSYS, ALLOW = 0x50001, 0x50026, 0x7fff0000
program = b''.join([
  op(LOAD, 0, 0, 0), op(EQ, 5, 0, unshare), op(EQ, 5, 0, clone3), op(EQ, 0, 2, clone),
  op(LOAD, 0, 0, 16), op(SET, 1, 0, 0x7e020000), op(RET, 0, 0, ALLOW), op(RET, 0, 0, EPERM), op(RET, 0, 0, ENOSYS)])
class Program(ctypes.Structure): _fields_ = [('length', ctypes.c_ushort), ('filter', ctypes.c_char_p)]
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, ctypes.byref(Program(len(program) // 8, program)), 0, 0) == 0, ctypes.get_errno()
os.execvp(sys.argv[1], sys.argv[1:])
`;

const works = (file: string, args: readonly string[]) => spawnSync(file, args, { stdio: 'ignore' }).status === 0;
const hasBwrap = works('bwrap', ['--unshare-user', '--dev-bind', '/', '/', 'true']);
const isSmall = works('unshare', [
  '--user',
  '--map-root-user',
  'bash',
  '-c',
  'echo 0 > /proc/sys/user/max_user_namespaces',
]);
const python = works('python3', ['-c', LIKE_A_CONTAINER, 'true']);

function complaintOf(file: string, args: readonly string[]): string {
  const { status, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  expect(status).not.toBe(0);
  return stderr;
}

describe('what this machine’s own tools say where they are let do nothing', () => {
  itWith({ need: 'bwrap and user namespaces', there: hasBwrap && isSmall }, 'bwrap, no namespaces left', async () => {
    const [file = '', ...args] = NONE_LEFT;
    expect(reasonFor(complaintOf(file, args)).remedy).toMatch(/max_user_namespaces|unprivileged_userns_clone/);
  });

  itWith({ need: 'bwrap and python3', there: hasBwrap && python }, 'bwrap in a container', async () => {
    const said = reasonFor(complaintOf('python3', ['-c', LIKE_A_CONTAINER, 'bash', '-c', BWRAP]));
    expect(said.remedy).toMatch(/seccomp/);
  });

  itWith({ need: 'python3', there: python }, 'unshare in a container', async () => {
    const said = reasonFor(complaintOf('python3', ['-c', LIKE_A_CONTAINER, 'unshare', '--mount', '--net', 'true']));
    expect(said.remedy).toMatch(/seccomp=unconfined/);
  });

  it('has no remedy that it does not know', () => {
    expect(reasonFor('the moon is wrong').remedy).toMatch(/crew doctor/);
  });
});
