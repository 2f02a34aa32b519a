import { setTimeout as sleep } from 'node:timers/promises';
import { marked, type Whom } from './marked.js';

export interface Ending extends Whom {
  /** Asked first (SIGTERM) and given a while. What is left over behind a command that ended gets no such time. */
  readonly gently: boolean;
  /** The group is the walls around the command, which end it at once: only what carries the mark is asked. */
  readonly isWrapped: boolean;
}

const GRACE_MS = 2000;
const PATIENCE_MS = 10_000;

/** Ends everything that a command started, whatever group or session it fled to. */
export async function endAll({ group, mark, gently, isWrapped }: Ending): Promise<void> {
  if (gently) await ask(isWrapped ? { group: undefined, mark } : { group, mark });
  const whom = { group, mark };
  // Who forks faster than we look is found in the next round; in the end the patience ends, not the caller's.
  const patience = Date.now() + PATIENCE_MS;
  let pause = 1; // mostly it is only the walls that are being taken down
  for (let left = marked(whom); left.length > 0 && Date.now() < patience; left = marked(whom)) {
    if (group !== undefined) send(-group, 'SIGKILL');
    for (const pid of left) send(pid, 'SIGKILL');
    await sleep(pause);
    pause = Math.min(pause * 2, 50);
  }
}

async function ask(whom: Whom): Promise<void> {
  for (const pid of marked(whom)) send(pid, 'SIGTERM');
  const end = Date.now() + GRACE_MS;
  while (marked(whom).length > 0 && Date.now() < end) await sleep(20);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // nobody there any more
  }
}
