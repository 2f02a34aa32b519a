// Tables of paths with a special meaning. Each component is a glob (`*` within a component, `**` for any number of them). Paths are
// compared in lower case, since some file systems treat `.GIT` and `.git` as one. Used by judge.ts, context.ts and
// ../commands/git-checks.ts, and for docs/guard.md by ../page.ts.

export interface ListedPath {
  readonly glob: string;
  /** The end of a sentence about the path, such as "holds keys". */
  readonly why: string;
}

const listed = (why: string, ...globs: readonly string[]): readonly ListedPath[] =>
  globs.map((glob) => ({ glob, why }));

/** Never read, inside or outside the project. */
export const SECRETS: readonly ListedPath[] = [
  ...listed(
    'holds the secrets of a process',
    '/proc/*/environ',
    '/proc/*/task/*/environ',
    '/proc/*/mem',
    '/proc/kcore',
  ),
  ...listed('holds mounted secrets', '/run/secrets/**', '/var/run/secrets/**', '/run/credentials/**'),
  ...listed(
    'gives access to the whole machine',
    '/run/docker.sock',
    '/var/run/docker.sock',
    '/etc/shadow*',
    '/etc/gshadow*',
    '/etc/sudoers*',
    '/etc/ssh/*_key',
  ),
  ...listed(
    'may hold a token',
    '**/.git/config',
    '**/.git/config.worktree',
    '**/.git/modules/**/config',
    '**/.git/credentials',
    '**/.git/worktrees/*/config.worktree',
    '**/.git-credentials',
    '**/.netrc',
    '**/_netrc',
  ),
];

/** Never read outside the project, where such files belong to the user or the runner. */
export const SECRETS_OUTSIDE: readonly ListedPath[] = [
  ...listed(
    'holds the runner’s own scripts and tokens',
    '**/_temp/**',
    '**/_runner_file_commands/**',
    '**/.credentials_rsaparams',
  ),
  ...listed(
    'holds keys',
    '**/.ssh/**',
    '**/.gnupg/**',
    '**/.password-store/**',
    '**/.local/share/keyrings/**',
    '**/id_rsa',
    '**/id_ed25519',
    '**/id_ecdsa',
  ),
  ...listed(
    'holds credentials',
    '**/.aws/**',
    '**/.azure/**',
    '**/.kube/**',
    '**/.docker/**',
    '**/.config/gh/**',
    '**/.config/gcloud/**',
    '**/.config/git/credentials',
    '**/.config/hub',
    '**/.config/op/**',
  ),
  ...listed(
    'may hold a token',
    '**/.npmrc',
    '**/.yarnrc',
    '**/.yarnrc.yml',
    '**/.pypirc',
    '**/.gem/credentials',
    '**/.cargo/credentials*',
    '**/.m2/settings.xml',
    '**/.terraformrc',
    '**/.vault-token',
    '**/.gitconfig',
    '**/.env',
    '**/.pgpass',
    '**/.my.cnf',
    '**/.anthropic/**',
    '**/.claude/**',
    '**/.claude.json',
    '**/.credentials',
    '**/.bash_history',
    '**/.zsh_history',
  ),
];

/** Inside the project: asked about before they are read. */
export const LIKELY_SECRETS: readonly ListedPath[] = [
  ...listed(
    'likely holds a secret',
    '**/.env',
    '**/.env.*',
    '**/.envrc',
    '**/*.pem',
    '**/*.key',
    '**/*.p12',
    '**/*.pfx',
    '**/*.jks',
    '**/*.keystore',
    '**/*.kdbx',
    '**/id_rsa*',
    '**/id_ed25519*',
    '**/id_ecdsa*',
    '**/secrets.*',
    '**/credentials.json',
    '**/service-account*.json',
    '**/*.tfstate',
    '**/*.tfstate.*',
    '**/*.tfvars',
  ),
  ...listed(
    'may hold a token',
    '**/.npmrc',
    '**/.yarnrc',
    '**/.yarnrc.yml',
    '**/.pypirc',
    '**/.dockerconfigjson',
    '**/.docker/**',
    '**/.aws/**',
    '**/.ssh/**',
    '**/.gnupg/**',
  ),
  ...listed('is git’s own', '**/.git/**'),
  ...listed('is crew’s own', '.crew/**'),
];

/** Example files whose names say that they hold no secret. */
export const HARMLESS_NAMES: readonly string[] = [
  '**/.env.example',
  '**/.env.sample',
  '**/.env.template',
  '**/.env.dist',
  '**/*.pub',
  '**/.envrc.example',
];

/** Inside the project: never written by a tool. */
export const PROTECTED: readonly ListedPath[] = [
  ...listed('is git’s own, and git runs programs that files there name', '**/.git/**', '**/git~1/**'),
  ...listed('runs with the repository’s rights', '.github/workflows/**', '.github/actions/**'),
  ...listed('is crew’s own', '.crew/**', '.github/crew.yml', '.github/crew.yaml'),
];

/** `PROTECTED` without workflow files, for `fix.workflow-files: true`. Local actions stay protected. */
export const PROTECTED_BUT_WORKFLOWS: readonly ListedPath[] = PROTECTED.filter(
  ({ glob }) => glob !== '.github/workflows/**',
);

/** Inside the project: asked about before they are written. */
export const SENSITIVE_TO_WRITE: readonly ListedPath[] = [
  ...listed(
    'contains instructions for agents',
    '**/CLAUDE.md',
    '**/CLAUDE.local.md',
    '**/AGENTS.md',
    '**/GEMINI.md',
    '**/.cursorrules',
    '**/.windsurfrules',
    '**/.github/copilot-instructions.md',
    '.claude/**',
    '.cursor/**',
    '.gemini/**',
    '.codex/**',
    '.agent/**',
    '**/.mcp.json',
  ),
  ...listed(
    'decides where packages come from, or what runs with them',
    '**/.npmrc',
    '**/.yarnrc',
    '**/.yarnrc.yml',
    '**/.yarn/**',
    '**/.pnpmfile.cjs',
    '**/.pnp.*',
    '**/bunfig.toml',
    '**/.pypirc',
    '**/pip.conf',
    '**/.cargo/**',
    '**/.bundle/**',
    '**/.bazelrc',
    '**/.mvn/**',
    '**/gradle-wrapper.*',
    '**/.gemrc',
    '**/nuget.config',
  ),
  ...listed(
    'is run by other tools on their own',
    '**/.husky/**',
    '**/.githooks/**',
    '**/.pre-commit-config.yaml',
    '**/lefthook.yml',
    '**/.lefthook.yml',
    '**/.devcontainer/**',
    '**/.devcontainer.json',
    '**/.vscode/**',
    '**/.idea/**',
    '**/.envrc',
    '**/.bashrc',
    '**/.bash_profile',
    '**/.profile',
    '**/.zshrc',
    '**/.zshenv',
    '**/.inputrc',
    '**/.vimrc',
    '**/.exrc',
    '**/.gdbinit',
    '**/.tool-versions',
    '**/mise.toml',
    '**/.mise.toml',
    '**/.ripgreprc',
    '**/sitecustomize.py',
    '**/usercustomize.py',
    '**/*.pth',
  ),
  ...listed('changes what git does', '**/.gitmodules', '**/.gitattributes', '**/.gitconfig', '**/.lfsconfig'),
  ...listed(
    'decides who reviews, or what other services run',
    '**/CODEOWNERS',
    '.github/**',
    '.gitlab-ci.yml',
    '.gitlab/**',
    '.circleci/**',
    '.travis.yml',
    'azure-pipelines.yml',
    'Jenkinsfile',
    '.buildkite/**',
    '.drone.yml',
    'bitbucket-pipelines.yml',
    'action.yml',
    'action.yaml',
  ),
  ...listed('is a script that runs without a question while it equals the base commit’s', 'scripts/**'),
  ...listed(
    'likely holds a secret',
    '**/.env',
    '**/.env.*',
    '**/.netrc',
    '**/.git-credentials',
    '**/.ssh/**',
    '**/.gnupg/**',
    '**/.aws/**',
    '**/.docker/**',
  ),
];
