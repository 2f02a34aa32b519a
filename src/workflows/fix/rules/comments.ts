// The two comments of a fix: one that shows how it stands, edited as it goes; and a new one to whoever asked, when there is
// something for them. Pure.
import type { CommentChange } from '../../../core/change.js';
import { digestOf } from '../../../text/digest.js';
import type { Journal } from '../../../core/journal.js';
import { bodyDigest } from '../../../core/marker.js';
import { rootOf } from '../../../core/run-name.js';
import { LONGEST, shorten } from '../../../text/shorten.js';

interface At {
  readonly issue: number;
  readonly run: string;
}

/** All rounds of a run show how they stand in one comment. */
const slotOf = (run: string): string => `run:${digestOf(rootOf(run)).slice(0, 12)}`;

/** How it stands. `before` is what stood there; null where nothing did. */
export function progress({ issue, run }: At, body: string, before: string | null): CommentChange {
  const standing = before === null ? null : bodyDigest(before);
  return { kind: 'comment', issue, slot: slotOf(run), body, standing, own: true };
}

/** To whoever asked. Each time it comes to an end or to a question, a new one: edits notify nobody. `n` tells them apart. */
export function word({ issue, run }: At, body: string, n: number | string): CommentChange {
  const whole = body.length > LONGEST ? shorten(body, LONGEST) : body;
  return {
    kind: 'comment',
    issue,
    slot: `end:${digestOf(`${run} ${n}`).slice(0, 12)}`,
    body: whole,
    standing: null,
    own: true,
  };
}

/** What the comment that shows how it stands was made to say last; null where there is none yet. */
export function lastShown(journal: Journal | null): string | null {
  const last = journal?.entries.findLast((entry) => entry.kind === 'step' && entry.name.startsWith('shown '));
  return last?.kind === 'step' ? (last.value as { readonly body: string }).body : null;
}

/** A page with its diff folded: in a thread it is there for whoever wants it, and in nobody's way. */
export function foldDiff(page: string, heading: string): string {
  const at = page.lastIndexOf(`### ${heading}\n\n`);
  const diff = /^(?:(?!`{3})[\s\S])*(`{3,})diff\n[\s\S]*?\n\1(?=\n|$)/.exec(page.slice(at + heading.length + 6))?.[0];
  if (at < 0 || diff === undefined) return page;
  const after = page.slice(at + heading.length + 6 + diff.length);
  return `${page.slice(0, at)}<details><summary>${heading}</summary>\n\n${diff}\n\n</details>${after}`;
}
