// Which runs a run of Actions that is over has left open. Everything is read off journals and leases: whoever left them open said nothing.
import { attemptPage, isAnother } from '../../core/attempt.js';
import type { Crew } from '../../core/crew.js';
import { type Fallen, fallenIn } from '../../core/fallen.js';
import { followedBy, waitsForTurn } from '../../core/follow.js';
import { beginOf, endOf, type Journal, type NextJob, pageOf, readJournal } from '../../core/journal.js';
import { logOf } from '../../core/kept.js';
import { isFree, leaseOn } from '../../core/lease.js';
import { runNames } from '../../core/runs.js';
import { waiting } from '../../core/turn.js';
import { inThreads } from '../../workflows/index.js';

/** A run of Actions that is over. */
export interface Over {
  readonly details: string;
  readonly attempt: string;
  /** What it is called: of one that was started for a run whose turn it was, by which nonce. */
  readonly title: string;
}

export interface Lost {
  /**
   * Runs that it put down for a job that never took them up, or never came to its end; or that were begun by a gate that died at
   * it.
   */
  readonly runs: readonly { readonly run: string; readonly insteadOf: NextJob | undefined }[];
  /** Runs of which nothing is there but that a gate took their issue. */
  readonly unbegun: readonly Fallen[];
  /** Rounds that follow one of its runs, and that nobody has begun: whoever was to start them died first. */
  readonly rounds: readonly string[];
  /** What its runs were about. */
  readonly issues: readonly number[];
}

/** All of them. */
export async function lostIn({ desk }: Pick<Crew, 'desk'>, over: Over): Promise<Lost> {
  const fallen = await fallenOf(desk, attemptPage(over) ?? '');
  const read = await journalsIn(desk.store);
  const ofIt = new Set(read.whole.filter(({ journal }) => isOfIt(journal, over)).map(({ run }) => run));
  const hasFallen = (run: string): boolean => fallen.some((each) => each.run === run);
  const turns = await turnsOf(desk, { title: over.title, read });
  const isItsOwn = ({ run, journal }: Read): boolean =>
    hasFallen(run) || turns.includes(run) || (ofIt.has(run) && !waitsForTurn(journal));
  const open = read.whole.filter(({ journal }) => !endOf(journal));
  const left = await chosen(open.filter(isItsOwn), async (each) => !(await isGoneOn(desk, each, over)));
  const isLeft = (run: string): boolean => left.some((each) => each.run === run);
  const follows = open.filter(({ run, journal }) => waitsForTurn(journal) && !isLeft(run));
  return {
    issues: [
      ...new Set([
        ...read.whole.filter(({ run }) => ofIt.has(run)).flatMap(({ issue }) => issue ?? []),
        ...fallen.map(({ issue }) => issue),
      ]),
    ],
    runs: left.map(({ run, journal }) => ({
      run,
      insteadOf: waitsForTurn(journal) ? 'turn' : undefined,
    })),
    unbegun: fallen.filter(({ run }) => !read.names.has(run)),
    rounds: follows.filter(({ journal }) => ofIt.has(followedBy(journal)?.run ?? '')).map(({ run }) => run),
  };
}

/** Who waits for an issue that nobody is at any more: whoever was to start them died just before. */
export async function passedOver({ desk }: Crew, issues: readonly number[]): Promise<readonly string[]> {
  const next = issues.map(async (issue) => {
    const key = `issue-${issue}`;
    const run = await waiting(desk.leases, key);
    return run !== null && (await isFree(desk, key)) ? [run] : [];
  });
  return (await Promise.all(next)).flat();
}

/** A machine that nobody hears of any more may live on for a while: as long as its lease lasts, it is waited for. */
async function fallenOf({ leases, clock }: Crew['desk'], page: string): Promise<readonly Fallen[]> {
  const found = await fallenIn(leases, page);
  const last = Math.max(0, ...found.map(({ until }) => until));
  if (last <= clock.now()) return found;
  await clock.sleep(last - clock.now());
  return (await fallenIn(leases, page)).filter(({ until }) => until <= clock.now());
}

interface Read {
  readonly run: string;
  readonly journal: Journal;
  readonly issue: number | undefined;
}

interface Journals {
  readonly names: ReadonlySet<string>;
  /** Those that are not damaged. */
  readonly whole: readonly Read[];
}

/** The journals of all that walks from job to job. */
async function journalsIn(store: Crew['desk']['store']): Promise<Journals> {
  const walks = inThreads.filter(({ needs }) => needs.includes('workspace')).map(({ name }) => `${name}-`);
  const names = (await runNames(store)).filter((name) => walks.some((begin) => name.startsWith(begin)));
  const texts = await Promise.all(names.map(async (run) => [run, (await store.read(logOf(run)))?.text ?? ''] as const));
  const whole = texts.flatMap(([run, text]) => {
    const journal = readJournal(text);
    return 'damage' in journal ? [] : [{ run, journal, issue: beginOf(journal)?.issue }];
  });
  return { names: new Set(names), whole };
}

/** Whether this attempt, or one before it, had the run last. That a journal speaks of a page says nothing: people quote them. */
function isOfIt(journal: Journal, over: Over): boolean {
  const page = pageOf(journal);
  return page !== undefined && !isAnother(page, over);
}

const NONCE = /^(.+)\.[0-9a-f]{8}$/;

/** The run that it was started for, where its gate died before it came to that: it waits, and nobody is at its issue. */
async function turnsOf(desk: Crew['desk'], { title, read }: { title: string; read: Journals }) {
  const named = title.split(/\s+/).flatMap((each) => NONCE.exec(each)?.[1] ?? []);
  const found = read.whole.filter(({ run, journal }) => named.includes(run) && waitsForTurn(journal));
  return (await chosen(found, ({ issue }) => isFree(desk, `issue-${issue}`))).map(({ run }) => run);
}

/** Whether another attempt, or another run of Actions, has taken it up since. */
async function isGoneOn({ leases, clock }: Crew['desk'], { run, issue }: Read, over: Over): Promise<boolean> {
  const lease = issue === undefined ? null : await leaseOn(leases, `issue-${issue}`);
  return lease?.run === run && lease.until > clock.now() && isAnother(lease.page, over);
}

async function chosen<T>(all: readonly T[], is: (one: T) => Promise<boolean>): Promise<readonly T[]> {
  const found = await Promise.all(all.map(async (one) => ((await is(one)) ? [one] : [])));
  return found.flat();
}
