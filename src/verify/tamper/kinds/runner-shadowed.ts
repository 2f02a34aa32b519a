import type { Looked } from '../change.js';
import { type Found, saying, type Weight } from '../finding.js';
import type { Ground } from '../ground.js';
import { isRunner } from '../runners.js';
import { newLines, uncommented } from './new-lines.js';

/** Something else in the place where the runner is looked for: the run may be green, and says nothing. */
export function runnerShadowed({ files }: Ground): readonly Found[] {
  return [...installed(files), ...files.filter(({ after }) => after !== null).flatMap(inFile)];
}

/** Where package managers put what they installed. Nobody edits there, and what is committed there is not installed any more. */
const INSTALLED = /^(?<home>.*?(?:^|\/)(?:node_modules|site-packages|\.venv))\/(?<name>(?:@[^/]+\/)?[^/]+)/;
/** Below tests such folders are mostly something to be tested with. */
const FIXTURE = /(?:^|\/)(?:__fixtures__|fixtures?|testdata|test-data)\//;
const TESTS = /(?:^|\/)(?:__tests__|tests?|specs?|e2e)\//;
const VENDORED = /(?:^|\/)vendor\/((?:github\.com\/[^/]+\/[^/]+)|gotest\.tools)\//;

/** One finding a folder: such changes have thousands of files. Links and programs have no text, and count for what they are. */
function installed(files: readonly Looked[]): readonly Found[] {
  const folders = new Map<string, Looked[]>();
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
  // Tests find what lies beside them first, and what is not there further up.
  return TESTS.test(home) && !isRunner(name) && name !== '.bin' ? undefined : home;
}

/** Python takes a module from the folder in which it is started before its own of that name. */
const MODULE = /(?:^|\/)(?<name>_?pytest|unittest|pluggy|nose2?)(?:\.py|\/__init__\.py)$/;
const FIRST = /^(?:(?:src|tests?)\/)?[^/]+(?:\/__init__\.py)?$/;
const PATCH = /(?:^|\/)(?:patches|\.yarn\/patches)\/(?<name>[^/]+)\.(?:patch|diff)$/;

function inFile(file: Looked): readonly Found[] {
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

/** Lines of a path file that begin with `import` are run whenever Python starts. The same ending is used for trained models. */
function pathFile(file: Looked): readonly Found[] {
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

/** `replace github.com/stretchr/testify => ./fake`, alone or in a block of such lines. */
function replacedIn(file: Looked): readonly Found[] {
  return newLines(file).flatMap((line): readonly Found[] => {
    const name = /^\s*(?:replace\s+)?([\w./-]+)(?:\s+v\S+)?\s*=>/.exec(uncommented(line))?.[1];
    if (name === undefined || !isRunner(name)) return [];
    return [finding(file.path, line.line, { weight: 'blocks', because: saying('comes-from-elsewhere', name) })];
  });
}

function finding(file: string, line: number, { weight, because }: Pick<Found, 'weight' | 'because'>): Found {
  return { file, line, kind: 'runner-patched', weight, because };
}
