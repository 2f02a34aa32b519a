// The phase publish: concludes the check from what the job that ran the tests left, whatever became of that job.
import { outcomes } from '../../core/outcome.js';
import {
  type Concluded,
  conclude,
  concludeAfter,
  finishedOf,
  knownAs,
  nameOf,
  outcomeName,
  subjectOf,
} from '../../workflows/review/index.js';
import { documentIn } from './document-in.js';
import { checkDesk, hubIn } from './hub.js';
import { needsOf } from './needs.js';
import { publishLost } from './publish-lost.js';
import { beforeOf, publishRun } from './publish-run.js';
import { detailsOf, leaveOutputs, leaveSummary, type StepProcess, triggerOf } from './step.js';

/** Runs the phase; gives its exit code. A red verdict is the check's to say, not this job's. */
export async function publishPhase(process: StepProcess): Promise<number> {
  const { env, out } = process;
  const trigger = triggerOf(env);
  if (trigger.name !== 'workflow_run' && !subjectOf(trigger.name, trigger.payload)) {
    const before = beforeOf(env);
    if (before) return publishRun(process, before);
  }
  if (trigger.name === 'workflow_run' && !finishedOf(trigger.payload) && (await publishLost(process)))
    return outcomes.done.exit;
  const concluded = trigger.name === 'workflow_run' ? await afterRun(process) : await inRun(process);
  if (concluded === null) {
    out('There is no check to conclude.\n');
    return outcomes.done.exit;
  }
  const { applied } = concluded;
  const { id } = (applied?.made ?? {}) as { id?: number };
  const { status, conclusion } = outcomes[outcomeName(concluded)];
  leaveOutputs(env, { status, 'check-run-id': id === undefined ? '' : String(id) });
  if (applied?.did !== 'skipped') leaveSummary(env, `${concluded.says}\n`);
  out(`crew/verify: ${conclusion}${applied?.did === 'written' ? '' : ` (${applied?.why ?? 'it says so already'})`}\n`);
  return outcomes.done.exit;
}

/** In the run whose gate began the check. */
async function inRun({ env }: StepProcess): Promise<Concluded | null> {
  const { name: event, payload, repo, run, details } = triggerOf(env);
  const subject = subjectOf(event, payload);
  if (!subject) return null;
  const hub = hubIn(env, { door: 'step', repo });
  const { config } = await hub.known();
  const { result, outputs } = needsOf(env)('verify');
  const left = { result, bytes: await documentIn(env), digest: outputs.digest ?? '' };
  const name = knownAs(run, subject, left);
  const about = { head: subject.head, name, details, lang: config.lang };
  return conclude(await checkDesk(hub, name), about, { subject, left });
}

/** In a run of the default branch's own workflow, when the other is over. Nothing of that one's files is here but its document. */
async function afterRun({ env }: StepProcess): Promise<Concluded | null> {
  const { payload, repo } = triggerOf(env);
  const over = finishedOf(payload);
  if (!over) return null;
  const hub = hubIn(env, { door: 'step', repo });
  const { config } = await hub.known();
  if (!config.review['on-pull-requests']) return null;
  const name = nameOf(over.run);
  const about = { head: over.head, name, details: detailsOf(env, repo, over.run.id), lang: config.lang };
  const left = { result: over.conclusion, bytes: await documentIn(env), digest: undefined };
  return concludeAfter(await checkDesk(hub, name), about, { over, left });
}
