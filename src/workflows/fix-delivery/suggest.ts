// A diff as suggestions beside the lines that it changes: what GitHub lets a person take over with one click. Pure.

export interface Suggestion {
  readonly path: string;
  /** The first of several lines, where it is about several. */
  readonly from?: number | undefined;
  readonly line: number;
  readonly body: string;
}

/** What of a diff can be suggested, and the files of which nothing can: new, deleted, renamed and binary ones. */
export function suggestionsOf(diff: string): {
  readonly suggestions: readonly Suggestion[];
  readonly left: readonly string[];
} {
  const suggestions: Suggestion[] = [];
  const left: string[] = [];
  for (const file of diff.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '))) {
    const path = /^\+\+\+ b\/(.+)$/m.exec(file)?.[1];
    const isPlain =
      path !== undefined &&
      /^--- a\//m.test(file) &&
      !/^(?:rename|new file|deleted file|Binary|GIT binary)/m.test(file);
    if (!isPlain) left.push(path ?? /^diff --git a\/(.+) b\//.exec(file)?.[1] ?? '');
    else suggestions.push(...hunksOf(file).flatMap((hunk) => blocksOf(path, hunk)));
  }
  return { suggestions, left };
}

interface Hunk {
  readonly start: number;
  readonly lines: readonly string[];
}

function hunksOf(file: string): readonly Hunk[] {
  return file
    .split(/^(?=@@ )/m)
    .slice(1)
    .map((text) => {
      const [head = '', ...lines] = text.replace(/\n$/, '').split('\n');
      return {
        start: Number(/^@@ -(\d+)/.exec(head)?.[1] ?? 0),
        lines: lines.filter((line) => !line.startsWith('\\')),
      };
    });
}

/** Each run of changed lines, with a line beside it where nothing is taken away: a suggestion has to stand on something. */
function blocksOf(path: string, { start, lines }: Hunk): readonly Suggestion[] {
  const found: Suggestion[] = [];
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
    const taken = block.filter((line) => line.startsWith('-')).length;
    const before = lines[at - 1];
    const put = block.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
    if (taken > 0) found.push(suggestion(path, { from: old, to: old + taken - 1, put }));
    else if (before !== undefined)
      found.push(suggestion(path, { from: old - 1, to: old - 1, put: [before.slice(1), ...put] }));
    old += taken;
    at += block.length;
  }
  return found;
}

function suggestion(path: string, { from, to, put }: { from: number; to: number; put: readonly string[] }): Suggestion {
  // A fence longer than any in it, so that nothing in it can end it.
  const longest = Math.max(2, ...put.flatMap((line) => [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length)));
  const fence = '`'.repeat(longest + 1);
  const body = [`${fence}suggestion`, ...put, fence].join('\n');
  return { path, ...(from === to ? {} : { from }), line: to, body };
}
