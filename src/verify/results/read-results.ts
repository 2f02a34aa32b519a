// Reads the result files that test runners wrote, and returns test records. The pipeline asks the runners for these files
// (pipeline/request-results.ts) and uses the records.
import type { ResultsFlaw } from '../../text/lang/verify/index.js';
import type { StepRecord, TestRecord } from '../records.js';
import { joinPaths, type Places } from './places.js';
import { type Reader, type ReportedTest, type Results, recordsOf } from './reader.js';
import type { Runner } from './runners/index.js';

/** The files of a results folder. */
export interface ResultFiles {
  /** Calls `open` with the name of each file, and the function that it returns with each chunk of the file. */
  read(open: (name: string) => (text: string) => void): Promise<'read' | 'too large' | 'no files' | 'not fetched'>;
}

/** The results that a command was asked for. */
export interface ResultsRequest {
  readonly runners: readonly Runner[];
  /**
   * Runners that must leave a result file, as indexes into `runners`: `expects[0]` of the command itself, `expects[n]` of the script that
   * records the number n in its invocation file.
   */
  readonly expects: readonly (readonly number[])[];
}

/** The results of a command. */
export interface ReadResults {
  /** Number of result files. */
  readonly files: number;
  readonly tests: readonly TestRecord[];
  readonly format?: StepRecord['format'] | undefined;
  readonly flaw?: ResultsFlaw | undefined;
  /** Set if the results are mixed with the tests' output, which may have caused the flaw. */
  readonly isMixedWithOutput?: true | undefined;
  /** Set if the files could not be fetched from the sandbox. */
  readonly lost?: true | undefined;
  /** Set if a runner that certainly ran wrote nothing. */
  readonly silent?: true | undefined;
  /** What the commands print without crew's options, if the results replaced their output. */
  readonly printed?: string | undefined;
  /** Failed scripts before or after the tests: `pretest`, `posttest`. */
  readonly hooks: readonly string[];
}

/** A result file and its reader. */
interface OpenFile {
  readonly invocation: string;
  readonly runner: Runner;
  readonly number: number;
  readonly reader: Reader;
}

/** The invocation of the command itself; scripts that it starts have names of their own. */
export const OWN_INVOCATION = 'own';

/** Matches `INVOCATION.RUNNER.REST`, a file with results. RUNNER is the index of the runner. */
const RESULT = /^([A-Za-z0-9]{1,40})\.(\d{1,4})\.[\w.-]+$/;
/** Matches `failed.PID`, a file with exit code and name of a failed hook. */
const HOOK = /^failed\.\d+$/;
/** Matches `INVOCATION`, a file with the working folder of a script and its number on the second line. */
const INVOCATION = /^[A-Za-z0-9]{1,40}$/;

/** Reads each file with its runner's reader. An unexpected file is a flaw, because the tested code may have written it. */
export async function readResults(files: ResultFiles, request: ResultsRequest, places: Places): Promise<ReadResults> {
  const open: OpenFile[] = [];
  const texts = new Map<string, string>();
  let hasUnexpectedFile = false;
  const how = await files.read((name) => {
    const [, invocation = '', number = ''] = RESULT.exec(name) ?? [];
    const runner = request.runners[Number(number)];
    if (runner && number !== '') {
      const reader = runner.read();
      open.push({ invocation, runner, number: Number(number), reader });
      return (text) => reader.take(text);
    }
    if (!HOOK.test(name) && !INVOCATION.test(name)) hasUnexpectedFile = true;
    return (text) => void texts.set(name, `${texts.get(name) ?? ''}${text}`.slice(0, 5000));
  });
  const hooks = [...texts].flatMap(([name, text]) => (HOOK.test(name) ? [text.trim().split(' ')[1] ?? ''] : []));
  if (how === 'not fetched') return { files: 0, tests: [], hooks: [], lost: true };
  const results = open.map(({ reader }) => reader.end());
  const bad = open.find((_, n) => results[n]?.flaw !== undefined);
  const flaw =
    how === 'read'
      ? (results.find((each) => each.flaw !== undefined)?.flaw ??
        (hasUnexpectedFile || hasDuplicate(open) ? 'not adding up' : undefined))
      : how;
  const printed = results.map((each) => each.printed ?? '').join('');
  const silent = isSilent(open, request, texts);
  const isMixedWithOutput =
    bad?.runner.isMixedWithOutput === true &&
    results.every((each, n) => !each.flaw || open[n]?.runner.isMixedWithOutput);
  return {
    files: open.length,
    hooks,
    tests: testsOf(open, { results, texts, places }),
    ...(open[0] ? { format: open[0].runner.format } : {}),
    ...(printed === '' ? {} : { printed }),
    ...(flaw === undefined ? {} : { flaw }),
    ...(isMixedWithOutput ? { isMixedWithOutput: true } : {}),
    ...(silent ? { silent: true } : {}),
  };
}

/** Whether a runner that writes one file per run left two. */
function hasDuplicate(open: readonly OpenFile[]): boolean {
  const keys = open
    .filter(({ runner }) => !runner.writesSeveralResultFiles)
    .map(({ invocation, number }) => `${invocation}.${number}`);
  return new Set(keys).size < keys.length;
}

/** Whether a runner that must write results wrote none. A script ran if its invocation file exists. */
function isSilent(
  open: readonly OpenFile[],
  { runners, expects }: ResultsRequest,
  texts: ReadonlyMap<string, string>,
): boolean {
  const scripts = [...texts].filter(([name]) => INVOCATION.test(name));
  const lines = [
    [OWN_INVOCATION, 0] as const,
    ...scripts.map(([name, text]) => [name, Number(text.split('\n')[1])] as const),
  ];
  return lines.some(([invocation, line]) =>
    (expects[line] ?? []).some(
      (number) =>
        runners[number]?.mayWriteNothing !== true &&
        !open.some((each) => each.invocation === invocation && each.number === number),
    ),
  );
}

interface ReadContext {
  readonly results: readonly Results[];
  readonly texts: ReadonlyMap<string, string>;
  readonly places: Places;
}

/** All tests. Their ids include the folder and are unique within the step. */
function testsOf(open: readonly OpenFile[], { results, texts, places }: ReadContext): readonly TestRecord[] {
  const byFolder = new Map<string, ReportedTest[]>();
  open.forEach(({ invocation }, n) => {
    const folder = folderOf(texts.get(invocation), places);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...(results[n]?.tests ?? [])]);
  });
  return [...byFolder].flatMap(([cwd, reported]) => recordsOf(reported, { ...places, cwd }));
}

/** The folder of an invocation relative to the root; the command's own folder if it is outside. */
function folderOf(text: string | undefined, { root, cwd }: Places): string {
  const folder = text?.split('\n')[0] ?? '';
  if (folder === root) return '.';
  return (folder.startsWith(`${root}/`) ? joinPaths('.', folder.slice(root.length + 1)) : undefined) ?? cwd;
}
