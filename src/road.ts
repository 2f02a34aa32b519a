// The one coordinator: event → commands → permit → place → workflow → outcome.
import { asked as askedBy, mayAsk, textOf } from './commands/asked.js';
import type { Asked } from './commands/parse.js';
import { mayBeCorrected, permit, type Standing } from './commands/permit.js';
import { carry, goOn } from './core/carry.js';
import type { Crew } from './core/crew.js';
import type { Outcome } from './core/outcome.js';
import { place } from './core/place.js';
import { runName } from './core/run-name.js';
import type { Workflow } from './core/workflow.js';
import type { Event } from './event.js';
import { answer } from './workflows/answer/index.js';
import { handover } from './workflows/handover/index.js';

export interface Ended {
  readonly run: string;
  readonly workflow: string;
  /** None yet: the next job of this run of Actions goes on with it. */
  readonly outcome: Outcome | null;
}

/** What belongs together: one run of one workflow. */
interface Job {
  readonly workflow: Workflow;
  readonly asked: readonly Asked[];
}

/** Takes an event its whole way. Nothing that crew has to do with it: nothing happens, and nothing is read. */
export async function road(event: Event, crew: Crew): Promise<readonly Ended[]> {
  if (!mayAsk(event)) return [];
  const own = await crew.own();
  const found = askedBy(event, own);
  if (found.length === 0) return [];
  const standing = await crew.standing(event);
  const allowed = found.filter((each) => standing === 'local' || isAllowed(each, standing));
  const ended: Ended[] = [];
  for (const { workflow, asked } of jobsOf(allowed, crew.workflows)) {
    const placed = place(workflow.needs, crew.door);
    const story = placed === 'handover' ? handover : workflow;
    const text = textOf(asked);
    const run = runName(story.name, event, text);
    const written = { event, own, asked: asked.map((each) => found.indexOf(each)) };
    const input = { event, asked, text };
    const outcome = placed === 'proceed' ? null : await carry(story, { run, crew, input, written });
    ended.push({ run, workflow: story.name, outcome });
    const other = outcome?.goesOn === undefined ? null : await goOn(outcome.goesOn, crew);
    if (other) ended.push({ run: outcome?.goesOn ?? '', workflow: other.story.name, outcome: other.outcome });
  }
  return ended;
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
