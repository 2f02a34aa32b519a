import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The limit per output, so that a command with endless output does not fill the disk. */
const MOST = 64 * 1024 * 1024;

/** Whether a file name is that of a stored output. */
export const isOutput = (name: string): boolean => /^output-[0-9a-f]{8}\.log$/.test(name);

/** Stores outputs as files in a folder. `shownAs` is the folder's name in messages. */
export function storeOutputs(folder: string, shownAs = folder) {
  return () => {
    const name = `output-${randomUUID().slice(0, 8)}.log`;
    const file = join(folder, name);
    mkdirSync(folder, { recursive: true });
    const fd = openSync(file, 'wx', 0o600);
    let room = MOST;
    return {
      // Synchronous, because queued writes would hold the output in memory.
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
