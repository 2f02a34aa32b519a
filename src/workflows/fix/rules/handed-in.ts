// What a run has handed in, read off its journal. Pure.
import * as z from 'zod';
import { endOf, type Journal } from '../../../core/journal.js';

const handed = z.object({
  sha: z.string(),
  branch: z.string(),
  pull: z.number(),
  /** The branch that it goes into. */
  base: z.string().optional(),
});

/** A commit on the branch of an open pull request. */
export type HandedIn = z.output<typeof handed>;

/** Null where it ended otherwise: in nothing, in remarks, or on a branch that no pull request offers. */
export function handedIn(journal: Journal): HandedIn | null {
  const end = endOf(journal);
  const read = handed.safeParse(end?.outcome === 'done' ? end.result : undefined);
  return read.success ? read.data : null;
}

/** How the work of a run that is over was summed up, before anything of it was handed in. */
export function summaryIn({ entries }: Journal): string | undefined {
  const rest = entries.findLast((each) => each.kind === 'rest' && each.left !== undefined);
  return rest?.kind === 'rest' ? rest.left?.says : undefined;
}
