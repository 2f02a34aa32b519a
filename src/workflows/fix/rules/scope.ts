// Where a fix may write. The person's scope is theirs and never grows; the slices are Scout A's, and asking again can widen them.

import { isTest } from '../../../agent/map/tests-of.js';
import { matchesSteps } from '../../../guard/paths/glob.js';
import type { Guard } from '../../../ports/guard.js';

interface Scope {
  /** Globs that the person gave with --scope; none is everywhere. */
  readonly scope: readonly string[];
  /** Globs that Scout A marked as the smallest safe slices; none yet is everywhere. */
  readonly slices: readonly string[];
  /** Files that slices name: by them a glob's tests are told from others'. */
  readonly files?: readonly string[] | undefined;
}

/** Why a path is outside, or null. */
type Outside = 'scope' | 'slices' | null;

/** Whether a path, relative to the root, may be changed. */
export const inScope = (path: string, of: Scope): boolean => outsideOf(path, of) === null;

/** Which of the two a path is outside of. */
export function outsideOf(path: string, { scope, slices, files = [] }: Scope): Outside {
  const plain = plainOf(path);
  if (plain === null || !matchesGlobs(plain, scope)) return 'scope';
  return matchesGlobs(plain, slices) || isTestOfSlice(plain, { slices, files }) ? null : 'slices';
}

/** The gate, with the scope before what writes files. What it denies already stays denied, for its own reason. */
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

/** How many lines a change may add and remove. By default too many are only worth a warning (decisions B). */
export function lengthOf(
  lines: number,
  limits: { readonly slice?: number | undefined; readonly max?: number | undefined },
) {
  if (limits.max !== undefined && lines > limits.max) return 'refused' as const;
  return limits.slice !== undefined && lines > limits.slice ? ('long' as const) : ('fine' as const);
}

/** A relative path in its plain spelling, or null for one that leads out. */
function plainOf(path: string): string | null {
  const steps: string[] = [];
  for (const step of path.normalize('NFC').split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return path.startsWith('/') || path.includes('\0') || steps.length === 0 ? null : steps.join('/');
}

/** Where a path of a request lies below the root; null when it does not. */
function relativeTo(root: string, path: string, cwd: string): string | null {
  const full = path.startsWith('/') ? path : `${cwd}/${path}`;
  const plain = plainOf(full.replace(/^\/+/, ''));
  const top = plainOf(root.replace(/^\/+/, '')) ?? '';
  if (plain === null) return null;
  if (top === '') return plain;
  return plain.startsWith(`${top}/`) ? plain.slice(top.length + 1) : null;
}

/** Where none of them asks for anything, everything is wanted; `!` takes back. */
export function matchesGlobs(path: string, globs: readonly string[]): boolean {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  return !isExcluded(path, globs) && (wanted.length === 0 || wanted.some((glob) => matchesAnyExpansion(path, glob)));
}

/** Whether one of them takes the path back. */
const isExcluded = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => glob.startsWith('!') && matchesAnyExpansion(path, glob.slice(1)));

const matchesAnyExpansion = (path: string, glob: string): boolean =>
  expandBraces(glob).some((each) => matchesGlob(path, each));

/** As git means it: a name alone counts in every folder, and a folder stands for all that is in it. */
function matchesGlob(path: string, glob: string): boolean {
  const steps = segmentsOf(glob);
  const from = steps.length > 1 || glob.startsWith('/') ? steps : ['**', ...steps];
  const all = path.split('/');
  return all.some((_, n) => matchesSteps(from, all.slice(0, n + 1)));
}

/** Brackets are letters here: `app/[id]/page.tsx` is what people mean far more often than a set. */
const segmentsOf = (glob: string): readonly string[] =>
  glob
    .normalize('NFC')
    .split('/')
    .filter((step) => step !== '' && step !== '.');

const MOST_SPREAD = 64;

/** `{a,b}` stands for both; what would become too many is taken word for word. */
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

/** A test belongs to what it tests: the one of the same name, or one in the folder that mirrors a slice's. */
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

/** Folders that only say what kind of file lies there. */
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

/** Its folders without those, up to the first wildcard; whether deeper ones count; and the name, where it is one file's. */
function foldersOf(glob: string): readonly [folders: readonly string[], deep: boolean, name: string | undefined] {
  const steps = segmentsOf(glob);
  const wild = steps.findIndex((step) => /[*?]/.test(step));
  const isFile = wild < 0 && /\.[^.]+$/.test(steps.at(-1) ?? '');
  const fixed = wild < 0 ? steps.slice(0, isFile ? -1 : undefined) : steps.slice(0, wild);
  const deep = wild < 0 ? !isFile : steps.length - wild > 1 || steps[wild] === '**';
  return [fixed.filter((step) => !KINDS.includes(step.toLowerCase())), deep, isFile ? stemOf(glob) : undefined];
}

/** A file's name without its ending and without what makes it a test's. */
const stemOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .replace(/[._-](?:test|tests|spec|specs|cy|e2e)$/i, '')
    .replace(/^test[._-]/i, '')
    .replace(/(?<=[a-z\d])(?:Tests?|IT|Spec)$/, '')
    .toLowerCase();
