import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, Ran } from '../../ports.js';
import { LIMITS } from './limits.js';
import { type Mark, marked, type Whom } from './marked.js';

const LOOK_EVERY_MS = 250;

interface Watch {
  readonly folder: string;
  /** How many bytes always stay free. */
  readonly floor: number;
}

/** Calls when a disk gets nearly full; the function that comes back ends that. One that was so before is nobody's fault here. */
export function watchDisk({ folder, floor }: Watch, full: () => void): () => void {
  let wasFree = false;
  const look = async () => {
    const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }));
    const isFree = bavail * bsize > floor;
    if (wasFree && !isFree) full();
    wasFree = isFree;
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

interface Ending extends Whom {
  /** Asked first (SIGTERM) and given a while. What is left over behind a command that ended gets no such time. */
  readonly gently: boolean;
  /** The group is the walls around the command, which end it at once: only what carries the mark is asked. */
  readonly isWrapped: boolean;
}

const GRACE_MS = 2000;
const PATIENCE_MS = 10_000;

/** Ends everything that a command started, whatever group or session it fled to. */
async function endAll({ group, mark, gently, isWrapped }: Ending): Promise<void> {
  if (gently) await ask(isWrapped ? { group: undefined, mark } : { group, mark });
  const whom = { group, mark };
  // Who forks faster than we look is found in the next round; in the end the patience ends, not the caller's.
  const patience = Date.now() + PATIENCE_MS;
  let pause = 1; // mostly it is only the walls that are being taken down
  for (let left = marked(whom); left.length > 0 && Date.now() < patience; left = marked(whom)) {
    if (group !== undefined) send(-group, 'SIGKILL');
    for (const pid of left) send(pid, 'SIGKILL');
    await sleep(pause);
    pause = Math.min(pause * 2, 50);
  }
}

async function ask(whom: Whom): Promise<void> {
  for (const pid of marked(whom)) send(pid, 'SIGTERM');
  const end = Date.now() + GRACE_MS;
  while (marked(whom).length > 0 && Date.now() < end) await sleep(20);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // nobody there any more
  }
}

/** Takes a word off the start of a stream; whether it came tells whether the one who says it was there. */
function afterWord(word: string, onOutput: (chunk: Uint8Array) => void) {
  let left = Buffer.byteLength(word);
  return {
    onOutput: (chunk: Uint8Array) => {
      const taken = Math.min(left, chunk.length);
      left -= taken;
      if (chunk.length > taken) onOutput(taken === 0 ? chunk : chunk.subarray(taken));
    },
    came: () => left === 0,
  };
}

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
