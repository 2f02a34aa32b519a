// The rules for changed configurations of checks, lock files and recorded outputs. Each file gives one finding. Three of the rules of ../index.ts.
import type { AnalyzedFile, Line } from '../change.js';
import { type TamperContext, whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';
import { judgeOf } from '../role.js';
import { lastCapture } from '../source.js';

const CREW = /^\.github\/crew\.ya?ml$/;

/** A change of a file that configures checks. One finding per file, at its first changed line. */
export function configEdited({ files }: TamperContext): readonly Found[] {
  return files
    .filter(({ role }) => role === 'check-config')
    .flatMap((file): readonly Found[] => {
      const isText = file.before !== null || file.after !== null;
      const first = isText ? firstThatCounts(file) : 1;
      if (first === undefined) return [];
      const added = isText ? (CREW.test(file.path) ? 'crew-config-added' : 'config-added') : 'config-no-text';
      const says = file.before ? (file.after ? 'config-edited' : 'config-deleted') : added;
      return [
        {
          file: file.path,
          line: first,
          kind: 'config-edited',
          weight: 'named',
          because: [{ says, judge: judgeOf(file.path) }],
        },
      ];
    });
}

/** Matches nothing. */
const NEVER = /(?!)/;

/** Files that mostly configure other things, with the sections and lines that configure checks. */
const MIXED: readonly (readonly [file: RegExp, section: RegExp, line: RegExp])[] = [
  [/pyproject\.toml$/, /^tool\.(?:pytest|ruff|mypy|coverage|pylint|flake8|tox|pyright|bandit|isort)/, NEVER],
  [/setup\.cfg$/, /^(?:tool:pytest|flake8|mypy|coverage|pylint|pycodestyle|aliases)/, NEVER],
  [
    /Cargo\.toml$/,
    /^(?:lints|workspace\.lints|profile\.test|test$|\[test)/,
    /\b(?:autotests|harness|doctest)\b|^\s*test\s*=/,
  ],
  [
    /pom\.xml$/,
    NEVER,
    /surefire|failsafe|jacoco|skip(?:Tests|ITs)?\b|testFailureIgnore|checkstyle|spotbugs|pmd|maven\.test|<(?:exclude|groups|excludedGroups|minimum|rule)/i,
  ],
  [
    /build\.gradle(?:\.kts)?$/,
    NEVER,
    /\btest\b|jacoco|checkstyle|detekt|ktlint|spotless|ignoreFailures|exclude|useJUnit|minimum/i,
  ],
  [/(?:[Mm]akefile|justfile|Taskfile\.ya?ml)$/, NEVER, /test|lint|check|cover|vet|mypy|ruff|eslint|tsc\b|clippy/i],
  [/\.npmrc$/, NEVER, /^\s*(?:node-options|script-shell|shell|ignore-scripts|shell-emulator|prefix|globalconfig)\b/],
  [
    /\.yarnrc(?:\.ya?ml)?$/,
    NEVER,
    /yarn-?[pP]ath|plugins|^\s*-?\s*(?:path|spec)\s*:|injectEnvironmentFiles|enableScripts/,
  ],
  [/bunfig\.toml$/, /^test\b/, /preload|^\s*(?:shell|smol)\s*=/],
  [
    /\.env(?:\.[\w.-]+)?$|\.envrc$/,
    NEVER,
    /^\s*(?:export\s+)?(?:NODE_OPTIONS|NODE_PATH|PATH|PYTHON\w+|PYTEST_\w+|GOFLAGS|JAVA_TOOL_OPTIONS|MAVEN_(?:OPTS|ARGS)|RUSTFLAGS|LD_PRELOAD|DYLD_\w+|BASH_ENV)\b/,
  ],
  [/vite\.config\.\w+$/, NEVER, /\btest\b|coverage|exclude|include|passWithNoTests|setupFiles/],
];

function firstThatCounts(file: AnalyzedFile): number | undefined {
  const mixed = MIXED.find(([is]) => is.test(file.path));
  const counts = (line: Line, of: 'before' | 'after') =>
    !mixed || mixed[2].test(line.text) || mixed[1].test(sectionOf(file, line, of));
  const real = ({ text, code }: Line) => text.trim() !== '' && code.trim() !== '';
  const added = file.added.filter((line) => real(line) && counts(line, 'after'));
  const removed = file.removed.filter((line) => real(line) && counts(line, 'before'));
  const lines = [...added.map(({ line }) => line), ...removed.map(({ line }) => whereWas(file, line))];
  return lines.length === 0 ? undefined : Math.min(...lines);
}

/** The name of the last `[section]` before a line. */
function sectionOf(file: AnalyzedFile, { at }: Line, of: 'before' | 'after'): string {
  const source = file[of];
  return (source ? lastCapture(source, SECTION, at)?.trim() : undefined) ?? '';
}

const SECTION = /^[ \t]*\[\[?([^\]\n]+)\]/gm;

/** Changed versions of packages. */
export function lockChanged({ files }: TamperContext): readonly Found[] {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  const manifests =
    /(?:^|\/)(?:package\.json|pyproject\.toml|requirements\S*\.(?:in|txt)|go\.mod|Cargo\.toml|Gemfile|composer\.json|Pipfile|build\.gradle(?:\.kts)?|deno\.jsonc?|pnpm-workspace\.yaml)$/;
  const named = files.filter(({ path }) => manifests.test(path)).map(({ path }) => folderOf(path));
  return files
    .filter(({ role, hunks }) => role === 'lock' && hunks.length > 0)
    .map(({ path, hunks, after }) => ({
      file: path,
      line: after ? (hunks[0]?.line ?? 1) : 1,
      kind: 'lock-changed',
      weight: 'named',
      because: saying(named.some((folder) => folder.startsWith(folderOf(path))) ? 'pinned' : 'pinned-unasked'),
    }));
}

/** Changed snapshots or expected outputs. Correct if the output was meant to change, but also the easiest way to make tests pass. */
export function recordChanged({ files }: TamperContext): readonly Found[] {
  const sources = files.some(({ role }) => role === 'source');
  return files
    .filter(({ role, before, removed }) => role === 'expected-output' && before && removed.length > 0)
    .map(({ path, after, hunks }) => ({
      file: path,
      line: after ? (hunks[0]?.line ?? 1) : 1,
      kind: 'record-changed',
      weight: sources ? 'named' : 'blocks',
      because: saying(after ? (sources ? 'recorded-anew' : 'recorded-alone') : 'record-deleted'),
    }));
}
