// Carries one run through: opens its journal, tells its story, writes down how it ended.
import { randomUUID } from 'node:crypto';
import { Conflict, UserError } from '../errors.js';
import { messages } from '../text/lang/index.js';
import { apply } from './apply.js';
import type { Crew } from './crew.js';
import { fenced, takeLease, whileHeld } from './lease.js';
import type { Outcome } from './outcome.js';
import { replyTo } from './reply.js';
import { openRun, type Run } from './run.js';
import { issueOf, repoOf } from './run-name.js';
import type { Ctx, Input, Workflow, WrittenInput } from './workflow.js';

export interface Carried {
  readonly run: string;
  readonly crew: Crew;
  readonly input: Input;
  readonly written: WrittenInput;
}

/** Runs the story to its outcome; a run that is over gives the outcome it had. */
export async function carry(story: Workflow, carried: Carried): Promise<Outcome> {
  const issue = issueOf(carried.input.event);
  if (!story.claims || issue === undefined) return tell(story, carried);
  const { crew } = carried;
  const held = await takeLease(crew.desk, `issue-${issue}`);
  if ('heldBy' in held) return elsewhere(held.heldBy.holder);
  const desk = { ...crew.desk, store: fenced(crew.desk.store, held) };
  return whileHeld(held, desk.clock, () => tell(story, { ...carried, crew: { ...crew, desk } }));
}

/** Somebody else is at it; there is nothing to say twice. */
const elsewhere = (where: string): Outcome => ({ name: 'done', result: { elsewhere: where } });

async function tell(story: Workflow, { run, crew, input, written }: Carried): Promise<Outcome> {
  const at = { repo: repoOf(input.event), issue: issueOf(input.event) };
  const begin = { run, workflow: story.name, story: story.story, input: written, ...at };
  const opened = await openRun(crew.desk, begin);
  if (opened.is === 'ended') return { name: opened.end.outcome, says: opened.end.says, result: opened.end.result };
  if (opened.is === 'elsewhere') return elsewhere(run);
  const ctx = await ctxOf(opened.run, crew, at);
  const outcome = await story.tell(ctx, input).catch(async (error: unknown) => {
    const failure = failureOf(error, ctx, crew);
    await ctx.apply(replyTo(input.event, input.asked, failure.says)).catch((unsaid) => leaveUnsaid(unsaid, run, crew));
    return failure;
  });
  await opened.run.end({ outcome: outcome.name, says: outcome.says, result: outcome.result });
  return outcome;
}

/** A thread that takes no answer does not keep a run from ending; while GitHub is not there, it stays open instead. */
function leaveUnsaid(error: unknown, run: string, { log }: Crew): void {
  if (!(error instanceof UserError) || error.ends === 'infra_error') throw error;
  log('unsaid', { run, error: error.message });
}

async function ctxOf(run: Run, crew: Crew, at: { repo: string | undefined; issue: number | undefined }): Promise<Ctx> {
  const { hands, desk } = crew;
  const known = await run.look('known', crew.known);
  return {
    run,
    ...at,
    known,
    say: messages(known.lang),
    dryRun: crew.dryRun ?? false,
    field: crew.field,
    runs: (issue) => crew.runs(issue),
    apply: async (changes) => (hands && changes.length > 0 ? apply(changes, { run, hands, clock: desk.clock }) : []),
  };
}

/** Whatever happens in the story, the run ends with an outcome, and only what is true is said. */
function failureOf(error: unknown, { run, say }: Ctx, crew: Crew): Outcome & { readonly says: string } {
  // Taken over by somebody else: it is theirs now, and nothing more may be written or said by this one.
  if (error instanceof Conflict) throw error;
  if (error instanceof UserError) {
    const { expected, found, remedy, ends } = error;
    const mishap = { expected, found, remedy };
    return { name: ends === 'usage' ? 'refused' : ends, says: say.mishap(mishap), result: { error: mishap } };
  }
  const id = randomUUID().slice(0, 8);
  crew.log('fault', {
    id,
    run: run.id,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return { name: 'error', says: say.fault({ id }), result: { id } };
}
