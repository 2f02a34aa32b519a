// Finds entries of the learning ledger that are related to a request. Pure. Used at the start of a session of `task`
// (workflows/task/session-init.ts). recall.ts, graph.ts and rules/prompt.ts use only `wordsIn`.
import type { LedgerEntry } from './ledger.js';

/** What related entries are searched for. */
export interface LedgerQuery {
  readonly text: string;
  /** Words for the kind of the task, such as its type and its session. */
  readonly kind?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  /** Milliseconds. */
  readonly now: number;
  /** The most results; 5 if absent. */
  readonly most?: number | undefined;
}

/** A related entry. */
export interface Ranked {
  readonly entry: LedgerEntry;
  /** From 0 to 1. */
  readonly score: number;
}

/** The parts of a score. Their sum is 1. */
const WEIGHTS = { words: 0.55, files: 0.2, kind: 0.15, recency: 0.1 };
/** The age at which the recency of an entry is halved. */
const HALF_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const DEFAULT_MOST = 5;

/**
 * Entries that share words or files with the query, best first. Rare words count more; kind, files and recency count too. Entries are
 * searched for the words of the query and not split into words, so ten thousand entries take a few milliseconds.
 */
export function queryLedger(entries: readonly LedgerEntry[], query: LedgerQuery): readonly Ranked[] {
  const texts = entries.map(({ content, rationale }) => `${content}\n${rationale}`.toLowerCase());
  const words = matchShares(wordsIn(query.text), texts, (hits) => Math.log(1 + entries.length / hits));
  const files = matchShares(lowered(query.files), texts, () => 1);
  const kinds = matchShares(lowered(query.kind), texts, () => 1);
  const most = query.most ?? DEFAULT_MOST;
  const best: Ranked[] = [];
  for (const [n, entry] of entries.entries()) {
    const relevance = WEIGHTS.words * (words[n] ?? 0) + WEIGHTS.files * (files[n] ?? 0);
    if (relevance === 0) continue;
    const score = relevance + WEIGHTS.kind * (kinds[n] ?? 0) + WEIGHTS.recency * recency(entry, query.now);
    const ranked = { entry, score };
    const last = best.at(-1);
    if (best.length >= most && last && byScore(ranked, last) >= 0) continue;
    best.push(ranked);
    best.sort(byScore);
    best.length = Math.min(best.length, most);
  }
  return best;
}

const lowered = (names: readonly string[] = []): readonly string[] => names.map((name) => name.toLowerCase());

/** The higher score first, then the newer, then the lower id. ISO times and ids compare as text. */
function byScore(a: Ranked, b: Ranked): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.entry.time !== b.entry.time) return a.entry.time < b.entry.time ? 1 : -1;
  if (a.entry.entry_id === b.entry.entry_id) return 0;
  return a.entry.entry_id < b.entry.entry_id ? -1 : 1;
}

/** For each text the weighted share of the words that it contains. Words that no text contains do not count. */
function matchShares(
  words: readonly string[],
  texts: readonly string[],
  weigh: (hits: number) => number,
): Float64Array {
  const sums = new Float64Array(texts.length);
  let total = 0;
  for (const word of words) {
    const hits = textsWith(word, texts);
    if (hits.length === 0) continue;
    const weight = weigh(hits.length);
    total += weight;
    for (const n of hits) sums[n] = (sums[n] ?? 0) + weight;
  }
  return total === 0 ? sums : sums.map((sum) => sum / total);
}

/** The texts that contain a word; a Latin word must match as a whole word. */
function textsWith(word: string, texts: readonly string[]): readonly number[] {
  const isWholeWord = /^[a-z0-9_]+$/.test(word);
  const hits: number[] = [];
  for (let n = 0; n < texts.length; n += 1) if (containsWord(texts[n] ?? '', word, isWholeWord)) hits.push(n);
  return hits;
}

/** `text` is in lower case. */
function containsWord(text: string, word: string, isWholeWord: boolean): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWholeWord || (!isLetter(text, at - 1) && !isLetter(text, at + word.length))) return true;
  }
  return false;
}

/** Whether the character is `a` to `z`, a digit or `_`. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
}

const recency = ({ time }: LedgerEntry, now: number): number =>
  0.5 ** (Math.max(0, now - Date.parse(time)) / HALF_LIFE_MS);

const STOP_WORDS = new Set(
  'the a an of and or to in on is are be for with this that it as by from at do does not please する して ください ため これ それ こと もの から まで です ます'.split(
    ' ',
  ),
);

/** The words of a request without stop words, at most 30. Japanese is split by Intl.Segmenter. */
export function wordsIn(text: string): readonly string[] {
  const cut = new Intl.Segmenter('ja', { granularity: 'word' }).segment(text.toLowerCase().slice(0, 4000));
  const words = [...cut].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const significant = words.filter(
    (word) => !STOP_WORDS.has(word) && (word.length > 1 || /\p{Script=Han}/u.test(word)),
  );
  return [...new Set(significant)].slice(0, 30);
}

/** A path with a folder, or a file name with a known extension. */
const PATH = /(?:[\w.-]+\/)+[\w.-]+\.\w+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|md|ya?ml|json|css|html)\b/g;

/** The file paths in a text, at most 20. */
export const filesNamed = (text: string): readonly string[] => [...new Set(text.match(PATH) ?? [])].slice(0, 20);
