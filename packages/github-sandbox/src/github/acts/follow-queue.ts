import type { Happening } from '../events/happening.js';
import type { World } from '../world.js';
import { advanceQueue } from './merge-queue.js';

/** What a queue may have waited for: a check, a job, or that its pull request is another one now. */
const NEWS: readonly string[] = ['check_run', 'status', 'workflow_run', 'pull_request'];

/** Lets queues of merges go on when something happened that they may have waited for. */
export function followQueue(world: World): (happening: Happening) => void {
  return ({ name, repository }) => {
    const queues = [...repository.rules.values()].some(({ mergeQueue }) => mergeQueue === true);
    // Nobody waits for the queue; where it cannot go on it stands, as it does on GitHub.
    if (queues && NEWS.includes(name)) void advanceQueue(world, repository).catch(() => undefined);
  };
}
