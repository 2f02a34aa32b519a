// Where a fix aims: which commit it works on, and where its own goes. One branch and one pull request an issue; on somebody's
// pull request what may be pushed to. Pure.

import type { BranchChange } from '../../../ports/change.js';
import { UserError } from '../../../ports/errors.js';
import type { Pull, Repo } from '../../../ports/github.js';
import { changedFiles } from '../../../text/diff.js';

export interface Target {
  /** `branch`: a commit. `suggest`: remarks on somebody else's pull request. `patch`: nothing can be written there at all. */
  readonly how: 'branch' | 'suggest' | 'patch';
  readonly branch: string;
  /** Where the branch ends; null: it is to come into being. */
  readonly at: string | null;
  /** The branch that it is to be merged into. */
  readonly base: string;
  /** What is worked on. */
  readonly commit: string;
  /** Asked for on a pull request, it is about what is said of that. */
  readonly asked: 'issue' | 'pull';
  /** Where the base of an open pull request ended at the gate: it is merged if it conflicts. */
  readonly merges?: string | undefined;
  /** The merged pull request on which it was asked for: the change goes to another branch. */
  readonly follows?: number | undefined;
  /** The pull request that is there. */
  readonly pull?: { readonly number: number; readonly isCrews: boolean } | undefined;
}

/** Whether a branch is done with: what comes after goes onto another one. */
export function isOver(pulls: readonly Pull[]): boolean {
  return pulls.length > 0 && pulls.every(({ state }) => state !== 'open');
}

/** It was closed or merged, and is not crew's to touch any more. */
const notOpen = (number: number, state: string): UserError =>
  new UserError({
    expected: 'an open pull request',
    found: `#${number}, which is ${state}`,
    remedy: 'Ask on its issue, and there will be another one.',
    ends: 'refused',
  });

/** On a pull request. */
export function targetForPull(pull: Pull, of: { repo: Repo; mayCommit: boolean; isCrews: boolean }): Target {
  const { number, state, head, base } = pull;
  if (state !== 'open') throw notOpen(number, state);
  const isHere = head.repo === of.repo;
  const isCrews = isHere && of.isCrews;
  const how = isCrews || (isHere && of.mayCommit) ? 'branch' : isHere ? 'suggest' : 'patch';
  return {
    how,
    asked: 'pull',
    branch: head.branch,
    at: head.sha,
    base: base.branch,
    commit: head.sha,
    pull: { number, isCrews },
  };
}

export interface CommitRequest {
  readonly run: string;
  readonly target: Target;
  /** The issue that it is for; on a pull request there is none. */
  readonly issue: number | undefined;
  readonly title: string;
  /** The commit of the base that the change merges. */
  readonly merges?: string | undefined;
  readonly change: { readonly diff: string; readonly tree: string };
  readonly login: string | undefined;
  readonly signOff: string | undefined;
  /** Page of the Actions run. */
  readonly url?: string | undefined;
  /** Who asked; a person becomes co-author. */
  readonly by?: { readonly login: string; readonly id: number } | undefined;
}

/** The commit. Its message says who made it, and for what. */
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
    at: target.at,
    parent: target.commit,
    ...(merges === undefined ? {} : { merges }),
    message: `${title}\n\n${trailers.join('\n')}\n`,
    diff: change.diff,
    tree: change.tree,
  };
}

/** Where it was made, and who asked for it, as trailers of a commit. */
export const originTrailers = ({ url, by }: Pick<CommitRequest, 'url' | 'by'>): readonly string[] => [
  ...(url === undefined ? [] : [`Crew-Run-Url: ${url}`]),
  ...(by === undefined || isBot(by.login) ? [] : [`Co-authored-by: ${identityLine(by)}`]),
];

/** Who signs off: the identity that commits. */
export const signOffOf = (me: { login: string; id: number }): string => identityLine(me);

/** With GitHub's own address for people who show none. */
const identityLine = ({ login, id }: { login: string; id: number }): string =>
  `${login} <${id}+${login}@users.noreply.github.com>`;

const isBot = (login: string): boolean => login.endsWith('[bot]');

/** The page that opens a pull request by hand, beside the page of a run. */
export function compareUrl(details: string, { base, branch }: Pick<Target, 'base' | 'branch'>): string {
  const name = (of: string) => of.split('/').map(encodeURIComponent).join('/');
  return `${details.replace(/\/actions\/runs\/.*$/, '')}/compare/${name(base)}...${name(branch)}?expand=1`;
}

interface Suggestion {
  readonly path: string;
  /** The first of several lines, where it is about several. */
  readonly from?: number | undefined;
  readonly line: number;
  readonly body: string;
}

/** What of a diff can be suggested, and the files that this does not bring about, or not wholly: for these there is the patch. */
export function suggestionsIn(diff: string): {
  readonly suggestions: readonly Suggestion[];
  readonly left: readonly string[];
} {
  const suggestions: Suggestion[] = [];
  const left: string[] = [];
  for (const text of diff.split(/^(?=diff --git )/m)) {
    const [file] = changedFiles(text);
    if (!file) continue;
    const [head = '', ...hunks] = text.split(/^(?=@@ )/m);
    const found = file.how === 'changed' ? hunks.map((hunk) => suggestedOf(file.path, hunkOf(hunk))) : [];
    suggestions.push(...found.flatMap((each) => each.suggestions));
    // A mode is no line, and what has no lines says nothing of what it changes.
    if (found.length === 0 || /^new mode /m.test(head) || found.some(({ isWhole }) => !isWhole)) left.push(file.path);
  }
  return { suggestions, left };
}

interface Hunk {
  readonly start: number;
  readonly lines: readonly string[];
  /** What no suggestion says: how lines end, and whether the last one does. */
  readonly isEndings: boolean;
}

function hunkOf(text: string): Hunk {
  const [head = '', ...all] = text.replace(/\n$/, '').split('\n');
  const lines = all.filter((line) => !line.startsWith('\\'));
  const unended = all.filter((_line, n) => all[n + 1]?.startsWith('\\')).map((line) => line[0] ?? ' ');
  const isEndings =
    unended.includes('+') !== unended.includes('-') || lines.some((line) => /^[-+]/.test(line) && line.endsWith('\r'));
  return { start: Number(/^@@ -(\d+)/.exec(head)?.[1] ?? 0), lines: anchored(lines), isEndings };
}

/** A suggestion has to stand on a line: what is put above the first one stands on that, which is put there again below it. */
function anchored(lines: readonly string[]): readonly string[] {
  const above = lines.findIndex((line) => !line.startsWith('+'));
  const first = lines[above] ?? '';
  if (above <= 0 || first.startsWith('-')) return lines;
  return [...lines.slice(0, above), `-${first.slice(1)}`, `+${first.slice(1)}`, ...lines.slice(above + 1)];
}

/** Each run of changed lines, with the line before it where nothing is taken away. */
function suggestedOf(path: string, { start, lines, isEndings }: Hunk) {
  const suggestions: Suggestion[] = [];
  let isWhole = !isEndings;
  let old = start;
  let at = 0;
  while (at < lines.length) {
    if (!/^[-+]/.test(lines[at] ?? '')) {
      old += 1;
      at += 1;
      continue;
    }
    const end = lines.findIndex((line, n) => n >= at && !/^[-+]/.test(line));
    const block = lines.slice(at, end < 0 ? undefined : end);
    const taken = block.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
    const put = block.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
    const before = lines[at - 1];
    const last = old + taken.length - 1;
    if (taken.length > 0 && taken.join('\n') !== put.join('\n'))
      suggestions.push(suggestion(path, { from: old, to: last, put }));
    else if (taken.length === 0 && before !== undefined)
      suggestions.push(suggestion(path, { from: old - 1, to: old - 1, put: [before.slice(1), ...put] }));
    // In an empty file there is no line to stand on.
    else isWhole = false;
    old += taken.length;
    at += block.length;
  }
  return { suggestions, isWhole };
}

function suggestion(path: string, { from, to, put }: { from: number; to: number; put: readonly string[] }): Suggestion {
  // A fence longer than any in it, so that nothing in it can end it.
  const longest = Math.max(2, ...put.flatMap((line) => [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length)));
  const fence = '`'.repeat(longest + 1);
  const body = [`${fence}suggestion`, ...put, fence].join('\n');
  return { path, ...(from === to ? {} : { from }), line: to, body };
}
