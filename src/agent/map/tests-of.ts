// Recognises tests by their paths, and finds the test of each source file. Used by the repository map and by `fix`.

import { languageOf } from './languages.js';
import type { Links } from './links.js';

/** Whether a file is a test, by the conventions of its language. */
export const isTest = (path: string): boolean => languageOf(path)?.tests.test(path) ?? false;

/** The test of each file: the nearest with the same name, else one that imports only this file. */
export function testsOf(files: readonly string[], links: Links): ReadonlyMap<string, string> {
  const sources = new Map<string, string[]>();
  for (const file of files.filter((path) => languageOf(path) && !isTest(path))) {
    const known = sources.get(stemOf(file));
    if (known) known.push(file);
    else sources.set(stemOf(file), [file]);
  }
  const all = files.filter(isTest);
  const tests = new Map<string, string>();
  const pair = (test: string, tested: string | undefined) => {
    if (tested !== undefined && !tests.has(tested)) tests.set(tested, test);
  };
  for (const test of all) pair(test, nearestTo(test, sources.get(stemOf(test)) ?? []));
  for (const test of all) if (isNamedAsTest(test)) pair(test, onlyImport(test, links));
  return tests;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');

/** The file name without the marks of a test. */
const stemOf = (path: string): string =>
  baseName(path)
    .replace(/[._-](?:test|tests|spec|cy|e2e)$/i, '')
    .replace(/^test_/, '')
    .replace(/(?<=[a-z\d])(?:Tests?|IT|Spec)$/, '')
    .toLowerCase();

/** Whether the name marks a test. Other files in a test folder may be helpers. */
const isNamedAsTest = (path: string): boolean => stemOf(path) !== baseName(path).toLowerCase();

/** The source that shares most folder names with the test. */
function nearestTo(test: string, sources: readonly string[]): string | undefined {
  const folders = new Set(test.split('/').slice(0, -1));
  const shared = (path: string) =>
    path
      .split('/')
      .slice(0, -1)
      .filter((part) => folders.has(part)).length;
  const [nearest] = [...sources].sort((one, other) => shared(other) - shared(one) || (one < other ? -1 : 1));
  return nearest !== undefined && (isNamedAsTest(test) || shared(nearest) > 0) ? nearest : undefined;
}

function onlyImport(test: string, { imports }: Links): string | undefined {
  const imported = [...(imports.get(test) ?? [])].filter((path) => !isTest(path));
  return imported.length === 1 ? imported[0] : undefined;
}
