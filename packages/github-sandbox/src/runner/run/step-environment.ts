import { delimiter, dirname } from 'node:path';
import { githubEnvironment, runnerEnvironment } from '../protocol/environment.js';
import type { JobFrame } from './job-frame.js';

/** Where a step finds programs: what earlier steps added, the node in use, the machine's own. */
export function pathOf(frame: JobFrame): string[] {
  return [...frame.path, dirname(frame.order.machine.node), frame.order.machine.path];
}

/** What every step finds in its environment; nothing of it comes from this process. */
export function stepEnvironment(frame: JobFrame, env: Record<string, string>): Record<string, string> {
  return {
    ...env,
    ...githubEnvironment(frame.github),
    ...runnerEnvironment(frame.runner),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    HOME: frame.folders.home,
    PATH: pathOf(frame).join(delimiter),
    RUNNER_TRACKING_ID: frame.tracking,
    TMPDIR: frame.folders.temp,
  };
}
