import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, Ran } from '../../ports.js';
import { afterWord } from './after-word.js';
import { endAll } from './end-all.js';
import { watchDisk } from './full-disk.js';
import { LIMITS } from './limits.js';
import type { Mark } from './marked.js';

export interface Start {
  readonly mark: Mark;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** There is something around the command: only what carries the mark is the command, and this is said before it starts. */
  readonly says?: string | undefined;
  /** A folder whose disk is watched. */
  readonly disk?: string | undefined;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;
type Ended = Ran['ended'];
type Exit = { readonly code: number | null; readonly signal: string | null };

/** Starts a process in a group of its own, passes its output on, and comes back when nothing of it is left. */
export async function runMarked(command: Command, start: Start): Promise<Ran> {
  const clock = clockOf();
  const done = (rest: Omit<Ran, 'ms' | 'refused'>): Ran => ({ ...rest, ms: clock.ms(), refused: [] });
  if (command.signal?.aborted) return done({ started: false, exit: null, ended: 'cancelled' });

  const { file, args, cwd, env, mark, says = '' } = start;
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const out = afterWord(says, (chunk) => command.onOutput(chunk, 'out'));
  child.stdout.on('data', (chunk: Uint8Array) => {
    if (!out.came()) clock.begin();
    out.onOutput(chunk);
  });
  child.stderr.on('data', (chunk: Uint8Array) => command.onOutput(chunk, 'err'));
  const said = new Promise<void>((resolve) => child.once('close', () => resolve()));

  const { stop, whenStopped } = stopper(command, start.disk);
  const first = await Promise.race([exitOf(child), whenStopped]);
  clock.end();
  stop();
  if (first === null) return done({ started: false, exit: null, ended: 'itself' });
  const isStopped = typeof first === 'string';
  await endAll({ group: child.pid, mark, gently: isStopped, isWrapped: says !== '' });
  await Promise.race([said, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy(); // held open by somebody who escaped

  if (first === 'full disk') command.onOutput(FULL_DISK, 'err');
  if (isStopped) return done({ started: out.came(), exit: null, ended: first });
  if (!out.came()) return done({ started: false, exit: null, ended: 'itself' });
  if (first.signal !== null) return done({ started: true, exit: null, ended: 'signal', signal: first.signal });
  return done({ started: true, exit: first.code, ended: 'itself' });
}

/** What the command takes itself, without the walls that are put up before it and taken down after it. */
function clockOf() {
  let began = performance.now();
  let ended: number | undefined;
  return {
    begin: () => {
      began = performance.now();
    },
    end: () => {
      ended = performance.now();
    },
    ms: () => (ended ?? performance.now()) - began,
  };
}

/** How it ended, or null where there was nothing to start. */
function exitOf(child: Child): Promise<Exit | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

type Stop = Exclude<Ended, 'itself' | 'signal'>;

/** What ends a command from outside, whichever comes first. */
function stopper({ timeoutMs, signal }: Command, disk: string | undefined) {
  let stop = () => {};
  const whenStopped = new Promise<Stop>((resolve) => {
    const cancel = () => resolve('cancelled');
    const timer = setTimeout(() => resolve('time-out'), Math.min(timeoutMs, LONGEST));
    const unwatch =
      disk === undefined ? () => {} : watchDisk({ folder: disk, floor: LIMITS.freeBytes }, () => resolve('full disk'));
    signal?.addEventListener('abort', cancel, { once: true });
    stop = () => {
      clearTimeout(timer);
      unwatch();
      signal?.removeEventListener('abort', cancel);
    };
  });
  return { stop: () => stop(), whenStopped };
}

const FULL_DISK = Buffer.from('crew: ended, because the disk is nearly full\n');

/** The last of what was written stands in the pipe when its writer is dead. */
const LAST_WORDS_MS = 1000;

/** A timer of Node's that is set further ahead rings at once. */
const LONGEST = 2 ** 31 - 1;
