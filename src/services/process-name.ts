import { readFileSync } from 'node:fs';
import os from 'node:os';
import type { Holder } from '../core/desk.js';

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, but is somebody else's.
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

/**
 * When a process began, in ticks since this machine did; undefined where that cannot be read. Its name in the line, which may
 * hold blanks and brackets, ends with the last bracket.
 */
function startOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** This process, by host, number and start: in a container the number alone is always the same. */
export function thisProcess(): Holder {
  const host = os.hostname();
  const name = `${host}:${process.pid}:${startOf(process.pid) ?? Math.round(performance.timeOrigin)}`;
  /** Of a process of this machine: does it live? Of others nobody can tell. */
  const fate = (other: string): boolean | undefined => {
    const [where, pid, start] = other.split(':');
    if (other === name) return true;
    if (where !== host) return undefined;
    if (Number(pid) === process.pid || !lives(Number(pid))) return false;
    // Numbers come round again: who began at another moment is somebody else.
    return (startOf(Number(pid)) ?? start) === start;
  };
  return { name, isGone: (other) => fate(other) === false, isAlive: (other) => fate(other) === true };
}
