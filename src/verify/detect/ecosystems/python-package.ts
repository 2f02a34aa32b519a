// Python projects: the kind of tests decides the command, the package manager its prefix. Used by the ecosystems uv, poetry and pip.
import { folderOf, inFolder, memberFolders, nameOf, rootFolders } from '../folders.js';
import { record, string, strings, toml } from '../manifest-text.js';
import { startedRunners } from '../runner-starts.js';
import {
  type Ecosystem,
  MINUTE,
  type Package,
  type Purpose,
  type RequiredTool,
  type StepDraft,
  type StepSource,
  type Tree,
  tool,
} from '../step.js';

/** How a package manager runs commands and installs packages. */
export interface PythonManager {
  readonly name: 'uv' | 'poetry' | 'pip';
  /** The prefix of every command, which selects the environment. */
  readonly prefix: string;
  readonly install?: string | undefined;
}

const MANIFEST = /^(?:pyproject\.toml|setup\.py|setup\.cfg|pytest\.ini|tox\.ini|requirements[\w.-]*\.txt|Pipfile)$/;
const TEST = /^(?:test_[\w.-]*|[\w.-]*_test)\.py$/;
/** Matches files that unittest discovers by default. Other test files need a second command with the pattern of OTHERS. */
const DISCOVERED = /^test[\w.-]*\.py$/;
const OTHERS = `-p '*_test.py'`;

/** The ecosystem of a manager. */
export function pythonEcosystem(manager: PythonManager): Ecosystem {
  return {
    name: manager.name,
    find: (tree) =>
      rootFolders(tree.files, (name) => MANIFEST.test(name))
        .filter((home) => managerOf(tree, home) === manager.name)
        .flatMap((home) => workspaceOf(tree, home).map((folder) => packageOf({ tree, home, folder, manager }))),
  };
}

interface Project {
  readonly tree: Tree;
  readonly home: string;
  readonly folder: string;
  readonly manager: PythonManager;
}

const projectIn = (tree: Tree, folder: string) => toml(tree.text(inFolder(folder, 'pyproject.toml')));

function managerOf(tree: Tree, home: string): PythonManager['name'] {
  const tools = record(projectIn(tree, home).tool);
  if (tree.files.includes(inFolder(home, 'uv.lock')) || 'uv' in tools) return 'uv';
  return tree.files.includes(inFolder(home, 'poetry.lock')) || 'poetry' in tools ? 'poetry' : 'pip';
}

/** The root folder and the members of its workspace. */
function workspaceOf(tree: Tree, home: string): readonly string[] {
  const { members: patterns, exclude } = record(record(record(projectIn(tree, home).tool).uv).workspace);
  const not = strings(exclude).map((each) => `!${each}`);
  const inside = memberFolders({ files: tree.files, home, patterns: [...strings(patterns), ...not] }, 'pyproject.toml');
  return [home, ...inside];
}

function packageOf(project: Project): Package {
  const { tree, home, folder, manager } = project;
  const { name, dependencies } = record(projectIn(tree, folder).project);
  const others = workspaceOf(tree, home).filter((each) => each !== folder);
  const names = others.map((each) => string(record(projectIn(tree, each).project).name) ?? each);
  const wanted = strings(dependencies).map((each) => /^[\w.-]+/.exec(each)?.[0] ?? '');
  const own = others.filter((each) => each.startsWith(`${folder}/`) || folder === '.');
  const steps = [...installOf(project), ...checksOf(project), ...testOf(project, own)];
  return {
    ecosystem: manager.name,
    name: string(name) ?? folder,
    folder,
    uses: names.filter((each) => wanted.includes(each)),
    steps,
  };
}

function installOf({ manager, home, folder, tree }: Project): readonly StepDraft[] {
  if (manager.install === undefined || home !== folder) return [];
  const file = inFolder(home, tree.files.includes(inFolder(home, 'poetry.lock')) ? 'poetry.lock' : 'pyproject.toml');
  return [
    {
      purpose: 'install',
      command: manager.install,
      why: { is: 'file', file },
      needs: [tool(manager.name)],
      timeoutMs: 15 * MINUTE,
    },
  ];
}

/** Linters and type checkers that the project has a configuration for. */
function checksOf(project: Project): readonly StepDraft[] {
  const { tree, folder } = project;
  const tools = record(projectIn(tree, folder).tool);
  const said = (section: string, files: readonly string[]): StepSource | undefined => {
    const file = files.find((each) => tree.files.includes(inFolder(folder, each)));
    if (file !== undefined) return { is: 'file', file: inFolder(folder, file) };
    return section in tools ? { is: 'file', file: inFolder(folder, 'pyproject.toml') } : undefined;
  };
  const rows: readonly (readonly [Purpose, string, string, StepSource | undefined])[] = [
    ['lint', 'ruff', 'ruff check .', said('ruff', ['ruff.toml', '.ruff.toml'])],
    ['lint', 'flake8', 'flake8', said('flake8', ['.flake8']) ?? section(project, /^\[flake8\]/m)],
    ['types', 'mypy', 'mypy .', said('mypy', ['mypy.ini', '.mypy.ini']) ?? section(project, /^\[mypy\]/m)],
    ['types', 'pyright', 'pyright', said('pyright', ['pyrightconfig.json'])],
  ];
  return rows.flatMap(([purpose, label, command, why]) =>
    why
      ? [{ purpose, label, command: project.manager.prefix + command, why, needs: needsOf(project, tool(label)) }]
      : [],
  );
}

function section({ tree, folder }: Project, pattern: RegExp): StepSource | undefined {
  const file = ['setup.cfg', 'tox.ini']
    .map((each) => inFolder(folder, each))
    .find((each) => pattern.test(tree.text(each) ?? ''));
  return file === undefined ? undefined : { is: 'file', file };
}

/** With a package manager, only the manager itself can be probed. */
const needsOf = ({ manager }: Project, need: RequiredTool): readonly RequiredTool[] =>
  manager.prefix === '' ? [need] : [tool(manager.name)];

function testOf(project: Project, others: readonly string[]): readonly StepDraft[] {
  const { tree, folder } = project;
  const prefix = folder === '.' ? '' : `${folder}/`;
  const tests = tree.files.filter(
    (file) =>
      file.startsWith(prefix) && TEST.test(nameOf(file)) && !others.some((other) => file.startsWith(`${other}/`)),
  );
  const pytest = pytestIn(project, tests);
  if (pytest) return [testDraft(project, { command: 'python3 -m pytest', why: pytest, module: PYTEST })];
  const discover = (files: readonly string[], pattern: string): readonly StepDraft[] => {
    const [file] = files;
    if (file === undefined) return [];
    const command = `python3 -m unittest discover${startOf(project, files)}${pattern}`;
    return [testDraft(project, { command, why: { is: 'file', file } })];
  };
  const isDiscovered = (file: string) => DISCOVERED.test(nameOf(file));
  // `speed_test.py` may be a script, so its text must look like tests if it was read.
  const isTest = (file: string) => /\bunittest\b|\bTestCase\b/.test(tree.text(file) ?? 'unittest');
  return [
    ...discover(tests.filter(isDiscovered), ''),
    ...discover(
      tests.filter((file) => !isDiscovered(file) && isTest(file)),
      ` ${OTHERS}`,
    ),
  ];
}

const PYTEST: RequiredTool = { name: 'pytest', probe: "python3 -c 'import pytest'", exits: [1] };

function testDraft(
  { manager }: Project,
  draft: { command: string; why: StepSource; module?: RequiredTool },
): StepDraft {
  const command = manager.prefix + draft.command;
  const needs =
    manager.prefix === '' ? [tool('python3'), ...(draft.module ? [draft.module] : [])] : [tool(manager.name)];
  const label = command.includes(OTHERS) ? '*_test.py' : undefined;
  return { purpose: 'test', label, command, why: draft.why, needs, testRunners: startedRunners(command) };
}

/** The file that shows that tests need pytest: a configuration, a dependency, or tests that only pytest can run. */
function pytestIn({ tree, folder }: Project, tests: readonly string[]): StepSource | undefined {
  const said: readonly (readonly [string, RegExp])[] = [
    ['pytest.ini', /(?:)/],
    ['conftest.py', /(?:)/],
    ['pyproject.toml', /^\[tool\.pytest|["']pytest\b|^\s*pytest\s*=/m],
    ['setup.cfg', /^\[tool:pytest\]|^\s+pytest\b/m],
    ['tox.ini', /^\[pytest\]|\bpytest\b/m],
    ['setup.py', /["']pytest\b/],
    ['Pipfile', /^\s*"?pytest\b/m],
  ];
  const found = said.find(([name, pattern]) => {
    const text = tree.text(inFolder(folder, name));
    return text !== undefined && pattern.test(text);
  });
  if (found) return { is: 'file', file: inFolder(folder, found[0]) };
  const prefix = folder === '.' ? '' : `${folder}/`;
  const required = tree.files.find(
    (file) =>
      file.startsWith(prefix) && /requirements[\w.-]*\.txt$/.test(file) && /^pytest\b/m.test(tree.text(file) ?? ''),
  );
  const bare = tests.find((file) => /^(?:async )?def test_|^import pytest|^from pytest/m.test(tree.text(file) ?? ''));
  const file = required ?? bare ?? tree.files.find((each) => each.startsWith(prefix) && nameOf(each) === 'conftest.py');
  return file === undefined ? undefined : { is: 'file', file };
}

/** The start folder for unittest: the one that contains all tests. If it is a package, the project's folder is the top-level folder. */
function startOf({ tree, folder }: Project, tests: readonly string[]): string {
  const prefix = folder === '.' ? 0 : folder.length + 1;
  const folders = tests.map((file) => folderOf(file.slice(prefix)).split('/'));
  const [first = []] = folders;
  const shared = first.filter((part, n) =>
    folders.every((each) => each[n] === part && each.slice(0, n).join('/') === first.slice(0, n).join('/')),
  );
  const start = shared.join('/') || '.';
  if (start === '.') return '';
  const isPackage = tree.files.includes(inFolder(folder, `${start}/__init__.py`));
  return ` -s ${start}${isPackage ? ' -t .' : ''}`;
}
