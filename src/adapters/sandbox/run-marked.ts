// Runs one command and ends all of its processes, also at a time limit, at a signal and when the disk is full.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, CommandResult } from '../../ports/index.js';
import { LIMITS } from './limits.js';
import { type Mark, marked, type ProcessSelector } from './marked-processes.js';

const LOOK_EVERY_MS = 250;

interface Watch {
  readonly folder: string;
  /** Bytes that must stay free. */
  readonly floor: number;
}

/**
 * Calls `full` when free space falls below the floor. A disk that was full before is not reported. Returns a function that stops
 * watching.
 */
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

interface ProcessesToEnd extends ProcessSelector {
  /** Send SIGTERM first and wait. Processes left over by a finished command are killed at once. */
  readonly graceful: boolean;
  /** The group contains the sandbox, which would end it immediately, so only marked processes get SIGTERM. */
  readonly isWrapped: boolean;
}

const GRACE_MS = 2000;
const KILL_TIMEOUT_MS = 10_000;

/** Ends all processes of a command, including those that changed their group or session. */
async function endAll({ group, mark, graceful, isWrapped }: ProcessesToEnd): Promise<void> {
  if (graceful) await askToEnd(isWrapped ? { group: undefined, mark } : { group, mark });
  const selector = { group, mark };
  // Processes that fork meanwhile are found in the next round, until the time limit.
  const deadline = Date.now() + KILL_TIMEOUT_MS;
  let pause = 1; // usually only the sandbox's own processes are ending
  for (let left = marked(selector); left.length > 0 && Date.now() < deadline; left = marked(selector)) {
    if (group !== undefined) sendSignal(-group, 'SIGKILL');
    for (const pid of left) sendSignal(pid, 'SIGKILL');
    await sleep(pause);
    pause = Math.min(pause * 2, 50);
  }
}

async function askToEnd(selector: ProcessSelector): Promise<void> {
  for (const pid of marked(selector)) sendSignal(pid, 'SIGTERM');
  const end = Date.now() + GRACE_MS;
  while (marked(selector).length > 0 && Date.now() < end) await sleep(20);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // the process has ended
  }
}

/** Removes a word from the start of a stream and reports whether it came. */
function afterAnnouncement(word: string, onOutput: (chunk: Uint8Array) => void) {
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

/** How the process of a command is started. */
export interface Start {
  readonly mark: Mark;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command runs inside something else: this word is printed before it starts, and only marked processes belong to it. */
  readonly announces?: string | undefined;
  /** The folder whose disk is watched. */
  readonly disk?: string | undefined;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;
type Ended = CommandResult['ended'];
type Exit = { readonly code: number | null; readonly signal: string | null };

/** Starts a process in its own group, passes on its output, and resolves when none of its processes is left. */
export async function runMarked(command: Command, start: Start): Promise<CommandResult> {
  const clock = clockOf();
  const done = (rest: Omit<CommandResult, 'ms' | 'refused'>): CommandResult => ({
    ...rest,
    ms: clock.ms(),
    refused: [],
  });
  if (command.signal?.aborted) return done({ started: false, exit: null, ended: 'cancelled' });

  const { file, args, cwd, env, mark, announces = '' } = start;
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const out = afterAnnouncement(announces, (chunk) => command.onOutput(chunk, 'out'));
  child.stdout.on('data', (chunk: Uint8Array) => {
    if (!out.came()) clock.begin();
    out.onOutput(chunk);
  });
  child.stderr.on('data', (chunk: Uint8Array) => command.onOutput(chunk, 'err'));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));

  const { stop, whenStopped } = stopper(command, start.disk);
  const first = await Promise.race([exitOf(child), whenStopped]);
  clock.end();
  stop();
  if (first === null) return done({ started: false, exit: null, ended: 'itself' });
  const isStopped = typeof first === 'string';
  await endAll({ group: child.pid, mark, graceful: isStopped, isWrapped: announces !== '' });
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy(); // may be held open by a process that escaped

  if (first === 'full disk') command.onOutput(FULL_DISK, 'err');
  if (isStopped) return done({ started: out.came(), exit: null, ended: first });
  if (!out.came()) return done({ started: false, exit: null, ended: 'itself' });
  if (first.signal !== null) return done({ started: true, exit: null, ended: 'signal', signal: first.signal });
  return done({ started: true, exit: first.code, ended: 'itself' });
}

/** Measures the command itself, without setting up and removing the sandbox. */
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

/** How it ended; null if it could not be started. */
function exitOf(child: Child): Promise<Exit | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

type Stop = Exclude<Ended, 'itself' | 'signal'>;

/** The first event that stops the command from outside. */
function stopper({ timeoutMs, signal }: Command, disk: string | undefined) {
  let stop = () => {};
  const whenStopped = new Promise<Stop>((resolve) => {
    const cancel = () => resolve('cancelled');
    const timer = setTimeout(() => resolve('time-out'), Math.min(timeoutMs, MAX_TIMER_MS));
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

/** Output that was written before the process died may still be in the pipe. */
const DRAIN_MS = 1000;

/** Node fires timers with a longer delay at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
