// Level 2, for systems where ordinary users may not create namespaces: root or sudo creates them, and commands run in them as an
// unprivileged user. Mounts, processes and network are isolated as in level 1. Used by index.ts of adapters/sandbox.

import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { asProgram } from '../../proxy/as-program.js';
import { bridge } from '../egress.js';
import { RUN_COMMAND } from '../limits.js';
import type { Mount } from '../mounts/mount.js';
import { LevelUnavailable, SAFE_PATH, which } from '../system-programs.js';
import type { LevelOptions, SandboxLevel } from './level.js';
import { startHolder } from './namespace-holder.js';

interface User {
  readonly uid: number;
  readonly gid: number;
  /** A uid without an account, used if crew is root and the tree is root's. The tree belongs to it while the sandbox is open. */
  readonly isSpare: boolean;
}

/** The range of these uids, above those that systems assign. */
const SPARE = { from: 1_900_000_000, to: 1_900_065_536 } as const;

/** Spare uids that own a tree of an open sandbox of this process. */
const uidsInUse = new Set<number>();

/** Whether an earlier process left a tree with this uid. */
const isLeftUid = (uid: number): boolean => uid >= SPARE.from && uid < SPARE.to && !uidsInUse.has(uid);

/** The user of the commands: crew's own user if that is not root, else the owner of the tree, else a new uid. Never root. */
export function userFor(tree: { readonly uid: number; readonly gid: number }): User {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  if (uid !== 0) return { uid, gid, isSpare: false };
  if (tree.uid !== 0 && !isLeftUid(tree.uid)) return { uid: tree.uid, gid: tree.gid, isSpare: false };
  const spare = randomInt(SPARE.from, SPARE.to);
  return { uid: spare, gid: spare, isSpare: true };
}

/**
 * Shell script that root runs once per sandbox, in new namespaces: it assembles the file system, pivots into it, starts the loopback
 * device, drops all privileges and starts the bridge.
 * Arguments: stage, uid, gid, then kind, from and at of each mount, `--`, and the bridge's command.
 */
const SET_UP = `set -eu
stage=$1 uid=$2 gid=$3; shift 3
mount -t tmpfs -o mode=755,nosuid,nodev crew "$stage"
cd "$stage"
mkdir dev proc .old
mount -t proc crew proc
mount -t tmpfs -o mode=755,nosuid crew dev
for name in null zero full random urandom tty; do : > "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 crew dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for n in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/\${n%%:*}" "dev/\${n#*:}"; done
while [ "$1" != -- ]; do
  kind=$1 from=$2 at=$stage$3; shift 3
  if [ "$kind" = link ]; then mkdir -p "\${at%/*}"; ln -s "$from" "$at"; continue; fi
  if [ -d "$from" ]; then mkdir -p "$at"; else mkdir -p "\${at%/*}"; [ -e "$at" ] || : > "$at"; fi
  mount --rbind "$from" "$at"
  [ "$kind" = read ] && mode=ro || mode=rw
  mount -o "remount,bind,$mode,nosuid,nodev" "$at"
done
shift
mount -o remount,ro,nosuid crew dev
mount -o remount,ro,nosuid,nodev crew "$stage"
ip link set lo up 2>/dev/null || perl -e '
  socket(S, 2, 2, 0) or die; $r = pack("a16 s x22", "lo", 0);
  ioctl(S, 0x8913, $r) or die; $r = pack("a16 s x22", "lo", unpack("x16 s", $r) | 1); ioctl(S, 0x8914, $r) or die'
pivot_root . .old
cd /
umount -l /.old
umount -l /proc
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"`;

interface TreeTransfer {
  readonly root: string;
  readonly user: User;
  /** The prefix of commands that root runs inside the sandbox, where links of the tree cannot lead outside. */
  readonly inside: readonly string[];
}

const run = promisify(execFile);

/**
 * Gives the tree to another user while the sandbox is open. Protected files are read-only inside, so chown fails for them and they keep
 * their owner.
 */
async function giveTreeTo({ root, user: { uid, gid }, inside }: TreeTransfer) {
  const find = async (...args: readonly string[]) => {
    const [file = 'find', ...rest] = [...inside, 'find', root, ...SKIP_GIT, ...args];
    await run(file, rest, { cwd: '/', env: { PATH: SAFE_PATH }, maxBuffer: 1 << 26 }).catch(() => undefined);
  };
  uidsInUse.add(uid);
  const whenCrewEnds = returnTree({ root, uid });
  await find('-uid', '0', '-exec', 'chown', '-h', `${uid}:${gid}`, '{}', '+');
  return {
    /**
     * Put before each command: gives the user the files that crew wrote meanwhile. Installed packages are skipped, since crew never writes
     * them.
     */
    commandPrefix: ['bash', '--norc', '-c', GIVE_TO_USER, root, `${uid}:${gid}`],
    giveBack: async () => {
      await find('-uid', String(uid), '-exec', 'chown', '-h', '0:0', '{}', '+');
      uidsInUse.delete(uid);
      whenCrewEnds.stdin.end();
      await once(whenCrewEnds, 'exit');
    },
  };
}

/**
 * A process that gives the tree back to root when crew's process ends, also by `kill -9`. Otherwise git would refuse the tree as owned by
 * somebody else ("dubious ownership"). It waits until its standard input is closed.
 */
export function returnTree({ root, uid }: { readonly root: string; readonly uid: number }) {
  return spawn('sh', ['-c', `cat >/dev/null; ${GIVE_TO_ROOT}`, root, String(uid)], {
    cwd: '/',
    env: { PATH: SAFE_PATH },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

const GIVE_TO_ROOT = `exec find "$0" -name .git -prune -o -uid "$1" -exec chown -h 0:0 '{}' +`;

/** Gives back a tree that an earlier sandbox left with its own uid, because the machine stopped. */
export async function returnLeftTree(root: string): Promise<void> {
  const { uid } = statSync(root);
  if (process.getuid?.() !== 0 || !isLeftUid(uid)) return;
  await run('sh', ['-c', GIVE_TO_ROOT, root, String(uid)], { cwd: '/', env: { PATH: SAFE_PATH } });
}

const SKIP_GIT = ['-name', '.git', '-prune', '-o'];

const GIVE_TO_USER = `to=$1; shift
find "$0" '(' -name .git -o -name node_modules ')' -prune -o -uid 0 -exec chown -h "$to" '{}' + 2>/dev/null
exec "$@"`;

const TOOLS = ['bash', 'env', 'mount', 'nsenter', 'pivot_root', 'setpriv', 'umount', 'unshare'] as const;

export const unprivilegedUser: SandboxLevel = {
  name: 'unprivileged user',
  open: async (options) => {
    const tools = findTools(options);
    await returnLeftTree(options.root);
    const user = userFor(statSync(options.root));
    const asRoot = prefixForRoot(options);
    await options.folders.giveTo(user);
    if (user.isSpare) await appendFile(path.join(options.shared.etc, 'passwd'), accountOf(user)); // some programs look up the user's name
    const [file = tools.unshare, ...args] = [...asRoot, tools.unshare, ...setUpArguments(options, user)];
    const holder = await startHolder(file, args);
    const inside = [...asRoot, tools.nsenter, `--target=${holder.pid}`, '--mount', '--net', '--ipc', '--uts', '--'];
    const tree = user.isSpare ? await giveTreeTo({ root: options.root, user, inside }) : null;
    const dropPrivileges = [
      ...[tools.setpriv, `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--no-new-privs'],
      ...['--inh-caps=-all', '--bounding-set=-all', '--', tools.env, '-i'],
    ];
    const newPidNamespace = [tools.unshare, '--pid', '--fork', '--kill-child', '--mount-proc', '--'];
    return {
      name: `${user.isSpare ? 'an unprivileged user' : 'its own user'} in namespaces made ${asRoot.length > 0 ? 'by sudo' : 'as root'}`,
      enter: ({ line, cwd, env }) => {
        const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
        const command = [...dropPrivileges, ...variables, tools.bash, '-c', RUN_COMMAND, 'crew', line, cwd];
        const [file = tools.nsenter, ...args] = [
          ...inside,
          ...newPidNamespace,
          ...(tree?.commandPrefix ?? []),
          ...command,
        ];
        return { file, args };
      },
      isAlive: holder.isAlive,
      leave: async () => void (await tree?.giveBack()),
      close: () => holder.close(),
    };
  },
};

const accountOf = ({ uid, gid }: User) => `crew:x:${uid}:${gid}::/crew/home:/bin/bash\n`;

type Tools = Readonly<Record<(typeof TOOLS)[number], string>>;

function findTools(options: LevelOptions): Tools {
  const found = TOOLS.map((name) => [name, which(name, { root: options.root, PATH: SAFE_PATH })] as const);
  const missing = found.filter(([, file]) => file === null).map(([name]) => name);
  if (missing.length > 0)
    throw new LevelUnavailable({ found: `no ${missing.join(', ')}`, remedy: 'Install util-linux.' });
  return Object.fromEntries(found) as Tools;
}

/** The prefix of commands that root must run: empty if crew is root, else `sudo -n`. */
function prefixForRoot({ root, PATH }: LevelOptions): readonly string[] {
  if (process.getuid?.() === 0) return [];
  const sudo = which('sudo', { root, PATH });
  if (sudo) return [sudo, '-n', '--'];
  throw new LevelUnavailable({
    found: 'neither root nor sudo',
    remedy: 'Install bubblewrap, or let crew use sudo without a password.',
  });
}

/** Where the bridge finds the proxy's socket. */
const PROXY_FOLDER = '/crew/proxy';

function setUpArguments({ shared, mounts, egress }: LevelOptions, user: User): readonly string[] {
  const all: Mount[] = [...mounts, { kind: 'read', from: shared.proxyFolder, at: PROXY_FOLDER }];
  const mountArguments = all.flatMap((mount) => [mount.kind, mount.kind === 'link' ? mount.to : mount.from, mount.at]);
  const bridgeOptions = JSON.stringify({
    socket: path.join(PROXY_FOLDER, path.basename(egress.socket)),
    ports: egress.ports,
  });
  return [
    ...['--mount', '--net', '--ipc', '--uts', '--propagation', 'private', '--', 'bash', '--norc', '-c', SET_UP, 'crew'],
    ...[shared.stage, String(user.uid), String(user.gid), ...mountArguments, '--'],
    ...[process.execPath, '-e', asProgram(bridge), bridgeOptions],
  ];
}
