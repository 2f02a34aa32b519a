// ledger-query: past entries that have to do with a request. Pure.
import type { LedgerEntry } from './ledger.js';

export interface LedgerQuery {
  readonly text: string;
  /** Words that stand for the kind of the task: its type, its session. */
  readonly kind?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly now: number;
  readonly most?: number | undefined;
}

export interface Ranked {
  readonly entry: LedgerEntry;
  /** 0…1. */
  readonly score: number;
}

const WEIGHTS = { words: 0.55, files: 0.2, kind: 0.15, recency: 0.1 };
/** An entry of this age counts half as recent as one of today. */
const HALF_LIFE = 30 * 24 * 60 * 60 * 1000;
const MOST = 5;

/**
 * The entries that share words or files with the query, the most related first: words (rare ones count more), kind, files, recency.
 * An entry is searched for the words of the query, not cut into words itself: ten thousand entries take some milliseconds.
 */
export function queryLedger(entries: readonly LedgerEntry[], query: LedgerQuery): readonly Ranked[] {
  const texts = entries.map(({ content, rationale }) => `${content}\n${rationale}`.toLowerCase());
  const words = wordsIn(query.text).map((word) => found(word, texts));
  const weigh = ({ hits }: Found) => Math.log(1 + entries.length / hits.size);
  const known = words.filter(({ hits }) => hits.size > 0);
  const total = known.reduce((sum, word) => sum + weigh(word), 0);
  const shares = new Float64Array(entries.length);
  for (const word of known) for (const n of word.hits) shares[n] = (shares[n] ?? 0) + weigh(word) / total;
  const files = (query.files ?? []).map((file) => found(file.toLowerCase(), texts));
  const kinds = (query.kind ?? []).map((kind) => found(kind.toLowerCase(), texts));
  return entries
    .map((entry, n) => ({
      entry,
      score: scoreOf({ words: shares[n] ?? 0, files: share(files, n), kind: share(kinds, n) }, entry, query.now),
    }))
    .filter(({ score }, n) => score > 0 && ((shares[n] ?? 0) > 0 || share(files, n) > 0))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.entry.time.localeCompare(a.entry.time) ||
        a.entry.entry_id.localeCompare(b.entry.entry_id),
    )
    .slice(0, query.most ?? MOST);
}

interface Found {
  readonly hits: ReadonlySet<number>;
}

/** In which texts a word stands; one of Latin letters only as a whole word. */
function found(word: string, texts: readonly string[]): Found {
  const whole = /^[a-z0-9_]+$/.test(word);
  const hits = new Set<number>();
  for (const [n, text] of texts.entries()) if (holds(text, word, whole)) hits.add(n);
  return { hits };
}

function holds(text: string, word: string, whole: boolean): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!whole || (!isLetter(text, at - 1) && !isLetter(text, at + word.length))) return true;
  }
  return false;
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
}

const share = (all: readonly Found[], n: number): number =>
  all.length === 0 ? 0 : all.filter(({ hits }) => hits.has(n)).length / all.length;

function scoreOf(
  of: { readonly words: number; readonly files: number; readonly kind: number },
  { time }: LedgerEntry,
  now: number,
): number {
  const age = Math.max(0, now - Date.parse(time));
  const recency = 0.5 ** (age / HALF_LIFE);
  return WEIGHTS.words * of.words + WEIGHTS.files * of.files + WEIGHTS.kind * of.kind + WEIGHTS.recency * recency;
}

const STOP = new Set(
  'the a an of and or to in on is are be for with this that it as by from at do does not please する して ください ため これ それ こと もの から まで です ます'.split(
    ' ',
  ),
);

/** Words of a request, at most 30; Japanese is cut by the platform. */
export function wordsIn(text: string): readonly string[] {
  const cut = new Intl.Segmenter('ja', { granularity: 'word' }).segment(text.toLowerCase().slice(0, 4000));
  const words = [...cut].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const telling = words.filter((word) => !STOP.has(word) && (word.length > 1 || /\p{Script=Han}/u.test(word)));
  return [...new Set(telling)].slice(0, 30);
}

const PATH = /(?:[\w.-]+\/)+[\w.-]+\.\w+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|md|ya?ml|json|css|html)\b/g;

/** Paths of files that a text names. */
export const filesNamed = (text: string): readonly string[] => [...new Set(text.match(PATH) ?? [])].slice(0, 20);
