// Where a fix may write: the scope that the person gave with `--scope`, which never grows, and the slices of Scout A, which another
// question can widen. Pure.

import { isTest } from '../../../agent/map/tests-of.js';
import { matchesSteps } from '../../../guard/paths/glob.js';
import type { Guard } from '../../../ports/sandbox.js';

interface Scope {
  /** Globs of `--scope`; empty means everywhere. */
  readonly scope: readonly string[];
  /** Globs of Scout A's slices; empty means everywhere. */
  readonly slices: readonly string[];
  /** Files that the slices name; their tests may be changed too. */
  readonly files?: readonly string[] | undefined;
}

/** What a path is outside of, or null. */
type Outside = 'scope' | 'slices' | null;

/** Whether a path, relative to the root, may be changed. */
export const inScope = (path: string, of: Scope): boolean => outsideOf(path, of) === null;

/** What a path is outside of: the scope is checked first. */
export function outsideOf(path: string, { scope, slices, files = [] }: Scope): Outside {
  const plain = plainOf(path);
  if (plain === null || !matchesGlobs(plain, scope)) return 'scope';
  return matchesGlobs(plain, slices) || isTestOfSlice(plain, { slices, files }) ? null : 'slices';
}

/** The guard, with a check of the scope for tools that write files. What the guard denies keeps its reason. */
export function scopeGate(gate: Guard, at: { readonly root: string; readonly of: () => Scope }): Guard {
  return (request) => {
    const decision = gate(request);
    if (decision.verdict === 'deny' || !WRITES.includes(request.tool)) return decision;
    const path = relativeTo(at.root, request.command, request.cwd ?? at.root);
    const of = at.of();
    const outside = path === null ? 'scope' : outsideOf(path, of);
    return outside === null
      ? decision
      : { verdict: 'deny', phase: 'rules', why: whyNot(path ?? request.command, outside, of) };
  };
}

const WRITES = ['Edit', 'Write'];

function whyNot(path: string, outside: 'scope' | 'slices', { scope, slices }: Scope): string {
  const file = JSON.stringify(path.slice(0, 200));
  const given = (globs: readonly string[]) => globs.map((glob) => JSON.stringify(glob)).join(', ');
  return outside === 'scope'
    ? `${file} is outside the scope that the person gave (${given(scope) || 'the project'}), and only they can widen it: with ask-person, or by --scope.`
    : `${file} is outside the slices that Scout A marked as safe (${given(slices)}): ask Scout A with the tool scout why the change needs that file, and it can widen them.`;
}

/** Whether a change is too long. Above the lines of the slice it is only a warning. */
export function lengthOf(
  lines: number,
  limits: { readonly slice?: number | undefined; readonly max?: number | undefined },
) {
  if (limits.max !== undefined && lines > limits.max) return 'refused' as const;
  return limits.slice !== undefined && lines > limits.slice ? ('long' as const) : ('fine' as const);
}

/** A relative path in its normal form; null if it leads outside. */
function plainOf(path: string): string | null {
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
  const plain = plainOf(full.replace(/^\/+/, ''));
  const top = plainOf(root.replace(/^\/+/, '')) ?? '';
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

/** As git matches: a bare name matches in every folder, and a folder matches everything in it. */
function matchesGlob(path: string, glob: string): boolean {
  const steps = segmentsOf(glob);
  const from = steps.length > 1 || glob.startsWith('/') ? steps : ['**', ...steps];
  const all = path.split('/');
  return all.some((_, n) => matchesSteps(from, all.slice(0, n + 1)));
}

/** Brackets are literal, because `app/[id]/page.tsx` is a usual path. */
const segmentsOf = (glob: string): readonly string[] =>
  glob
    .normalize('NFC')
    .split('/')
    .filter((step) => step !== '' && step !== '.');

const MOST_SPREAD = 64;

/** Expands `{a,b}`; a glob with too many expansions is taken literally. */
function expandBraces(glob: string): readonly string[] {
  let heads: readonly string[] = [''];
  let rest = glob;
  for (let open = BRACES.exec(rest); open !== null; open = BRACES.exec(rest)) {
    const { 0: whole, 1: choices = '', index } = open;
    const before = rest.slice(0, index);
    heads = heads.flatMap((head) => choices.split(',').map((choice) => head + before + choice));
    if (heads.length > MOST_SPREAD) return [glob];
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
    const below = own.slice(0, folders.length).join('/') === folders.join('/');
    return isSame && below && (deep || own.length === folders.length);
  });
}

/** Folder names that say only what kind of files they hold. */
const KINDS = [
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
 * The folders of a glob without those, up to the first wildcard; whether deeper folders match; and the file's stem if it names one file.
 */
function foldersOf(glob: string): readonly [folders: readonly string[], deep: boolean, name: string | undefined] {
  const steps = segmentsOf(glob);
  const wild = steps.findIndex((step) => /[*?]/.test(step));
  const isFile = wild < 0 && /\.[^.]+$/.test(steps.at(-1) ?? '');
  const fixed = wild < 0 ? steps.slice(0, isFile ? -1 : undefined) : steps.slice(0, wild);
  const deep = wild < 0 ? !isFile : steps.length - wild > 1 || steps[wild] === '**';
  return [fixed.filter((step) => !KINDS.includes(step.toLowerCase())), deep, isFile ? stemOf(glob) : undefined];
}

/** A file name without its extension and without the marks of a test. */
const stemOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .replace(/[._-](?:test|tests|spec|specs|cy|e2e)$/i, '')
    .replace(/^test[._-]/i, '')
    .replace(/(?<=[a-z\d])(?:Tests?|IT|Spec)$/, '')
    .toLowerCase();
