// The target of a change: a commit on a branch or, on another person's pull request, suggestions in line comments. Pure. Used in `fix` by
// ../target.ts, the gate and publish phases, pull-request.ts and rounds.ts; also by `build` (gate.ts, publish.ts, rules/pull-request.ts)
// and write/publish.ts.

import type { BranchChange } from '../../../ports/change.js';
import { UserError } from '../../../ports/errors.js';
import type { Pull, Remark } from '../../../ports/pulls.js';
import type { Repo } from '../../../ports/threads.js';
import { changedFiles } from '../../../text/diff.js';

/** The branch and commit that a fix works on. */
export interface Target {
  /**
   * `branch`: a commit. `suggest`: line comments on another person's pull request. `patch`: the branch is in a fork, which crew cannot
   * write to.
   */
  readonly how: 'branch' | 'suggest' | 'patch';
  readonly branch: string;
  /** The head of the branch; null if it does not exist yet. */
  readonly at: string | null;
  /** The branch that the change is to be merged into. */
  readonly base: string;
  /** The commit that is worked on. */
  readonly commit: string;
  /** Where the request was made: on an issue, or on a pull request, whose review is then the task. */
  readonly asked: 'issue' | 'pull';
  /** For an open pull request, the head of its base at the gate. If it conflicts with the pull request, the change merges it. */
  readonly merges?: string | undefined;
  /**
   * The number of the merged pull request on which the request was made: the change goes to another branch. The name is stored; `follows` of
   * a run record is something else, the previous round.
   */
  readonly follows?: number | undefined;
  /** The open pull request of the branch. */
  readonly pull?: { readonly number: number; readonly isCrews: boolean } | undefined;
}

/** Whether a branch has pull requests and none of them is open. The next change then needs another branch. */
export function hasNoOpenPull(pulls: readonly Pull[]): boolean {
  return pulls.length > 0 && pulls.every(({ state }) => state !== 'open');
}

const notOpen = (number: number, state: string): UserError =>
  new UserError({
    expected: 'an open pull request',
    found: `#${number}, which is ${state}`,
    remedy: 'Ask on its issue, and there will be another one.',
    ends: 'refused',
  });

/** The target of a request on a pull request. */
export function targetForPull(pull: Pull, options: { repo: Repo; mayCommit: boolean; isCrews: boolean }): Target {
  const { number, state, head, base } = pull;
  if (state !== 'open') throw notOpen(number, state);
  const isFork = head.repo !== options.repo;
  const isCrews = !isFork && options.isCrews;
  const ownWay = isCrews || options.mayCommit ? 'branch' : 'suggest';
  return {
    how: isFork ? 'patch' : ownWay,
    asked: 'pull',
    branch: head.branch,
    at: head.sha,
    base: base.branch,
    commit: head.sha,
    pull: { number, isCrews },
  };
}

/** The data of a commit to publish. */
export interface CommitRequest {
  readonly run: string;
  readonly target: Target;
  /** The issue of the change; undefined on another person's pull request. */
  readonly issue: number | undefined;
  readonly title: string;
  /** The commit of the base that the change merges. */
  readonly merges?: string | undefined;
  readonly change: { readonly diff: string; readonly tree: string };
  readonly login: string | undefined;
  readonly signOff: string | undefined;
  /** The page of the Actions run. */
  readonly url?: string | undefined;
  /** The requester; a person becomes co-author. */
  readonly by?: { readonly login: string; readonly id: number } | undefined;
}

/** The commit as a change. Trailers name the run and the requester. */
export function commitChange({
  run,
  target,
  issue,
  title,
  merges,
  change,
  signOff,
  url,
  by,
}: CommitRequest): BranchChange {
  const trailers = [
    ...(issue === undefined ? [] : [`Refs #${issue}`]),
    `Crew-Run: ${run}`,
    ...originTrailers({ url, by }),
    ...(signOff === undefined ? [] : [`Signed-off-by: ${signOff}`]),
  ];
  return {
    kind: 'branch',
    branch: target.branch,
    tip: target.at,
    parent: target.commit,
    ...(merges === undefined ? {} : { secondParent: merges }),
    message: `${title}\n\n${trailers.join('\n')}\n`,
    diff: change.diff,
    tree: change.tree,
  };
}

/** Trailers with the Actions run and the requester. */
export const originTrailers = ({ url, by }: Pick<CommitRequest, 'url' | 'by'>): readonly string[] => [
  ...(url === undefined ? [] : [`Crew-Run-Url: ${url}`]),
  ...(by === undefined || isBot(by.login) ? [] : [`Co-authored-by: ${identityLine(by)}`]),
];

/** Name and address of an account, with the address that GitHub gives to accounts with a private one. */
export const identityLine = ({ login, id }: { login: string; id: number }): string =>
  `${login} <${id}+${login}@users.noreply.github.com>`;

const isBot = (login: string): boolean => login.endsWith('[bot]');

/** The page of the repository. `runUrl`: the page of the Actions run. Undefined if that is not known. */
export const repositoryUrl = (runUrl: string): string | undefined => /^(.+)\/actions\/runs\/.*$/.exec(runUrl)?.[1];

/** The page on which a person can open the pull request. `runUrl`: the page of the Actions run. */
export function compareUrl(runUrl: string, { base, branch }: Pick<Target, 'base' | 'branch'>): string {
  const encoded = (name: string) => name.split('/').map(encodeURIComponent).join('/');
  return `${repositoryUrl(runUrl) ?? runUrl}/compare/${encoded(base)}...${encoded(branch)}?expand=1`;
}

/** The suggestions for a diff, and the files (`left`) whose change cannot be suggested completely. */
export function suggestionsIn(diff: string): {
  readonly suggestions: readonly Remark[];
  readonly left: readonly string[];
} {
  const suggestions: Remark[] = [];
  const left: string[] = [];
  for (const text of diff.split(/^(?=diff --git )/m)) {
    const [file] = changedFiles(text);
    if (!file) continue;
    const [head = '', ...hunks] = text.split(/^(?=@@ )/m);
    const found = file.how === 'changed' ? hunks.map((hunk) => suggestionsForHunk(file.path, hunkOf(hunk))) : [];
    suggestions.push(...found.flatMap((each) => each.suggestions));
    // A changed mode and a binary file have no lines to suggest.
    if (found.length === 0 || /^new mode /m.test(head) || found.some(({ isWhole }) => !isWhole)) left.push(file.path);
  }
  return { suggestions, left };
}

interface Hunk {
  /** The number of its first line in the old file. */
  readonly start: number;
  readonly lines: readonly string[];
  /** The hunk changes line endings, which a suggestion cannot do. */
  readonly changesLineEndings: boolean;
}

function hunkOf(text: string): Hunk {
  const [head = '', ...all] = text.replace(/\n$/, '').split('\n');
  const lines = all.filter((line) => !line.startsWith('\\'));
  const lastLines = all.filter((_line, n) => all[n + 1]?.startsWith('\\')).map((line) => line[0] ?? ' ');
  const changesLineEndings =
    lastLines.includes('+') !== lastLines.includes('-') ||
    lines.some((line) => /^[-+]/.test(line) && line.endsWith('\r'));
  return { start: Number(/^@@ -(\d+)/.exec(head)?.[1] ?? 0), lines: withExistingLine(lines), changesLineEndings };
}

/**
 * A suggestion must replace an existing line. So lines added at the start of a hunk become a replacement of the hunk's first line that ends
 * with this line.
 */
function withExistingLine(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => !line.startsWith('+'));
  const existing = lines[at] ?? '';
  if (at <= 0 || existing.startsWith('-')) return lines;
  return [...lines.slice(0, at), `-${existing.slice(1)}`, `+${existing.slice(1)}`, ...lines.slice(at + 1)];
}

/**
 * One suggestion for each block of changed lines. A block that only adds lines also replaces the line before it. `isWhole` is false if a
 * block cannot be suggested.
 */
function suggestionsForHunk(path: string, { start, lines, changesLineEndings }: Hunk) {
  const suggestions: Remark[] = [];
  let isWhole = !changesLineEndings;
  let oldLine = start;
  let at = 0;
  while (at < lines.length) {
    if (!/^[-+]/.test(lines[at] ?? '')) {
      oldLine += 1;
      at += 1;
      continue;
    }
    const end = lines.findIndex((line, n) => n >= at && !/^[-+]/.test(line));
    const block = lines.slice(at, end < 0 ? undefined : end);
    const removed = block.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
    const added = block.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
    const before = lines[at - 1];
    const last = oldLine + removed.length - 1;
    if (removed.length > 0 && removed.join('\n') !== added.join('\n'))
      suggestions.push(suggestion(path, { from: oldLine, to: last, put: added }));
    else if (removed.length === 0 && before !== undefined)
      suggestions.push(suggestion(path, { from: oldLine - 1, to: oldLine - 1, put: [before.slice(1), ...added] }));
    // An empty file has no line to replace.
    else isWhole = false;
    oldLine += removed.length;
    at += block.length;
  }
  return { suggestions, isWhole };
}

function suggestion(
  path: string,
  { from, to, put: added }: { from: number; to: number; put: readonly string[] },
): Remark {
  // A fence longer than any in the text, so that nothing ends it early.
  const longest = Math.max(2, ...added.flatMap((line) => [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length)));
  const fence = '`'.repeat(longest + 1);
  const body = [`${fence}suggestion`, ...added, fence].join('\n');
  return { path, ...(from === to ? {} : { startLine: from }), line: to, body };
}
