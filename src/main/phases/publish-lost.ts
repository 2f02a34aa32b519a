// The phase publish, in a run of the default branch's own workflow: settles runs whose own publish died, or never came.
import type { Crew } from '../../core/crew.js';
import { followedBy, startRound, waitsForTurn } from '../../core/follow.js';
import { beginOf, endOf, readJournal } from '../../core/journal.js';
import { isFree, isHeldFor } from '../../core/lease.js';
import { logOf } from '../../core/run.js';
import { runNames } from '../../core/runs.js';
import { waiting } from '../../core/turn.js';
import { UserError } from '../../errors.js';
import { inThreads } from '../../workflows/index.js';
import { type Before, type Machine, publishHub, publishRun } from './publish-run.js';
import { detailsOf, type StepProcess, triggerOf } from './step.js';

/** Somebody who was at it a moment ago may be at it still, or GitHub is away: then it is tried again, until neither can be. */
const AGAIN_AFTER = 20_000;
const TRIES = 5;

interface Over {
  readonly id?: number;
  readonly conclusion?: string | null;
}

/** Settles what a run of Actions that is over has left open; gives whether there was anything. */
export async function publishLost(process: StepProcess, machine?: Machine): Promise<boolean> {
  const { payload, repo } = triggerOf(process.env);
  const over = ((payload as { workflow_run?: Over }).workflow_run ?? {}) as Over;
  if (!over.id) return false;
  const hub = publishHub(process.env, repo, machine);
  const details = detailsOf(process.env, repo, String(over.id));
  const { runs, rounds, issues } = await lostIn(hub, details);
  const result = over.conclusion === 'cancelled' ? 'cancelled' : 'failure';
  const job = { result, digest: undefined };
  for (const run of runs)
    await untilSettled(hub, run, () => publishRun(process, { run, work: job, verify: job, details }, machine));
  for (const round of rounds) await startRound(hub, round);
  const next = await passedOver(hub, issues);
  for (const run of next) await startRound(hub, run);
  return runs.length + rounds.length + next.length > 0;
}

interface Lost {
  /**
   * Runs that were put down in that run of Actions for a job that never took them up, or never came to its end; or came to it, and
   * died before it gave their issue back and told whoever waits.
   */
  readonly runs: readonly Before['run'][];
  /** Rounds that follow one of its runs, and that nobody has begun: whoever was to start them died first. */
  readonly rounds: readonly string[];
  /** What its runs were about. */
  readonly issues: readonly number[];
}

async function lostIn({ desk }: Crew, details: string): Promise<Lost> {
  const walks = inThreads.filter(({ needs }) => needs.includes('workspace')).map(({ name }) => `${name}-`);
  const names = (await runNames(desk.store)).filter((name) => walks.some((begin) => name.startsWith(begin)));
  const read = async (name: string) => [name, (await desk.store.read(logOf(name)))?.text ?? ''] as const;
  const texts = new Map(await Promise.all(names.map(read)));
  const isOfIt = (run = '') => texts.get(run)?.includes(`${details})`) === true;
  const isKept = async (run: string): Promise<boolean> => {
    const journal = readJournal(texts.get(run) ?? '');
    const begin = 'damage' in journal || !endOf(journal) ? undefined : beginOf(journal);
    return begin?.issue !== undefined && isHeldFor(desk, `issue-${begin.issue}`, run);
  };
  const kept = await Promise.all(names.filter(isOfIt).map(async (run) => ((await isKept(run)) ? [run] : [])));
  const open = names.flatMap((run) => {
    const journal = readJournal(texts.get(run) ?? '');
    return 'damage' in journal || endOf(journal) ? [] : [{ run, journal }];
  });
  const issueOf = (run: string): readonly number[] => {
    const journal = readJournal(texts.get(run) ?? '');
    return 'damage' in journal ? [] : [beginOf(journal)?.issue ?? []].flat();
  };
  return {
    issues: [...new Set(names.filter(isOfIt).flatMap(issueOf))],
    runs: [
      ...open.filter(({ run, journal }) => isOfIt(run) && !waitsForTurn(journal)).map(({ run }) => run),
      ...kept.flat(),
    ],
    rounds: open
      .filter(({ journal }) => waitsForTurn(journal) && isOfIt(followedBy(journal)?.run))
      .map(({ run }) => run),
  };
}

/** Who waits for an issue that nobody is at any more: whoever was to start them died just before. */
async function passedOver({ desk }: Crew, issues: readonly number[]): Promise<readonly string[]> {
  const next = issues.map(async (issue) => {
    const key = `issue-${issue}`;
    const run = await waiting(desk.leases, key);
    return run !== null && (await isFree(desk, key)) ? [run] : [];
  });
  return (await Promise.all(next)).flat();
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
