import os from 'node:os';
import type { Holder } from '../core/run.js';

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, but is somebody else's.
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

/** This process, by host, number and start: in a container the number alone is always the same. */
export function thisProcess(): Holder {
  const host = os.hostname();
  const name = `${host}:${process.pid}:${Math.round(performance.timeOrigin)}`;
  /** Of a process of this machine: does it live? Of others nobody can tell. */
  const fate = (other: string): boolean | undefined => {
    const [where, pid] = other.split(':');
    if (other === name) return true;
    if (where !== host) return undefined;
    return Number(pid) !== process.pid && lives(Number(pid));
  };
  return { name, isGone: (other) => fate(other) === false, isAlive: (other) => fate(other) === true };
}
