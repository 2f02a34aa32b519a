// The role of a file (test, source, configuration, lock file, …) by its path, and by its content only in test folders. Used wherever crew treats tests
// and sources differently: in the action, src/services, src/verify and src/workflows/fix.
import type { Judge } from '../../text/lang/tamper/index.js';

/**
 * `test` is run by a runner, `support` helps tests, `expected-output` is what tests compare with (snapshots), `check-config` configures tests,
 * linters or CI, `lock` pins packages, `manifest` names commands, `fixture` is test data, `source` is everything else.
 */
export type FileRole =
  | 'test'
  | 'support'
  | 'expected-output'
  | 'check-config'
  | 'lock'
  | 'manifest'
  | 'fixture'
  | 'source';

/** The roles of tests and of what only tests use. */
export const TEST_ROLES: readonly FileRole[] = ['test', 'support', 'expected-output', 'fixture'];

const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|deno\.lock|uv\.lock|poetry\.lock|Pipfile\.lock|pdm\.lock|requirements(?:[-.]\w+)*\.(?:lock|txt)|go\.sum|Cargo\.lock|Gemfile\.lock|composer\.lock|gradle\.lockfile)$/;
const MANIFEST = /(?:^|\/)(?:package\.json|deno\.jsonc?)$/;
const RECORD =
  /\.snap$|\.snapshot$|(?:^|\/)__snapshots__\/|\.(?:approved|golden|expected)(?:\.\w+)?$|(?:^|\/)goldens?\//;
const SUPPORT =
  /(?:^|\/)(?:conftest\.py|sitecustomize\.py|usercustomize\.py)$|(?:^|\/)(?:jest|vitest|mocha|test)[.-]?setup\.\w+$|(?:^|\/)setup[-.]?(?:tests?|jest|vitest)\.\w+$|(?:^|\/)__mocks__\//i;
const TEST_FILE =
  /(?:^|\/)(?:test_[\w-]+\.py|tests?\.(?:py|rs)|[\w.-]+_test\.(?:py|go|rs|exs|rb)|[\w.-]+_spec\.rb|[A-Z]\w*(?:Tests?|TestCase|IT|Spec)\.(?:java|kts?|groovy|scala|cs)|tests?\.[cm]?[jt]sx?|[\w.-]+[._-](?:test|spec|tests|specs|e2e|test-d|tst)\.[cm]?[jt]sx?|test[._-][\w.-]+\.[cm]?[jt]sx?)$/;
const TEST_FOLDER = /(?:^|\/)(?:__tests__|tests?|specs?|e2e|testing)\//;
const FIXTURE = /(?:^|\/)(?:__fixtures__|fixtures?|testdata|test-data|node_modules|vendor)\//;
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kts?|groovy|scala|cs|rb|exs?|php|sh|bats)$/;

/** The role of a file. */
export function roleOf(path: string, text: string): FileRole {
  if (FIXTURE.test(path) && !RECORD.test(path)) return 'fixture';
  if (LOCK.test(path)) return 'lock';
  if (MANIFEST.test(path)) return 'manifest';
  if (RECORD.test(path)) return 'expected-output';
  if (judgeOf(path)) return 'check-config';
  if (SUPPORT.test(path)) return 'support';
  if (TEST_FILE.test(path)) return 'test';
  if (TEST_FOLDER.test(path) && CODE.test(path)) return holdsTests(path, text) ? 'test' : 'support';
  return 'source';
}

/** Files in test folders may be helpers without tests. */
function holdsTests(path: string, text: string): boolean {
  if (/\.go$/.test(path)) return false;
  return /\b(?:describe|it|test|suite|assert\w*|expect|should)\b\s*[.(]|#\[test\]|@Test\b|\bdef test/.test(text);
}

/** Files that set options for every command of a package, the runner included. */
export const PRELOAD_FILES =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.ya?ml)?|bunfig\.toml|\.env(?:\.(?!example$|sample$|template$|dist$)[\w.-]+)?|\.envrc|\.?pnpmfile\.[cm]?js)$|(?:^|\/)\.yarn\/(?:releases|plugins)\//;

const JUDGE_FILES: readonly (readonly [what: Judge, is: RegExp])[] = [
  [
    'checks',
    /^\.github\/(?:workflows|actions)\/|(?:^|\/)(?:\.gitlab-ci\.yml|\.travis\.yml|appveyor\.yml|azure-pipelines\.ya?ml|Jenkinsfile|\.drone\.yml|bitbucket-pipelines\.yml|\.woodpecker\.ya?ml|cloudbuild\.ya?ml)$|^\.(?:circleci|buildkite|semaphore)\//,
  ],
  [
    'approval',
    /(?:^|\/)CODEOWNERS$|^\.github\/(?:crew|settings|rulesets?|mergify)\b.*\.(?:ya?ml|json)$|^\.mergify\.yml$|^\.agent\//,
  ],
  [
    'linter',
    /(?:^|\/)(?:\.eslintrc(?:\.\w+)?|eslint\.config\.[cm]?[jt]s|\.eslintignore|biome\.jsonc?|\.oxlintrc\.json|tslint\.json|\.jshintrc|\.?ruff\.toml|\.flake8|\.?pylintrc|\.golangci\.ya?ml|\.?clippy\.toml|checkstyle\.xml|\.rubocop\.yml|\.stylelintrc(?:\.\w+)?|detekt\.yml|pmd\.xml|spotbugs[\w-]*\.xml)$/,
  ],
  ['types', /(?:^|\/)(?:tsconfig(?:\.[\w-]+)?\.json|jsconfig\.json|\.?mypy\.ini|pyrightconfig\.json|\.flowconfig)$/],
  [
    'tests',
    /(?:^|\/)(?:(?:jest|vitest|vite|karma|ava|playwright|cypress|wdio|web-test-runner)\.(?:config|conf|workspace)\.\w+|\.?(?:mocharc|taprc|nycrc|c8rc)(?:\.\w+)?|\.?pytest\.(?:ini|toml)|tox\.ini|noxfile\.py|setup\.cfg|pyproject\.toml|\.coveragerc|\.?codecov\.ya?ml|\.?coveralls\.yml|sonar-project\.properties|phpunit\.xml(?:\.dist)?|nextest\.toml|tarpaulin\.toml|Makefile|makefile|GNUmakefile|justfile|Taskfile\.ya?ml|pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml)$/,
  ],
  ['starts', PRELOAD_FILES],
  ['hooks', /(?:^|\/)(?:\.pre-commit-config\.yaml|lefthook\.ya?ml|\.lintstagedrc(?:\.\w+)?)$|^\.husky\//],
];

/** What kind of check a file configures; undefined if none. */
export function judgeOf(path: string): Judge | undefined {
  return JUDGE_FILES.find(([, is]) => is.test(path))?.[0];
}

/** Not reStructuredText, because Python's runners execute examples in it. */
const WORDS = '(?:md|markdown|adoc|asciidoc)';
const KNOWN =
  '(?:README|CHANGELOG|CHANGES|HISTORY|NEWS|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS|ROADMAP)';

/** Elsewhere files with these extensions may be prompts, mail templates or pages, which programs read. */
const PLACES: readonly RegExp[] = [
  new RegExp(`^docs?/.*\\.(?:${WORDS}|png|jpe?g|gif|svg|webp)$`, 'i'),
  new RegExp(`^(?:\\.github/)?${KNOWN}(?:[.-][a-z]{2}(?:-[a-z]{2})?)?(?:\\.(?:${WORDS}|txt))?$`, 'i'),
  new RegExp(`^\\.github/(?:ISSUE|PULL_REQUEST)_TEMPLATE(?:/[^/]+)?\\.${WORDS}$`, 'i'),
];

/**
 * Whether all files are documentation, so that no checks need to run. A file that a test or manifest names (`readers` are their texts) is
 * not documentation. In doubt returns false: an unnecessary run costs minutes, a skipped one could hide a broken program.
 */
export function isDocumentation(paths: readonly string[], readers: readonly string[] = []): boolean {
  return paths.length > 0 && paths.every((path) => isWords(path) && !readers.some((text) => names(text, path)));
}

function isWords(path: string): boolean {
  return roleOf(path, '') === 'source' && PLACES.some((place) => place.test(path));
}

/** Whether a text names the file, or the folder that contains it. */
function names(text: string, path: string): boolean {
  const [folder = ''] = path.split('/');
  const file = path.slice(path.lastIndexOf('/') + 1);
  return text.includes(file) || (folder !== path && new RegExp(`['"\`/]${escaped(folder)}['"\`/]`).test(text));
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
