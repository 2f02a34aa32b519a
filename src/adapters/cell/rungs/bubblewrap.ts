// The first rung: bubblewrap. One bwrap keeps a network without devices for the whole cell, and what else is slow to make and end; each
// command gets one of its own in it, with its own processes, so that all of them end with it.
import { execFileSync } from 'node:child_process';
import { asProgram } from '../../proxy/as-program.js';
import { bridge } from '../bridge.js';
import { makePen } from '../limits.js';
import { INTO } from '../prelude.js';
import type { Mount } from '../view/mount.js';
import { which } from '../which.js';
import { dropSetuid } from './drop-setuid.js';
import { hold, SAFE_PATH } from './hold.js';
import { NotHere, type Rung } from './rung.js';

export const bubblewrap: Rung = {
  name: 'bubblewrap',
  open: async (site) => {
    const [bwrap, nsenter, sh] = ['bwrap', 'nsenter', 'sh'].map((name) => which(name, site));
    const bash = which('bash', site);
    if (!bwrap) throw new NotHere({ found: 'no bwrap', remedy: 'Install bubblewrap (apt-get install bubblewrap).' });
    if (!nsenter || !sh || !bash) throw new NotHere({ found: 'no nsenter', remedy: 'Install util-linux.' });
    const { socket, doors } = site.wayOut;
    const holder = await hold(bwrap, [
      ...['--unshare-user', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--hostname', 'crew'],
      ...['--die-with-parent', '--dev-bind', '/', '/', '--'],
      ...[process.execPath, '-e', asProgram(bridge), JSON.stringify({ socket, doors })],
    ]);
    const pen = await makePen(`crew-${holder.pid}`);
    const into = [
      ...(pen.door === null ? [] : [sh, '-c', 'echo 0 > "$0" && exec "$@"', pen.door]),
      ...[
        nsenter,
        '--user',
        '--net',
        '--ipc',
        '--uts',
        '--preserve-credentials',
        `--target=${holder.pid}`,
        '--',
        bwrap,
      ],
      ...walls(site.mounts),
    ];
    return {
      name: versionOf(bwrap),
      enter: ({ line, cwd, env }) => {
        const variables = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
        const [file = bwrap, ...args] = [...into, ...variables, '--', bash, '-c', INTO, 'crew', line, cwd];
        return { file, args };
      },
      close: async () => {
        await holder.close();
        pen.close();
        await dropSetuid(site.root);
      },
    };
  },
};

function walls(mounts: readonly Mount[]): readonly string[] {
  return [
    ...['--unshare-user', '--unshare-pid'],
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

function versionOf(bwrap: string): string {
  return execFileSync(bwrap, ['--version'], { encoding: 'utf8', env: { PATH: SAFE_PATH } }).trim();
}
