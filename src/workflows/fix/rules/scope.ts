// Decides which files a fix may write: those in the scope that the person gave with `--scope`, and in the slices that Scout A named. Only
// another question to Scout A widens the slices; nothing widens the scope. Pure. Used by ../editor.ts, ../scouts.ts and rejections.ts.

import { isTest } from '../../../agent/map/tests-of.js';
import type { Guard } from '../../../ports/sandbox.js';
import { matchesSegments } from '../../../text/glob.js';

interface Scope {
  /** Globs of `--scope`; empty means everywhere. */
  readonly scope: readonly string[];
  /** Globs of Scout A's slices; empty means everywhere. */
  readonly slices: readonly string[];
  /** Existing source files that the slices match; their tests may be changed too. */
  readonly files?: readonly string[] | undefined;
}

/** `scope`: outside `--scope`. `slices`: outside Scout A's slices. Null: the path may be written. */
type ScopeViolation = 'scope' | 'slices' | null;

/** Returns why a path, relative to the root, may not be written, or null. The scope is checked before the slices. */
export function scopeViolation(path: string, { scope, slices, files = [] }: Scope): ScopeViolation {
  const plain = normalPath(path);
  if (plain === null || !matchesGlobs(plain, scope)) return 'scope';
  return matchesGlobs(plain, slices) || isTestOfSlice(plain, { slices, files }) ? null : 'slices';
}

/** Returns the guard with an additional check of the scope for tools that write files. A denial by the guard comes first. */
export function scopeGate(
  guard: Guard,
  { root, scope: readScope }: { readonly root: string; readonly scope: () => Scope },
): Guard {
  return (request) => {
    const decision = guard(request);
    if (decision.verdict === 'deny' || !WRITING_TOOLS.includes(request.tool)) return decision;
    const path = relativeTo(root, request.command, request.cwd ?? root);
    const scope = readScope();
    const outside = path === null ? 'scope' : scopeViolation(path, scope);
    return outside === null
      ? decision
      : { verdict: 'deny', phase: 'rules', why: denialText(path ?? request.command, outside, scope) };
  };
}

const WRITING_TOOLS = ['Edit', 'Write'];

function denialText(path: string, outside: 'scope' | 'slices', { scope, slices }: Scope): string {
  const file = JSON.stringify(path.slice(0, 200));
  const list = (globs: readonly string[]) => globs.map((glob) => JSON.stringify(glob)).join(', ');
  return outside === 'scope'
    ? `${file} is outside the scope that the person gave (${list(scope) || 'the project'}), and only they can widen it: with ask-person, or by --scope.`
    : `${file} is outside the slices that Scout A marked as safe (${list(slices)}): ask Scout A with the tool scout why the change needs that file, and it can widen them.`;
}

/**
 * `refused` if a change has more lines than `fix.max-lines` (`max`), `long` (a warning) if it has more than Scout A expects for the slices
 * (`slice`), else `fine`.
 */
export function lengthVerdict(
  lines: number,
  limits: { readonly slice?: number | undefined; readonly max?: number | undefined },
) {
  if (limits.max !== undefined && lines > limits.max) return 'refused' as const;
  return limits.slice !== undefined && lines > limits.slice ? ('long' as const) : ('fine' as const);
}

/** A relative path in its normal form; null if it leads outside. */
function normalPath(path: string): string | null {
  const steps: string[] = [];
  for (const step of path.normalize('NFC').split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return path.startsWith('/') || path.includes('\0') || steps.length === 0 ? null : steps.join('/');
}

/** A path relative to the root; null if it is outside. */
function relativeTo(root: string, path: string, cwd: string): string | null {
  const full = path.startsWith('/') ? path : `${cwd}/${path}`;
  const plain = normalPath(full.replace(/^\/+/, ''));
  const top = normalPath(root.replace(/^\/+/, '')) ?? '';
  if (plain === null) return null;
  if (top === '') return plain;
  return plain.startsWith(`${top}/`) ? plain.slice(top.length + 1) : null;
}

/** Whether a path matches one of the globs and none that starts with `!`. Without positive globs everything matches. */
export function matchesGlobs(path: string, globs: readonly string[]): boolean {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  return !isExcluded(path, globs) && (wanted.length === 0 || wanted.some((glob) => matchesAnyExpansion(path, glob)));
}

/** Whether a glob with `!` matches the path. */
const isExcluded = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => glob.startsWith('!') && matchesAnyExpansion(path, glob.slice(1)));

const matchesAnyExpansion = (path: string, glob: string): boolean =>
  expandBraces(glob).some((each) => matchesGlob(path, each));

/** Matches as git does: a name without a slash matches in every folder, and a folder matches all files in it. */
function matchesGlob(path: string, glob: string): boolean {
  const steps = segmentsOf(glob);
  const from = steps.length > 1 || glob.startsWith('/') ? steps : ['**', ...steps];
  const all = path.split('/');
  return all.some((_, n) => matchesSegments(from, all.slice(0, n + 1)));
}

/** Brackets are literal, because `app/[id]/page.tsx` is a usual path. */
const segmentsOf = (glob: string): readonly string[] =>
  glob
    .normalize('NFC')
    .split('/')
    .filter((step) => step !== '' && step !== '.');

const MAX_EXPANSIONS = 64;

/** Expands `{a,b}`; a glob with too many expansions is taken literally. */
function expandBraces(glob: string): readonly string[] {
  let heads: readonly string[] = [''];
  let rest = glob;
  for (let open = BRACES.exec(rest); open !== null; open = BRACES.exec(rest)) {
    const { 0: whole, 1: choices = '', index } = open;
    const before = rest.slice(0, index);
    heads = heads.flatMap((head) => choices.split(',').map((choice) => head + before + choice));
    if (heads.length > MAX_EXPANSIONS) return [glob];
    rest = rest.slice(index + whole.length);
  }
  return heads.map((head) => head + rest);
}

const BRACES = /\{([^{}]*)\}/;

/** Whether a path is a test of a slice: it has the name of a source file in the slice, or is in the folder that mirrors the slice. */
function isTestOfSlice(
  path: string,
  { slices, files }: { slices: readonly string[]; files: readonly string[] },
): boolean {
  if (!isTest(path) || isExcluded(path, slices)) return false;
  const stem = stemOf(path);
  const [own] = foldersOf(path);
  const all = slices.flatMap(expandBraces);
  const sources = files.filter((file) => !isTest(file) && stemOf(file) === stem);
  if (sources.some((file) => all.some((glob) => matchesGlob(file, glob)))) return true;
  return all.some((glob) => {
    const [folders, deep, name] = foldersOf(glob);
    const isSame = name === undefined || name === stem;
    const isBelow = own.slice(0, folders.length).join('/') === folders.join('/');
    return isSame && isBelow && (deep || own.length === folders.length);
  });
}

/** Folder names that say only what kind of files they hold. */
const GENERIC_FOLDERS = [
  'src',
  'lib',
  'source',
  'test',
  'tests',
  '__tests__',
  'spec',
  'specs',
  'testing',
  'e2e',
  'unit',
  'main',
  'java',
];

/**
 * Returns the folders of a glob up to its first wildcard, without GENERIC_FOLDERS; whether deeper folders match; and the stem of the file
 * if the glob names a single file.
 */
function foldersOf(glob: string): readonly [folders: readonly string[], deep: boolean, name: string | undefined] {
  const steps = segmentsOf(glob);
  const wild = steps.findIndex((step) => /[*?]/.test(step));
  const isFile = wild < 0 && /\.[^.]+$/.test(steps.at(-1) ?? '');
  const fixed = wild < 0 ? steps.slice(0, isFile ? -1 : undefined) : steps.slice(0, wild);
  const deep = wild < 0 ? !isFile : steps.length - wild > 1 || steps[wild] === '**';
  return [
    fixed.filter((step) => !GENERIC_FOLDERS.includes(step.toLowerCase())),
    deep,
    isFile ? stemOf(glob) : undefined,
  ];
}

/** A file name without its extension and without prefixes and suffixes of tests: `user.test.ts` and `UserTest.java` give `user`. */
const stemOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .replace(/[._-](?:test|tests|spec|specs|cy|e2e)$/i, '')
    .replace(/^test[._-]/i, '')
    .replace(/(?<=[a-z\d])(?:Tests?|IT|Spec)$/, '')
    .toLowerCase();
