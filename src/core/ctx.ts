// What a story gets to use, put together from a crew.
import { randomUUID } from 'node:crypto';
import { messages } from '../text/lang/index.js';
import { apply } from './apply.js';
import type { Crew } from './crew.js';
import { follow } from './follow.js';
import { hear } from './hear.js';
import { loadJournal } from './kept.js';
import type { Outcome } from './outcome.js';
import type { Run } from './run.js';
import type { Ctx } from './workflow.js';

/** Puts it together. What crew knew of itself when the run began is what it goes by to the end. */
export async function ctxOf(
  run: Run,
  crew: Crew,
  at: { repo: string | undefined; issue: number | undefined },
): Promise<Ctx> {
  const { hands, desk, workshop } = crew;
  const known = await run.look('known', crew.known);
  return {
    run,
    ...at,
    known,
    say: messages(known.lang),
    dryRun: crew.dryRun ?? false,
    board: crew.board,
    hub: hands?.github,
    left: run.left(),
    aftermath: crew.aftermath,
    details: crew.details ?? '',
    // What it stands on is found once, and held to in every life of the run.
    workshop: workshop && (() => workshop((find) => run.look('script base', find))),
    clock: desk.clock,
    shared: desk.leases,
    show: crew.show ?? (() => undefined),
    runs: (issue) => crew.runs(issue),
    recall: async (other) => (await loadJournal(desk.store, other))?.journal ?? null,
    follow: (why) => follow(desk, { run: run.id, why }),
    hear: (other, word) => hear(desk, other, word),
    signal: crew.stop ? AbortSignal.any([run.signal, crew.stop]) : run.signal,
    apply: async (changes) => (hands && changes.length > 0 ? apply(changes, { run, hands, clock: desk.clock }) : []),
  };
}

/** A fault of crew's own: the log has what went wrong, whoever asked gets its number. */
export function faultOf(error: unknown, { run, say }: Ctx, { log }: Crew): Outcome & { readonly says: string } {
  const id = randomUUID().slice(0, 8);
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log('fault', { id, run: run.id, error: what });
  return { name: 'error', says: say.fault({ id }), result: { id } };
}
