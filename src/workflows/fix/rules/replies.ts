// What is answered beside the lines that people remarked on: whether the commit touched the file, and nothing else. Pure.

import type { ReplyChange } from '../../../ports/change.js';
import type { FixThreadMessages } from '../../../text/lang/fix/thread/messages.js';

export interface Remarked {
  readonly id: number;
  readonly path: string;
}

/** One answer for each thread that the task had. */
export function repliesTo(
  threads: readonly Remarked[],
  of: { pull: number; slot: string; sha: string; files: readonly string[] },
  say: FixThreadMessages,
): readonly ReplyChange[] {
  return threads.map(({ id, path }) => ({
    kind: 'reply',
    pull: of.pull,
    thread: id,
    slot: of.slot,
    body: say.answered({ path, sha: of.sha, touched: of.files.includes(path) }),
  }));
}
