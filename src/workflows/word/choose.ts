import { hears, type Said } from '../../core/word.js';
import type { RunSummary } from '../../core/workflow.js';

/** Runs that are over as soon as they have answered: nobody speaks to them. */
const QUICK = ['answer', 'word', 'handover', 'facilitate', 'plan'];

/** The run that is meant: the one that was named, else the newest that can hear it. */
export function choose(
  runs: readonly RunSummary[],
  said: Said,
  named: string | undefined,
): { readonly run: RunSummary } | { readonly deaf: RunSummary | undefined } {
  const possible = runs.filter(({ run, workflow }) =>
    named === undefined ? !QUICK.includes(workflow) : run === named,
  );
  const run = possible.find((each) => hears(each, said));
  return run ? { run } : { deaf: possible[0] };
}
