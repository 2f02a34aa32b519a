// What a runner left in its tray, as records.
import type { Flaw } from '../../text/lang/verify/index.js';
import type { TestRecord } from '../records.js';
import type { Places } from './places.js';
import { type Reader, type Results, recordsOf } from './reader.js';
import type { Runner } from './runners/index.js';

/** A tray's files in pieces, however they are kept. */
export interface Left {
  read(open: (name: string) => (text: string) => void): Promise<'read' | 'too large' | 'no files' | 'not fetched'>;
}

export interface Read {
  /** How many files there were. */
  readonly files: number;
  readonly tests: readonly TestRecord[];
  readonly flaw?: Flaw | undefined;
  /** They did not come, which says nothing of them. */
  readonly lost?: true | undefined;
}

/** Reads them all, each file by a reader of its own; a file too many is a flaw: what is tested may have put it there. */
export async function readResults(left: Left, runner: Runner, places: Places): Promise<Read> {
  const open: Reader[] = [];
  const how = await left.read(() => {
    const reader = runner.read();
    open.push(reader);
    return (text) => reader.take(text);
  });
  if (how === 'not fetched') return { files: 0, tests: [], lost: true };
  const results: readonly Results[] = open.map((reader) => reader.end());
  const foreign = open.length > 1 && !runner.severalFiles ? 'not adding up' : undefined;
  const flaw = how === 'read' ? (results.find((each) => each.flaw !== undefined)?.flaw ?? foreign) : how;
  const told = results.flatMap(({ tests }) => tests);
  return { files: open.length, tests: recordsOf(told, places), ...(flaw === undefined ? {} : { flaw }) };
}
