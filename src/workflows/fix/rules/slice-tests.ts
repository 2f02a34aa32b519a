// Which tests belong to a slice: whoever may change a file may test it.
import { isTest } from '../../../agent/map/tests-of.js';
import { fits, isTakenBack, spread, stepsOf } from './globs.js';

/** A test belongs to what it tests: the one of the same name, or one in the folder that mirrors a slice's. */
export function testsSlice(
  path: string,
  { slices, files }: { slices: readonly string[]; files: readonly string[] },
): boolean {
  if (!isTest(path) || isTakenBack(path, slices)) return false;
  const stem = stemOf(path);
  const [own] = foldersOf(path);
  const all = slices.flatMap(spread);
  const sources = files.filter((file) => !isTest(file) && stemOf(file) === stem);
  if (sources.some((file) => all.some((glob) => fits(file, glob)))) return true;
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
  const steps = stepsOf(glob);
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
