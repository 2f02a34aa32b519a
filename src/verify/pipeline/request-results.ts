// Changes a command so that its test runners write results to files: each runner in it gets additional options, and the rest stays. Runners in
// package scripts are reached through a shell script that the package manager runs scripts with (`script-shell`). Used by run-step.ts.
import { type RunnerStart, startsIn, wordsOf } from '../detect/runner-starts.js';
import type { StartedRunners, Step } from '../detect/step.js';
import { OWN_INVOCATION } from '../results/read-results.js';
import { runners } from '../results/runners/index.js';
import { NODE_PRELOAD, NODE_PROGRAMS, PREFIX_VARIABLE } from '../results/runners/node-programs.js';
import { NODE_REPORTER } from '../results/runners/node-reporter.js';
import { quoted, type Report, type Runner } from '../results/runners/runner.js';
import { unittestRunner } from '../results/runners/unittest-runner.js';
import {
  type Edit,
  keepGoing,
  PROGRAM_VARIABLES,
  prelude,
  programVariables,
  type ScriptEntry,
  shellFile,
} from './results-shell.js';

/** A command line with its environment. */
export interface CommandWithResults {
  readonly line: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The runners that got options. A runner's index is part of the names of its files. */
  readonly runners: readonly Runner[];
  /**
   * For each line, the indexes of the runners that certainly run if it succeeds. Entry 0 is for the command's own line, the others for the scripts
   * of `testRunners` in their order, changed or not.
   */
  readonly expects: readonly (readonly number[])[];
  /** Set if it is not known whether the command starts one of the runners. */
  readonly isGuess?: true | undefined;
}

/** Linux limits one argument to 128 KB. */
const LONGEST_LINE = 100_000;

interface ResultsOptions {
  readonly step: Pick<Step, 'command' | 'cwd' | 'testRunners' | 'only'> & Partial<Pick<Step, 'purpose'>>;
  /** The tree's root as the command sees it; absolute. */
  readonly root: string;
  /** The folder for results, which the line creates. Its name needs no quoting. */
  readonly resultsFolder: string;
}

/** The changed command. Null if no runner in it can be asked for results. */
export function requestResults({ step, root, resultsFolder }: ResultsOptions): CommandWithResults | null {
  if (!step.testRunners) return requestFromNodePrograms(step, resultsFolder);
  const state: RewriteState = { resultsFolder, runners: [], expects: [], only: step.only, cwd: step.cwd };
  if (step.testRunners.runByCaller) return requestThroughCaller(step.command, step.testRunners.runByCaller, state);
  const ownLine = rewritten(step.command, state);
  const entries = entriesOf(step.testRunners, root, state);
  if (state.runners.length === 0) return null;
  const shell = entries.length > 0 ? shellFile({ resultsFolder, entries, home: folderIn(root, step.cwd) }) : undefined;
  const line = [
    prelude(resultsFolder, shell),
    `crew_results=${resultsFolder}/${OWN_INVOCATION}; ${programVariables(ownLine)}`,
  ].join('\n');
  if (!shell) return { line: `${line}${ownLine}`, runners: state.runners, expects: state.expects };
  // The exit code of a failed `pretest` or `posttest`, which `shellFile` recorded with the script's name, becomes that of the command.
  const ended = `crew_end=$?; for crew_failed in ${resultsFolder}/failed.*; do [ ! -f "$crew_failed" ] || read -r crew_end _ < "$crew_failed"; done; exit $crew_end`;
  return {
    line: `${line}{ ${ownLine}\n}; ${ended}`,
    env: shellVariables(`${resultsFolder}/.shell`),
    runners: state.runners,
    expects: state.expects,
  };
}

/** Matches commands that start a program in Node. */
const OF_NODE = /^(?:npm|npx|pnpm|yarn|node|nyc|c8|tsx)\b/;

/** For a test command in which no runner is seen. A program that runs in Node may start one, so Node loads a file that recognizes runners. */
function requestFromNodePrograms(
  { purpose, command }: ResultsOptions['step'],
  resultsFolder: string,
): CommandWithResults | null {
  if (purpose !== 'test' || !OF_NODE.test(command)) return null;
  const preload = `${resultsFolder}/.start.cjs`;
  return {
    line: `${prelude(resultsFolder, undefined)}; printf %s ${quoted(NODE_PRELOAD)} > ${preload}\n${command}`,
    env: { NODE_OPTIONS: `--require=${preload}`, [PREFIX_VARIABLE]: `${resultsFolder}/${OWN_INVOCATION}` },
    runners: NODE_PROGRAMS,
    expects: [],
    isGuess: true,
  };
}

const shellVariables = (shell: string) => ({
  npm_config_script_shell: shell,
  pnpm_config_script_shell: shell,
  YARN_SCRIPT_SHELL: shell,
});

interface RewriteState {
  readonly resultsFolder: string;
  readonly runners: Runner[];
  readonly expects: (readonly number[])[];
  readonly only: Step['only'];
  readonly cwd: string;
}

function entriesOf({ scripts = [] }: StartedRunners, root: string, state: RewriteState): readonly ScriptEntry[] {
  const entries: ScriptEntry[] = [];
  let size = 0;
  for (const { folder, text } of scripts) {
    const becomes = rewritten(text, state);
    // `shellFile` contains the script's text three times and its new text once. Half of the line is left for quoting and everything else.
    size += becomes.length + text.length * 3;
    if (becomes === text || size > LONGEST_LINE / 2) continue;
    entries.push({ folder: folderIn(root, folder), text, becomes, number: state.expects.length - 1 });
  }
  return entries;
}

const folderIn = (root: string, folder: string): string => (folder === '.' ? root : `${root}/${folder}`);

/** A line with options for its runners; the same line if no runner gets options. */
function rewritten(line: string, state: RewriteState): string {
  const certain: number[] = [];
  const edits = startsIn(line).flatMap((start) => {
    const number = state.runners.length;
    const report = reportOf(start, `$crew_results.${number}`, state);
    if (!report) return [];
    state.runners.push(start.runner);
    if (start.command.certain) certain.push(number);
    return editsOf(start, report, { out: `$crew_results.${number}`, resultsFolder: state.resultsFolder });
  });
  state.expects.push(certain);
  // From the last edit to the first, so that positions stay valid. Of edits at one position the higher `order` is applied first.
  return [...edits, ...keepGoing(line, edits.length > 0)]
    .sort((a, b) => b.from - a.from || (b.order ?? 0) - (a.order ?? 0) || b.to - a.to)
    .reduce((text, { from, to, by }) => text.slice(0, from) + by + text.slice(to), line);
}

/** Matches commands of the shell, which no helper program can start. */
const BUILT_IN = /^(?:exec|command|builtin|time|eval|export|\.|source)$/;

function reportOf(start: RunnerStart, out: string, { only, cwd }: RewriteState): Report | null {
  const { command, runner } = start;
  const words = wordsOf(start);
  const report = runner.report({ words, out, programs: PROGRAM_VARIABLES });
  if (!report || (report.outputFormat && command.piped)) return null;
  if (report.output && BUILT_IN.test(command.words[0]?.value ?? '')) return null;
  if (report.output === 'file-only' && command.redirected) return null;
  const chosen = only && runner.select?.({ words, tests: only, cwd });
  return chosen ? combined(chosen, report) : report;
}

/** Options that select tests, then options that write results. */
function combined(chosen: Report, report: Report): Report {
  const env = new Map(report.env ?? []);
  for (const [name, value] of chosen.env ?? []) env.set(name, `${env.get(name) ?? ''} ${value}`.trim());
  const insert = report.insert ?? chosen.insert;
  return {
    ...report,
    args: [...(chosen.args ?? []), ...(report.args ?? [])],
    ...(insert
      ? {
          insert: {
            afterWords: insert.afterWords,
            args: [...(report.insert?.args ?? []), ...(chosen.insert?.args ?? [])],
          },
        }
      : {}),
    env: [...env],
  };
}

function editsOf(
  { command, at }: RunnerStart,
  report: Report,
  { out, resultsFolder }: { out: string; resultsFolder: string },
): readonly Edit[] {
  const { words } = command;
  const runnerWords = words.slice(at);
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last) return [];
  const edits: Edit[] = [];
  const insert = (position: number, by: string) => edits.push({ from: position, to: position, by });
  const front = (report.env ?? []).flatMap(([name, value]) => {
    const set = [...command.assignments, ...words.slice(0, at)].find((word) => word.value.startsWith(`${name}=`));
    if (set) insert(set.to, `" ${value}"`);
    return set ? [] : [`${name}="\${${name}:+$${name} }${value}" `];
  });
  const begins = front.join('') + wrapperFor(report.output, { out, resultsFolder });
  if (begins !== '') insert(first.from, begins);
  const after = runnerWords[(report.insert?.afterWords ?? 0) - 1];
  if (report.insert && after) insert(after.to, ` ${report.insert.args.join(' ')}`);
  const replaced = runnerWords.slice(report.replace?.at, (report.replace?.at ?? 0) + (report.replace?.words ?? 0));
  if (report.replace) edits.push({ from: replaced[0]?.from ?? 0, to: replaced.at(-1)?.to ?? 0, by: report.replace.by });
  // Options must precede `--`.
  const end = runnerWords.find(({ value }) => value === '--');
  if (report.args?.length)
    insert(end ? end.from : last.to, end ? `${report.args.join(' ')} ` : ` ${report.args.join(' ')}`);
  return edits;
}

function wrapperFor(output: Report['output'], { out, resultsFolder }: { out: string; resultsFolder: string }): string {
  if (output === undefined) return '';
  if (typeof output === 'object') return `sh ${resultsFolder}/.collect ${out} ${quoted(output.collect)} `;
  return `sh ${resultsFolder}/.${output} ${out}.txt `;
}

/** For a caller such as `make`, which passes its environment on, and perhaps its arguments. */
function requestThroughCaller(
  line: string,
  { runner: name, words, takesArguments }: NonNullable<StartedRunners['runByCaller']>,
  state: RewriteState,
): CommandWithResults | null {
  const runner = runners.find((each) => each.name === name);
  const out = `${state.resultsFolder}/${OWN_INVOCATION}.0`;
  const programs = { nodeReporter: NODE_REPORTER, unittest: unittestRunner };
  const report = runner?.report({ words, out, programs });
  if (!runner || !report || report.replace || report.insert) return null;
  if (!takesArguments && (report.args || report.outputFormat)) return null;
  const chosen = state.only && runner.select?.({ words, tests: state.only, cwd: state.cwd });
  const whole = chosen && !chosen.insert && (takesArguments || !chosen.args) ? combined(chosen, report) : report;
  const wrapper = wrapperFor(whole.output, { out, resultsFolder: state.resultsFolder });
  return {
    line: `${prelude(state.resultsFolder, undefined)}\n${wrapper}${[line, ...(whole.args ?? [])].join(' ')}`,
    ...(whole.env ? { env: Object.fromEntries(whole.env) } : {}),
    runners: [runner],
    expects: [],
  };
}
