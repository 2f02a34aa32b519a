// Runs the commands of the command line: gate and work one after the other in this process. A lock file keeps a second run out of the tree.
// Used by src/cli/run.ts.

import path from 'node:path';
import { toContinuable } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { Outcome } from '../ports/run.js';
import { appendToLedger } from './conclude.js';
import { gate } from './gate.js';
import { endOf, type Handled, outcomeOfError, type Proceed } from './launch.js';
import { runIn } from './record.js';
import { changeRun, type Services } from './services.js';
import { runWork, type WorkOptions } from './work.js';

/** What the command line gives to a run. */
export interface LocalOptions extends Omit<WorkOptions, 'subject' | 'run' | 'folder'> {
  /** CREW_HOME. */
  readonly home: string;
  /** Takes the lock of the tree; throws if another process holds it. */
  readonly lock: () => Promise<{ release(): Promise<void> }>;
}

/** The folder of a run's files on the command line. */
export const runFolder = (home: string, run: string): string => path.join(home, 'subjects', 'tree', run);

/** Handles a typed command until its runs end. */
export async function runLocally(event: Event, services: Services, options: LocalOptions): Promise<readonly Handled[]> {
  const handled = await gate(event, services);
  const ended: Handled[] = [];
  for (const each of handled) {
    const { proceed } = each;
    ended.push(
      proceed ? { ...each, outcome: await workLocally(proceed, services, options), proceed: undefined } : each,
    );
  }
  return ended;
}

/** Does the work of a run and records its end. */
async function workLocally({ run, subject }: Proceed, services: Services, options: LocalOptions): Promise<Outcome> {
  const { outcome, spent } = await withLock(options, () =>
    runWork({ ...options, run, subject, folder: runFolder(options.home, run) }, services),
  ).catch(async (error: unknown) => {
    // A refused run cannot be continued. So if a continued run cannot start now (another process holds the lock of the tree), it ends
    // `infra_error` instead. A continued run has signals; a new one has none.
    const isContinued = (runIn(await services.store.read(subject), run)?.signals.length ?? 0) > 0;
    return { outcome: await outcomeOfError(isContinued ? toContinuable(error) : error, services), spent: undefined };
  });
  // No process works on it any more.
  const record = await changeRun(services.store, { subject, run }, ({ process: _, ...rest }) => ({
    ...rest,
    ...(spent && { spent }),
    end: endOf(outcome, services.clock.now()),
  }));
  await appendToLedger(record, services);
  return outcome;
}

async function withLock<T>({ lock }: LocalOptions, work: () => Promise<T>): Promise<T> {
  const held = await lock();
  try {
    return await work();
  } finally {
    await held.release();
  }
}
