// What one command may use up. A bomb of forks or one endless file ends the command and not the machine.
import { rmdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const LIMITS = {
  processes: 2048,
  /** In blocks of 1024 bytes, as bash counts them: 8 GB a file. */
  fileBlocks: 8 * 1024 * 1024,
  /** What always stays free on the disk. */
  freeBytes: 512 * 1024 * 1024,
} as const;

/** The superuser is not counted by RLIMIT_NPROC; a control group counts everybody. */
export interface Pen {
  /** To whose file a process writes 0 to be in it, or null where there can be none. */
  readonly door: string | null;
  close(): void;
}

export async function makePen(name: string): Promise<Pen> {
  if (process.getuid?.() !== 0) return { door: null, close: () => {} };
  for (const top of ['/sys/fs/cgroup/pids', '/sys/fs/cgroup']) {
    const folder = path.join(top, name);
    try {
      await mkdir(folder);
    } catch {
      continue;
    }
    try {
      await writeFile(path.join(folder, 'pids.max'), String(LIMITS.processes));
      await readFile(path.join(folder, 'pids.current'));
      return { door: path.join(folder, 'cgroup.procs'), close: () => removeFolder(folder) };
    } catch {
      removeFolder(folder);
    }
  }
  return { door: null, close: () => {} };
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody is still ending in it; the system takes an empty one away when it starts again.
  }
}
