// Which test runners a command starts: itself, through scripts of packages, and through what only wraps other commands.
import { runners } from '../results/runners/index.js';
import type { Runner } from '../results/runners/runner.js';
import { commandsOf, type SimpleCommand, simpleCommands } from './shell.js';
import type { Leads } from './step.js';

/** Programs that run another one with what stands behind them. */
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

const CALLS = /^(?:npm|pnpm|yarn|bun)$/;
const DEEPEST = 5;

export type Scripts = Readonly<Record<string, string>>;

/** Scripts of a package, and the folder that they run in. */
export interface PackageScripts {
  readonly folder: string;
  readonly scripts: Scripts;
}

export interface LeadsOf {
  /** The scripts that the command's own `npm run` means. */
  readonly scripts?: Scripts | undefined;
  /** Every package whose scripts may be run on the way; the command's own among them. */
  readonly packages?: readonly PackageScripts[] | undefined;
  /** The package manager runs scripts with a shell that it can be told: npm, pnpm and yarn 1 do, yarn 2 and bun do not. */
  readonly ownShell?: boolean | undefined;
  readonly module?: string | undefined;
}

/** A command of a line that starts a runner: which one, and at which of its words the runner's name stands. */
export interface Start {
  readonly command: SimpleCommand;
  readonly runner: Runner;
  readonly at: number;
}

/** The commands of a line that start a runner themselves. */
export function startsIn(line: string): readonly Start[] {
  return simpleCommands(line).flatMap((command) => {
    const words = command.words.map(({ value }) => named(value));
    if (CALLS.test(words[0] ?? '') && /^(?:run|run-script|test|t|tst|start|install|i|ci)$/.test(words[1] ?? '')) {
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

/** The words of a start from the runner's name on. */
export const wordsOf = ({ command, at }: Start): readonly string[] =>
  command.words.slice(at).map(({ value }) => named(value));

/** How the results of a command can be asked for; undefined where it leads to no runner that is known. */
export function leadsTo(line: string, { scripts = {}, packages, ownShell = true, module }: LeadsOf = {}) {
  const own = startsIn(line).map(({ runner }) => runner.name);
  const calls = commandsOf(line).some((words) => CALLS.test(words[0] ?? '') && calledScript(words, scripts));
  const all = packages ?? [{ folder: '.', scripts }];
  const through = calls && ownShell ? all.flatMap(linesOf) : [];
  const beyond = calls && !ownShell ? beyondIn(line, scripts) : undefined;
  if (own.length === 0 && through.length === 0 && !beyond) return undefined;
  const leads: Leads = {
    runners: [
      ...new Set([
        ...own,
        ...through.flatMap(({ text }) => startsIn(text).map(({ runner }) => runner.name)),
        ...(beyond ? [beyond.runner] : []),
      ]),
    ],
    ...(through.length > 0 ? { scripts: through } : {}),
    ...(beyond ? { beyond } : {}),
    ...(module === undefined ? {} : { module }),
  };
  return leads;
}

/** Of a package's scripts those that start a runner. */
function linesOf({ folder, scripts }: PackageScripts): NonNullable<Leads['scripts']> {
  return Object.values(scripts)
    .filter((text) => startsIn(text).length > 0)
    .map((text) => ({ folder, text }));
}

/** The one runner behind a caller whose scripts are out of reach: only arguments and the environment get there. */
export function beyondIn(line: string, scripts: Scripts, depth = 0): Leads['beyond'] {
  const commands = simpleCommands(line);
  const found = commands.flatMap((command, n): NonNullable<Leads['beyond']>[] => {
    const words = command.words.map(({ value }) => value);
    const isLast = n === commands.length - 1 && !command.piped && !command.redirected;
    const called = calledScript(words, scripts);
    if (called !== undefined && depth < DEEPEST) {
      const inside = beyondIn(scripts[called] ?? '', scripts, depth + 1);
      return inside ? [isLast ? inside : { ...inside, takesArguments: false }] : [];
    }
    const start = startsIn(line).find((each) => each.command.words[0]?.from === command.words[0]?.from);
    return start ? [{ runner: start.runner.name, words: wordsOf(start), takesArguments: isLast }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** A program of an installed package by its name, where a script calls it by its path. */
const named = (word: string): string =>
  /^(?:.{0,200}\/)?node_modules\/(?:\.bin\/([\w-]+)|([\w-]+)\/bin\/[\w.-]+)$/.exec(word)?.slice(1).find(Boolean) ??
  word;

/** A wrapper's name, and its options, may stand before the runner. */
function isWrapping([word = '']: readonly string[], before: readonly string[]): boolean {
  return WRAPPERS.has(word) || /^[A-Za-z_]\w*=/.test(word) || (before.length > 0 && word.startsWith('-'));
}

/** `npm test`, `npm run test`, `yarn test`: the script's name, where the package has one of it. */
function calledScript([program = '', ...rest]: readonly string[], scripts: Scripts): string | undefined {
  if (!CALLS.test(program)) return undefined;
  const [first, second] = rest.filter((word) => !word.startsWith('-'));
  if (first === 'run' || first === 'run-script') return second;
  if (first === 't' || first === 'tst') return 'test';
  if (program === 'bun' && first === 'test') return undefined;
  return first !== undefined && first in scripts ? first : undefined;
}

/** The scripts that a line calls by name. */
export function calledIn(line: string, scripts: Scripts): readonly string[] {
  return commandsOf(line).flatMap((words) => calledScript(words, scripts) ?? []);
}

/** The programs that a command starts, so that it can be said which of them is not there. */
export function programsOf(line: string, scripts: Scripts = {}, depth = 0): readonly string[] {
  const found = commandsOf(line).flatMap((words) => {
    const called = calledScript(words, scripts);
    const through =
      called === undefined || depth >= DEEPEST ? [] : programsOf(scripts[called] ?? '', scripts, depth + 1);
    const [program = '', next = ''] = words;
    const wrapped =
      WRAPPERS.has(program) &&
      !/^(?:npx|pnpx|bunx|uv|poetry|pdm|pipenv|npm|pnpm|yarn|bundle|exec|run|env|-)/.test(program) &&
      /^\w/.test(next) &&
      !next.includes('=');
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
