// What the jobs after the gate need to know of the run that goes on in them.
import type { Crew } from '../../core/crew.js';
import { loadJournal } from '../../core/kept.js';
import type { Ended } from '../../road.js';

/** What a story looked up before it goes on: the commit that the next jobs check out, and of a review what it is compared with. */
interface Aimed {
  readonly commit: string;
  readonly against?: string | undefined;
}

/** The outputs of the gate: whether a run goes on in the next job, which, on what commit, and what that is verified against. */
export async function proceeding(ended: readonly Ended[], crew: Crew): Promise<Readonly<Record<string, string>>> {
  const onward = ended.find(({ next }) => next === 'work');
  if (!onward) return { proceed: 'false' };
  const found = await loadJournal(crew.desk.store, onward.run);
  const step = found?.journal.entries.find((each) => each.kind === 'step' && each.name === 'target');
  const { commit = '', against = '' } = (step?.kind === 'step' ? step.value : {}) as Partial<Aimed>;
  return { proceed: 'true', 'run-id': onward.run, base: commit, against };
}
