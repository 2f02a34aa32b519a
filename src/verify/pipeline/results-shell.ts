// Shell text that lets test runners write results: helper scripts, the script shell of package managers, and a line that continues after a
// failure. Used by request-results.ts.
import { chainOf } from '../detect/shell.js';
import { NODE_REPORTER } from '../results/runners/node-reporter.js';
import { quoted } from '../results/runners/runner.js';
import { unittestRunner } from '../results/runners/unittest-runner.js';

/** Assigns the helper programs that a line uses to shell variables, which are not exported. */
export const programVariables = (line: string): string =>
  [
    line.includes('$crew_node') ? `crew_node=${quoted(NODE_REPORTER)}; ` : '',
    line.includes('$crew_unittest') ? `crew_unittest=${quoted(unittestRunner)}; ` : '',
  ].join('');

/** The variables with the helper programs. */
export const PROGRAM_VARIABLES = { nodeReporter: '$crew_node', unittest: '$crew_unittest' } as const;

/** A line that writes the helper files. Their names begin with a dot, so they are not read as results. */
export function prelude(resultsFolder: string, shell: string | undefined): string {
  const files: readonly (readonly [string, string])[] = [
    ['.copy', COPY],
    ['.file-only', FILE_ONLY],
    ['.collect', COLLECT],
    ...(shell === undefined ? [] : [['.shell', shell] as const]),
  ];
  const written = files.map(([name, text]) => `printf %s ${quoted(text)} > ${resultsFolder}/${name}`);
  return `mkdir -p ${resultsFolder}; ${written.join('; ')}${shell === undefined ? '' : `; chmod +x ${resultsFolder}/.shell`}`;
}

/** `sh .copy FILE COMMAND…`: also writes the output to the file; keeps the exit code. */
const COPY =
  'f=$1; shift; { "$@"; echo $? > "$f.exit"; } | tee "$f"; read -r code < "$f.exit"; rm -f "$f.exit"; exit "$code"\n';

/** `sh .file-only FILE COMMAND…`: writes the output to the file. */
const FILE_ONLY = 'f=$1; shift; exec "$@" > "$f"\n';

/** `sh .collect FILE PATTERN COMMAND…`: copies files that the command created in the tree. */
const COLLECT = `f=$1; pattern=$2; shift 2; : > "$f.began"; "$@"; code=$?
find . -type f -path "$pattern" -newer "$f.began" | head -n 5000 | { n=0; while IFS= read -r file; do n=$((n+1)); cp "$file" "$f.$n.xml"; done; }
rm -f "$f.began"; exit "$code"
`;

/** A package script that gets another text. */
export interface ScriptEntry {
  readonly folder: string;
  readonly text: string;
  readonly becomes: string;
  /** Its index in `expects` of `CommandWithResults`. */
  readonly number: number;
}

/**
 * The program with which package managers run scripts. A script of `entries` runs with its changed text, everything else with `sh`. If `pretest`
 * or `posttest` of the step's package fails, the tests run nevertheless: its exit code is recorded and becomes that of the whole command.
 */
export function shellFile({
  resultsFolder,
  entries,
  home,
}: {
  resultsFolder: string;
  entries: readonly ScriptEntry[];
  home: string;
}): string {
  const cases = entries.map(({ folder, text, becomes, number }) => {
    const key = quoted(`${folder}|${text}`);
    const runsOthers = /\b(?:npm|pnpm|yarn|npx|run-s|run-p|npm-run-all2?|concurrently|turbo|nx|lerna|wireit)\b/.test(
      text,
    );
    return `${key}|${key}' '*) t=${quoted(text)}; r=${quoted(programVariables(becomes) + becomes)}; more=${runsOthers ? 1 : 0}; n=${number} ;;`;
  });
  return `#!/bin/sh
[ "$1" = -c ] || exec sh "$@"
r=
case "$PWD|$2" in
${cases.join('\n')}
esac
if [ -z "$r" ]; then
case "$PWD|$npm_lifecycle_event" in
${quoted(`${home}|pretest`)}|${quoted(`${home}|posttest`)}) sh "$@"; code=$?; [ $code = 0 ] || echo "$code $npm_lifecycle_event" > ${resultsFolder}/failed.$$; exit 0 ;;
esac
exec sh "$@"
fi
f=$(mktemp ${resultsFolder}/XXXXXXXXXX) || exec sh "$@"
{ pwd -P; echo $n; } > "$f"
[ $more = 1 ] || unset npm_config_script_shell pnpm_config_script_shell YARN_SCRIPT_SHELL
exec sh -c "crew_results='$f'; $r\${2#"$t"}"
`;
}

/**
 * Edits for a line such as `linter && runner`, so that the runner runs even if the linter fails, and test results are known. The line still exits
 * with the first failing code, by a trap on EXIT.
 */
export function keepGoing(line: string, isAsked: boolean): readonly Edit[] {
  const links = chainOf(line);
  if (!isAsked || links.some(({ program }) => CHANGES_STATE.test(program))) return [];
  const keep = `|| { crew_now=$?; [ "$crew_code" != 0 ] || crew_code=$crew_now; };`;
  return links.flatMap(({ from, to }, n): readonly Edit[] => {
    const next = links[n + 1];
    const begins = n === 0 ? [{ from, to: from, by: RECORD_FAILURE, order: -1 }] : [];
    return next ? [...begins, { from: to, to: next.from, by: ` ${keep} `, order: 1 }] : begins;
  });
}

/** Matches commands on which later commands depend. */
const CHANGES_STATE = /^(?:cd|pushd|export|set|source|\.|\[|\[\[|test|command|exit|if|umask|ulimit|eval)$/;

const RECORD_FAILURE = `crew_code=0; trap 'crew_last=$?; [ "$crew_code" = 0 ] || exit "$crew_code"; exit "$crew_last"' EXIT; `;

/** A replacement in a line. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
  /** Edits at the same position are ordered by this. */
  readonly order?: number | undefined;
}
