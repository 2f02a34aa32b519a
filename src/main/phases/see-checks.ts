// The last thing of the phase publish, when everything is settled: the repository's own checks on what was handed in.
import { memoryStore } from '../../adapters/store/memory.js';
import type { Crew } from '../../core/crew.js';
import { ctxOf } from '../../core/ctx.js';
import { startRound } from '../../core/follow.js';
import { beginOf } from '../../core/journal.js';
import { loadJournal } from '../../core/kept.js';
import { openRun } from '../../core/run.js';
import type { WrittenInput } from '../../core/workflow.js';
import { inputOf } from '../../core/written.js';
import type { Clock } from '../../ports.js';
import { seeChecks } from '../../workflows/fix/checks.js';

/** Waits for them, and starts one more round where they are red. The run's own journal is closed; what is done here is found again. */
export async function checksAfter(crew: Crew, run: string, clock: Clock = crew.desk.clock): Promise<void> {
  const found = await loadJournal(crew.desk.store, run);
  const begin = found && beginOf(found.journal);
  if (!found || begin?.workflow !== 'fix') return;
  const { repo, issue } = begin;
  const opened = await openRun({ ...crew.desk, clock, store: memoryStore() }, begin);
  if (opened.is !== 'open') throw new Error(`the run ${run} could not be opened beside itself`);
  const ctx = await ctxOf(opened.run, { ...crew, desk: { ...crew.desk, clock } }, { repo, issue });
  const round = await seeChecks(ctx, inputOf(begin.input as WrittenInput), found.journal);
  if (round !== null) await startRound(crew, round);
}
