// The journal of a work phase in a folder, opened by one process after another.
import path from 'node:path';
import type { Clock } from '../../src/ports/index.js';
import type { Signal, SignalInput, Step, WorkRun } from '../../src/ports/run.js';
import { openJournal } from '../../src/runs/journal.js';
import { START } from './clock.js';
import { newFolder } from './folder.js';

export interface RunLife {
  readonly folder?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly signals?: readonly Signal[] | undefined;
  readonly redact?: ((text: string) => string) | undefined;
}

export interface OpenedRun extends WorkRun {
  steps(): readonly Step[];
}

/** The run of a folder; with a folder of an earlier life it has that life's steps. */
export async function openWorkRun({ folder, clock, signals = [], redact }: RunLife = {}): Promise<OpenedRun> {
  const file = path.join(folder ?? (await newFolder()), 'journal.jsonl');
  const now = clock?.now ?? (() => START);
  const journal = await openJournal(file, { now, redact: redact ?? ((text) => text) });
  return { id: 'fix-7-0123456789', signals, ...journal };
}

let said = 0;

/** Something that maya says, as it is recorded. */
export function signalOf(saying: SignalInput): Signal {
  said += 1;
  return { ...saying, key: `comment-${said}/0`, by: { login: 'maya' }, at: '2026-11-18T12:00:00Z' };
}
