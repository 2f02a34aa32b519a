// The map of a repository in the prompts of `fix`, made without a model: outline every file, resolve imports, rank the files for the task, and
// render as many as fit. The same tree and task give the same text.
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UserError } from '../../ports/errors.js';
import type { Workspace } from '../../ports/index.js';
import { languageOf } from './languages.js';
import { linksOf, type Outline, outlineOf } from './links.js';
import type { RepositoryFacts } from './rank.js';
import { render } from './render.js';
import { isTest, testsOf } from './tests-of.js';

export interface MapOptions {
  /** The task. Files that it names come first. */
  readonly task?: string | undefined;
  /** The most tokens of the text. */
  readonly tokens: number;
}

/** The map of a tree. */
export async function mapOf(workspace: Workspace, { task = '', tokens }: MapOptions): Promise<string> {
  return render(await readRepository(workspace), { task, tokens });
}

/**
 * The test files that load one of the changed files: by importing it or a file that re-exports it, or from the same package if the
 * language needs no import.
 */
export async function testsThatLoad(
  workspace: Workspace,
  { tests, changed }: { readonly tests: readonly string[]; readonly changed: readonly string[] },
): Promise<readonly string[]> {
  const { links, tests: testOf } = await readRepository(workspace);
  const sources = changed.filter((file) => !isTest(file));
  const loaded = new Set(sources);
  for (const file of new Set(sources.flatMap((source) => [...(links.importedBy.get(source) ?? [])])))
    if (reexports(file, (await textOf(workspace, file)) ?? '')) loaded.add(file);
  const importsLoaded = (test: string) => [...(links.imports.get(test) ?? [])].some((file) => loaded.has(file));
  const isInPackageOf = (test: string, source: string) =>
    test.endsWith('.go')
      ? path.dirname(test) === path.dirname(source)
      : PACKAGE_LANGUAGES.test(test) && testOf.get(source) === test;
  return tests.filter((test) => importsLoaded(test) || sources.some((source) => isInPackageOf(test, source)));
}

/** Files of languages whose tests use classes of the same package without an import. */
const PACKAGE_LANGUAGES = /\.(?:java|cs|swift)$/;

/** Lines that re-export another file, in JavaScript and Rust. */
const REEXPORTS =
  /^\s*(?:export\b[^;'"]*\bfrom\s*['"]|\}\s*from\s*['"]|pub\s+(?:use|mod)\b)|\bexports(?:\.\w+)?\s*=\s*(?:\{\s*\.\.\.)?require\(/m;

const reexports = (file: string, text: string): boolean => file.endsWith('/__init__.py') || REEXPORTS.test(text);

/** The most bytes read of a file. */
const MAX_BYTES = 256 * 1024;
/** The most files that are read; others appear by name only. */
const MAX_FILES = 20_000;

/** Reads every source file and manifest once. */
async function readRepository(workspace: Workspace): Promise<RepositoryFacts> {
  const files = await workspace.files({});
  const outlines = new Map<string, Outline>();
  const manifests = new Map<string, string>();
  const wanted = files.filter((file) => languageOf(file) || MANIFESTS.test(file)).slice(0, MAX_FILES);
  for (const [n, file] of wanted.entries()) {
    // Lets cancel signals be handled.
    if (n % 500 === 499) await setImmediate();
    const text = await textOf(workspace, file);
    const language = languageOf(file);
    if (text === null) continue;
    if (language) outlines.set(file, outlineOf(text, language));
    else manifests.set(file, text);
  }
  const links = linksOf(outlines, files);
  return { files, outlines, links, tests: testsOf(files, links), entryPoints: entryPointsOf(files, manifests) };
}

/** The start of a file as text; null if it cannot be read: a link to outside, a pipe, or a removed file. */
async function textOf(workspace: Workspace, file: string): Promise<string | null> {
  try {
    const bytes = await workspace.read(file, { from: 0, to: MAX_BYTES });
    return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** Manifests that name entry points. */
export const MANIFESTS = /(?:^|\/)(?:package\.json|pyproject\.toml)$/;

/** The entry points of programs: those in manifests, and files with a conventional name. */
export function entryPointsOf(files: readonly string[], manifests: ReadonlyMap<string, string>): ReadonlySet<string> {
  const known = new Set(files);
  const declared = [...manifests].flatMap(([path, text]) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const paths = path.endsWith('.json') ? pathsInPackageJson(text) : pathsInPyproject(text);
    return paths.flatMap(
      (name) => sourcesOf(folder + name.replace(/^\.\//, '')).find((source) => known.has(source)) ?? [],
    );
  });
  return new Set([...declared, ...files.filter((path) => languageOf(path)?.entryPoints.test(path))]);
}

/** All paths in main, module, bin and exports. */
function pathsInPackageJson(text: string): readonly string[] {
  try {
    const { main, module, bin, exports }: Record<string, unknown> = JSON.parse(text);
    return pathsIn([main, module, bin, exports], 0);
  } catch {
    // An invalid manifest names no entry point.
    return [];
  }
}

function pathsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return /\.[cm]?[jt]sx?$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.values(value).flatMap((each) => pathsIn(each, depth + 1));
}

function pathsInPyproject(text: string): readonly string[] {
  return [...text.matchAll(/^[\w-]+\s*=\s*"([\w.]+):\w+"/gm)].flatMap(([, module = '']) => {
    const path = module.replaceAll('.', '/');
    return [`${path}.py`, `src/${path}.py`];
  });
}

/** The possible source files of a built file such as `dist/cli.js`, and the file itself. */
function sourcesOf(path: string): readonly string[] {
  const stem = path.replace(/\.d?\.?[cm]?[jt]sx?$/, '');
  const inSources = stem.replace(/(^|\/)(?:dist|lib|build|out)\//, '$1src/');
  return [...(inSources === stem ? [] : ['.ts', '.tsx', '.js', '.mjs'].map((ending) => inSources + ending)), path];
}
