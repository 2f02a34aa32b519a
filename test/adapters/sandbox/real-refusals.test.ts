// Machines that allow no namespaces, made here: the words must be those of the tools that are really installed.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { reasonFor } from '../../../src/adapters/sandbox/levels/namespace-holder.js';
import { itWith } from '../../build/only-with.js';

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
