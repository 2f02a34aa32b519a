import { randomInt } from 'node:crypto';

export interface User {
  readonly uid: number;
  readonly gid: number;
  /** A number that no account has: the tree must be handed over to it. */
  readonly isSpare: boolean;
}

/** Above every range that systems give out. */
const SPARE = { from: 1_900_000_000, to: 1_900_065_536 } as const;

/** Who commands run as: crew's own user where that is an ordinary one, else the tree's owner, else somebody new. Never the superuser. */
export function userFor(tree: { readonly uid: number; readonly gid: number }): User {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  if (uid !== 0) return { uid, gid, isSpare: false };
  if (tree.uid !== 0) return { uid: tree.uid, gid: tree.gid, isSpare: false };
  const spare = randomInt(SPARE.from, SPARE.to);
  return { uid: spare, gid: spare, isSpare: true };
}
