// A run that finds its issue held: it joins the one that was asked the same, waits for its turn, or is told to come again.
import { attemptPage } from './attempt.js';
import type { Carried } from './carried.js';
import { ctxOf } from './ctx.js';
import { isFree, type Lease } from './lease.js';
import { elsewhere, type Outcome } from './outcome.js';
import { replyTo, shrugAt } from './reply.js';
import { openRun, type Run } from './run.js';
import { issueOf, repoOf } from './run-name.js';
import { getInLine, leaveLine } from './turn.js';
import type { Next, Workflow } from './workflow.js';

interface Behind extends Carried {
  readonly key: string;
  readonly text: string;
  readonly held: Lease;
}

/** What becomes of it. At a terminal nobody waits: whoever is there sees who is at it. */
export async function behind(
  story: Workflow,
  { crew, run, input, written, key, text, held }: Behind,
): Promise<Outcome | Next> {
  // Another job of this very run has it.
  if (!crew.hands || held.run === run) return elsewhere(held.holder);
  const at = { repo: repoOf(input.event), issue: issueOf(input.event) };
  const begin = { run, workflow: story.name, story: story.story, input: written, page: attemptPage(crew), ...at };
  const opened = await openRun(crew.desk, begin, 'turn');
  if (opened.is !== 'open') return elsewhere(held.holder);
  const ctx = await ctxOf(opened.run, crew, at);
  const { leases } = crew.desk;
  if (opened.run.signal.aborted) {
    await leaveLine(leases, key, run);
    return endAs(opened.run, { name: 'cancelled', says: ctx.say.turnGivenUp });
  }
  const turn = await getInLine(leases, key, { held, run, text });
  if (turn.is === 'joins') {
    // Fifty who ask the same need no fifty answers: the one that comes is theirs, too.
    await ctx.apply(replyTo(input.event, input.asked, null));
    return endAs(opened.run, { name: 'done', result: { joined: turn.run } });
  }
  if (turn.is === 'refused') {
    const says = ctx.say.turnTaken(turn);
    // Who comes with the five hundredth text is answered as well, and nobody has to read that five hundred times.
    await ctx.apply(turn.tells ? replyTo(input.event, input.asked, says) : shrugAt(input.event));
    return endAs(opened.run, { name: 'refused', says, result: turn });
  }
  if (!opened.resumed) await ctx.apply(replyTo(input.event, input.asked, ctx.say.turnWaits(turn)));
  await opened.run.rest({ for: 'turn' });
  // Whoever had it may have looked for who waits just before: then nobody else starts it.
  if (await isFree(crew.desk, key)) await crew.start?.(run);
  return { next: 'turn' };
}

async function endAs(run: Run, outcome: Outcome): Promise<Outcome> {
  await run.end({ outcome: outcome.name, says: outcome.says, result: outcome.result });
  return outcome;
}
