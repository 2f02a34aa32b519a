import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A longer output is kept up to here: a command that never stops talking must not fill the disk. */
const MOST = 64 * 1024 * 1024;

/** True of the name of an output that was kept. */
export const isOutput = (name: string): boolean => /^output-[0-9a-f]{8}\.log$/.test(name);

/** Keeps outputs as files in a folder. `shownAs` is the folder's name for whoever is told where they are. */
export function keepIn(folder: string, shownAs = folder) {
  return () => {
    const name = `output-${randomUUID().slice(0, 8)}.log`;
    const file = join(folder, name);
    mkdirSync(folder, { recursive: true });
    const fd = openSync(file, 'wx', 0o600);
    let room = MOST;
    return {
      // At once: whoever waits for the disk would hold the whole output in memory meanwhile.
      add(chunk: Uint8Array): void {
        if (room > 0) writeSync(fd, chunk, 0, Math.min(chunk.length, room));
        room -= chunk.length;
      },
      async close(wanted: boolean): Promise<string | null> {
        closeSync(fd);
        if (!wanted) rmSync(file, { force: true });
        return wanted ? `${join(shownAs, name)}${room < 0 ? ` (its first ${MOST} bytes)` : ''}` : null;
      },
    };
  };
}
