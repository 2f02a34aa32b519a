// Places with a meaning, as tables. A step is a glob (`*` within a step, `**` over any number of them); letters are compared small,
// since some disks do not tell `.GIT` from `.git`.
import { matchesSteps } from '../rules/glob.js';
import { stepsOf } from './posix.js';

export interface Spot {
  readonly at: string;
  /** What lies there, as the end of a sentence: "… holds keys". */
  readonly why: string;
}

const spots = (why: string, ...at: readonly string[]): readonly Spot[] => at.map((each) => ({ at: each, why }));

/** Never read, wherever they lie. */
export const TREASURES: readonly Spot[] = [
  ...spots('holds the secrets of a process', '/proc/*/environ', '/proc/*/task/*/environ', '/proc/*/mem', '/proc/kcore'),
  ...spots('holds mounted secrets', '/run/secrets/**', '/var/run/secrets/**', '/run/credentials/**'),
  ...spots(
    'opens the machine to who reads it',
    '/run/docker.sock',
    '/var/run/docker.sock',
    '/etc/shadow*',
    '/etc/gshadow*',
    '/etc/sudoers*',
    '/etc/ssh/*_key',
  ),
  ...spots(
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

/** Never read outside the project, where they belong to somebody. */
export const TREASURES_OUTSIDE: readonly Spot[] = [
  ...spots(
    'holds the runner’s own scripts and tokens',
    '**/_temp/**',
    '**/_runner_file_commands/**',
    '**/.credentials_rsaparams',
  ),
  ...spots(
    'holds keys',
    '**/.ssh/**',
    '**/.gnupg/**',
    '**/.password-store/**',
    '**/.local/share/keyrings/**',
    '**/id_rsa',
    '**/id_ed25519',
    '**/id_ecdsa',
  ),
  ...spots(
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
  ...spots(
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

/** In the project, asked before they are read. */
export const LIKELY_SECRETS: readonly Spot[] = [
  ...spots(
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
  ...spots(
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
  ...spots('is git’s own', '**/.git/**'),
  ...spots('is crew’s own', '.crew/**'),
];

/** Samples for people: their names say that nothing in them is secret. */
export const HARMLESS: readonly string[] = [
  '**/.env.example',
  '**/.env.sample',
  '**/.env.template',
  '**/.env.dist',
  '**/*.pub',
  '**/.envrc.example',
];

/** In the project, never written by a tool. */
export const PROTECTED: readonly Spot[] = [
  ...spots('is git’s own, and what stands there is run', '**/.git/**', '**/git~1/**'),
  ...spots('runs with the repository’s rights', '.github/workflows/**', '.github/actions/**'),
  ...spots('is crew’s own', '.crew/**', '.github/crew.yml', '.github/crew.yaml'),
];

/** In the project, asked before they are written. */
export const DELICATE: readonly Spot[] = [
  ...spots(
    'instructs whoever works here next',
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
  ...spots(
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
  ...spots(
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
  ...spots('changes what git does', '**/.gitmodules', '**/.gitattributes', '**/.gitconfig', '**/.lfsconfig'),
  ...spots(
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
  ...spots('is a script that may run without a question as long as it is the base commit’s', 'scripts/**'),
  ...spots(
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

interface Table {
  /** By a step that they name word for word; most paths name none. */
  readonly anchored: ReadonlyMap<string, readonly Row[]>;
  readonly loose: readonly Row[];
}

interface Row {
  readonly steps: readonly string[];
  readonly spot: Spot;
}

const tables = new WeakMap<readonly Spot[], Table>();

function tableOf(spots: readonly Spot[]): Table {
  const rows = spots.map((spot) => ({ steps: stepsOf(spot.at.toLowerCase()), spot }));
  const anchored = new Map<string, Row[]>();
  const loose: Row[] = [];
  for (const row of rows) {
    const anchor = row.steps.find((step) => !/[*?]/.test(step));
    if (anchor === undefined) loose.push(row);
    else anchored.set(anchor, [...(anchored.get(anchor) ?? []), row]);
  }
  return { anchored, loose };
}

/** A spot of a table that a path is, or lies in. */
export function spotOf(path: string, spots: readonly Spot[]): Spot | undefined {
  const table = tables.get(spots) ?? tableOf(spots);
  tables.set(spots, table);
  const steps = stepsOf(path.toLowerCase());
  const able = [...steps.flatMap((step) => table.anchored.get(step) ?? []), ...table.loose];
  return able.find((row) => matchesSteps(row.steps, steps))?.spot;
}
