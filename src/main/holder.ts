import os from 'node:os';
import type { Holder } from '../core/run.js';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, but is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** This process, by host, number and start: in a container the number alone is always the same. */
export function thisProcess(): Holder {
  const started = Math.round(performance.timeOrigin);
  const name = `${os.hostname()}:${process.pid}:${started}`;
  const isGone = (other: string) => {
    const [host, pid] = other.split(':');
    if (other === name || host !== os.hostname()) return false;
    return Number(pid) === process.pid || !isAlive(Number(pid));
  };
  return { name, isGone };
}
