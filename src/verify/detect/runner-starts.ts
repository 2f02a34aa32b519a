// Finds the test runners that a command starts: directly, through package scripts, or through wrappers such as `npx`. Used by detection, and by the
// pipeline to ask the runners for results. Pure.
import { runners } from '../results/runners/index.js';
import type { Runner } from '../results/runners/runner.js';
import { commandsOf, type SimpleCommand, simpleCommands } from './shell.js';
import type { StartedRunners } from './step.js';

/** Programs that run the command in the words after them. */
const WRAPPERS = new Set([
  'npx',
  'node',
  'pnpx',
  'bunx',
  'exec',
  'nyc',
  'c8',
  'cross-env',
  'cross-env-shell',
  'env',
  'dotenv',
  'time',
  'uv',
  'poetry',
  'pdm',
  'pipenv',
  'hatch',
  'run',
  'coverage',
  'xvfb-run',
  'bundle',
  'php',
  'composer',
  'pnpm',
  'yarn',
  'npm',
  'x',
  '--',
  'dlx',
]);

/** Wrappers whose next word is a program in PATH. After others comes a subcommand (`coverage run`), a file (`node a.js`) or a package. */
const PROGRAM_STARTERS = new Set(['nyc', 'c8', 'cross-env', 'cross-env-shell', 'dotenv', 'time', 'xvfb-run']);

const PACKAGE_MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;
/** The most levels of scripts that call scripts. */
const MAX_DEPTH = 5;

/** The scripts of a package.json, by name. */
export type Scripts = Readonly<Record<string, string>>;

/** The scripts of a package, and the folder in which they run. */
export interface PackageScripts {
  readonly folder: string;
  readonly scripts: Scripts;
}

/** What is known about the package of a command. */
export interface CallContext {
  /** The scripts that `npm run` in the command refers to. */
  readonly scripts?: Scripts | undefined;
  /** All packages whose scripts the command may run, including its own. */
  readonly packages?: readonly PackageScripts[] | undefined;
  /** crew can put its own shell under the scripts (`script-shell`), so runners inside them can be asked for results. Not with yarn 2 and bun. */
  readonly canSetScriptShell?: boolean | undefined;
  /** The module path (Go). */
  readonly module?: string | undefined;
}

/** A command that starts a runner, and the index of the runner's name among its words. */
export interface RunnerStart {
  readonly command: SimpleCommand;
  readonly runner: Runner;
  readonly at: number;
}

/** The commands of a line that start a runner directly. */
export function startsIn(line: string): readonly RunnerStart[] {
  return simpleCommands(line).flatMap((command) => {
    const words = command.words.map(({ value }) => programName(value));
    // These call a script or install. `bun test` is itself a runner.
    if (
      PACKAGE_MANAGERS.test(words[0] ?? '') &&
      /^(?:run|run-script|test|t|tst|start|install|i|ci)$/.test(words[1] ?? '')
    ) {
      if (!(words[0] === 'bun' && words[1] === 'test')) return [];
    }
    for (let at = 0; at < words.length; at += 1) {
      const own = words.slice(at);
      const runner = runners.find(({ is }) => is(own));
      if (runner) return [{ command, runner, at }];
      if (!isWrapping(own, words.slice(0, at))) return [];
    }
    return [];
  });
}

/** The words of the command from the runner's name on. */
export const wordsOf = ({ command, at }: RunnerStart): readonly string[] =>
  command.words.slice(at).map(({ value }) => programName(value));

/** The runners that a command starts, and how each can be reached; undefined if it starts no known runner. */
export function startedRunners(
  line: string,
  { scripts = {}, packages, canSetScriptShell = true, module }: CallContext = {},
) {
  const direct = startsIn(line).map(({ runner }) => runner.name);
  const callsScript = commandsOf(line).some(
    (words) => PACKAGE_MANAGERS.test(words[0] ?? '') && calledScript(words, scripts),
  );
  const all = packages ?? [{ folder: '.', scripts }];
  const inScripts = callsScript && canSetScriptShell ? all.flatMap(linesOf) : [];
  const runByCaller = callsScript && !canSetScriptShell ? runnerCalledByScript(line, scripts) : undefined;
  if (direct.length === 0 && inScripts.length === 0 && !runByCaller) return undefined;
  const testRunners: StartedRunners = {
    runners: [
      ...new Set([
        ...direct,
        ...inScripts.flatMap(({ text }) => startsIn(text).map(({ runner }) => runner.name)),
        ...(runByCaller ? [runByCaller.runner] : []),
      ]),
    ],
    ...(inScripts.length > 0 ? { scripts: inScripts } : {}),
    ...(runByCaller ? { runByCaller } : {}),
    ...(module === undefined ? {} : { module }),
  };
  return testRunners;
}

/** The scripts of a package that start a runner. */
function linesOf({ folder, scripts }: PackageScripts): NonNullable<StartedRunners['scripts']> {
  return Object.values(scripts)
    .filter((text) => startsIn(text).length > 0)
    .map((text) => ({ folder, text }));
}

/** The runner that a command starts through a caller (such as `make` or `yarn run`) whose scripts cannot be changed, if it is the only one. Options
 * reach it only through the environment, and through arguments if the caller passes them on.
 */
export function runnerCalledByScript(line: string, scripts: Scripts, depth = 0): StartedRunners['runByCaller'] {
  const commands = simpleCommands(line);
  const found = commands.flatMap((command, n): NonNullable<StartedRunners['runByCaller']>[] => {
    const words = command.words.map(({ value }) => value);
    const isLast = n === commands.length - 1 && !command.piped && !command.redirected;
    const called = calledScript(words, scripts);
    if (called !== undefined && depth < MAX_DEPTH) {
      const inside = runnerCalledByScript(scripts[called] ?? '', scripts, depth + 1);
      return inside ? [isLast ? inside : { ...inside, takesArguments: false }] : [];
    }
    const start = startsIn(line).find((each) => each.command.words[0]?.from === command.words[0]?.from);
    return start ? [{ runner: start.runner.name, words: wordsOf(start), takesArguments: isLast }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The word; for a path in node_modules, the program's name. */
const programName = (word: string): string =>
  /^(?:.{0,200}\/)?node_modules\/(?:\.bin\/([\w-]+)|([\w-]+)\/bin\/[\w.-]+)$/.exec(word)?.slice(1).find(Boolean) ??
  word;

/** Whether a word before the runner's name belongs to a wrapper: its name, an option or an assignment. */
function isWrapping([word = '']: readonly string[], before: readonly string[]): boolean {
  return WRAPPERS.has(word) || /^[A-Za-z_]\w*=/.test(word) || (before.length > 0 && word.startsWith('-'));
}

/** The script that `npm test`, `npm run NAME` or `yarn NAME` calls. */
function calledScript([program = '', ...rest]: readonly string[], scripts: Scripts): string | undefined {
  if (!PACKAGE_MANAGERS.test(program)) return undefined;
  const [first, second] = rest.filter((word) => !word.startsWith('-'));
  if (first === 'run' || first === 'run-script') return second;
  if (first === 't' || first === 'tst') return 'test';
  if (program === 'bun' && first === 'test') return undefined;
  return first !== undefined && first in scripts ? first : undefined;
}

/** The names of the scripts that a line calls. */
export function calledScripts(line: string, scripts: Scripts): readonly string[] {
  return commandsOf(line).flatMap((words) => calledScript(words, scripts) ?? []);
}

/** The programs that a command starts, to find out which one is missing if it fails. */
export function programsOf(line: string, scripts: Scripts = {}, depth = 0): readonly string[] {
  const found = commandsOf(line).flatMap((words) => {
    const called = calledScript(words, scripts);
    const through =
      called === undefined || depth >= MAX_DEPTH ? [] : programsOf(scripts[called] ?? '', scripts, depth + 1);
    const [program = '', next = ''] = words;
    const wrapped = PROGRAM_STARTERS.has(program) && /^\w/.test(next) && !next.includes('=');
    return [program, ...(wrapped ? [next] : []), ...through];
  });
  return [...new Set(found.filter((word) => /^[\w.@+-]+$/.test(word) && !BUILT_IN.has(word)))];
}

const BUILT_IN = new Set([
  'cd',
  'echo',
  'exit',
  'export',
  'set',
  'test',
  'true',
  'false',
  'exec',
  'time',
  '.',
  'source',
  '--',
]);
