import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Timing } from './machine.js';

interface StepProcess {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  timing: Timing;
  /** Aborted to end the step as GitHub does: SIGINT, SIGTERM, SIGKILL. */
  stop: AbortSignal;
  /** Aborted to end it as a lost machine would: at once. */
  kill: AbortSignal;
  onLine(line: string): void;
}

/** After the process is gone its output gets this long to arrive, since a child left behind may hold the pipe open. */
const DRAIN_MS = 300;

/** Runs one step in a process group of its own, so that a signal reaches its children too. */
export async function spawnStep(step: StepProcess): Promise<number | null> {
  const child = spawn(step.command, step.args, {
    cwd: step.cwd,
    env: step.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard = Promise.all([listen(child.stdout, step.onLine), listen(child.stderr, step.onLine)]);
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
    await Promise.race([heard, new Promise((done) => timers.push(setTimeout(done, DRAIN_MS)))]);
    return exit;
  } finally {
    timers.forEach(clearTimeout);
    step.stop.removeEventListener('abort', onStop);
    step.kill.removeEventListener('abort', onKill);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** A group that is already gone needs no signal. */
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
