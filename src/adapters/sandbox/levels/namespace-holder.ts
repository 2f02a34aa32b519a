// Starts the process that holds the namespaces of a sandbox, and explains why it could not start. Used by both levels.

import { spawn } from 'node:child_process';
import type { BridgeReady } from '../egress.js';
import { LevelUnavailable, SAFE_PATH } from '../system-programs.js';

const APPARMOR = [
  'This system lets no ordinary program make user namespaces (AppArmor).',
  'Let crew use sudo without a password, load a profile for bwrap, or run:',
  'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
].join(' ');

/** Error messages of bwrap, unshare, sudo and the kernel that say why no sandbox can start, each with a remedy. */
const KNOWN_MESSAGES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [
    /No permissions to create (?:a )?new namespace|unprivileged_userns_clone/i,
    'Run: sudo sysctl -w kernel.unprivileged_userns_clone=1. In a container, allow user namespaces in its seccomp profile.',
  ],
  [/setting up uid map: Permission denied|RTM_NEWADDR|write failed \/proc\/self\/uid_map/i, APPARMOR],
  [
    /max_\*?_?\w*namespaces|No space left on device|nesting depth/i,
    'Raise the limit of namespaces: sudo sysctl -w user.max_user_namespaces=15000.',
  ],
  [
    /mount proc|on \/newroot\/proc|mount \/proc failed|proc.*Operation not permitted/i,
    'The container hides parts of /proc: run it with --security-opt systempaths=unconfined, or crew outside of it.',
  ],
  [
    /password is required|a terminal is required|not in the sudoers/i,
    'Let crew use sudo without a password, or install bubblewrap.',
  ],
  [
    /Creating new namespace failed|unshare failed|cannot open namespace|reassociate to namespace/i,
    'A container allows no new namespaces by default: run it with --security-opt seccomp=unconfined, or crew outside of it.',
  ],
  [/ENOENT|not found|No such file/i, 'Install it with the packages of the system.'],
];

const DEFAULT_REMEDY = 'Correct what the message names; `crew doctor` tries again.';

/** The first line of an error output, with the remedy for it. */
export function reasonFor(errorOutput: string): { readonly found: string; readonly remedy: string } {
  const found = errorOutput.trim().split('\n')[0] || 'the process ended without a message';
  const remedy = KNOWN_MESSAGES.find(([pattern]) => pattern.test(errorOutput))?.[1] ?? DEFAULT_REMEDY;
  return { found, remedy };
}

/** A process that holds the namespaces, and what its bridge reported. */
export interface Holder extends BridgeReady {
  /** False once the process has ended; its namespaces are gone then. */
  isAlive(): boolean;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 15_000;

/** Starts the process that holds the namespaces. Resolves when its bridge is ready, else throws `LevelUnavailable` with the reason. */
export async function startHolder(file: string, args: readonly string[]): Promise<Holder> {
  const child = spawn(file, args, { cwd: '/', env: { PATH: SAFE_PATH }, detached: true, stdio: 'pipe' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(0, 4000);
  });
  child.stdin.on('error', () => undefined);
  const ready = await new Promise<BridgeReady | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), START_TIMEOUT_MS);
    child.once('error', (error) => {
      errorOutput ||= error.message;
      resolve(null);
    });
    child.once('close', () => resolve(null));
    child.stdout.once('data', (data: Buffer) => resolve(JSON.parse(data.toString())));
    child.once('close', () => clearTimeout(timer));
    child.stdout.once('data', () => clearTimeout(timer));
  });
  const close = async () => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(timer);
  };
  if (ready !== null) return { ...ready, isAlive: isAlive, close };
  child.stdin.end();
  child.kill('SIGKILL');
  throw new LevelUnavailable(reasonFor(errorOutput));
}
