// What can be said against an answer before anything is run: it would be verified in vain, or must not be verified as it is.
import type { Config } from '../../../config/index.js';
import { changedFiles, conflictedFiles } from '../../../text/diff.js';
import { isAnotherPlan } from './debug-loop.js';
import * as replies from './editor-replies.js';
import type { FixState } from './fix-state.js';
import { lengthOf, outsideOf } from './scope.js';

interface Bounds {
  readonly scope: readonly string[];
  readonly config: Config;
  /** The task, in the words of whoever gave it. */
  readonly asked: string;
  /** The change is a merge. */
  readonly isMerge: boolean;
}

/** The first objection, for the Editor; none: null. */
export function rejectionOf(state: FixState, bounds: Bounds): string | null {
  const { last } = state;
  if (!last || last.text === '') return replies.unchanged;
  return (
    conflicted(last.text, bounds) ??
    kept(last.files, bounds) ??
    outside(last.files, state, bounds) ??
    remarks(state, bounds) ??
    long(state, bounds) ??
    stale(state)
  );
}

function conflicted(diff: string, { isMerge }: Bounds): string | null {
  const files = isMerge ? conflictedFiles(diff) : [];
  return files.length > 0 ? replies.conflicted(files) : null;
}

/** What nobody's task is to change. */
const OWN = /^(?:\.github\/crew\.ya?ml|\.crew\/.*|\.git\/.*)$/;
const WORKFLOWS = /^\.github\/workflows\//;

function kept(files: readonly string[], { config }: Bounds): string | null {
  const found = files.filter((file) => OWN.test(file) || (WORKFLOWS.test(file) && !config.fix['workflow-files']));
  return found.length > 0 ? replies.protectedFiles(found) : null;
}

function outside(files: readonly string[], state: FixState, { scope }: Bounds): string | null {
  const slices = state.slices.flatMap(({ paths }) => paths);
  const found = files.flatMap((file) => {
    const beyond = outsideOf(file, { scope, slices, files: state.sliceFiles });
    return beyond === null ? [] : [{ file, globs: beyond === 'scope' ? scope : slices }];
  });
  const [first] = found;
  return first
    ? replies.outside(
        found.map(({ file }) => file),
        first.globs,
      )
    : null;
}

/** Of which kind it is says the Editor alone; what it may leave to people's eyes, the task has to say as well. */
function remarks({ last, answer }: FixState, { asked }: Bounds): string | null {
  if (!changesOnlyComments(last?.text ?? '')) return null;
  return answer?.kind === 'other' && asksForComments(asked) ? null : replies.onlyComments;
}

function long(state: FixState, { config }: Bounds): string | null {
  const files = changedFiles(state.last?.text ?? '');
  const lines = files.reduce((sum, { added, removed }) => sum + added + removed, 0);
  const max = config.fix['max-lines'];
  const wanted = state.slices.flatMap(({ lines: each }) => each ?? []);
  const slice = wanted.length > 0 ? wanted.reduce((sum, each) => sum + each, 0) : undefined;
  const length = lengthOf(lines, { slice, max });
  if (length === 'refused') return replies.tooLong(lines, max ?? 0);
  if (length !== 'long' || state.warned.has('long')) return null;
  state.warned.add('long');
  return replies.longForSlice(lines, slice ?? 0);
}

function stale(state: FixState): string | null {
  // Nothing is verified again: only what the answer says about targets counts.
  if (state.green) return null;
  if (state.isSameAgain) return replies.sameAgain;
  return state.failedPlans.length > 0 && !isAnotherPlan(state.plan, state.failedPlans) ? replies.sameApproach : null;
}

/** Nothing but comments and blank space differs. */
export const changesOnlyComments = (diff: string): boolean => {
  const hunks = hunksOf(diff);
  return hunks.length > 0 && hunks.every(isRemark);
};

/** What a task is about that may be answered by words for people alone. */
const ABOUT =
  /comment|coment|kommentar|remark|\bdoc(?:s|strings?|umentation|umented?)?\b|readme|typos?\b|spell|wording|\bformat|indent|white ?space|blank|licen[cs]e|copyright|\btodos?\b|\bfixmes?\b|annotat|コメント|注釈|誤字|脱字|書式|整形|空白|字下げ|インデント|ドキュメント|ライセンス/i;

/** Whether its own words ask for such. The kind that an answer gives itself is no evidence of that. */
export const asksForComments = (task: string): boolean => ABOUT.test(task);

interface Hunk {
  readonly file: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The hunks of a diff, each side with the lines around it; a file without any (binary, another mode) has one that is no remark. */
function hunksOf(diff: string): readonly Hunk[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .flatMap((part): readonly Hunk[] => {
      const [head = '', ...hunks] = part.split(/^(?=@@ -)/m);
      const file = /^(?:\+\+\+ b|--- a)\/(.*?)\t?$/m.exec(head)?.[1] ?? '';
      if (hunks.length === 0 || /^(?:old mode|deleted file mode|rename from) /m.test(head)) return [CHANGED];
      return hunks.map((hunk) => ({ file, before: sideOf(hunk, '-'), after: sideOf(hunk, '+') }));
    });
}

const CHANGED: Hunk = { file: '', before: ['a'], after: ['b'] };

const sideOf = (hunk: string, sign: '-' | '+'): readonly string[] =>
  hunk
    .split('\n')
    .slice(1)
    .filter((line) => line.startsWith(sign) || line.startsWith(' '))
    .map((line) => line.slice(1));

interface Language {
  /** Begins a comment that goes to the end of the line. */
  readonly line: string | null;
  readonly block: readonly [open: string, close: string] | null;
  /** Strings of more than one line. */
  readonly long: readonly string[];
  /** Whether a program reads how far a line is indented. */
  readonly indents: boolean;
}

const SLASHES: Language = { line: '//', block: ['/*', '*/'], long: ['`'], indents: false };
const HASHES: Language = { line: '#', block: null, long: ['"""', "'''"], indents: true };
const STYLES: Language = { line: null, block: ['/*', '*/'], long: [], indents: false };
const MARKS: Language = { line: null, block: ['<!--', '-->'], long: [], indents: true };
/** Of any other file nothing is known but that the end of a line may be blank. */
const PLAIN: Language = { line: null, block: null, long: [], indents: true };

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/\.(?:[cm]?[jt]sx?|java|kts?|go|rs|[ch]|cc|cpp|hpp|cs|swift|scala|dart|groovy|php)$/i, SLASHES],
  [/\.(?:py|pyi|rb|sh|bash|ya?ml|toml|exs?|pl|r)$|(?:^|\/)(?:Makefile|Dockerfile)$/i, HASHES],
  [/\.(?:css|scss|less)$/i, STYLES],
  [/\.(?:html?|xml|svg|vue|svelte)$/i, MARKS],
];

function isRemark({ file, before, after }: Hunk): boolean {
  const language = LANGUAGES.find(([of]) => of.test(file))?.[1] ?? PLAIN;
  const [one, other] = [before, after].map((lines) => codeIn(lines, language));
  return one === other;
}

/** A comment that some program reads all the same. */
const READ =
  /^(?:#!|\/\/go:|\/\/ ?\+build|\/\/\/ ?<)|@ts-|@(?:type|param|returns?|typedef|template|jsx|flow|overload)\b|[@#]__PURE__|\b(?:eslint|biome|prettier|istanbul|c8|v8|webpack\w+|sourceMappingURL|noqa|nolint|pylint|mypy|pyright|rubocop|shellcheck|pragma|frozen_string_literal)\b|#\s*(?:type:|-\*-|coding[:=])/;

/** What is left of lines without remarks, blank space that nobody reads, and lines of which nothing is left. */
function codeIn(lines: readonly string[], language: Language): string {
  return withoutComments(lines.join('\n'), language)
    .split('\n')
    .map((line) => (language.indents ? line.trimEnd() : line.trim()))
    .filter((line) => line !== '')
    .join('\n');
}

/** Of blank space in one piece. */
const LONGEST = 400;

function withoutComments(text: string, language: Language): string {
  let left = '';
  for (let at = startOf(text, language); at < text.length; ) {
    const comment = commentAt(text, at, language);
    if (comment !== null) {
      left += READ.test(comment) ? comment : comment.replace(/[^\n]+/g, '');
      at += comment.length;
      continue;
    }
    const string = stringAt(text, at, language);
    const piece = string ?? /^(?:\\.|\n[ \t]*|[ \t]+)/.exec(text.slice(at, at + LONGEST))?.[0] ?? text.charAt(at);
    // What a string holds is no blank space of the program's.
    left += string === null ? piece.replace(/^[ \t]+/, ' ') : JSON.stringify(piece);
    at += piece.length;
  }
  return left;
}

/** Where it begins within a comment, the first thing is the end of that. */
function startOf(text: string, { block }: Language): number {
  const [open, close] = block ?? [];
  if (open === undefined || close === undefined) return 0;
  const [opens, closes] = [text.indexOf(open), text.indexOf(close)];
  return closes !== -1 && (opens === -1 || closes < opens) ? closes + close.length : 0;
}

function commentAt(text: string, at: number, { line, block }: Language): string | null {
  const rest = text.slice(at);
  if (block && rest.startsWith(block[0])) {
    const end = rest.indexOf(block[1], block[0].length);
    return end === -1 ? rest : rest.slice(0, end + block[1].length);
  }
  // An address has slashes, and a word may hold a hash.
  const begins = line !== null && rest.startsWith(line) && !/[^\s;,{}()[\]]/.test(text.charAt(at - 1));
  return begins ? (rest.split('\n', 1)[0] ?? '') : null;
}

/** A string, whole; one that does not end in its line was none. */
function stringAt(text: string, at: number, { long }: Language): string | null {
  const rest = text.slice(at);
  const opens = long.find((quote) => rest.startsWith(quote));
  if (opens !== undefined) {
    const end = rest.indexOf(opens, opens.length);
    return end === -1 ? rest : rest.slice(0, end + opens.length);
  }
  return /^(["'])(?:\\.|(?!\1)[^\\\n])*\1/.exec(rest)?.[0] ?? null;
}
