// A change as the reviewer reads it: file by file, each within bounds, and what is left out is named. Pure.
import { changedFiles } from '../../../text/diff.js';

export interface Shown {
  readonly text: string;
  /** Files whose change is not shown, each with the reason. */
  readonly left: readonly string[];
}

/** A change that is larger is read with tools, not at a glance. */
const MOST = 60_000;
const MOST_OF_FILE = 16_000;

/** Made by machines from other files: who reviews them line by line finds nothing. */
const MADE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|Gemfile\.lock|poetry\.lock|uv\.lock|composer\.lock|go\.sum)$|\.(?:min\.(?:js|css)|map|snap)$/;

/** The change, as far as it fits. */
export function changeText(diff: string): Shown {
  let room = MOST;
  const shown: string[] = [];
  const left: string[] = [];
  for (const part of partsOf(diff)) {
    const [file] = changedFiles(part);
    const path = JSON.stringify(file?.path ?? '');
    const lines = `+${file?.added ?? 0} −${file?.removed ?? 0}`;
    const text = hashless(part);
    if (file?.binary) left.push(`${path}: bytes`);
    else if (MADE.test(file?.path ?? '')) left.push(`${path}: made by a machine (${lines})`);
    else if (text.length > MOST_OF_FILE || text.length > room) left.push(`${path}: too long (${lines})`);
    else {
      shown.push(text);
      room -= text.length;
    }
  }
  return { text: shown.join(''), left };
}

/** One for each file. A line of a hunk begins with a sign, so that none can be taken for a head. */
const partsOf = (diff: string): readonly string[] =>
  diff.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));

/** Without the names of blobs: they tell nobody anything. */
const hashless = (part: string): string => part.replace(/^index [0-9a-f]+\.\.[0-9a-f]+.*\n/m, '');
