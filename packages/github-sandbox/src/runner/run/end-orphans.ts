import { readdir, readFile } from 'node:fs/promises';

/**
 * Ends every process that a job left behind. They are known by a variable of their environment, as GitHub's runner knows
 * them: a daemon that went into a process group of its own is found too. Where there is no /proc, none is found.
 */
export async function endOrphans(tracking: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const marked = await Promise.all(pids.map(async (pid) => ((await carries(pid, tracking)) ? [pid] : [])));
  const orphans = marked.flat().filter((pid) => pid !== process.pid);
  for (const pid of orphans) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself between the look and the signal.
    }
  }
  return orphans;
}

async function carries(pid: number, tracking: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.split('\0').includes(`RUNNER_TRACKING_ID=${tracking}`);
}
