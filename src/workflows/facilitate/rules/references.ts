// Finds the issues that a text closes, names or mentions, the issue numbers in a branch name, and the reverts of a board. links.ts decides
// which references are links; judge.ts uses the reverts.
import type { BoardSnapshot, Ref } from '../../../ports/board-snapshot.js';
import { plain } from './plain.js';

/** `closing`: after a closing keyword such as `Fixes`. `naming`: after `Refs` or `Part of`, or listed after another reference. */
export type Strength = 'closing' | 'naming';

export interface Reference {
  readonly ref: Ref;
  readonly strength: Strength | 'mention';
}

/** Where a text was written. */
interface TextContext {
  /** The repository whose issues a bare `#12` means. */
  readonly repo: string;
  /** GitHub's host. Only issue addresses on this host count. */
  readonly host: string;
}

const REPO = '[\\w.-]+/[\\w.-]+';
/** GitHub's closing keywords. */
const CLOSING_KEYWORD = 'close[sd]?|fix(?:es|ed)?|resolve[sd]?';
/** Words by which a text says that it belongs to an issue, without closing it. */
const NAMING_KEYWORD = 'refs?|part of';

/** Matches addresses of issues, `owner/name#12` and `#12`. Groups: repository and number of an address; repository and number of the others. */
const issuePattern = (host: string): string =>
  `(?:https?://${host.replaceAll('.', '\\.')}/(${REPO})/(?:issues|pull)/(\\d+)|(?:(${REPO})|(?<![\\w/]))#(\\d+))(?!\\w)`;

interface Patterns {
  /** An issue. */
  readonly issue: RegExp;
  /** A keyword before an issue. Group: the keyword. */
  readonly keyword: RegExp;
}

const patternsByHost = new Map<string, Patterns>();

/** The patterns of a host, compiled once. */
function patternsOf(host: string): Patterns {
  const compiled = patternsByHost.get(host);
  if (compiled) return compiled;
  const patterns = {
    issue: new RegExp(issuePattern(host), 'gi'),
    keyword: new RegExp(
      `(?<![\\w-])(${CLOSING_KEYWORD}|${NAMING_KEYWORD})(?:\\s*:)?\\s+(?=${issuePattern(host)})`,
      'gi',
    ),
  };
  patternsByHost.set(host, patterns);
  return patterns;
}

interface Found extends Reference {
  /** The index after the reference. */
  readonly end: number;
}

/** The strengths that keywords give, by the index at which the issue after the keyword begins. */
function keywordsBefore(text: string, keyword: RegExp): ReadonlyMap<number, Strength> {
  const strengths = new Map<number, Strength>();
  for (const match of text.matchAll(keyword)) {
    const isNaming = /^(refs?|part of)$/i.test(match[1] ?? '');
    strengths.set(match.index + match[0].length, isNaming ? 'naming' : 'closing');
  }
  return strengths;
}

/** What may stand between two references of one list. */
const LIST_SEPARATOR = /^(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|\s*&\s*|\s*、\s*)$/i;

/** Every reference in a text with its strength. In a list after a closing keyword, the first is `closing` and the others are `naming`. */
export function referencesIn(text: string, { repo, host }: TextContext): readonly Reference[] {
  if (!text.includes('#') && !text.includes('://')) return [];
  const visible = plain(text);
  const patterns = patternsOf(host);
  const keywords = keywordsBefore(visible, patterns.keyword);
  const found: Found[] = [];
  for (const match of visible.matchAll(patterns.issue)) {
    const previous = found.at(-1);
    const isInList =
      previous !== undefined &&
      previous.strength !== 'mention' &&
      LIST_SEPARATOR.test(visible.slice(previous.end, match.index));
    const strength = keywords.get(match.index) ?? (isInList ? 'naming' : 'mention');
    found.push({ ref: refOf(match, repo), strength, end: match.index + match[0].length });
  }
  return strongest(found);
}

/** The reference that a match of `issuePattern` names. Its repository is written like `ownRepo`, whatever its case in the text. */
function refOf(match: RegExpExecArray, ownRepo: string): Ref {
  const repo = match[1] ?? match[3] ?? ownRepo;
  return `${repo.toLowerCase() === ownRepo.toLowerCase() ? ownRepo : repo}#${Number(match[2] ?? match[4])}`;
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

/** The issue numbers in a branch name: `issue-12` is certain; for `12-slug` a reference to the issue must confirm it. */
export function numbersOfBranch(name: string): readonly { readonly number: number; readonly isCertain: boolean }[] {
  const certain = [...name.matchAll(/(?:^|[/_-])issue-?(\d+)(?!\d)/gi)].map((found) => ({
    number: Number(found[1]),
    isCertain: true,
  }));
  if (certain.length > 0) return certain;
  const slug = /(?:^|\/)(\d+)-[^/]*$/.exec(name);
  return slug ? [{ number: Number(slug[1]), isCertain: false }] : [];
}

/** The commits and pull requests that a revert names. */
interface Reverted {
  readonly shas: readonly string[];
  readonly pulls: readonly Ref[];
}

/** git's line for a reverted commit. Group: the sha. */
const SHA = /\bThis reverts commit ([0-9a-z]{2,40})\b/gi;
/** GitHub's line for a reverted pull request. Groups: repository and number. */
const PULL = /^\s*Reverts?:? (?:([\w.-]+\/[\w.-]+))?#(\d+)\b/gim;
const TITLE = /^(?:Revert|Reapply) "/i;

/** What a revert or reapply commit reverts; null if the text is neither. The text of a revert links no issue. */
export function revertedBy(text: string, repo: string): Reverted | null {
  const shas = [...text.matchAll(SHA)].flatMap((found) => found[1] ?? []);
  const pulls = [...text.matchAll(PULL)].map((found) => `${found[1] ?? repo}#${found[2]}`);
  if (shas.length > 0 || pulls.length > 0) return { shas, pulls };
  return TITLE.test(text) ? { shas: [], pulls: [] } : null;
}

interface Revert extends Reverted {
  readonly sha: string;
  readonly pull?: Ref | undefined;
  readonly at: string;
}

/** Whether two shas, one of them possibly abbreviated, are the same. */
const isSameCommit = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** A commit, a pull request, or the merge of a pull request. */
interface Revertible {
  readonly sha?: string | undefined;
  readonly pull?: Ref | undefined;
}

/**
 * Returns a function that gives the time of the last revert of a commit or pull request; null if it was not reverted, or was reapplied.
 * A reapply commit is a revert of the revert.
 */
export function revertsOf(board: BoardSnapshot): (work: Revertible) => string | null {
  const reverts = revertsIn(board);
  const revertedAt = (work: Revertible, depth: number): string | null => {
    // Reverts of each other could form a cycle.
    if (depth > reverts.length) return null;
    const inForce = reverts.filter((revert) => isRevertOf(revert, work) && revertedAt(revert, depth + 1) === null);
    const times = inForce.map(({ at }) => at).sort();
    return times.at(-1) ?? null;
  };
  return (work) => revertedAt(work, 0);
}

const isRevertOf = ({ shas, pulls }: Revert, { sha, pull }: Revertible): boolean =>
  (sha !== undefined && shas.some((each) => isSameCommit(each, sha))) || (pull !== undefined && pulls.includes(pull));

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
