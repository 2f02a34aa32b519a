// The first rung: bubblewrap. One bwrap keeps a network without devices, which is slow to make and end, for all cells of a tree; each
// command gets one of its own in it, with its own processes, so that all of them end with it, and all that they shared in memory.
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { asProgram } from '../../proxy/as-program.js';
import { type BridgeAsk, bridge } from '../bridge.js';
import { makePen } from '../limits.js';
import { INTO } from '../prelude.js';
import type { Mount } from '../view/mount.js';
import { which } from '../which.js';
import { dropSetuid } from './drop-setuid.js';
import { hold, SAFE_PATH } from './hold.js';
import { NotHere, type Room, type Rung } from './rung.js';

const run = promisify(execFile);

export const bubblewrap: Rung = {
  name: 'bubblewrap',
  open: async (site) => {
    const [bwrap, nsenter, sh] = ['bwrap', 'nsenter', 'sh'].map((name) => which(name, site));
    const bash = which('bash', site);
    if (!bwrap) throw new NotHere({ found: 'no bwrap', remedy: 'Install bubblewrap (apt-get install bubblewrap).' });
    if (!nsenter || !sh || !bash) throw new NotHere({ found: 'no nsenter', remedy: 'Install util-linux.' });
    const { socket, doors } = site.wayOut;
    const ask: BridgeAsk = { socket, doors, forgets: true };
    const holding = hold(bwrap, [
      ...['--unshare-user', '--unshare-net', '--unshare-uts', '--hostname', 'crew'],
      ...['--die-with-parent', '--dev-bind', '/', '/', ...mayForget(bwrap), '--'],
      ...[process.execPath, '-e', asProgram(bridge), JSON.stringify(ask)],
    ]);
    const [holder, name] = await Promise.all([holding, versionOf(bwrap)]);
    const pen = await makePen(`crew-${holder.pid}`);
    const into = [
      ...(pen.door === null ? [] : [sh, '-c', 'echo 0 > "$0" && exec "$@"', pen.door]),
      ...[nsenter, '--user', '--net', '--uts', '--preserve-credentials', `--target=${holder.pid}`, '--', bwrap],
    ];
    const around: Room['around'] = (mounts) => ({
      enter: ({ line, cwd, env }) => {
        const variables = Object.entries(env).flatMap(([key, value]) => ['--setenv', key, value]);
        const command = [...variables, '--', bash, '-c', INTO, 'crew', line, cwd];
        const [file = bwrap, ...args] = [...into, ...walls(mounts), ...command];
        return { file, args };
      },
    });
    return {
      ...{ name, ...around(site.mounts), ...(holder.forgets ? { around } : {}) },
      stands: holder.isThere,
      leave: () => dropSetuid(site.root),
      close: async () => {
        await holder.close();
        pen.close();
      },
    };
  },
};

/**
 * An ordinary user's holder sets up its network with this, in which there is nobody else's. One that the superuser lends everybody
 * (setuid) gives it to nobody, and would end: its rows are of one cell.
 */
const mayForget = (bwrap: string): readonly string[] =>
  process.getuid?.() === 0 || (statSync(bwrap).mode & 0o4000) !== 0 ? [] : ['--cap-add', 'CAP_NET_ADMIN'];

function walls(mounts: readonly Mount[]): readonly string[] {
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc'],
    ...['--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...mounts.flatMap(argumentsOf),
    // Without this, the superuser without any power could still write the kernel's settings: it owns them.
    ...['--remount-ro', '/proc', '--remount-ro', '/dev', '--remount-ro', '/'],
  ];
}

function argumentsOf(mount: Mount): readonly string[] {
  if (mount.kind === 'link') return ['--symlink', mount.to, mount.at];
  return [mount.kind === 'read' ? '--ro-bind' : '--bind', mount.from, mount.at];
}

/** For people; without a word, it is what it is. */
async function versionOf(bwrap: string): Promise<string> {
  const asked = run(bwrap, ['--version'], { encoding: 'utf8', env: { PATH: SAFE_PATH } });
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => 'bubblewrap',
  );
}
