// Carries one run through: opens its journal, tells its story, writes down how it ended or for whom it was put down.
import { Conflict, UserError } from '../errors.js';
import { digestOf } from '../text/digest.js';
import { attemptPage, isEarlier } from './attempt.js';
import { behind } from './behind.js';
import type { Carried } from './carried.js';
import type { Crew } from './crew.js';
import { ctxOf, faultOf } from './ctx.js';
import type { Desk } from './desk.js';
import { startRound } from './follow.js';
import { gathering } from './gather.js';
import { beginOf, type NextJob } from './journal.js';
import { loadJournal, logOf } from './kept.js';
import { fenced, type Held, type Lease, takeLease, takeUp, whileHeld } from './lease.js';
import { mishapOf } from './mishap.js';
import { elsewhere, elsewhereOf, type Outcome, withoutShows } from './outcome.js';
import { place } from './place.js';
import { mayTakeUp } from './put-down.js';
import { replyTo } from './reply.js';
import { LONGEST_JOB, openRun, type Run } from './run.js';
import { issueOf, repoOf } from './run-name.js';
import { leaveLine, waiting } from './turn.js';
import { isAway, leaveUnsaid } from './unsaid.js';
import { type Ctx, type Input, isNext, type Next, type Workflow, type WrittenInput } from './workflow.js';
import { inputOf } from './written.js';

/** Runs the story to its outcome, or to where another job goes on; a run that is over gives the outcome it had. */
export async function carry(story: Workflow, carried: Carried): Promise<Outcome | Next> {
  const { crew, run, input } = carried;
  const issue = issueOf(input.event);
  // A job that works for another one works under the other one's lease.
  if (!story.claims || issue === undefined || crew.job === 'work') return tell(story, carried);
  const { desk } = crew;
  const key = `issue-${issue}`;
  const text = digestOf(input.text);
  // What was put down for it is its own: nobody else took it in between.
  if (crew.job === 'publish') return published(story, carried, key);
  const page = attemptPage(crew);
  const login = 'actor' in input.event && !input.event.actor.bot ? input.event.actor.login : undefined;
  const taken = await takeLease(desk, key, { run, text, page, login });
  if ('heldBy' in taken) {
    const { holder } = taken.heldBy;
    if (isLeftOver(carried, taken.heldBy)) return carry(story, { ...carried, crew: without(holder, crew) });
    const lying = await insteadOf(carried, taken.heldBy);
    const held = lying && (await takeUp(desk, key, { run, page }));
    return held
      ? heldOn(story, { ...carried, crew: { ...crew, insteadOf: lying } }, { key, held })
      : behind(story, { ...carried, key, text, held: taken.heldBy });
  }
  await leaveLine(desk.leases, key, run);
  return heldOn(story, carried, { key, held: taken });
}

/** The very run was in the hands of an earlier attempt's gate, which surely is no more, however short a time ago it was there. */
const isLeftOver = ({ crew, run }: Carried, held: Lease): boolean =>
  held.run === run && held.holder !== run && isEarlier(held.page, crew) && !crew.desk.holder.isGone(held.holder);

function without(gone: string, crew: Crew): Crew {
  const { holder } = crew.desk;
  const isGone = (name: string) => name === gone || holder.isGone(name);
  return { ...crew, desk: { ...crew.desk, holder: { ...holder, isGone } } };
}

/** With the issue in hand. */
async function heldOn(
  story: Workflow,
  carried: Carried,
  { key, held }: { key: string; held: Held },
): Promise<Outcome | Next> {
  const { crew, run } = carried;
  const { desk } = crew;
  const { check } = held;
  const own = { ...crew, desk: { ...desk, store: fenced(desk.store, held), check } };
  // What was taken up, and is somebody's after all, is left lying as it was.
  const isTheirs = (told: Outcome | Next) =>
    crew.insteadOf !== undefined && !isNext(told) && elsewhereOf(told) !== undefined;
  const told = await whileHeld(held, desk.clock, async () => {
    const outcome = await tell(story, { ...carried, crew: own });
    if (isTheirs(outcome)) await held.putBack();
    else if (isNext(outcome) && outcome.next !== 'turn') await held.putDown(run, LONGEST_JOB);
    return outcome;
  });
  if (!isNext(told) && !isTheirs(told)) await letNext({ crew, key, run }, told);
  return told;
}

/** The job that the run itself was put down for, where nobody of it is left: its machine died, or it was all run again. */
async function insteadOf({ crew, run }: Carried, held: Lease): Promise<NextJob | undefined> {
  if (crew.job !== 'turn' || crew.isNextTaken || held.run !== run || held.holder !== run) return undefined;
  const found = await loadJournal(crew.desk.store, run);
  const of = { areOver: isEarlier(held.page, crew), now: crew.desk.clock.now() };
  return found ? mayTakeUp(found.journal, of) : undefined;
}

/** The last job of a run. That it is over gives back what the first one took. */
async function published(story: Workflow, carried: Carried, key: string): Promise<Outcome | Next> {
  const { crew, run } = carried;
  const told = await tell(story, carried);
  // Who is at it elsewhere lets the next have their turn when they are done.
  if (isNext(told) || elsewhereOf(told) !== undefined) return told;
  await letNext({ crew, key, run }, told);
  return told;
}

/** Its own next round goes before whoever waits: what they asked for is to stand on something that came through. */
async function letNext(of: { crew: Crew; key: string; run: string }, { goesOn }: Outcome): Promise<void> {
  const { crew, key, run } = of;
  if (goesOn !== undefined) return startRound(crew, goesOn);
  const { desk, start } = crew;
  const next = start && (await waiting(desk.leases, key));
  // Settled while it stood in line: it wants no turn any more.
  if (next === run) await leaveLine(desk.leases, key, run);
  else if (next) await start(next);
}

/** A job of Actions writes its part of the journal in pieces (gather.ts); everybody else line by line. */
async function tell(story: Workflow, carried: Carried): Promise<Outcome | Next> {
  const { crew, run } = carried;
  const { desk } = crew;
  if (!isLong(story) || crew.job === undefined || crew.job === 'work') return tellOn(story, carried);
  const pieces = desk.pieces ?? gathering(desk.store, logOf(run), desk);
  const { store, flush } = pieces;
  const own = { ...crew, desk: { ...desk, store, pieces } };
  try {
    const told = await tellOn(story, { ...carried, crew: own });
    await flush();
    return told;
  } catch (error) {
    // What was seen until then spares whoever comes after some of it; that it cannot be written is no second error.
    await flush().catch(() => undefined);
    throw error;
  }
}

async function tellOn(story: Workflow, { run, crew, input, written }: Carried): Promise<Outcome | Next> {
  const at = { repo: repoOf(input.event), issue: issueOf(input.event) };
  const begin = { run, workflow: story.name, story: story.story, input: written, page: attemptPage(crew), ...at };
  const opened = await openRun(crew.desk, begin, crew.insteadOf ?? crew.job);
  if (opened.is === 'ended') {
    const { outcome, says, result, awaits, goesOn } = opened.end;
    return { name: outcome, says, result, awaits, goesOn };
  }
  if (opened.is === 'elsewhere') return elsewhere(run);
  const ctx = await ctxOf(opened.run, crew, at);
  const telling = () => story.tell(ctx, input).catch((error: unknown) => failed(error, { ctx, crew, input }));
  const outcome = await (isLong(story) ? whileListening(opened.run, crew.desk, telling) : telling());
  return settle(opened.run, outcome, crew);
}

/** Written down: for the next job, or as the end. Who works in a tree cannot write to GitHub, so that somebody else says it. */
async function settle(run: Run, outcome: Outcome | Next, crew: Crew): Promise<Outcome | Next> {
  if (isNext(outcome)) {
    const next = crew.isNextTaken && outcome.next === 'work' ? 'turn' : outcome.next;
    await run.rest({ for: next });
    return { next };
  }
  if (crew.job === 'work') {
    await run.rest({ for: 'publish', left: withoutShows(outcome) });
    return { next: 'publish' };
  }
  const { name, says, result, awaits, goesOn } = outcome;
  await run.end({ outcome: name, says, result, awaits, goesOn });
  return outcome;
}

export type WentOn = { readonly story: Workflow; readonly outcome: Outcome | Next } | 'handover' | null;

/** Goes on with a run that somebody said something to, or whose turn it is; null where there is no such run. */
export async function goOn(run: string, crew: Crew): Promise<WentOn> {
  const found = await loadJournal(crew.desk.store, run);
  const begin = found && beginOf(found.journal);
  const story = crew.workflows.find(({ name }) => name === begin?.workflow);
  if (!begin || !story) return null;
  if (place(story.needs, crew.door) === 'handover') return 'handover';
  const written = begin.input as WrittenInput;
  return { story, outcome: await carry(story, { run, crew, input: inputOf(written), written }) };
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

/** Whatever happens in the story, the run ends with an outcome, and only what is true is said. */
async function failed(error: unknown, { ctx, crew, input }: { ctx: Ctx; crew: Crew; input: Input }): Promise<Outcome> {
  // Taken over by somebody else: it is theirs now, and nothing more may be written or said by this one.
  if (error instanceof Conflict) throw error;
  // What is proven is not given up because GitHub is away for a while: it stays open, and whoever settles it hands it in.
  if (crew.job === 'publish' && isAway(error)) throw error;
  const failure = error instanceof UserError ? mishapOf(error, ctx.say) : faultOf(error, ctx, crew);
  // Where nothing can be written down any more, nothing is said either: whoever takes it up would say something else.
  await crew.desk.pieces?.flush();
  await ctx
    .apply(replyTo(input.event, input.asked, failure.says))
    .catch((unsaid) => leaveUnsaid(unsaid, ctx.run.id, crew));
  return failure;
}
