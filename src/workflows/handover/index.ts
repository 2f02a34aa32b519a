// handover: what needs a workspace or a model is not done here but by a run of GitHub Actions.
//
//   a person types   /crew fix … where the App listens
//   they see         a reaction at once; the run that was started says the rest
//   it stops         when GitHub has the dispatch
//
// What was heard is left in the repository before the run is started (handed.ts), so that it answers to the very event: the run has the
// name that it would have without the App, and whoever asked is asked for their right once more, there.
import { beginOf } from '../../core/journal.js';
import type { Ctx, Workflow, WrittenInput } from '../../core/workflow.js';
import { Conflict } from '../../errors.js';
import { dispatch, seen, startedRun } from './changes.js';
import { handedLine, handedLog } from './handed.js';

export const handover: Workflow = {
  name: 'handover',
  story: 1,
  needs: ['github'],
  claims: false,
  async tell(ctx, input) {
    const started = startedRun(input);
    await ctx.apply(seen(input));
    await ctx.run.step('left', () => leave(ctx, started));
    await ctx.apply(dispatch(input));
    return { name: 'done' };
  },
};

/** Leaves what was heard, as it is written down here: redacted, since every reader of the repository can fetch it. */
async function leave({ run, recall, shared }: Ctx, started: string): Promise<void> {
  const journal = await recall(run.id);
  const written = journal && (beginOf(journal)?.input as WrittenInput | undefined);
  const log = handedLog(started);
  if (!written || log === null) throw new Error(`nothing to be left of ${run.id}`);
  await shared.append(log, handedLine(started, written), null).catch((error: unknown) => {
    // There from before a crash.
    if (!(error instanceof Conflict)) throw error;
  });
}
