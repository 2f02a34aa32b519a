// The phase publish, in a run of the default branch's own workflow: settles runs whose own publish died, or never came.
import { memoryStore } from '../../adapters/store/memory.js';
import type { Crew } from '../../core/crew.js';
import { ctxOf } from '../../core/ctx.js';
import type { Desk, Holder } from '../../core/desk.js';
import type { Fallen } from '../../core/fallen.js';
import { startRound } from '../../core/follow.js';
import { endOf, readJournal } from '../../core/journal.js';
import { logOf } from '../../core/kept.js';
import { giveBack } from '../../core/lease.js';
import { openRun } from '../../core/run.js';
import { isAway, leaveUnsaid } from '../../core/unsaid.js';
import { UserError } from '../../errors.js';
import { word } from '../../workflows/fix/rules/comments.js';
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

/**
 * Settles what a run of Actions that is over has left open; gives whether there was anything. Each is settled by itself, whatever becomes of
 * the others; where one could not be, the job is red in the end.
 */
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
  const before = { work: job, verify: job, details, attempt };
  const each = eachByItself();
  await each.of(lost.runs, (left) =>
    untilSettled(hub.desk, left.run, (as) => publishRun(process, { ...left, ...before }, as)),
  );
  await each.of(lost.unbegun, (fallen) => sayUnbegun(hub, fallen, details));
  await each.of(lost.rounds, (round) => startRound(hub, round));
  const next = await passedOver(hub, lost.issues);
  await each.of(next, (run) => startRound(hub, run));
  each.end();
  return [lost.runs, lost.unbegun, lost.rounds, next].some(({ length }) => length > 0);
}

/** All are tried; `end` throws what went wrong. */
function eachByItself() {
  const errors: unknown[] = [];
  return {
    async of<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
      for (const one of all) await work(one).catch((error: unknown) => errors.push(error));
    },
    end(): void {
      if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('\n'));
      if (errors.length === 1) throw errors[0];
    },
  };
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
  await apply([word({ issue, run }, says, 'unbegun')]).catch((error: unknown) => leaveUnsaid(error, run, crew));
  await giveBack(desk, `issue-${issue}`, run);
}

async function untilSettled(desk: Desk, run: string, publish: (as: Machine) => Promise<number>): Promise<void> {
  const { clock, holder, store } = desk;
  let away: unknown;
  for (let n = 1; n <= TRIES; n += 1) {
    if (n > 1) await clock.sleep(AGAIN_AFTER);
    try {
      away = undefined;
      await publish({ clock, holder: inTry(n, holder) });
    } catch (error) {
      if (!isAway(error)) throw error;
      away = error;
      continue;
    }
    const journal = readJournal((await store.read(logOf(run)))?.text ?? '');
    if ('damage' in journal || endOf(journal)) return;
  }
  throw away ?? notSettled(run);
}

/** A try that is over holds nothing any more, though its process lives: the next one is somebody else. */
function inTry(n: number, { name: process, isGone, isAlive }: Holder): Holder {
  const nameOf = (nth: number): string => `${process}:${nth}`;
  const name = nameOf(n);
  const before = Array.from({ length: n - 1 }, (_, nth) => nameOf(nth + 1));
  return {
    name,
    isGone: (other) => other !== name && (before.includes(other) || isGone(other)),
    isAlive: (other) => other === name || (!before.includes(other) && isAlive?.(other) === true),
  };
}

const notSettled = (run: string): UserError =>
  new UserError({
    expected: `nobody at the run ${run} any more`,
    found: 'somebody who still is',
    remedy: 'Run this job again when they are done.',
    ends: 'infra_error',
  });
