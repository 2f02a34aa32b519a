// A question to the reporter that nobody has answered: until then nobody can work on the issue.
import { isOwnComment } from './identity.js';
import type { Verdict } from './judge.js';
import { repoOf } from './links.js';
import { mayPush } from './may-push.js';
import { plain } from './plain.js';
import type { Scene } from './scene.js';

/** A question mark at the end of a line, in either script; an address may hold one in its middle. */
const ASKS = /[?？]\s*$/m;

/** The last word is a question by somebody with write access to the reporter: whom, and since when. */
export function questionTo(
  { case: { issue } }: Verdict,
  scene: Scene,
): { readonly who: string; readonly since: string } | null {
  const { author } = issue;
  const last = issue.comments.filter((each) => !isOwnComment(each, scene.identity)).at(-1);
  if (!last || author.bot === true || last.by.login === author.login || last.by.bot === true) return null;
  if (!mayPush(scene.board, last.by.login, repoOf(issue.ref)) || !ASKS.test(plain(last.body).trim())) return null;
  return { who: author.login, since: last.at };
}
