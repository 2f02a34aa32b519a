// How a repository installs tools for crew: the path of its set-up action, and the two lines in it that install a tool. Used by the messages
// about missing tools (lang/verify, lang/check, src/view/check), by src/verify, and by src/action/jobs.ts, which runs the set-up action.
// Pure.

/** The repository's own composite action. crew runs it before it runs the project's commands. */
export const SETUP_ACTION = '.github/actions/crew-setup/action.yml';

const run = (command: string): readonly [string, string] => [`- run: ${command}`, '  shell: bash'];
const uses = (action: string, inputs: string): readonly [string, string] => [
  `- uses: ${action}`,
  `  with: { ${inputs} }`,
];

const NODE = uses('actions/setup-node@v6', 'node-version: lts/*');
const PYTHON = uses('actions/setup-python@v6', 'python-version: 3.x');
const RUST = run('rustup toolchain install stable --profile minimal --component clippy,rustfmt');
const JAVA = uses('actions/setup-java@v5', 'distribution: temurin, java-version: 21');

/** By program name. */
const INSTALLATION_LINES: Readonly<Record<string, readonly [string, string]>> = {
  node: NODE,
  npm: NODE,
  npx: NODE,
  pnpm: run('npm install --global pnpm@latest'),
  yarn: run('npm install --global yarn@1'),
  corepack: run('npm install --global corepack && corepack enable'),
  bun: run('npm install --global bun'),
  deno: uses('denoland/setup-deno@v2', 'deno-version: v2.x'),
  python: PYTHON,
  python3: PYTHON,
  pip: PYTHON,
  uv: run('pipx install uv'),
  poetry: run('pipx install poetry'),
  pytest: run('python -m pip install pytest'),
  mypy: run('python -m pip install mypy'),
  tox: run('pipx install tox'),
  ruff: run('pipx install ruff'),
  flake8: run('pipx install flake8'),
  black: run('pipx install black'),
  pyright: run('npm install --global pyright'),
  'pre-commit': run('pipx install pre-commit'),
  mkdocs: run('python -m pip install mkdocs'),
  'sphinx-build': run('python -m pip install sphinx'),
  go: uses('actions/setup-go@v6', 'go-version: stable, cache: false'),
  'golangci-lint': run('GOTOOLCHAIN=auto go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@latest'),
  cargo: RUST,
  rustc: RUST,
  'cargo-nextest': run('cargo install cargo-nextest --locked'),
  java: JAVA,
  mvn: JAVA,
  gradle: uses('gradle/actions/setup-gradle@v5', 'gradle-version: current, cache-disabled: true'),
  ruby: uses('ruby/setup-ruby@v1', "ruby-version: '3.4'"),
  bundle: uses('ruby/setup-ruby@v1', "ruby-version: '3.4'"),
  php: uses('shivammathur/setup-php@v2', "php-version: '8.4', tools: composer"),
  composer: uses('shivammathur/setup-php@v2', "php-version: '8.4', tools: composer"),
  dotnet: uses('actions/setup-dotnet@v5', 'dotnet-version: 10.x'),
};

/** The two lines that install a tool. An unknown tool is installed as the Ubuntu package of the same name. */
export function installationLines(tool: string): readonly [string, string] {
  const known = Object.hasOwn(INSTALLATION_LINES, tool) ? INSTALLATION_LINES[tool] : undefined;
  return known ?? run(`sudo apt-get install --yes ${/^[\w.+-]+$/.test(tool) ? tool : 'PACKAGE'}`);
}
