// What the reviewer is given before its first turn. What people wrote stands in it as data, with where it comes from. Pure.
import { clipped, fenced } from '../../../agent/prompt-text.js';
import type { Shown } from './change-text.js';

/** A pull request as somebody offers it, and what was said of it, as it stood when the run began. */
export interface Offered {
  readonly title: string;
  readonly body: string;
  readonly by: string;
  /** Beside lines, not settled yet: of people who may push here, and of crew. */
  readonly threads: readonly Said[];
  /** What crew found in it earlier. */
  readonly found: readonly Found[];
}

export interface Said {
  readonly path: string;
  readonly line: number | null;
  readonly text: string;
}

export interface Found {
  readonly path: string;
  readonly line: number;
  readonly claim: string;
  /** What that line held, where it alone did. */
  readonly holds?: string | undefined;
}

const MOST = 8000;

/** All of it, the stable parts first. */
export function reviewText({ offered, change, files }: { offered: Offered; change: Shown; files: readonly string[] }) {
  const { title, body, by, threads, found } = offered;
  return [
    fenced(`What ${by}, who offers the change, says of it`, clipped(`${title}\n\n${body}`, MOST)),
    `It changes ${files.length} ${files.length === 1 ? 'file' : 'files'}. The tree that you see is the change's head; lines are counted there.`,
    change.text === ''
      ? 'Nothing of it can be shown as text.'
      : fenced('The change, from where it parted from its base to its head', change.text),
    ...(change.left.length > 0 ? [fenced('Changed, and not shown here', change.left.slice(0, 200).join('\n'))] : []),
    ...threads.map((each) => fenced(`Said already, beside ${placeOf(each)}`, clipped(each.text, 1500))),
    ...found.map((each) => fenced(`Found already, at ${placeOf(each)}`, each.claim)),
  ].join('\n\n');
}

const placeOf = ({ path, line }: Pick<Said, 'path' | 'line'>): string =>
  `${JSON.stringify(path)}${line === null ? '' : `, line ${line}`}`;
