// Carries one run through: opens its journal, tells its story, writes down how it ended.
import { randomUUID } from 'node:crypto';
import { asked as askedBy, textOf } from '../commands/asked.js';
import { Conflict, UserError } from '../errors.js';
import { messages } from '../text/lang/index.js';
import { apply } from './apply.js';
import type { Crew } from './crew.js';
import { hear } from './hear.js';
import { beginOf } from './journal.js';
import { fenced, takeLease, whileHeld } from './lease.js';
import { mishapOf } from './mishap.js';
import type { Outcome } from './outcome.js';
import { place } from './place.js';
import { replyTo } from './reply.js';
import { type Desk, loadJournal, openRun, type Run } from './run.js';
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
  if (opened.is === 'ended') {
    const { outcome, says, result, awaits, goesOn } = opened.end;
    return { name: outcome, says, result, awaits, goesOn };
  }
  if (opened.is === 'elsewhere') return elsewhere(run);
  const ctx = await ctxOf(opened.run, crew, at);
  const telling = () =>
    story.tell(ctx, input).catch(async (error: unknown) => {
      const failure = failureOf(error, ctx, crew);
      await ctx
        .apply(replyTo(input.event, input.asked, failure.says))
        .catch((unsaid) => leaveUnsaid(unsaid, run, crew));
      return failure;
    });
  const outcome = await (isLong(story) ? whileListening(opened.run, crew.desk, telling) : telling());
  const { name, says, result, awaits, goesOn } = outcome;
  await opened.run.end({ outcome: name, says, result, awaits, goesOn });
  return outcome;
}

/** Goes on with a run that somebody said something to, if its workflow is one of ours. */
export async function goOn(run: string, crew: Crew): Promise<{ story: Workflow; outcome: Outcome } | null> {
  const found = await loadJournal(crew.desk.store, run);
  const begin = found && beginOf(found.journal);
  const story = crew.workflows.find(({ name }) => name === begin?.workflow);
  // Where it cannot be done, another job does it.
  if (!begin || !story || place(story.needs, crew.door) !== 'here') return null;
  const written = begin.input as WrittenInput;
  const all = askedBy(written.event, written.own);
  const asked = written.asked.flatMap((n) => all[n] ?? []);
  const input = { event: written.event, asked, text: textOf(asked) };
  return { story, outcome: await carry(story, { run, crew, input, written }) };
}

/** What asks a model or runs commands takes long enough for somebody to say something meanwhile. */
const isLong = ({ needs }: Workflow): boolean => needs.includes('model') || needs.includes('workspace');

/** Does the work while what is said to the run is heard beside it. */
async function whileListening<T>(run: Run, { clock, listenEveryMs = 2000 }: Desk, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const listen = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clock.sleep(listenEveryMs, over.signal);
      // What cannot be heard now is heard the next time, at the latest with the next line.
      if (!over.signal.aborted) await run.listen().catch(() => undefined);
    }
  };
  const listening = listen();
  try {
    return await work();
  } finally {
    over.abort();
    await listening;
  }
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
    workshop: crew.workshop,
    clock: desk.clock,
    shared: desk.leases,
    show: crew.show ?? (() => undefined),
    runs: (issue) => crew.runs(issue),
    recall: async (other) => (await loadJournal(desk.store, other))?.journal ?? null,
    hear: (other, word) => hear(desk, other, word),
    signal: crew.stop ? AbortSignal.any([run.signal, crew.stop]) : run.signal,
    apply: async (changes) => (hands && changes.length > 0 ? apply(changes, { run, hands, clock: desk.clock }) : []),
  };
}

/** Whatever happens in the story, the run ends with an outcome, and only what is true is said. */
function failureOf(error: unknown, { run, say }: Ctx, crew: Crew): Outcome & { readonly says: string } {
  // Taken over by somebody else: it is theirs now, and nothing more may be written or said by this one.
  if (error instanceof Conflict) throw error;
  if (error instanceof UserError) return mishapOf(error, say);
  const id = randomUUID().slice(0, 8);
  crew.log('fault', {
    id,
    run: run.id,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return { name: 'error', says: say.fault({ id }), result: { id } };
}
