// Reads blockers and sub-issues from the description of an issue.
import type { Ref } from '../../../ports/board-snapshot.js';
import { plain } from './plain.js';

export type NamedBlocker = { readonly ref: Ref } | { readonly external: string };

export interface BlockerText {
  readonly blockers: readonly NamedBlocker[];
  /** Issues in task lists that are not under words such as "blocked by". */
  readonly children: readonly Ref[];
}

interface Place {
  readonly repo: string;
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
const NOTHING = /^(?:none|n\/?a|nothing|no(?:body|ne)?|-+|なし|無し|ない)?[.。!]?$/i;
/** A negation such as "no longer blocked by". */
const DENIED =
  /\bno longer\b(?!\s+be\b)|\bnot\b.*\b(?:blocked by|depends? on)\b|に依存(?:は)?し(?:ない|ていない|ません|ていません)|の完了待ち(?:では(?:ない|ありません)|じゃない)/i;
const TASK = /^\s*[-*+]\s+\[[ xX]\]\s+(.*)$/;
const BULLET = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;

export function readBody(body: string, place: Place): BlockerText {
  const blockers: NamedBlocker[] = [];
  const children: Ref[] = [];
  let listed = false;
  for (const line of plain(body)
    .replace(/~~[^~]*~~/g, '')
    .split('\n')) {
    const words = line.replace(MARKS, '');
    const said = waitsFor(words);
    if (said !== null) {
      blockers.push(...namedIn(said, place));
      listed = said === '';
    } else if (!line.trim()) continue;
    else if (listed && BULLET.test(line)) blockers.push(...namedIn(BULLET.exec(line)?.[1] ?? '', place));
    else {
      listed = false;
      children.push(...childrenIn(line, place));
    }
  }
  return { blockers: unique(blockers), children: [...new Set(children)] };
}

/** The text after (in Japanese: before) the words that mean "waits for". Null if the line has no such words. */
function waitsFor(words: string): string | null {
  const english = ENGLISH.exec(words);
  if (!english && !JAPANESE.some((each) => each.test(words))) return null;
  if (DENIED.test(words)) return null;
  if (english) return words.slice(english[0].length).trim();
  const found = JAPANESE.map((each) => each.exec(words)?.[1]).find((each) => each !== undefined) ?? '';
  return found.trim();
}

const REPO = '[\\w.-]+/[\\w.-]+';

/** The issues in the text, by number or address. If it has none, the text itself is an external blocker. */
function namedIn(said: string, { repo, host }: Place): readonly NamedBlocker[] {
  if (NOTHING.test(said)) return [];
  const pattern = new RegExp(
    `https?://${host.replaceAll('.', '\\.')}/(${REPO})/(?:issues|pull)/(\\d+)|(?:(${REPO})|(?<![\\w/]))#(\\d+)(?!\\w)`,
    'gi',
  );
  const refs = [...said.matchAll(pattern)].map(
    (found) => `${ownCase(found[1] ?? found[3] ?? repo, repo)}#${Number(found[2] ?? found[4])}`,
  );
  if (refs.length > 0) return refs.map((ref) => ({ ref }));
  const words = said.replace(/[*_]+/g, '').trim();
  return words && !NOTHING.test(words) ? [{ external: words.slice(0, 120) }] : [];
}

const ownCase = (named: string, repo: string): string => (named.toLowerCase() === repo.toLowerCase() ? repo : named);

function childrenIn(line: string, { repo, host }: Place): readonly Ref[] {
  const task = TASK.exec(line)?.[1];
  if (task === undefined) return [];
  const pattern = new RegExp(
    `^(?:https?://${host.replaceAll('.', '\\.')}/(${REPO})/issues/(\\d+)|(${REPO})?#(\\d+))(?!\\w)`,
    'i',
  );
  const found = pattern.exec(task.trim());
  return found ? [`${ownCase(found[1] ?? found[3] ?? repo, repo)}#${Number(found[2] ?? found[4])}`] : [];
}

function unique(named: readonly NamedBlocker[]): readonly NamedBlocker[] {
  const seen = new Set<string>();
  return named.filter((each) => {
    const key = 'ref' in each ? each.ref : each.external;
    return seen.has(key) ? false : seen.add(key);
  });
}
