// A diff as suggestions beside the lines that it changes: what GitHub lets a person take over with one click. Pure.
import { changedFiles } from './changed-files.js';

export interface Suggestion {
  readonly path: string;
  /** The first of several lines, where it is about several. */
  readonly from?: number | undefined;
  readonly line: number;
  readonly body: string;
}

/** What of a diff can be suggested, and the files that this does not bring about, or not wholly: for these there is the patch. */
export function suggestionsOf(diff: string): {
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
