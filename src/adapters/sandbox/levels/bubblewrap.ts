// Level 1: bubblewrap. One bwrap process holds a network namespace for all sandboxes of a tree, because creating it is slow. Each command
// gets its own bwrap inside it, with its own PID and IPC namespaces, which end with the command. Used by index.ts of adapters/sandbox.
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { asProgram } from '../../proxy/as-program.js';
import { type BridgeOptions, bridge } from '../egress.js';
import { EXEC_COMMAND, limitProcesses } from '../limits.js';
import type { Mount } from '../mounts/mount.js';
import { LevelUnavailable, SAFE_PATH, which } from '../system-programs.js';
import type { Isolation, SandboxLevel } from './level.js';
import { startHolder } from './namespace-holder.js';

const run = promisify(execFile);

export const bubblewrap: SandboxLevel = {
  name: 'bubblewrap',
  open: async (options) => {
    const { bwrap, nsenter, sh, bash } = findPrograms((name) => which(name, options));
    const { socket, ports } = options.egress;
    const bridgeOptions: BridgeOptions = { socket, ports, dropsTimeWait: true };
    const holding = startHolder(bwrap, [
      ...['--unshare-user', '--unshare-net', '--unshare-uts', '--hostname', 'crew'],
      ...['--die-with-parent', '--dev-bind', '/', '/', ...networkCapability(bwrap), '--'],
      ...[process.execPath, '-e', asProgram(bridge), JSON.stringify(bridgeOptions)],
    ]);
    const [holder, name] = await Promise.all([holding, versionOf(bwrap)]);
    const processLimit = await limitProcesses(`crew-${holder.pid}`);
    const enterHolder = [
      ...(processLimit.procsFile === null ? [] : [sh, '-c', 'echo 0 > "$0" && exec "$@"', processLimit.procsFile]),
      ...[nsenter, '--user', '--net', '--uts', '--preserve-credentials', `--target=${holder.pid}`, '--', bwrap],
    ];
    const withMounts: Isolation['withMounts'] = (mounts) => ({
      enter: ({ line, cwd, env }) => {
        const variables = Object.entries(env).flatMap(([key, value]) => ['--setenv', key, value]);
        const command = [...variables, '--', bash, '-c', EXEC_COMMAND, 'crew', line, cwd];
        const [file = bwrap, ...args] = [...enterHolder, ...isolationArguments(mounts), ...command];
        return { file, args };
      },
    });
    return {
      name,
      ...withMounts(options.mounts),
      // Without this setting the ports stay blocked for a minute, so the next sandbox cannot use this network.
      ...(holder.dropsTimeWait ? { withMounts } : {}),
      isAlive: holder.isAlive,
      leave: () => dropSetuid(options.root),
      close: async () => {
        await holder.close();
        processLimit.close();
      },
    };
  },
};

/** The paths of the programs that this level starts. Throws if one is not installed. */
export function findPrograms(find: (name: string) => string | null) {
  const path = (name: string, missing: { readonly found: string; readonly remedy: string }): string => {
    const program = find(name);
    if (program === null) throw new LevelUnavailable(missing);
    return program;
  };
  return {
    bwrap: path('bwrap', { found: 'no bwrap', remedy: 'Install bubblewrap (apt-get install bubblewrap).' }),
    nsenter: path('nsenter', { found: 'no nsenter', remedy: 'Install util-linux.' }),
    sh: path('sh', { found: 'no sh', remedy: 'Install a shell as `sh`.' }),
    bash: path('bash', { found: 'no bash', remedy: 'Install bash.' }),
  };
}

/**
 * CAP_NET_ADMIN in the new namespace lets the bridge switch TIME_WAIT off. Root has it without the option. A setuid bwrap fails if asked for
 * it; then each isolation serves one sandbox only.
 */
const networkCapability = (bwrap: string): readonly string[] =>
  process.getuid?.() === 0 || (statSync(bwrap).mode & 0o4000) !== 0 ? [] : ['--cap-add', 'CAP_NET_ADMIN'];

function isolationArguments(mounts: readonly Mount[]): readonly string[] {
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc'],
    ...['--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...mounts.flatMap(argumentsOf),
    // Without capabilities root still owns the kernel settings in /proc and could write them.
    ...['--remount-ro', '/proc', '--remount-ro', '/dev', '--remount-ro', '/'],
  ];
}

function argumentsOf(mount: Mount): readonly string[] {
  if (mount.kind === 'link') return ['--symlink', mount.to, mount.at];
  return [mount.kind === 'read' ? '--ro-bind' : '--bind', mount.from, mount.at];
}

/** Name and version for display, such as `bubblewrap 0.8.0`. */
async function versionOf(bwrap: string): Promise<string> {
  const printed = run(bwrap, ['--version'], { encoding: 'utf8', env: { PATH: SAFE_PATH } });
  return printed.then(
    ({ stdout }) => stdout.trim(),
    () => 'bubblewrap',
  );
}

/**
 * Removes setuid and setgid bits that commands set, if crew runs as root: inside the sandbox they have no effect, outside they would give
 * root to every user. To be called when no process runs in the tree, so that no link can be swapped in.
 */
async function dropSetuid(root: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const args = [
    root,
    '-name',
    '.git',
    '-prune',
    '-o',
    '-type',
    'f',
    '-perm',
    '/6000',
    '-exec',
    'chmod',
    'ug-s',
    '{}',
    '+',
  ];
  await run('find', args, { cwd: '/', env: { PATH: SAFE_PATH } }).catch(() => undefined); // the tree may have been removed
}
