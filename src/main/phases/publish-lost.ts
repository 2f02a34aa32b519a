// The phase publish, in a run of the default branch's own workflow: settles runs whose own publish died, or never came.
import { memoryStore } from '../../adapters/store/memory.js';
import type { Crew } from '../../core/crew.js';
import { ctxOf } from '../../core/ctx.js';
import type { Fallen } from '../../core/fallen.js';
import { startRound } from '../../core/follow.js';
import { endOf, readJournal } from '../../core/journal.js';
import { logOf } from '../../core/kept.js';
import { giveBack } from '../../core/lease.js';
import { openRun } from '../../core/run.js';
import { UserError } from '../../errors.js';
import { word } from '../../workflows/fix-thread/comments.js';
import { lostIn, passedOver } from './lost-runs.js';
import { type Machine, publishHub, publishRun } from './publish-run.js';
import { detailsOf, type StepProcess, triggerOf } from './step.js';

/** Somebody who was at it a moment ago may be at it still, or GitHub is away: then it is tried again, until neither can be. */
const AGAIN_AFTER = 20_000;
const TRIES = 5;

/** The run of Actions that is over, as GitHub tells of it. */
interface Told {
  readonly id?: number;
  readonly run_attempt?: number;
  readonly display_title?: string;
  readonly conclusion?: string | null;
  /** Null where it is gone. */
  readonly head_repository?: { readonly full_name?: string } | null;
}

/** Settles what a run of Actions that is over has left open; gives whether there was anything. */
export async function publishLost(process: StepProcess, machine?: Machine): Promise<boolean> {
  const { payload, repo } = triggerOf(process.env);
  const told = ((payload as { workflow_run?: Told }).workflow_run ?? {}) as Told;
  if (!told.id || isForeign(told, repo)) return false;
  const hub = publishHub(process.env, { repo, machine });
  const details = detailsOf(process.env, repo, String(told.id));
  const attempt = String(told.run_attempt ?? 1);
  const lost = await lostIn(hub, { details, attempt, title: told.display_title ?? '' });
  const result = told.conclusion === 'cancelled' ? 'cancelled' : 'failure';
  const job = { result, digest: undefined };
  const before = { work: job, verify: job, details };
  for (const left of lost.runs)
    await untilSettled(hub, left.run, () => publishRun(process, { ...left, ...before }, machine));
  for (const each of lost.unbegun) await sayUnbegun(hub, each, details);
  for (const round of lost.rounds) await startRound(hub, round);
  const next = await passedOver(hub, lost.issues);
  for (const run of next) await startRound(hub, run);
  return [lost.runs, lost.unbegun, lost.rounds, next].some((each) => each.length > 0);
}

/**
 * A review of a fork's pull request starts the workflow as that fork has it: what such a run is called and what it left is a stranger's
 * word, and none of crew's runs can have come that far in it, since its token may only read.
 */
const isForeign = ({ head_repository: head }: Told, repo: string): boolean =>
  head !== undefined && head?.full_name?.toLowerCase() !== repo.toLowerCase();

/** Nothing is there of such a run but that its gate had the issue: whoever asked is told, and the issue is given back. */
async function sayUnbegun(crew: Crew, { run, issue, login }: Fallen, details: string): Promise<void> {
  const { desk, hands } = crew;
  const repo = hands?.repo;
  const begin = { run, workflow: 'fix', story: 1, repo, issue, input: {} };
  // Beside itself: nobody could go on with a run of which it is not known what was asked.
  const opened = await openRun({ ...desk, store: memoryStore() }, begin);
  if (opened.is !== 'open') throw new Error(`the run ${run} could not be opened beside itself`);
  const { apply, say } = await ctxOf(opened.run, crew, { repo, issue });
  const { thread } = say.fix;
  const to = login === undefined ? [] : [thread.to(login)];
  const says = [...to, thread.unbegun({ run, details, isKnown: false })].join('\n\n');
  await apply([word({ issue, run }, says, 'unbegun')]);
  await giveBack(desk, `issue-${issue}`, run);
}

async function untilSettled({ desk }: Crew, run: string, publish: () => Promise<number>): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    if (tries > 1) await desk.clock.sleep(AGAIN_AFTER);
    try {
      await publish();
    } catch (error) {
      if (tries === TRIES || !(error instanceof UserError) || error.ends !== 'infra_error') throw error;
      continue;
    }
    const journal = readJournal((await desk.store.read(logOf(run)))?.text ?? '');
    if ('damage' in journal || endOf(journal)) return;
  }
}
