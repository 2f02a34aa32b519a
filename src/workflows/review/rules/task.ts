// The target of a review, and the first message of the reviewer. It contains texts of people as data, each with its source. Pure. Used
// throughout `review`; `changeText` also by rules/brief.ts and setup.ts of `fix`.

import { clipped, fenced } from '../../../agent/quote.js';
import type { Pull } from '../../../ports/pulls.js';
import { changedFiles } from '../../../text/diff.js';

/** A pull request with its earlier findings, as it was when the run started. */
export interface ReviewedPull {
  readonly title: string;
  readonly body: string;
  readonly by: string;
  /** Open threads by people with write access and by crew. */
  readonly threads: readonly OpenThread[];
  /** Findings of crew's earlier reviews. */
  readonly found: readonly EarlierFinding[];
}

/** An unresolved review thread. */
export interface OpenThread {
  readonly path: string;
  readonly line: number | null;
  readonly text: string;
}

/** A finding that an earlier review published. */
export interface EarlierFinding {
  readonly path: string;
  readonly line: number;
  readonly claim: string;
  /** The text of the line, if it was unique in its file. */
  readonly holds?: string | undefined;
}

const MAX_CHARACTERS = 8000;

/** The first message. Its stable parts come first, so that they are cached. */
export function reviewText({
  offered,
  change,
  files,
}: {
  offered: ReviewedPull;
  change: ChangeText;
  files: readonly string[];
}) {
  const { title, body, by, threads, found } = offered;
  return [
    fenced(`Title and description of the pull request by ${by}`, clipped(`${title}\n\n${body}`, MAX_CHARACTERS)),
    `The pull request changes ${files.length} ${files.length === 1 ? 'file' : 'files'}. The tree that you see is its head. Line numbers refer to the head.`,
    change.text === ''
      ? 'No part of the change can be shown as text.'
      : fenced('The diff from the merge base to the head', change.text),
    ...(change.omitted.length > 0
      ? [fenced('Changed files that are not shown here', change.omitted.slice(0, 200).join('\n'))]
      : []),
    ...threads.map((each) => fenced(`Open review thread at ${placeOf(each)}`, clipped(each.text, 1500))),
    ...found.map((each) => fenced(`Finding of an earlier review, at ${placeOf(each)}`, each.claim)),
  ].join('\n\n');
}

const placeOf = ({ path, line }: Pick<OpenThread, 'path' | 'line'>): string =>
  `${JSON.stringify(path)}${line === null ? '' : `, line ${line}`}`;

interface ChangeText {
  readonly text: string;
  /** Files whose change is not shown, each with the reason. */
  readonly omitted: readonly string[];
}

/** The maximum length of the whole diff and of one file's diff in the prompt. The reviewer reads the rest with its tools. */
const MAX_CHANGE_CHARACTERS = 60_000;
const MAX_FILE_CHARACTERS = 16_000;

/** Generated files, which are not shown. */
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|Gemfile\.lock|poetry\.lock|uv\.lock|composer\.lock|go\.sum)$|\.(?:min\.(?:js|css)|map|snap)$/;

/** The diff, file by file, as far as it fits into the prompt. */
export function changeText(diff: string): ChangeText {
  let remaining = MAX_CHANGE_CHARACTERS;
  const shown: string[] = [];
  const omitted: string[] = [];
  for (const part of partsOf(diff)) {
    const [file] = changedFiles(part);
    const path = JSON.stringify(file?.path ?? '');
    const lines = `+${file?.added ?? 0} −${file?.removed ?? 0}`;
    const text = withoutBlobIds(part);
    if (file?.binary) omitted.push(`${path}: binary`);
    else if (GENERATED.test(file?.path ?? '')) omitted.push(`${path}: generated (${lines})`);
    else if (text.length > MAX_FILE_CHARACTERS || text.length > remaining) omitted.push(`${path}: too long (${lines})`);
    else {
      shown.push(text);
      remaining -= text.length;
    }
  }
  return { text: shown.join(''), omitted };
}

/** The diffs of single files. Every line of a hunk starts with `+`, `-` or a space, so none looks like a header. */
const partsOf = (diff: string): readonly string[] =>
  diff.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));

/** The diff without blob ids. */
const withoutBlobIds = (part: string): string => part.replace(/^index [0-9a-f]+\.\.[0-9a-f]+.*\n/m, '');

/** What a review is about. */
export interface ReviewTarget {
  readonly pull: number;
  /** The head that is read and verified. */
  readonly commit: string;
  /** The head of the base branch when the run started; later commits on it are not part of the change. */
  readonly against: string;
}

/** Why nothing can be reviewed. */
type ReviewRefusal = 'no pull request' | 'closed' | 'merged';

/** The target of a review. `tip` is the head of the base branch, null if the branch is gone. */
export function reviewTarget(pull: Pull | null, tip: string | null): ReviewTarget | { readonly why: ReviewRefusal } {
  if (!pull) return { why: 'no pull request' };
  if (pull.state !== 'open') return { why: pull.state };
  return { pull: pull.number, commit: pull.head.sha, against: tip ?? pull.base.sha };
}
