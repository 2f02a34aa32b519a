// Rejects an answer of the Editor before anything runs: nothing changed, conflict markers, a protected file, a file out of scope, only
// comments or only tests changed, too long, or the same as before. Used by ../debug-loop.ts.
import type { Config } from '../../../config/index.js';
import { changedFiles, conflictedFiles } from '../../../text/diff.js';
import { roleOf, TEST_ROLES } from '../../../verify/tamper/role.js';
import { isAnotherPlan } from './debug-loop.js';
import * as replies from './editor-replies.js';
import type { FixState } from './fix-state.js';
import { lengthVerdict, scopeViolation } from './scope.js';

interface Bounds {
  readonly scope: readonly string[];
  readonly config: Config;
  /** The task in the person's words. */
  readonly asked: string;
  /** The change is a merge. */
  readonly isMerge: boolean;
  /** The task is to answer a review or failed checks. */
  readonly isFollowUp: boolean;
  /** A request of the review is a question, which a comment in the code may answer. */
  readonly hasQuestion: boolean;
}

/** Returns the text for the Editor if the answer is rejected, else null. Sets `state.warned` if it warns about the length. */
export function rejectionOf(state: FixState, bounds: Bounds): string | null {
  const { last } = state;
  if (!last || last.text === '') return replies.unchanged;
  return (
    rejectConflicts(last.text, bounds) ??
    rejectProtectedFiles(last.files, bounds) ??
    rejectOutOfScope(last.files, state, bounds) ??
    rejectOnlyComments(state, bounds) ??
    rejectOnlyTests(last.files, bounds) ??
    rejectLength(state, bounds) ??
    rejectRepetition(state)
  );
}

function rejectConflicts(diff: string, { isMerge }: Bounds): string | null {
  const files = isMerge ? conflictedFiles(diff) : [];
  return files.length > 0 ? replies.conflicted(files) : null;
}

/** Files of crew and git, such as `.github/crew.yml`. No task may change them. */
const CREW_AND_GIT_FILES = /^(?:\.github\/crew\.ya?ml|\.crew\/.*|\.git\/.*)$/;
const WORKFLOWS = /^\.github\/workflows\//;

function rejectProtectedFiles(files: readonly string[], { config }: Bounds): string | null {
  const found = files.filter(
    (file) => CREW_AND_GIT_FILES.test(file) || (WORKFLOWS.test(file) && !config.fix['workflow-files']),
  );
  return found.length > 0 ? replies.protectedFiles(found) : null;
}

function rejectOutOfScope(files: readonly string[], state: FixState, { scope }: Bounds): string | null {
  const slices = state.slices.flatMap(({ paths }) => paths);
  const found = files.flatMap((file) => {
    const violation = scopeViolation(file, { scope, slices, files: state.sliceFiles });
    return violation === null ? [] : [{ file, globs: violation === 'scope' ? scope : slices }];
  });
  const [first] = found;
  return first
    ? replies.outside(
        found.map(({ file }) => file),
        first.globs,
      )
    : null;
}

/** Rejects a change of comments unless the task asks for comments or asks a question, and the Editor calls the change `other`. */
function rejectOnlyComments({ last, answer }: FixState, { asked, hasQuestion }: Bounds): string | null {
  if (!changesOnlyComments(last?.text ?? '')) return null;
  return answer?.kind === 'other' && (hasQuestion || asksForComments(asked)) ? null : replies.onlyComments;
}

/** Rejects a change of tests unless the task asks for tests or is a follow-up. */
function rejectOnlyTests(files: readonly string[], { asked, isFollowUp }: Bounds): string | null {
  if (isFollowUp || asksForTests(asked)) return null;
  return files.every((file) => TEST_ROLES.includes(roleOf(file, ''))) ? replies.onlyTests : null;
}

/** Words of a task that asks for tests: "retest", "coverage", "flaky", "テスト". */
const TEST_WORDS =
  /(?<![a-z])(?:re)?test|(?<![a-z])specs?(?![a-z])|coverage|flak[ey]|fixtures?|snapshots?|expectation|(?<![a-z])(?:ci|e2e|mocks?)(?![a-z])|テスト|試験|カバレッジ|スナップショット/i;

/** Whether the task asks for tests in its own words. */
export const asksForTests = (task: string): boolean => TEST_WORDS.test(task);

function rejectLength(state: FixState, { config }: Bounds): string | null {
  const files = changedFiles(state.last?.text ?? '');
  const lines = files.reduce((sum, { added, removed }) => sum + added + removed, 0);
  const max = config.fix['max-lines'];
  const expected = state.slices.flatMap(({ lines: each }) => each ?? []);
  const slice = expected.length > 0 ? expected.reduce((sum, each) => sum + each, 0) : undefined;
  const length = lengthVerdict(lines, { slice, max });
  if (length === 'refused') return replies.tooLong(lines, max ?? 0);
  if (length !== 'long' || state.warned.has('long')) return null;
  state.warned.add('long');
  return replies.longForSlice(lines, slice ?? 0);
}

function rejectRepetition(state: FixState): string | null {
  // The change is verified already; only its targets may differ.
  if (state.reusableVerification) return null;
  if (state.isUnchangedSinceFailure) return replies.sameAgain;
  return state.failedPlans.length > 0 && !isAnotherPlan(state.plan, state.failedPlans) ? replies.sameApproach : null;
}

/** Whether a diff changes only comments and blank space. False in doubt. */
export const changesOnlyComments = (diff: string): boolean => {
  const hunks = hunksOf(diff);
  return hunks.length > 0 && hunks.every(changesNoCode);
};

/** Words of a task that asks for comments or formatting: "docstring", "typo", "indent", "コメント". */
const COMMENT_WORDS =
  /comment|coment|kommentar|remark|\bdoc(?:s|strings?|umentation|umented?)?\b|readme|typos?\b|spell|wording|\bformat|indent|white ?space|blank|licen[cs]e|copyright|\btodos?\b|\bfixmes?\b|annotat|コメント|注釈|誤字|脱字|書式|整形|空白|字下げ|インデント|ドキュメント|ライセンス/i;

/** Whether the task asks for comments or formatting in its own words. */
export const asksForComments = (task: string): boolean => COMMENT_WORDS.test(task);

interface Hunk {
  readonly file: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The hunks of a diff, both sides with their context lines. A binary file and a changed mode count as a change of code. */
function hunksOf(diff: string): readonly Hunk[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .flatMap((part): readonly Hunk[] => {
      const [head = '', ...hunks] = part.split(/^(?=@@ -)/m);
      const file = /^(?:\+\+\+ b|--- a)\/(.*?)\t?$/m.exec(head)?.[1] ?? '';
      if (hunks.length === 0 || /^(?:old mode|deleted file mode|rename from) /m.test(head)) return [CODE_CHANGE];
      return hunks.map((hunk) => ({ file, before: sideOf(hunk, '-'), after: sideOf(hunk, '+') }));
    });
}

/** A hunk that changes code in any language. */
const CODE_CHANGE: Hunk = { file: '', before: ['a'], after: ['b'] };

const sideOf = (hunk: string, sign: '-' | '+'): readonly string[] =>
  hunk
    .split('\n')
    .slice(1)
    .filter((line) => line.startsWith(sign) || line.startsWith(' '))
    .map((line) => line.slice(1));

interface Language {
  /** Starts a comment that ends with the line. */
  readonly line: string | null;
  readonly block: readonly [open: string, close: string] | null;
  /** Quotes of strings that span lines. */
  readonly multiLineQuotes: readonly string[];
  /** Whether indentation has a meaning. */
  readonly indents: boolean;
}

const SLASHES: Language = { line: '//', block: ['/*', '*/'], multiLineQuotes: ['`'], indents: false };
const HASHES: Language = { line: '#', block: null, multiLineQuotes: ['"""', "'''"], indents: true };
const STYLES: Language = { line: null, block: ['/*', '*/'], multiLineQuotes: [], indents: false };
const MARKS: Language = { line: null, block: ['<!--', '-->'], multiLineQuotes: [], indents: true };
/** In files of unknown languages, only blank space at the end of a line is ignored. */
const PLAIN: Language = { line: null, block: null, multiLineQuotes: [], indents: true };

const LANGUAGES: readonly (readonly [RegExp, Language])[] = [
  [/\.(?:[cm]?[jt]sx?|java|kts?|go|rs|[ch]|cc|cpp|hpp|cs|swift|scala|dart|groovy|php)$/i, SLASHES],
  [/\.(?:py|pyi|rb|sh|bash|ya?ml|toml|exs?|pl|r)$|(?:^|\/)(?:Makefile|Dockerfile)$/i, HASHES],
  [/\.(?:css|scss|less)$/i, STYLES],
  [/\.(?:html?|xml|svg|vue|svelte)$/i, MARKS],
];

function changesNoCode({ file, before, after }: Hunk): boolean {
  const language = LANGUAGES.find(([pattern]) => pattern.test(file))?.[1] ?? PLAIN;
  return codeIn(before, language) === codeIn(after, language);
}

/** Comments that tools read, such as `#!/bin/sh`, `// @ts-ignore`, `# noqa`. They count as code. */
const TOOL_COMMENT =
  /^(?:#!|\/\/go:|\/\/ ?\+build|\/\/\/ ?<)|@ts-|@(?:type|param|returns?|typedef|template|jsx|flow|overload)\b|[@#]__PURE__|\b(?:eslint|biome|prettier|istanbul|c8|v8|webpack\w+|sourceMappingURL|noqa|nolint|pylint|mypy|pyright|rubocop|shellcheck|pragma|frozen_string_literal)\b|#\s*(?:type:|-\*-|coding[:=])/;

/** The lines without comments, without blank space that has no meaning, and without empty lines. */
function codeIn(lines: readonly string[], language: Language): string {
  return withoutComments(lines.join('\n'), language)
    .split('\n')
    .map((line) => (language.indents ? line.trimEnd() : line.trim()))
    .filter((line) => line !== '')
    .join('\n');
}

/** The maximum length of blank space that is read at once. */
const MAX_BLANK = 400;

function withoutComments(text: string, language: Language): string {
  let code = '';
  for (let at = codeStart(text, language); at < text.length; ) {
    const comment = commentAt(text, at, language);
    if (comment !== null) {
      code += TOOL_COMMENT.test(comment) ? comment : comment.replace(/[^\n]+/g, '');
      at += comment.length;
      continue;
    }
    const string = stringAt(text, at, language);
    const piece = string ?? /^(?:\\.|\n[ \t]*|[ \t]+)/.exec(text.slice(at, at + MAX_BLANK))?.[0] ?? text.charAt(at);
    // Blank space in a string has a meaning.
    code += string === null ? piece.replace(/^[ \t]+/, ' ') : JSON.stringify(piece);
    at += piece.length;
  }
  return code;
}

/** The position at which the code starts. It is not 0 if the lines begin inside a block comment. */
function codeStart(text: string, { block }: Language): number {
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
  // A line comment starts after a blank or punctuation. `https://` and `a#b` start none.
  const isLineComment = line !== null && rest.startsWith(line) && !/[^\s;,{}()[\]]/.test(text.charAt(at - 1));
  return isLineComment ? (rest.split('\n', 1)[0] ?? '') : null;
}

/** Returns the string literal that starts here, or null if none starts here or it does not end in its line. */
function stringAt(text: string, at: number, { multiLineQuotes: long }: Language): string | null {
  const rest = text.slice(at);
  const quote = long.find((each) => rest.startsWith(each));
  if (quote !== undefined) {
    const end = rest.indexOf(quote, quote.length);
    return end === -1 ? rest : rest.slice(0, end + quote.length);
  }
  return /^(["'])(?:\\.|(?!\1)[^\\\n])*\1/.exec(rest)?.[0] ?? null;
}
