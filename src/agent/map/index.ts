// The map of a repository, made without a model: its files → what each offers and needs → who needs whom → what matters most
// for a task → a page of so many tokens. The same tree and task give the same page.
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UserError } from '../../ports/errors.js';
import type { Workspace } from '../../ports/index.js';
import { beginnings, MANIFESTS } from './entry-points.js';
import { languageOf } from './languages.js';
import { linksOf, type Outline, outlineOf } from './links.js';
import type { Ground } from './rank.js';
import { render } from './render.js';
import { isTest, testsOf } from './tests-of.js';

export interface MapAsk {
  /** What is to be done; what it names comes first. */
  readonly task?: string | undefined;
  /** How long the page may be. */
  readonly tokens: number;
}

/** The map of a tree. */
export async function mapOf(workspace: Workspace, { task = '', tokens }: MapAsk): Promise<string> {
  return render(await survey(workspace), { task, tokens });
}

/**
 * Those of the test files that load one of the changed files: by an import of it, by an import of a file that re-exports it, or, where
 * the language needs no import, from the same package.
 */
export async function loadersOf(
  workspace: Workspace,
  { tests, changed }: { readonly tests: readonly string[]; readonly changed: readonly string[] },
): Promise<readonly string[]> {
  const { links, tests: testOf } = await survey(workspace);
  const sources = changed.filter((file) => !isTest(file));
  const loaded = new Set(sources);
  for (const file of new Set(sources.flatMap((source) => [...(links.neededBy.get(source) ?? [])])))
    if (reexports(file, (await textOf(workspace, file)) ?? '')) loaded.add(file);
  const isBeside = (test: string) =>
    sources.some((source) =>
      test.endsWith('.go')
        ? path.dirname(test) === path.dirname(source)
        : PACKAGES.test(test) && testOf.get(source) === test,
    );
  return tests.filter((test) => [...(links.needs.get(test) ?? [])].some((file) => loaded.has(file)) || isBeside(test));
}

/** Their tests name a class of the same package without importing it. */
const PACKAGES = /\.(?:java|cs|swift)$/;

const REEXPORTS =
  /^\s*(?:export\b[^;'"]*\bfrom\s*['"]|\}\s*from\s*['"]|pub\s+(?:use|mod)\b)|\bexports(?:\.\w+)?\s*=\s*(?:\{\s*\.\.\.)?require\(/m;

const reexports = (file: string, text: string): boolean => file.endsWith('/__init__.py') || REEXPORTS.test(text);

/** Read of each file; what a file offers mostly stands before this. */
const MOST_BYTES = 256 * 1024;
/** Files that are looked into; the others are only named. */
const MOST_FILES = 20_000;

/** Looks at every file once. */
async function survey(workspace: Workspace): Promise<Ground> {
  const files = await workspace.files({});
  const outlines = new Map<string, Outline>();
  const manifests = new Map<string, string>();
  const wanted = files.filter((file) => languageOf(file) || MANIFESTS.test(file)).slice(0, MOST_FILES);
  for (const [n, file] of wanted.entries()) {
    // Whoever wants to stop it must be heard.
    if (n % 500 === 499) await setImmediate();
    const text = await textOf(workspace, file);
    const language = languageOf(file);
    if (text === null) continue;
    if (language) outlines.set(file, outlineOf(text, language));
    else manifests.set(file, text);
  }
  const links = linksOf(outlines, files);
  return { files, outlines, links, tests: testsOf(files, links), begins: beginnings(files, manifests) };
}

/** Null for what cannot be read: a link out, a pipe, something that is gone. */
async function textOf(workspace: Workspace, file: string): Promise<string | null> {
  try {
    const bytes = await workspace.read(file, { from: 0, to: MOST_BYTES });
    return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
