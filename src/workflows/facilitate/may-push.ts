import type { BoardSnapshot } from '../../board.js';

/** Whether somebody may push to a repository; of whom that is not known, they may not. */
export function mayPush(board: BoardSnapshot, login: string | undefined, repo: string): boolean {
  if (login === undefined) return false;
  const there = repo === board.repo ? board.mayPush : board.mayPushElsewhere?.[repo];
  return there?.[login] === true;
}
