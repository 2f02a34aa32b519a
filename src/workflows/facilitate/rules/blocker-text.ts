// Reads blockers and sub-issues from the description of an issue, in English and Japanese: "blocked by #12", "#12 に依存", task lists.
import type { Ref } from '../../../ports/board-snapshot.js';
import { plain } from './plain.js';

export type BlockerReference = { readonly ref: Ref } | { readonly external: string };

export interface BlockerText {
  readonly blockers: readonly BlockerReference[];
  /** Issues in task lists that are not under words such as "blocked by". */
  readonly children: readonly Ref[];
}

interface TextContext {
  /** The repository whose issues a bare `#12` means. */
  readonly repo: string;
  /** GitHub's host. Only issue addresses on this host count. */
  readonly host: string;
}

/** Bullets, check boxes, emphasis and heading marks at the start of a line. */
const MARKS = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:\[[ x]\]\s+)?(?:#{1,6}\s+)?[*_]*\s*/i;
const ENGLISH = /^(?:blocked by|depends on)\b[*_]*\s*:?[*_]*\s*/i;
/** 「に依存」 counts only with a number: 「React に依存している」 names a library, not a blocker. */
const NUMBERED = '(?:[#＃]\\d+|\\/(?:issues|pull)\\/\\d+)';
const JAPANESE = [
  /依存(?:先)?\s*[:：]\s*([^。]*)/,
  new RegExp(`^(.*${NUMBERED}\\S*?)\\s*に依存`),
  new RegExp(`^(.*${NUMBERED}\\S*?)\\s*の完了待ち`),
];
/** A text that says that there is no blocker, such as "none" or "-". */
const NOTHING = /^(?:none|n\/?a|nothing|no(?:body|ne)?|-+|なし|無し|ない)?[.。!]?$/i;
/** A negation such as "no longer blocked by". "No longer be" is not one: "can no longer be started, blocked by #3". */
const DENIED =
  /\bno longer\b(?!\s+be\b)|\bnot\b.*\b(?:blocked by|depends? on)\b|に依存(?:は)?し(?:ない|ていない|ません|ていません)|の完了待ち(?:では(?:ない|ありません)|じゃない)/i;
/** Groups: the text of a task list item; the text of any list item. */
const TASK = /^\s*[-*+]\s+\[[ xX]\]\s+(.*)$/;
const BULLET = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;

/** Reads a description. A line that ends after "blocked by" begins a list: each following list item is a blocker. */
export function readBlockerText(body: string, context: TextContext): BlockerText {
  const blockers: BlockerReference[] = [];
  const children: Ref[] = [];
  let isInBlockerList = false;
  const withoutStruck = plain(body).replace(/~~[^~]*~~/g, '');
  for (const line of withoutStruck.split('\n')) {
    const blockerText = blockerTextIn(line.replace(MARKS, ''));
    if (blockerText !== null) {
      blockers.push(...blockersIn(blockerText, context));
      isInBlockerList = blockerText === '';
    } else if (!line.trim()) continue;
    else if (isInBlockerList && BULLET.test(line)) blockers.push(...blockersIn(BULLET.exec(line)?.[1] ?? '', context));
    else {
      isInBlockerList = false;
      children.push(...childrenIn(line, context));
    }
  }
  return { blockers: unique(blockers), children: [...new Set(children)] };
}

/** The part of a line that names its blockers: after "blocked by", before 「に依存」. Null if the line names none. */
function blockerTextIn(line: string): string | null {
  const english = ENGLISH.exec(line);
  const japanese = JAPANESE.map((pattern) => pattern.exec(line)).find((match) => match !== null);
  if ((!english && !japanese) || DENIED.test(line)) return null;
  return english ? line.slice(english[0].length).trim() : (japanese?.[1] ?? '').trim();
}

const REPO = '[\\w.-]+/[\\w.-]+';

/** The issues in the text, by number or address. If it has none, the text itself is an external blocker. */
function blockersIn(blockerText: string, { repo, host }: TextContext): readonly BlockerReference[] {
  if (NOTHING.test(blockerText)) return [];
  // Groups: repository and number of an address; repository and number of `owner/name#12` or `#12`.
  const pattern = new RegExp(
    `https?://${host.replaceAll('.', '\\.')}/(${REPO})/(?:issues|pull)/(\\d+)|(?:(${REPO})|(?<![\\w/]))#(\\d+)(?!\\w)`,
    'gi',
  );
  const refs = [...blockerText.matchAll(pattern)].map((match) => refOf(match, repo));
  if (refs.length > 0) return refs.map((ref) => ({ ref }));
  const words = blockerText.replace(/[*_]+/g, '').trim();
  return words && !NOTHING.test(words) ? [{ external: words.slice(0, 120) }] : [];
}

/** The reference that a match names. Its repository is written as on the board, whatever its case in the text. */
function refOf(match: RegExpExecArray, boardRepo: string): Ref {
  const repo = match[1] ?? match[3] ?? boardRepo;
  return `${repo.toLowerCase() === boardRepo.toLowerCase() ? boardRepo : repo}#${Number(match[2] ?? match[4])}`;
}

/** The issue at the start of a task list item; empty if the line is no such item. */
function childrenIn(line: string, { repo, host }: TextContext): readonly Ref[] {
  const task = TASK.exec(line)?.[1];
  if (task === undefined) return [];
  // The same groups as in `blockersIn`.
  const pattern = new RegExp(
    `^(?:https?://${host.replaceAll('.', '\\.')}/(${REPO})/issues/(\\d+)|(${REPO})?#(\\d+))(?!\\w)`,
    'i',
  );
  const match = pattern.exec(task.trim());
  return match ? [refOf(match, repo)] : [];
}

function unique(blockers: readonly BlockerReference[]): readonly BlockerReference[] {
  const byKey = new Map(blockers.map((blocker) => ['ref' in blocker ? blocker.ref : blocker.external, blocker]));
  return [...byKey.values()];
}
