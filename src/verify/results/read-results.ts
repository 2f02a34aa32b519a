// What runners left behind, as records of tests.
import type { Flaw } from '../../text/lang/verify/index.js';
import type { StepRecord, TestRecord } from '../records.js';
import { joined, type Places } from './places.js';
import { type Reader, type ReportedTest, type Results, recordsOf } from './reader.js';
import type { Runner } from './runners/index.js';

/** A tray's files in pieces, however they are kept. */
export interface Left {
  read(open: (name: string) => (text: string) => void): Promise<'read' | 'too large' | 'no files' | 'not fetched'>;
}

/** What is known of the command that left them. */
export interface Asking {
  readonly asked: readonly Runner[];
  /** Runners that leave something when a line ends well: of the command's own line, then of each script. */
  readonly expects: readonly (readonly number[])[];
}

export interface Read {
  /** How many files there were. */
  readonly files: number;
  readonly tests: readonly TestRecord[];
  readonly format?: StepRecord['format'] | undefined;
  readonly flaw?: Flaw | undefined;
  /** What is wrong may be others' doing: the results share a stream with what tests print. */
  readonly shared?: true | undefined;
  /** They could not be fetched, which says nothing of them. */
  readonly lost?: true | undefined;
  /** A runner that surely ran left nothing, though it always leaves something. */
  readonly silent?: true | undefined;
  /** Scripts before and after the tests that failed: `pretest`, `posttest`. */
  readonly hooks: readonly string[];
}

interface Opened {
  readonly invocation: string;
  readonly runner: Runner;
  readonly number: number;
  readonly reader: Reader;
}

/** Names of files in the tray: a result is `INVOCATION.RUNNER.REST`, the folder of a script's run `INVOCATION`, a failed hook `failed.PID`. */
export const OWN_INVOCATION = 'own';

const RESULT = /^([A-Za-z0-9]{1,40})\.(\d{1,4})\.[\w.-]+$/;
const HOOK = /^failed\.\d+$/;
const INVOCATION = /^[A-Za-z0-9]{1,40}$/;

/** Reads them all, each file by a reader of its own; a file too many is a flaw: what is tested may have put it there. */
export async function readResults(left: Left, asking: Asking, places: Places): Promise<Read> {
  const open: Opened[] = [];
  const texts = new Map<string, string>();
  let strange = false;
  const how = await left.read((name) => {
    const [, invocation = '', number = ''] = RESULT.exec(name) ?? [];
    const runner = asking.asked[Number(number)];
    if (runner && number !== '') {
      const reader = runner.read();
      open.push({ invocation, runner, number: Number(number), reader });
      return (text) => reader.take(text);
    }
    if (!HOOK.test(name) && !INVOCATION.test(name)) strange = true;
    return (text) => void texts.set(name, `${texts.get(name) ?? ''}${text}`.slice(0, 5000));
  });
  const hooks = [...texts].flatMap(([name, text]) => (HOOK.test(name) ? [text.trim().split(' ')[1] ?? ''] : []));
  if (how === 'not fetched') return { files: 0, tests: [], hooks: [], lost: true };
  const results = open.map(({ reader }) => reader.end());
  const bad = open.find((_, n) => results[n]?.flaw !== undefined);
  const flaw =
    how === 'read'
      ? (results.find((each) => each.flaw !== undefined)?.flaw ??
        (strange || hasForeign(open) ? 'not adding up' : undefined))
      : how;
  const silent = isSilent(open, asking, texts);
  const isShared = bad?.runner.shared === true && results.every((each, n) => !each.flaw || open[n]?.runner.shared);
  return {
    files: open.length,
    hooks,
    tests: testsOf(open, { results, texts, places }),
    ...(open[0] ? { format: open[0].runner.format } : {}),
    ...(flaw === undefined ? {} : { flaw }),
    ...(isShared ? { shared: true } : {}),
    ...(silent ? { silent: true } : {}),
  };
}

/** Of a runner that leaves one file a run there are two. */
function hasForeign(open: readonly Opened[]): boolean {
  const keys = open
    .filter(({ runner }) => !runner.severalFiles)
    .map(({ invocation, number }) => `${invocation}.${number}`);
  return new Set(keys).size < keys.length;
}

/** A line was run to its end, and a runner of it left nothing. That a script was run is known by its invocation. */
function isSilent(open: readonly Opened[], { asked, expects }: Asking, texts: ReadonlyMap<string, string>): boolean {
  const scripts = [...texts].filter(([name]) => INVOCATION.test(name));
  const lines = [
    [OWN_INVOCATION, 0] as const,
    ...scripts.map(([name, text]) => [name, Number(text.split('\n')[1])] as const),
  ];
  return lines.some(([invocation, line]) =>
    (expects[line] ?? []).some(
      (number) =>
        asked[number]?.mayLeaveNothing !== true &&
        !open.some((each) => each.invocation === invocation && each.number === number),
    ),
  );
}

interface Around {
  readonly results: readonly Results[];
  readonly texts: ReadonlyMap<string, string>;
  readonly places: Places;
}

/** Tests of one folder after the other; names are unique in all of them. */
function testsOf(open: readonly Opened[], { results, texts, places }: Around): readonly TestRecord[] {
  const byFolder = new Map<string, ReportedTest[]>();
  open.forEach(({ invocation }, n) => {
    const folder = folderOf(texts.get(invocation), places);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...(results[n]?.tests ?? [])]);
  });
  return [...byFolder].flatMap(([cwd, reported]) => recordsOf(reported, { ...places, cwd }));
}

/** Where an invocation ran, relative to the root; what lies outside of it counts as the command's own folder. */
function folderOf(text: string | undefined, { root, cwd }: Places): string {
  const folder = text?.split('\n')[0] ?? '';
  if (folder === root) return '.';
  return (folder.startsWith(`${root}/`) ? joined('.', folder.slice(root.length + 1)) : undefined) ?? cwd;
}
