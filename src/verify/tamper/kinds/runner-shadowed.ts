// The rule for files and packages that take the place of the test runner or of a package that measures tests. One of the rules of ../index.ts;
// script-changed.ts uses isRunner.
import type { AnalyzedFile } from '../change.js';
import type { TamperContext } from '../context.js';
import { type Found, saying, type Weight } from '../finding.js';
import { newLines, uncommented } from './line-patterns.js';

const JAVASCRIPT =
  /^(?:jest|jest-\w+|vitest|mocha|ava|tap|tape|uvu|jasmine|qunit|karma|cypress|chai|expect|should|sinon|assert|power-assert|nyc|c8|eslint|typescript|ts-node|tsx|ts-jest|babel-jest|@(?:jest|vitest|playwright)\/.+)$/;
const PYTHON = /^(?:_?pytest|pluggy|unittest|nose2?|coverage|tox|hypothesis|pytest[-_]\w+)$/;
const GO = /^(?:github\.com\/(?:stretchr\/testify|onsi\/(?:gomega|ginkgo)|google\/go-cmp)|gotest\.tools)(?:\/.*)?$/;

/** Whether a package affects which tests pass. */
export function isRunner(name: string): boolean {
  return JAVASCRIPT.test(name) || PYTHON.test(name) || GO.test(name);
}

/** Files that replace the test runner, so that a green run proves nothing. */
export function runnerShadowed({ files }: TamperContext): readonly Found[] {
  return [...installed(files), ...files.filter(({ after }) => after !== null).flatMap(inFile)];
}

/** Folders of installed packages; files committed there replace the installed ones. */
const INSTALLED = /^(?<home>.*?(?:^|\/)(?:node_modules|site-packages|\.venv))\/(?<name>(?:@[^/]+\/)?[^/]+)/;
/** In test folders such folders are usually fixtures. */
const FIXTURE = /(?:^|\/)(?:__fixtures__|fixtures?|testdata|test-data)\//;
const TESTS = /(?:^|\/)(?:__tests__|tests?|specs?|e2e)\//;
const VENDORED = /(?:^|\/)vendor\/((?:github\.com\/[^/]+\/[^/]+)|gotest\.tools)\//;

/** One finding per folder, since such changes have thousands of files. */
function installed(files: readonly AnalyzedFile[]): readonly Found[] {
  const folders = new Map<string, AnalyzedFile[]>();
  for (const file of files) {
    const home = homeOf(file.path);
    if (home === undefined) continue;
    const others = folders.get(home);
    if (others) others.push(file);
    else folders.set(home, [file]);
  }
  return [...folders].map(([home, all]) => {
    const [first] = all.map(({ path }) => path).sort();
    const onlyGone = all.every(({ after }) => after === null) && all.some(({ before }) => before !== null);
    const because = saying(onlyGone ? 'packages-taken-out' : 'packages-brought', home);
    return finding(first ?? home, 1, { weight: onlyGone ? 'named' : 'blocks', because });
  });
}

function homeOf(path: string): string | undefined {
  const vendored = VENDORED.exec(path)?.[1];
  if (vendored !== undefined) return isRunner(vendored) ? `vendor/${vendored}` : undefined;
  const { home, name = '' } = INSTALLED.exec(path)?.groups ?? {};
  if (home === undefined || FIXTURE.test(`${home}/`)) return undefined;
  // Tests find packages in their own folders first.
  return TESTS.test(home) && !isRunner(name) && name !== '.bin' ? undefined : home;
}

/** Python imports a module from the working folder before an installed one. */
const MODULE = /(?:^|\/)(?<name>_?pytest|unittest|pluggy|nose2?)(?:\.py|\/__init__\.py)$/;
const FIRST = /^(?:(?:src|tests?)\/)?[^/]+(?:\/__init__\.py)?$/;
const PATCH = /(?:^|\/)(?:patches|\.yarn\/patches)\/(?<name>[^/]+)\.(?:patch|diff)$/;

function inFile(file: AnalyzedFile): readonly Found[] {
  const { path } = file;
  const module = MODULE.exec(path)?.groups?.name;
  if (module !== undefined && !file.before) {
    const weight: Weight = FIRST.test(path) ? 'blocks' : 'named';
    return [finding(path, 1, { weight, because: saying('taken-for-module', module) })];
  }
  const patched = PATCH.exec(path)?.groups?.name;
  if (patched !== undefined && isRunner(packageOf(patched)))
    return [finding(path, 1, { weight: 'blocks', because: saying('patched-at-install', packageOf(patched)) })];
  if (path.endsWith('.pth')) return pathFile(file);
  return /(?:^|\/)go\.(?:mod|work)$/.test(path) ? replacedIn(file) : [];
}

/** `mocha+10.2.0`, `@jest+core+29.7.0`, `mocha@10.2.0`, `mocha-npm-10.2.0-1234`, `@jest__core@29`. */
function packageOf(name: string): string {
  const [, scope, rest = name] = /^(@[\w.-]+?)(?:\+|__|-)(.*)$/.exec(name) ?? [];
  const own = rest.replace(/(?:[+@]|-npm-).*$/, '');
  return scope === undefined ? own : `${scope}/${own}`;
}

/** Lines of a .pth file that begin with `import` run at every start of Python. Trained models use the same extension. */
function pathFile(file: AnalyzedFile): readonly Found[] {
  const [line] = newLines(file);
  if (line === undefined) return [];
  const runs = file.added.find(({ text }) => /^import\s/.test(text));
  const because = saying('before-all-python');
  return [
    runs
      ? finding(file.path, runs.line, { weight: 'blocks', because })
      : finding(file.path, line.line, { weight: 'named', because: saying('python-looks-elsewhere') }),
  ];
}

/** `replace github.com/stretchr/testify => ./fake`, alone or in a block. */
function replacedIn(file: AnalyzedFile): readonly Found[] {
  return newLines(file).flatMap((line): readonly Found[] => {
    const name = /^\s*(?:replace\s+)?([\w./-]+)(?:\s+v\S+)?\s*=>/.exec(uncommented(line))?.[1];
    if (name === undefined || !isRunner(name)) return [];
    return [finding(file.path, line.line, { weight: 'blocks', because: saying('comes-from-elsewhere', name) })];
  });
}

function finding(file: string, line: number, { weight, because }: Pick<Found, 'weight' | 'because'>): Found {
  return { file, line, kind: 'runner-patched', weight, because };
}
