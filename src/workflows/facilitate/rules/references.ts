// Finds the issues that a text closes, names or mentions. links.ts decides which of them are links.
import type { BoardSnapshot, Ref } from '../../../ports/board-snapshot.js';
import { plain } from './plain.js';

export type Strength = 'closing' | 'naming';

export interface Reference {
  readonly ref: Ref;
  readonly strength: Strength | 'mention';
}

interface Where {
  /** The repository whose issues a bare `#12` means. */
  readonly repo: string;
  /** GitHub's host. Only issue addresses on this host count. */
  readonly host: string;
}

const REPO = '[\\w.-]+/[\\w.-]+';
const KEYWORD = 'close[sd]?|fix(?:es|ed)?|resolve[sd]?';
const NAMER = 'refs?|part of';

/** Matches `#12`, `owner/name#12` and addresses of issues. Groups: repository and number of an address; repository and number. */
const target = (host: string): string =>
  `(?:https?://${host.replaceAll('.', '\\.')}/(${REPO})/(?:issues|pull)/(\\d+)|(?:(${REPO})|(?<![\\w/]))#(\\d+))(?!\\w)`;

const cache = new Map<string, { readonly any: RegExp; readonly leading: RegExp }>();

/** The patterns of a host, compiled once. */
function patternsOf(host: string): { any: RegExp; leading: RegExp } {
  const known = cache.get(host);
  if (known) return known;
  const made = {
    any: new RegExp(target(host), 'gi'),
    leading: new RegExp(`(?<![\\w-])(${KEYWORD}|${NAMER})(?:\\s*:)?\\s+(?=${target(host)})`, 'gi'),
  };
  cache.set(host, made);
  return made;
}

interface Found extends Reference {
  readonly start: number;
  readonly end: number;
}

function leadersOf(text: string, leading: RegExp): ReadonlyMap<number, 'closing' | 'naming'> {
  const leaders = new Map<number, 'closing' | 'naming'>();
  for (const found of text.matchAll(leading)) {
    const isNamer = /^(refs?|part of)$/i.test(found[1] ?? '');
    leaders.set(found.index + found[0].length, isNamer ? 'naming' : 'closing');
  }
  return leaders;
}

/** What may stand between two references of one list. */
const LIST_SEPARATOR = /^(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|\s*&\s*|\s*、\s*)$/i;

/** Every reference in a text with its strength. In a list after a closing keyword, the first is `closing` and the others are `naming`. */
export function referencesIn(text: string, { repo, host }: Where): readonly Reference[] {
  if (!text.includes('#') && !text.includes('://')) return [];
  const meant = plain(text);
  const { any, leading } = patternsOf(host);
  const leaders = leadersOf(meant, leading);
  const found: Found[] = [];
  for (const match of meant.matchAll(any)) {
    const ref = `${(match[1] ?? match[3] ?? repo).toLowerCase() === repo.toLowerCase() ? repo : (match[1] ?? match[3])}#${Number(match[2] ?? match[4])}`;
    const before = found.at(-1);
    const continues =
      before && before.strength !== 'mention' && LIST_SEPARATOR.test(meant.slice(before.end, match.index));
    const strength = leaders.get(match.index) ?? (continues ? 'naming' : 'mention');
    found.push({ ref, strength, start: match.index, end: match.index + match[0].length });
  }
  return strongest(found);
}

const RANK = { closing: 2, naming: 1, mention: 0 } as const;

/** Each reference once, with its strongest strength. */
export function strongest(references: readonly Reference[]): readonly Reference[] {
  const best = new Map<Ref, Reference>();
  for (const { ref, strength } of references) {
    const known = best.get(ref);
    if (!known || RANK[strength] > RANK[known.strength]) best.set(ref, { ref, strength });
  }
  return [...best.values()];
}

/** The issue numbers in a branch name: `issue-12` is sure; for `12-slug` another mention of the number must confirm it. */
export function numbersOfBranch(name: string): readonly { readonly number: number; readonly sure: boolean }[] {
  const sure = [...name.matchAll(/(?:^|[/_-])issue-?(\d+)(?!\d)/gi)].map((found) => ({
    number: Number(found[1]),
    sure: true,
  }));
  if (sure.length > 0) return sure;
  const slug = /(?:^|\/)(\d+)-[^/]*$/.exec(name);
  return slug ? [{ number: Number(slug[1]), sure: false }] : [];
}

/** The commits and pull requests that a revert names. */
interface Reverted {
  readonly shas: readonly string[];
  readonly pulls: readonly Ref[];
}

const SHA = /\bThis reverts commit ([0-9a-z]{2,40})\b/gi;
const PULL = /^\s*Reverts?:? (?:([\w.-]+\/[\w.-]+))?#(\d+)\b/gim;
const TITLE = /^(?:Revert|Reapply)\b/i;

/** What a revert or reapply commit reverts; null if the text is neither. The text of a revert links no issue. */
export function revertedBy(text: string, repo: string): Reverted | null {
  const shas = [...text.matchAll(SHA)].flatMap((found) => found[1] ?? []);
  const pulls = [...text.matchAll(PULL)].map((found) => `${found[1] ?? repo}#${found[2]}`);
  if (shas.length > 0 || pulls.length > 0) return { shas, pulls };
  return TITLE.test(text) && /^(?:Revert|Reapply) "/i.test(text) ? { shas: [], pulls: [] } : null;
}

interface Revert extends Reverted {
  readonly sha: string;
  readonly pull?: Ref | undefined;
  readonly at: string;
}

const same = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** Returns a function that gives the time of the revert of a commit or pull request; null if it was not reverted, or was reapplied. */
export function revertsOf(
  board: BoardSnapshot,
): (work: { sha?: string | undefined; pull?: Ref | undefined }) => string | null {
  const reverts = revertsIn(board);
  const revertedAt = (work: { sha?: string | undefined; pull?: Ref | undefined }, depth: number): string | null => {
    const inForce = reverts.filter(
      (each) =>
        depth < reverts.length + 1 &&
        ((work.sha !== undefined && each.shas.some((sha) => same(sha, work.sha ?? ''))) ||
          (work.pull !== undefined && each.pulls.includes(work.pull))) &&
        revertedAt(each, depth + 1) === null,
    );
    return (
      inForce
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? null
    );
  };
  return (work) => revertedAt(work, 0);
}

/** All reverts among the merged pull requests and the commits of the board. */
function revertsIn({ pulls, commits }: BoardSnapshot): readonly Revert[] {
  const merged = pulls.flatMap(({ ref, title, body, merge }) => {
    const reverted = merge && revertedBy(`${title}\n${body}`, ref.split('#')[0] ?? '');
    return reverted ? [{ ...reverted, sha: merge.sha, pull: ref, at: merge.at }] : [];
  });
  // A squash commit has the text of its pull request and must not count as a second revert.
  const mergeCommits = new Set(merged.map(({ sha }) => sha));
  const landed = commits.flatMap(({ message, sha, at, repo }) => {
    if (mergeCommits.has(sha)) return [];
    const reverted = revertedBy(message, repo);
    return reverted ? [{ ...reverted, sha, at }] : [];
  });
  return [...merged, ...landed];
}
