// One step: its command in the cell, its log on the disk, its results read, its end judged. What could not run at all is tried again.

import path from 'node:path';
import type { Cell, Clock, Command, Folder, LogFile, Ran } from '../../ports.js';
import { verifyWords } from '../../text/lang/verify/index.js';
import { tells } from '../compare/see.js';
import type { Step } from '../detect/index.js';
import { startsIn } from '../detect/leads-to.js';
import type { StepRecord } from '../records.js';
import { type Read, readResults } from '../results/read-results.js';
import { runners } from '../results/runners/index.js';
import { type Asked, askFor } from './ask.js';
import { type Judged, judge } from './judge.js';
import { TAIL_BYTES, tailOf } from './tail-of.js';
import type { Tray } from './tray.js';

export interface Place {
  readonly root: string;
  readonly cell: Cell;
  readonly clock: Clock;
  readonly folder: Folder;
  /** A new one for each attempt. */
  readonly tray: () => Tray | null;
  readonly signal: AbortSignal | undefined;
}

/** It was called off: there is nothing to say about it. */
export class Cancelled extends Error {}

/** Of more tests than these no command line could name all. */
const MOST_CHOSEN = 100;

/** Before the second and the third attempt. */
const PAUSES_MS = [500, 2000] as const;

/** Runs a step; all of it where its runner was to choose tests, and did not tell of each. `before` is how many came before it. */
export async function runStep(step: Step, place: Place, before: number): Promise<StepRecord> {
  const name = `${String(before + 1).padStart(2, '0')}-${slug(step.name)}`;
  const { only, ...whole } = step;
  if (!only || only.length > MOST_CHOSEN || !canChoose(step)) return runUntil(whole, place, name);
  const record = await runUntil(step, place, `${name}.chosen`);
  return tells(record, only) ? record : runUntil(whole, place, name);
}

/** Where it could not run, twice more after a pause. */
async function runUntil(step: Step, place: Place, name: string): Promise<StepRecord> {
  for (let attempt = 0; ; attempt += 1) {
    const record = await attemptAt(step, place, attempt === 0 ? name : `${name}.again-${attempt}`);
    const pause = PAUSES_MS[attempt];
    if (record.status !== 'INFRA_ERROR' || pause === undefined) return record;
    await place.clock.sleep(pause, place.signal);
    if (place.signal?.aborted) throw new Cancelled();
  }
}

async function attemptAt(step: Step, place: Place, name: string): Promise<StepRecord> {
  const tray = step.leads ? place.tray() : null;
  const asked = tray && askFor({ step, root: place.root, tray: tray.folder });
  const log = place.folder.log(`${name}.log`);
  const ran = await inCell(asked ?? { line: step.command, asked: [], expects: [] }, { step, place, log });
  const { sha256, full } = log.close();
  if (ran.ended === 'cancelled') throw new Cancelled();
  const results = asked && tray ? await fetched(tray, { asked, step, place, name }) : undefined;
  const missing = await missingOf(step, ran, place);
  if (place.signal?.aborted) throw new Cancelled();
  const judged = judge({ purpose: step.purpose, ran, timeoutMs: step.timeoutMs, full, missing, results });
  return recordOf(step, { ran, judged, log, sha256, root: place.root });
}

/** Tests can be chosen where one runner alone is known to run, once. */
function canChoose({ leads, command, cwd }: Step): boolean {
  const [name, ...others] = leads?.runners ?? [];
  const count = leads?.beyond
    ? 1
    : startsIn(command).length + (leads?.scripts?.filter(({ folder }) => folder === cwd).length ?? 0);
  return others.length === 0 && count === 1 && runners.find((runner) => runner.name === name)?.choose !== undefined;
}

function inCell({ line, env }: Asked, { step, place, log }: { step: Step; place: Place; log: LogFile }): Promise<Ran> {
  const command: Command = {
    line,
    cwd: path.join(place.root, step.cwd),
    timeoutMs: step.timeoutMs,
    onOutput: (chunk) => log.write(chunk),
    ...(env ? { env } : {}),
    ...(place.signal ? { signal: place.signal } : {}),
  };
  return place.cell.run(command);
}

async function fetched(
  tray: Tray,
  { asked, step, place, name }: { asked: Asked; step: Step; place: Place; name: string },
): Promise<Read> {
  const places = { root: place.root, cwd: step.cwd, module: step.leads?.module };
  const copy = place.folder.log(`${name}.results`);
  const read = await readResults(
    tray.fetch((chunk) => copy.write(chunk)),
    asked,
    places,
  );
  copy.close();
  return read;
}

/** Asked only when the step ended as if something were not there; the answer is a fact, not a line of its log. */
async function missingOf(
  { needs, cwd }: Step,
  { exit }: Ran,
  { root, cell, signal }: Place,
): Promise<string | undefined> {
  for (const { name, probe, exits } of needs) {
    if (exit === null || !exits.includes(exit)) continue;
    const command: Command = { line: probe, cwd: path.join(root, cwd), timeoutMs: 10_000, onOutput: () => undefined };
    const ran = await cell.run(signal ? { ...command, signal } : command);
    if (ran.started && ran.ended === 'itself' && ran.exit !== 0) return name;
  }
  return undefined;
}

function recordOf(
  step: Step,
  { ran, judged, log, sha256, root }: { ran: Ran; judged: Judged; log: LogFile; sha256: string; root: string },
): StepRecord {
  const { name, command, cwd } = step;
  const { status, reason, format, tests } = judged;
  return {
    name,
    command,
    cwd,
    status,
    exit: ran.exit,
    ended: ran.started ? ran.ended : 'not started',
    ms: Math.round(ran.ms),
    log: log.name,
    sha256,
    ...(step.purpose === 'test' ? { testing: true } : {}),
    format,
    ...(tests ? { tests } : {}),
    ...(status === 'PASS' ? {} : { tail: tailOf(log.tail(TAIL_BYTES), { root, tests }) }),
    ...(reason ? { why: verifyWords('en').reason(reason), reason } : {}),
  };
}

function slug(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'step'
  );
}
