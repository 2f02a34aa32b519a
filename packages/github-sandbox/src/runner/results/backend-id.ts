import { createHash } from 'node:crypto';

/** What the results service calls a run or a job: an id in the shape of GitHub's, the same for the same thing in every process. */
export function backendId(of: { runId: number; job?: string }): string {
  const hex = createHash('sha256')
    .update(`${of.runId}/${of.job ?? ''}`)
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
