// The second rung, where ordinary users may make no namespaces: the superuser makes them, or sudo does, and an unprivileged user runs in
// them. What it sees is put together as in the first rung, its processes are its own, its network has no devices.
import { statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { asProgram } from '../../proxy/as-program.js';
import { bridge } from '../bridge.js';
import { BESIDE } from '../prelude.js';
import type { Mount } from '../view/mount.js';
import { which } from '../which.js';
import { handOver } from './hand-over.js';
import { hold, SAFE_PATH } from './hold.js';
import { NotHere, type Rung, type Site } from './rung.js';
import { SET_UP } from './set-up.js';
import { type User, userFor } from './user-for.js';

const TOOLS = ['bash', 'env', 'mount', 'nsenter', 'pivot_root', 'setpriv', 'umount', 'unshare'] as const;

export const spareUser: Rung = {
  name: 'unprivileged user',
  open: async (site) => {
    const tools = findTools(site);
    const user = userFor(statSync(site.root));
    const root = becomeRoot(site);
    await site.state.give(user);
    if (user.isSpare) await appendFile(path.join(site.shared.etc, 'passwd'), accountOf(user)); // programs ask for a name
    const [file = tools.unshare, ...args] = [...root, tools.unshare, ...setUp(site, user)];
    const holder = await hold(file, args);
    const inside = [...root, tools.nsenter, `--target=${holder.pid}`, '--mount', '--net', '--ipc', '--uts', '--'];
    const tree = user.isSpare ? await handOver({ root: site.root, user, inside }) : null;
    const drop = [
      ...[tools.setpriv, `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--no-new-privs'],
      ...['--inh-caps=-all', '--bounding-set=-all', '--', tools.env, '-i'],
    ];
    const apart = [tools.unshare, '--pid', '--fork', '--kill-child', '--mount-proc', '--'];
    return {
      name: `${user.isSpare ? 'an unprivileged user' : 'its own user'} in namespaces made ${root.length > 0 ? 'by sudo' : 'as root'}`,
      enter: ({ line, cwd, env }) => {
        const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
        const command = [...drop, ...variables, tools.bash, '-c', BESIDE, 'crew', line, cwd];
        const [file = tools.nsenter, ...args] = [...inside, ...apart, ...(tree?.before ?? []), ...command];
        return { file, args };
      },
      stands: holder.isThere,
      leave: async () => void (await tree?.back()),
      close: () => holder.close(),
    };
  },
};

const accountOf = ({ uid, gid }: User) => `crew:x:${uid}:${gid}::/crew/home:/bin/bash\n`;

type Tools = Readonly<Record<(typeof TOOLS)[number], string>>;

function findTools(site: Site): Tools {
  const found = TOOLS.map((name) => [name, which(name, { root: site.root, PATH: SAFE_PATH })] as const);
  const missing = found.filter(([, file]) => file === null).map(([name]) => name);
  if (missing.length > 0) throw new NotHere({ found: `no ${missing.join(', ')}`, remedy: 'Install util-linux.' });
  return Object.fromEntries(found) as Tools;
}

/** Nothing, where crew is the superuser; sudo that asks nobody, where it is there. */
function becomeRoot({ root, PATH }: Site): readonly string[] {
  if (process.getuid?.() === 0) return [];
  const sudo = which('sudo', { root, PATH });
  if (sudo) return [sudo, '-n', '--'];
  throw new NotHere({
    found: 'neither root nor sudo',
    remedy: 'Install bubblewrap, or let crew use sudo without a password.',
  });
}

/** Where the bridge finds the way out. */
const DOOR = '/crew/door';

function setUp({ shared, mounts, wayOut }: Site, user: User): readonly string[] {
  const all: Mount[] = [...mounts, { kind: 'read', from: shared.door, at: DOOR }];
  const places = all.flatMap((mount) => [mount.kind, mount.kind === 'link' ? mount.to : mount.from, mount.at]);
  const ask = JSON.stringify({ socket: path.join(DOOR, path.basename(wayOut.socket)), doors: wayOut.doors });
  return [
    ...['--mount', '--net', '--ipc', '--uts', '--propagation', 'private', '--', 'bash', '--norc', '-c', SET_UP, 'crew'],
    ...[shared.stage, String(user.uid), String(user.gid), ...places, '--'],
    ...[process.execPath, '-e', asProgram(bridge), ask],
  ];
}
