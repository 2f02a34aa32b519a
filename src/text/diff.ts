// Reads a diff of git: which files it changes, and which of them contain conflict markers. Used by the rules of `fix` and `review`. Pure.

interface FileChange {
  /** The path after the change; of a deleted file, its former path. */
  readonly path: string;
  readonly how: 'changed' | 'new' | 'deleted' | 'renamed';
  /** The former path of a renamed file. */
  readonly from?: string | undefined;
  /** The number of added lines. */
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

/** The changed files, in the order of the diff, with their counts of lines. */
export function changedFiles(diff: string): readonly FileChange[] {
  const lines = diff.split('\n');
  const files: FileDraft[] = [];
  let file: FileDraft | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const hunk = HUNK.exec(line);
    if (line.startsWith('diff --git ')) {
      file = { ...UNCHANGED, path: pathIn(line) };
      files.push(file);
    } else if (file && hunk) at = countHunk(lines, { at, hunk, file });
    else if (file) readHeader(line, file);
  }
  return files;
}

interface FileDraft {
  path: string;
  how: FileChange['how'];
  from?: string;
  added: number;
  removed: number;
  binary: boolean;
}

const UNCHANGED = { path: '', how: 'changed', added: 0, removed: 0, binary: false } as const;
/** `@@ -12,3 +12,4 @@`; without a number after the comma, the hunk has one line. */
const HUNK = /^@@ -\d+(?:,(?<oldCount>\d+))? \+\d+(?:,(?<newCount>\d+))? @@/;

/**
 * Counts the lines of a hunk and returns the index of its last line. A hunk states its length, so no line in it is taken for a header.
 */
function countHunk(
  lines: readonly string[],
  { at, hunk, file }: { at: number; hunk: RegExpExecArray; file: FileDraft },
): number {
  let oldLeft = Number(hunk.groups?.oldCount ?? 1);
  let newLeft = Number(hunk.groups?.newCount ?? 1);
  let last = at;
  while (last + 1 < lines.length && (oldLeft > 0 || newLeft > 0)) {
    last += 1;
    const sign = lines[last]?.[0];
    if (sign === '+') [newLeft, file.added] = [newLeft - 1, file.added + 1];
    else if (sign === '-') [oldLeft, file.removed] = [oldLeft - 1, file.removed + 1];
    else if (sign !== '\\') [oldLeft, newLeft] = [oldLeft - 1, newLeft - 1];
  }
  return last;
}

/** Reads one line of a file's header. */
function readHeader(line: string, file: FileDraft): void {
  if (line.startsWith('new file mode')) file.how = 'new';
  else if (line.startsWith('deleted file mode')) file.how = 'deleted';
  else if (line.startsWith('rename from ')) [file.how, file.from] = ['renamed', unquoted(line.slice(12))];
  else if (line.startsWith('rename to ')) file.path = unquoted(line.slice(10));
  else if (line === 'GIT binary patch' || line.startsWith('Binary files ')) file.binary = true;
  else if (/^(?:\+\+\+|---) (?!\/dev\/null)/.test(line)) file.path = unquoted(line.slice(4)).replace(/^[ab]\//, '');
}

/** The path in `diff --git a/PATH b/PATH`. Only for a renamed file do the two paths differ; then a later header line gives the new path. Otherwise they are equally long. */
function pathIn(head: string): string {
  const both = head.slice('diff --git '.length);
  const quoted = /"((?:[^"\\]|\\.)*)"$/.exec(both);
  if (quoted) return unquoted(quoted[0]).replace(/^b\//, '');
  return both.slice((both.length + 1) / 2).replace(/^b\//, '');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** The path without the quotes and escapes that git adds to unusual paths, as in C: `"caf\303\251.txt"`. */
function unquoted(name: string): string {
  const plain = name.replace(/\t$/, '');
  if (!/^".*"$/s.test(plain)) return plain;
  const bytes = [...plain.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)].flatMap(([, octal, letter, rest]) =>
    octal === undefined
      ? [...UTF8.encode(letter === undefined ? rest : (ESCAPES[letter] ?? letter))]
      : [Number.parseInt(octal, 8)],
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const UTF8 = new TextEncoder();

/** An added line that begins with `<<<<<<<`, `>>>>>>>` or `|||||||`. */
const CONFLICT_MARKER = /^\+(?:<{7}|>{7}|\|{7})(?: |\r?$)/m;

/** The files of a diff whose added lines contain conflict markers. */
export const conflictedFiles = (diff: string): readonly string[] =>
  diff
    .split(/^(?=diff --git )/m)
    .filter((part) => CONFLICT_MARKER.test(part))
    .flatMap((part) => changedFiles(part).map(({ path }) => path));
