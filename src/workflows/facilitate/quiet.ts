// Where somebody said that crew shall not comment. The comment itself is the switch; nothing else keeps it.

import type { BoardSnapshot, IssueFacts, Ref } from '../../board.js';
import { parseComment } from '../../commands/parse.js';
import type { ScanRecord } from '../../scan-record.js';
import { repoOf } from './links.js';
import { mayPush } from './may-push.js';

/** The issues that are quiet: by the last such word of somebody who may push, else as the last look left them. */
export function quietOf(board: BoardSnapshot, previous: ScanRecord | undefined): ReadonlySet<Ref> {
  const before = new Set(previous?.quiet ?? []);
  return new Set(board.issues.filter((issue) => lastWord(issue, board) ?? before.has(issue.ref)).map(({ ref }) => ref));
}

function lastWord({ comments, ref }: IssueFacts, board: BoardSnapshot): boolean | undefined {
  const words = comments
    .filter(({ by, body }) => mayPush(board, by.login, repoOf(ref)) && body.includes('/crew'))
    .flatMap(({ body }) => parseComment(body))
    .flatMap((asked) => ('command' in asked ? asked.command.name : []))
    .filter((name) => name === 'quiet' || name === 'wake');
  const last = words.at(-1);
  return last === undefined ? undefined : last === 'quiet';
}
