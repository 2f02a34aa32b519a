// Which test runner a command leads to: through scripts of a package, and through what only wraps others.
import { runners } from '../results/runners/index.js';
import { commandsOf } from './shell.js';
import type { Leads } from './step.js';

/** Programs that run another one with what is behind them. */
const WRAPPERS = new Set([
  'npx',
  'node',
  'pnpx',
  'bunx',
  'exec',
  'nyc',
  'c8',
  'cross-env',
  'env',
  'dotenv',
  'time',
  'uv',
  'poetry',
  'pipenv',
  'hatch',
  'run',
  'coverage',
  'xvfb-run',
  '--',
  'dlx',
]);

const CALLS = /^(?:npm|pnpm|yarn|bun)$/;
const DEEPEST = 5;

export type Scripts = Readonly<Record<string, string>>;

/** The runner that a command line leads to, or nothing when there is none, or more than one thing to ask. */
export function leadsTo(line: string, scripts: Scripts = {}, depth = 0): Leads | undefined {
  const found = commandsOf(line).flatMap(({ words, last }) => {
    const leads = ofCommand(words, { scripts, depth });
    return leads ? [last ? leads : { ...leads, pass: undefined }] : [];
  });
  const [first] = found;
  // What the command sets itself would win over what is asked through the same variable.
  if (!first || (first.runner === 'node --test' && /\bNODE_OPTIONS\b/.test(line))) return undefined;
  if (found.length === 1) return first;
  const runner = runners.find(({ name }) => name === first.runner);
  const asOne = found.every((each) => each.runner === first.runner && optionsOf(each) === optionsOf(first));
  return runner?.many && asOne ? { ...first, pass: undefined } : undefined;
}

/** What is asked depends on what a command says itself, so only those that say the same can be asked at once. */
const optionsOf = ({ words }: Leads): string => words.filter((word) => word.startsWith('-')).join(' ');

function ofCommand(given: readonly string[], at: { scripts: Scripts; depth: number }): Leads | undefined {
  const words = given.map(named);
  const called = calledScript(words, at.scripts);
  if (called !== undefined) return throughScript(called, words, at);
  for (let n = 0; n < words.length; n += 1) {
    const own = words.slice(n);
    const runner = runners.find(({ is }) => is(own));
    if (runner) return { runner: runner.name, words: own, pass: '' };
    if (!isWrapping(own, words.slice(0, n))) return undefined;
  }
  return undefined;
}

/** A program of an installed package by its name, where a script calls it by its path. */
const named = (word: string): string =>
  /^(?:.{0,200}\/)?node_modules\/(?:\.bin\/([\w-]+)|([\w-]+)\/bin\/[\w.-]+)$/.exec(word)?.slice(1).find(Boolean) ??
  word;

/** A wrapper's name, and its options, may stand before the runner. */
function isWrapping([word = '']: readonly string[], before: readonly string[]): boolean {
  return WRAPPERS.has(word) || /^[A-Za-z_]\w*=/.test(word) || (before.length > 0 && word.startsWith('-'));
}

function throughScript(
  name: string,
  words: readonly string[],
  { scripts, depth }: { scripts: Scripts; depth: number },
) {
  const script = scripts[name];
  if (script === undefined || depth >= DEEPEST) return undefined;
  const leads = leadsTo(script, scripts, depth + 1);
  // A caller takes one `--` away, and so does each further one below it; yarn and bun take none.
  const takes = /^(?:npm)$/.test(words[0] ?? '') && !words.includes('--');
  return leads && { ...leads, pass: leads.pass === undefined ? undefined : `${takes ? ' --' : ''}${leads.pass}` };
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

/** The programs that a command starts, so that it can be said which of them is not there. */
export function programsOf(line: string, scripts: Scripts = {}, depth = 0): readonly string[] {
  const found = commandsOf(line).flatMap(({ words }) => {
    const called = calledScript(words, scripts);
    const through =
      called === undefined || depth >= DEEPEST ? [] : programsOf(scripts[called] ?? '', scripts, depth + 1);
    const [program = '', next = ''] = words;
    const wrapped =
      WRAPPERS.has(program) &&
      !/^(?:npx|pnpx|bunx|uv|poetry|exec|run|env|-)/.test(program) &&
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
