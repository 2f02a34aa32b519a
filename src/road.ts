// The one coordinator: event → commands → permit → place → workflow → outcome.
import { asked as askedBy, mayAsk, textOf } from './commands/asked.js';
import type { Asked } from './commands/parse.js';
import { mayBeCorrected, permit, type Standing } from './commands/permit.js';
import { carry, goOn } from './core/carry.js';
import type { Crew } from './core/crew.js';
import type { NextJob } from './core/journal.js';
import type { Outcome } from './core/outcome.js';
import { place } from './core/place.js';
import { runName } from './core/run-name.js';
import { isNext, type Next, type Workflow } from './core/workflow.js';
import type { Event } from './event.js';
import { answer } from './workflows/answer/index.js';
import { handover } from './workflows/handover/index.js';

export interface Ended {
  readonly run: string;
  readonly workflow: string;
  /** None yet: another job goes on with it. */
  readonly outcome: Outcome | null;
  readonly next?: NextJob | undefined;
}

/** What belongs together: one run of one workflow. */
interface Job {
  readonly workflow: Workflow;
  readonly asked: readonly Asked[];
}

/** Takes an event its whole way. Nothing that crew has to do with it: nothing happens, and nothing is read. */
export async function road(event: Event, crew: Crew): Promise<readonly Ended[]> {
  if (event.kind === 'turn') return further(event.run, crew);
  if (!mayAsk(event)) return [];
  const own = await crew.own();
  const found = askedBy(event, own);
  if (found.length === 0) return [];
  const standing = await crew.standing(event);
  const allowed = found.filter((each) => standing === 'local' || isAllowed(each, standing));
  const ended: Ended[] = [];
  for (const { workflow, asked } of jobsOf(allowed, crew.workflows)) {
    const story = place(workflow.needs, crew.door) === 'handover' ? handover : workflow;
    const text = textOf(asked);
    const run = runName(story.name, event, text);
    const written = { event, own, asked: asked.map((each) => found.indexOf(each)) };
    const isNextTaken = ended.some(({ next }) => next === 'work');
    const told = await carry(story, { run, crew: { ...crew, isNextTaken }, input: { event, asked, text }, written });
    ended.push(endedBy(run, story, told));
    // One that waits behind another is started by that one, and starting it twice is starting it once.
    if (isNextTaken && isNext(told)) await crew.start?.(run);
    if (!isNext(told) && told.goesOn !== undefined) ended.push(...(await further(told.goesOn, crew)));
  }
  return ended;
}

/** A run goes on: here, or in a run of Actions that is started for it. */
async function further(run: string, crew: Crew): Promise<readonly Ended[]> {
  const told = await goOn(run, crew);
  if (told === 'handover') await crew.start?.(run);
  if (told === 'handover' || told === null) return [];
  return [endedBy(run, told.story, told.outcome)];
}

function endedBy(run: string, { name: workflow }: Workflow, told: Outcome | Next): Ended {
  return isNext(told) ? { run, workflow, outcome: null, next: told.next } : { run, workflow, outcome: told };
}

function isAllowed(asked: Asked, standing: Standing): boolean {
  return 'wrong' in asked ? mayBeCorrected(standing) : permit(asked.kind.access, standing) === 'allow';
}

/** All that can be said at once goes into one answer; everything else is a run of its own, in order. */
function jobsOf(asked: readonly Asked[], workflows: readonly Workflow[]): readonly Job[] {
  const workflowOf = (each: Asked) =>
    ('wrong' in each ? undefined : workflows.find(({ name }) => name === each.kind.workflow)) ?? answer;
  const quick = asked.filter((each) => workflowOf(each) === answer);
  const others = asked.filter((each) => workflowOf(each) !== answer);
  const jobs = others.map((each) => ({ workflow: workflowOf(each), asked: [each] }));
  return quick.length > 0 ? [{ workflow: answer, asked: quick }, ...jobs] : jobs;
}
