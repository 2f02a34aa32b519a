// What the jobs after the gate need to know of the run that goes on in them.
import type { Crew } from '../../core/crew.js';
import { loadJournal } from '../../core/run.js';
import type { Ended } from '../../road.js';
import type { Target } from '../../workflows/fix-thread/index.js';

/** The outputs of the gate: whether a run goes on in the next job, which, and on what commit. */
export async function proceeding(ended: readonly Ended[], crew: Crew): Promise<Readonly<Record<string, string>>> {
  const onward = ended.find(({ next }) => next === 'work');
  if (!onward) return { proceed: 'false' };
  const found = await loadJournal(crew.desk.store, onward.run);
  const step = found?.journal.entries.find((each) => each.kind === 'step' && each.name === 'target');
  const { commit = '' } = (step?.kind === 'step' ? step.value : {}) as Partial<Target>;
  return { proceed: 'true', 'run-id': onward.run, base: commit };
}
