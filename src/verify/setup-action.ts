// The text of `.github/actions/crew-setup/action.yml`, which `crew init` writes: it installs the runtimes and package managers that the files of
// the repository name. Pure.
import { installationLines, SETUP_ACTION } from '../text/tool-lines.js';
import { detect } from './detect/index.js';
import { json, record, string, toml } from './detect/manifest-text.js';
import type { Tree } from './detect/step.js';

type Files = Pick<Tree, 'files' | 'text'>;

const GOLANGCI_FILES = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'] as const;

/** The files of the root from which the action is generated. */
export const SETUP_FILES: readonly string[] = [
  ...['.nvmrc', '.node-version', '.python-version', '.tool-versions', '.java-version', '.ruby-version'],
  ...['package.json', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  ...['pyproject.toml', 'uv.lock', 'poetry.lock', 'Pipfile.lock', 'pytest.ini', 'tox.ini', 'setup.cfg'],
  ...['requirements-dev.txt', 'go.work', 'go.mod', 'rust-toolchain', 'rust-toolchain.toml'],
  ...['ruff.toml', '.ruff.toml', '.flake8', 'mypy.ini', 'pyrightconfig.json', ...GOLANGCI_FILES],
];

/** A tool to install, the file that requires it, and the lines of the action that install it. */
interface RequiredTool {
  readonly what: string;
  readonly from: string;
  readonly lines: readonly string[];
}

/**
 * The text of the action; null if the repository requires no tool. `tree`: the files of SETUP_FILES, or all files, from which more of the
 * repository's checks can be detected.
 */
export function setupActionFor(tree: Files): { readonly file: string; readonly text: string } | null {
  const found = TOOL_FINDERS.flatMap((find) => find(tree) ?? []);
  const tools = [...found, ...checkTools(tree, new Set(found.map(({ what }) => what)))];
  return tools.length === 0 ? null : { file: SETUP_ACTION, text: textOf(tools) };
}

function textOf(tools: readonly RequiredTool[]): string {
  return [
    '# Installs what the checks of this repository need. crew runs this action without secrets, from the default branch, before its sandbox starts.',
    '# Do not install dependencies here: crew runs the package manager itself, inside the sandbox.',
    'name: crew-setup',
    'description: Runtimes and package managers of this repository',
    'inputs:',
    '  path: { description: Checkout of the default branch, default: . }',
    'runs:',
    '  using: composite',
    '  steps:',
    ...tools.flatMap(({ what, from, lines }) => [`    # ${what}: see ${from}`, ...lines.map((line) => `    ${line}`)]),
    '',
  ].join('\n');
}

/** Tools of checks that GitHub's runners do not have. */
const CHECK_TOOLS: readonly string[] = [
  ...['uv', 'poetry', 'ruff', 'flake8', 'mypy', 'pyright', 'black', 'tox', 'pre-commit', 'mkdocs', 'sphinx-build'],
  ...['golangci-lint', 'cargo-nextest', 'deno'],
];

/** The tools of CHECK_TOOLS that the detected checks start, without those that are installed anyway. */
function checkTools({ files, text }: Files, installed: ReadonlySet<string>): readonly RequiredTool[] {
  const { steps } = detect({ files, text, has: () => false }, { setup: [], steps: [] });
  const starts = steps.flatMap(({ needs, why }) => needs.map(({ name }) => ({ name, why })));
  return CHECK_TOOLS.filter((name) => !installed.has(name)).flatMap((what) => {
    const start = starts.find(({ name }) => name === what);
    if (start === undefined) return [];
    const from = 'file' in start.why ? start.why.file : 'the checks of this repository';
    return { what, from, lines: what === 'golangci-lint' ? golangciLines({ files, text }) : installationLines(what) };
  });
}

/** A configuration of version 1 needs golangci-lint 1. */
function golangciLines(tree: Files): readonly string[] {
  const file = first(tree, GOLANGCI_FILES);
  const isSecond = /^\s*["']?version["']?\s*[:=]\s*["']?2/m.test(tree.text(file ?? '') ?? 'version: 2');
  return installationLines('golangci-lint').map((line) => (isSecond ? line : line.replace('/v2/', '/')));
}

/** An action that reads the version from a file of the checkout. */
const uses = (action: string, input: string, file: string, more = ''): readonly string[] => [
  `- uses: ${action}`,
  `  with: { ${input}: '\${{ inputs.path }}/${file}'${more} }`,
];

const run = (command: string): readonly string[] => [
  `- run: ${command}`,
  '  shell: bash',
  `  working-directory: \${{ inputs.path }}`,
];

type ToolFinder = (tree: Files) => RequiredTool | undefined;

/** The order matters: package managers come after the runtime that installs them. */
const TOOL_FINDERS: readonly ToolFinder[] = [node, nodeManager, python, pythonManager, go, rust, java, ruby];

const first = ({ files }: Files, names: readonly string[]): string | undefined =>
  names.find((name) => files.includes(name));

/** The line of `.tool-versions` that names one of these. */
function toolVersion(tree: Files, names: readonly string[]): string | undefined {
  const lines = (tree.text('.tool-versions') ?? '').split('\n').map((line) => line.trim().split(/\s+/));
  return lines.find(([name = '', version]) => version !== undefined && names.includes(name))?.[1];
}

const inToolVersions = (tree: Files, names: readonly string[]): string | undefined =>
  toolVersion(tree, names) === undefined ? undefined : '.tool-versions';

function node(tree: Files): RequiredTool | undefined {
  const file = first(tree, ['.nvmrc', '.node-version']);
  const engines = string(record(json(tree.text('package.json')).engines).node);
  const from = file ?? inToolVersions(tree, ['nodejs', 'node']) ?? (engines ? 'package.json' : undefined);
  return from === undefined
    ? undefined
    : {
        what: 'Node.js',
        from,
        lines: uses('actions/setup-node@v6', 'node-version-file', from, ', package-manager-cache: false'),
      };
}

function nodeManager(tree: Files): RequiredTool | undefined {
  const said = string(json(tree.text('package.json')).packageManager);
  const [, name, version] = /^(npm|pnpm|yarn|bun)@(\d[\w.-]*)/.exec(said ?? '') ?? [];
  if (name === 'bun' || name === 'npm')
    return { what: name, from: 'package.json', lines: run(`npm install --global ${name}@${version}`) };
  if (name !== undefined)
    return {
      what: name,
      from: 'package.json',
      lines: run(`npm install --global corepack && corepack enable && ${name} --version`),
    };
  for (const [lock, manager] of LOCKS)
    if (tree.files.includes(lock)) return { what: manager, from: lock, lines: installationLines(manager) };
  return undefined;
}

/** Lock files and their package managers. npm comes with Node.js, and yarn is installed on GitHub's runners. */
const LOCKS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const;

function python(tree: Files): RequiredTool | undefined {
  const requires = string(record(toml(tree.text('pyproject.toml')).project)['requires-python'])
    ? 'pyproject.toml'
    : undefined;
  const from = first(tree, ['.python-version']) ?? inToolVersions(tree, ['python']) ?? requires;
  return from === undefined
    ? undefined
    : { what: 'Python', from, lines: uses('actions/setup-python@v6', 'python-version-file', from) };
}

function pythonManager(tree: Files): RequiredTool | undefined {
  for (const [lock, manager] of [
    ['uv.lock', 'uv'],
    ['poetry.lock', 'poetry'],
    ['Pipfile.lock', 'pipenv'],
  ] as const)
    if (tree.files.includes(lock)) return { what: manager, from: lock, lines: run(`pipx install ${manager}`) };
  const requiresPytest = PYTEST_FILES.find((file) => /\bpytest\b/.test(tree.text(file) ?? ''));
  return requiresPytest === undefined
    ? undefined
    : { what: 'pytest', from: requiresPytest, lines: run('python -m pip install pytest') };
}

/** Files that may name pytest. */
const PYTEST_FILES = ['pytest.ini', 'tox.ini', 'setup.cfg', 'pyproject.toml', 'requirements-dev.txt'] as const;

function go(tree: Files): RequiredTool | undefined {
  const from = first(tree, ['go.work', 'go.mod']);
  if (from === undefined) return undefined;
  // Before Go 1.21, the line `go` names the oldest Go that can compile the module, not the one to use.
  const [, minor] = /^go\s+1\.(\d+)/m.exec(tree.text(from) ?? '') ?? [];
  return minor !== undefined && Number(minor) < 21
    ? { what: 'Go', from, lines: installationLines('go') }
    : { what: 'Go', from, lines: uses('actions/setup-go@v6', 'go-version-file', from, ', cache: false') };
}

function rust(tree: Files): RequiredTool | undefined {
  const from = first(tree, ['rust-toolchain.toml', 'rust-toolchain']);
  // rustup installs the toolchain that the file names when it is called in that folder.
  return from === undefined
    ? undefined
    : { what: 'Rust', from, lines: run('rustup show active-toolchain || rustup toolchain install') };
}

function java(tree: Files): RequiredTool | undefined {
  const from = first(tree, ['.java-version']) ?? inToolVersions(tree, ['java']);
  return from === undefined
    ? undefined
    : {
        what: 'Java',
        from,
        lines: uses('actions/setup-java@v5', 'java-version-file', from, ', distribution: temurin'),
      };
}

function ruby(tree: Files): RequiredTool | undefined {
  const version = tree.text('.ruby-version')?.trim() ?? toolVersion(tree, ['ruby']);
  if (version === undefined || !/^[\w.-]+$/.test(version)) return undefined;
  const from = tree.files.includes('.ruby-version') ? '.ruby-version' : '.tool-versions';
  return { what: 'Ruby', from, lines: ['- uses: ruby/setup-ruby@v1', `  with: { ruby-version: '${version}' }`] };
}
