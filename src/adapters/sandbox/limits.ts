// Resource limits of a command, so that a fork bomb or an endless file ends the command and not the machine. Used by the levels, the pool
// and run-marked.ts.
import { rmdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const LIMITS = {
  /** Processes at the same time. */
  processes: 2048,
  /** In blocks of 1024 bytes, as bash counts: 8 GB per file. */
  fileBlocks: 8 * 1024 * 1024,
  /** Free disk space that is never used up. */
  freeBytes: 512 * 1024 * 1024,
} as const;

/** A process limit by control group. Used only if crew is root, since `ulimit -u` does not apply to root. */
interface ProcessLimit {
  /** A process that writes 0 to this file joins the group; null if no group could be created. */
  readonly procsFile: string | null;
  close(): void;
}

/** Creates a control group that limits the number of processes. */
export async function limitProcesses(name: string): Promise<ProcessLimit> {
  if (process.getuid?.() !== 0) return { procsFile: null, close: () => {} };
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
      return { procsFile: path.join(folder, 'cgroup.procs'), close: () => removeFolder(folder) };
    } catch {
      removeFolder(folder);
    }
  }
  return { procsFile: null, close: () => {} };
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Processes in it are still ending; the folder is removed at the next boot.
  }
}

/** Printed before the command, so that a failing command can be told from a sandbox that did not start. */
export const STARTED = 'started\n';

/** What bash runs before the command: it reports its start and sets limits. `$1`: the command line; `$2`: the working folder. */
const PRELUDE = [
  'echo started',
  'ulimit -c 0',
  `ulimit -f ${LIMITS.fileBlocks}`,
  `ulimit -u ${LIMITS.processes} 2>/dev/null`,
  'cd -- "$2" || exit 1',
].join('\n');

/** For bubblewrap, which is process 1 itself: the command replaces the shell. */
export const EXEC_COMMAND = `${PRELUDE}\nexec bash -c "$1"`;

/** For the unprivileged user: the shell stays as process 1 and the command is its child, because a process 1 ignores most signals. */
export const RUN_COMMAND = `${PRELUDE}\nbash -c "$1"\nexit $?`;
