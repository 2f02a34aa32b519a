// What the entry points need of processes: names (host, process id, start time), the lock of a tree, SIGINT and SIGTERM, and the output of
// errors at the end of a process. Also used by environment.ts, verify-trees.ts and wire.ts.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UserError } from '../ports/errors.js';
import { outcomes, USAGE_EXIT } from '../runs/outcome.js';
import { type Language, messages } from '../text/lang/index.js';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

/** When a process started, in clock ticks since boot; undefined if that cannot be read. */
function startOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** The name of this process. The process id alone is not enough: in containers it is often the same. */
export const processName = (): string =>
  `${os.hostname()}:${process.pid}:${startOf(process.pid) ?? Math.round(performance.timeOrigin)}`;

/** Whether a named process is alive. A process of another machine counts as alive. */
export function isNamedProcessAlive(name: string): boolean {
  const [host, pid, start] = name.split(':');
  if (name === processName() || host !== os.hostname()) return true;
  if (Number(pid) === process.pid || !isAlive(Number(pid))) return false;
  // Process ids are used again: another start time means another process.
  return (startOf(Number(pid)) ?? start) === start;
}

/** Marks a temporary worktree with this process, so that worktrees of dead processes can be removed. */
export const processOwner = () => ({ name: processName(), isGone: (name: string) => !isNamedProcessAlive(name) });

/** Asks a named process of this machine to stop. */
export function stopProcess(name: string): void {
  if (!isNamedProcessAlive(name) || name === processName()) return;
  const [host, pid] = name.split(':');
  if (host === os.hostname()) process.kill(Number(pid), 'SIGTERM');
}

/** Takes the lock of a tree. Throws a UserError that names the process which holds it; a dead process's lock is removed. */
export async function lockTree(root: string, home: string): Promise<{ release(): Promise<void> }> {
  const file = path.join(home, 'locks', createHash('sha256').update(path.resolve(root)).digest('hex').slice(0, 16));
  const name = processName();
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, name);
  try {
    for (;;) {
      try {
        await link(temporary, file);
        break;
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
        const holder = await readFile(file, 'utf8').catch(() => '');
        if (holder !== '' && isNamedProcessAlive(holder)) throw inUse(root, holder);
        await removeDead(file, holder, temporary);
      }
    }
  } finally {
    await rm(temporary, { force: true });
  }
  return {
    async release() {
      if ((await readFile(file, 'utf8').catch(() => '')) === name) await rm(file, { force: true });
    },
  };
}

/**
 * Removes a dead process's lock. Another process may have removed it and taken the lock since, so the file is moved, read, and put back if
 * it is not the dead process's.
 */
async function removeDead(file: string, holder: string, temporary: string): Promise<void> {
  const moved = `${temporary}.dead`;
  try {
    await rename(file, moved);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(moved, 'utf8')) !== holder) await link(moved, file).catch(() => undefined);
  await rm(moved, { force: true });
}

function inUse(root: string, holder: string): UserError {
  const [host = '', pid = ''] = holder.split(':');
  return new UserError({
    expected: `no other run in ${root}`,
    found: `crew in process ${pid} on ${host}`,
    remedy: 'Wait until it has ended, or stop it with `crew cancel`. Another worktree (`git worktree add`) is free.',
    ends: 'refused',
  });
}

/** After SIGINT or SIGTERM, a run has this long to write its journal. Then the process ends. */
const GRACE_MS = 5_000;

/** A signal that aborts on SIGINT or SIGTERM. The second one ends the process at once. */
export function abortOnSignal(log: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    log('stopping; what is done is kept …');
    controller.abort();
    setTimeout(() => process.exit(130), GRACE_MS).unref();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}

/** Calls `work` with a signal that aborts on SIGINT or SIGTERM. */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', abort);
    process.off('SIGTERM', abort);
  }
}

/** Resolves on SIGINT or SIGTERM. */
export function untilStopped(): Promise<void> {
  return new Promise((controller) => {
    process.once('SIGINT', () => controller());
    process.once('SIGTERM', () => controller());
  });
}

/** The message of an internal error, beside its id. */
export const INTERNAL_ERROR = {
  expected: 'crew to work',
  found: 'a fault of its own',
  remedy: 'Report it with the id and the lines on standard error.',
} as const;

interface ErrorOutput {
  readonly json: boolean;
  readonly lang?: Language | undefined;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Prints an error. Returns the exit code. */
export function reportError(error: unknown, { json, lang = 'en', out, err }: ErrorOutput): number {
  if (error instanceof UserError) {
    const { expected, found, remedy, ends, sentence } = error;
    if (json) out(`${JSON.stringify({ error: { expected, found, remedy } }, null, 2)}\n`);
    else err(`crew: ${sentence ?? messages(lang).userError({ expected, found, remedy })}\n`);
    return ends === 'usage' ? USAGE_EXIT : outcomes[ends].exit;
  }
  const id = randomUUID().slice(0, 8);
  err(`crew: fault ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  if (json) {
    out(`${JSON.stringify({ error: { ...INTERNAL_ERROR, id } }, null, 2)}\n`);
  } else err(`crew: ${messages(lang).fault({ id })}\n`);
  return outcomes.error.exit;
}
