// Starts the process of a step, and handles its output and workflow commands. Used by perform-node; run-steps-job kills leftover processes.

import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { readLine } from '../protocol/workflow-commands.js';
import { addMask, annotate, type JobFrame, logLine } from './job-frame.js';
import type { Timing } from './machine.js';

interface StepProcess {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  timing: Timing;
  /** Aborted to stop the step as GitHub does: SIGINT, SIGTERM, SIGKILL. */
  stop: AbortSignal;
  /** Aborted to kill it at once. */
  kill: AbortSignal;
  onLine(line: string): void;
}

/**
 * A child process that outlives the step may hold its pipe open. After the step's end, output is read until no line comes for this long.
 */
const QUIET_MS = 300;
/** How often this pause is repeated at most, while lines still come. */
const MAX_ROUNDS = 20;

/** Runs a step in its own process group, so that signals reach its children. */
export async function spawnStep(step: StepProcess): Promise<number | null> {
  const child = spawn(step.command, step.args, {
    cwd: step.cwd,
    env: step.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lines = 0;
  const onLine = (line: string): void => {
    lines += 1;
    step.onLine(line);
  };
  let isComplete = false;
  const output = Promise.all([listen(child.stdout, onLine), listen(child.stderr, onLine)]).then(() => {
    isComplete = true;
  });
  const send = (signal: NodeJS.Signals): void => signalGroup(child.pid, signal);
  const timers: NodeJS.Timeout[] = [];
  const onStop = (): void => {
    const { interruptMs, terminateMs } = step.timing;
    send('SIGINT');
    timers.push(setTimeout(send, interruptMs, 'SIGTERM'), setTimeout(send, interruptMs + terminateMs, 'SIGKILL'));
  };
  const onKill = (): void => send('SIGKILL');
  step.stop.addEventListener('abort', onStop);
  step.kill.addEventListener('abort', onKill);
  try {
    const exit = await new Promise<number | null>((done, fail) => child.once('error', fail).once('exit', done));
    for (let round = 0, before = -1; round < MAX_ROUNDS && !isComplete && before !== lines; round += 1) {
      before = lines;
      await Promise.race([output, wait(QUIET_MS)]);
      // On a busy machine the timer may fire before waiting output is read. One more turn of the event loop reads it.
      await immediate();
    }
    return exit;
  } finally {
    timers.forEach(clearTimeout);
    step.stop.removeEventListener('abort', onStop);
    step.kill.removeEventListener('abort', onKill);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** Sends a signal to a process group; does nothing if the group has ended. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    return;
  }
}

function listen(stream: Readable, onLine: (line: string) => void): Promise<void> {
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', onLine);
  return new Promise((done) => lines.once('close', done));
}

interface OutputListener {
  onLine(line: string): void;
  /** Deprecated commands that the step used. */
  deprecated: string[];
}

/** Processes the output of a step: executes commands and logs the rest. */
export function processOutput(frame: JobFrame): OutputListener {
  const deprecated: string[] = [];
  let stoppedBy: string | null = null;
  const onLine = (line: string): void => {
    const parsed = readLine(line, stoppedBy);
    if (parsed.kind === 'text') logLine(frame, parsed.text);
    else if (parsed.kind === 'mask') addMask(frame, parsed.value);
    else if (parsed.kind === 'annotation') annotate(frame, parsed.annotation);
    else if (parsed.kind === 'stop') stoppedBy = parsed.token;
    else if (parsed.kind === 'resume') stoppedBy = null;
    else if (parsed.kind === 'deprecated') deprecated.push(parsed.command);
  };
  return { onLine, deprecated };
}

/**
 * Kills all processes that a job left behind, recognized by a variable of their environment, also daemons in other process groups.
 * Requires /proc.
 */
export async function killLeftovers(trackingId: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const marked = await Promise.all(pids.map(async (pid) => ((await hasTrackingId(pid, trackingId)) ? [pid] : [])));
  const orphans = marked.flat().filter((pid) => pid !== process.pid);
  for (const pid of orphans) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended before the signal.
    }
  }
  return orphans;
}

async function hasTrackingId(pid: number, trackingId: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.split('\0').includes(`RUNNER_TRACKING_ID=${trackingId}`);
}
