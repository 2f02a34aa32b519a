// Runs one command, and ends all of its processes: when it exits, at its time limit, when it is cancelled, and when the disk is full. Used by the
// pool and by unsandboxed.ts.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, CommandResult } from '../../ports/index.js';
import { LIMITS } from './limits.js';
import { findProcesses, type Mark, type ProcessSelector } from './marked-processes.js';

const CHECK_INTERVAL_MS = 250;

interface Watch {
  readonly folder: string;
  /** Bytes that must stay free. */
  readonly minFreeBytes: number;
}

/**
 * Calls `onFull` when free space falls below the minimum. A disk that was full before is not reported. Returns a function that stops
 * watching.
 */
export function watchDisk({ folder, minFreeBytes }: Watch, onFull: () => void): () => void {
  let wasFree = false;
  const check = async () => {
    const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }));
    const isFree = bavail * bsize > minFreeBytes;
    if (wasFree && !isFree) onFull();
    wasFree = isFree;
  };
  void check();
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

interface ProcessesToEnd extends ProcessSelector {
  /** Sends SIGTERM first and waits. Processes that an ended command left behind are killed at once. */
  readonly isGraceful: boolean;
  /** The process group contains the sandbox too. Only marked processes get SIGTERM, because the sandbox would end them all at once. */
  readonly isWrapped: boolean;
}

const GRACE_MS = 2000;
const KILL_TIMEOUT_MS = 10_000;

/** Ends all processes of a command, including those that changed their group or session. */
async function endAll({ group, mark, isGraceful, isWrapped }: ProcessesToEnd): Promise<void> {
  if (isGraceful) await terminate(isWrapped ? { group: undefined, mark } : { group, mark });
  const selector = { group, mark };
  // Processes that fork meanwhile are found in the next round, until the time limit.
  const deadline = Date.now() + KILL_TIMEOUT_MS;
  let pause = 1; // usually only the sandbox's own processes are ending
  for (let pids = findProcesses(selector); pids.length > 0 && Date.now() < deadline; pids = findProcesses(selector)) {
    if (group !== undefined) sendSignal(-group, 'SIGKILL');
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    await sleep(pause);
    pause = Math.min(pause * 2, 50);
  }
}

async function terminate(selector: ProcessSelector): Promise<void> {
  for (const pid of findProcesses(selector)) sendSignal(pid, 'SIGTERM');
  const end = Date.now() + GRACE_MS;
  while (findProcesses(selector).length > 0 && Date.now() < end) await sleep(20);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // the process has ended
  }
}

/** Passes a stream on without the word at its start. `hasCome`: whether the whole word was received. */
function withoutStartWord(word: string, onOutput: (chunk: Uint8Array) => void) {
  let remaining = Buffer.byteLength(word);
  return {
    onOutput: (chunk: Uint8Array) => {
      const taken = Math.min(remaining, chunk.length);
      remaining -= taken;
      if (chunk.length > taken) onOutput(taken === 0 ? chunk : chunk.subarray(taken));
    },
    hasCome: () => remaining === 0,
  };
}

/** How the process of a command is started. */
export interface ProcessStart {
  readonly mark: Mark;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Set if the command runs in a sandbox. The sandbox prints this word before the command starts; only marked processes are the command's. */
  readonly startWord?: string | undefined;
  /** The folder whose disk is watched. */
  readonly disk?: string | undefined;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;
type Ended = CommandResult['ended'];
type Exit = { readonly code: number | null; readonly signal: string | null };

/** Starts a process in its own group, passes on its output, and resolves when none of its processes is left. */
export async function runMarked(command: Command, start: ProcessStart): Promise<CommandResult> {
  const stopwatch = newStopwatch();
  const resultOf = (rest: Omit<CommandResult, 'ms' | 'refused'>): CommandResult => ({
    ...rest,
    ms: stopwatch.ms(),
    refused: [],
  });
  if (command.signal?.aborted) return resultOf({ started: false, exit: null, ended: 'cancelled' });

  const { file, args, cwd, env, mark, startWord = '' } = start;
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const out = withoutStartWord(startWord, (chunk) => command.onOutput(chunk, 'out'));
  child.stdout.on('data', (chunk: Uint8Array) => {
    if (!out.hasCome()) stopwatch.begin();
    out.onOutput(chunk);
  });
  child.stderr.on('data', (chunk: Uint8Array) => command.onOutput(chunk, 'err'));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));

  const { stop, whenStopped } = watchForStop(command, start.disk);
  const first = await Promise.race([exitOf(child), whenStopped]);
  stopwatch.end();
  stop();
  if (first === null) return resultOf({ started: false, exit: null, ended: 'itself' });
  const isStopped = typeof first === 'string';
  await endAll({ group: child.pid, mark, isGraceful: isStopped, isWrapped: startWord !== '' });
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy(); // may be held open by a process that escaped

  if (first === 'full disk') command.onOutput(FULL_DISK, 'err');
  if (isStopped) return resultOf({ started: out.hasCome(), exit: null, ended: first });
  if (!out.hasCome()) return resultOf({ started: false, exit: null, ended: 'itself' });
  if (first.signal !== null) return resultOf({ started: true, exit: null, ended: 'signal', signal: first.signal });
  return resultOf({ started: true, exit: first.code, ended: 'itself' });
}

/** Measures the command itself, without setting up and removing the sandbox. */
function newStopwatch() {
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

/** The exit of a process; null if it could not be started. */
function exitOf(child: Child): Promise<Exit | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

type StopCause = Exclude<Ended, 'itself' | 'signal'>;

/** Resolves `whenStopped` at the first event that stops a command from outside. `stop` ends the watching. */
function watchForStop({ timeoutMs, signal }: Command, disk: string | undefined) {
  let stop = () => {};
  const whenStopped = new Promise<StopCause>((resolve) => {
    const cancel = () => resolve('cancelled');
    const timer = setTimeout(() => resolve('time-out'), Math.min(timeoutMs, MAX_TIMER_MS));
    const unwatch =
      disk === undefined
        ? () => {}
        : watchDisk({ folder: disk, minFreeBytes: LIMITS.freeBytes }, () => resolve('full disk'));
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
