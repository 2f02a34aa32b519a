// The phase publish, of a run that worked: takes up its journal, says how it came out, hands in what is proven. Whatever became of
// the jobs before, it settles the run: nobody is left waiting for one that is no more.
import { goOn, type WentOn } from '../../core/carry.js';
import type { Crew } from '../../core/crew.js';
import type { Desk } from '../../core/desk.js';
import { gathering } from '../../core/gather.js';
import { graftOf } from '../../core/graft.js';
import { type Journal, linesOn, type NextJob, type Sealed } from '../../core/journal.js';
import { loadJournal, logOf } from '../../core/kept.js';
import { elsewhereOf, type Outcome, outcomes } from '../../core/outcome.js';
import { lastOf } from '../../core/recorded.js';
import { spentOf } from '../../core/summary.js';
import { type Aftermath, isNext } from '../../core/workflow.js';
import { redactLeaves } from '../../core/writer.js';
import { Conflict } from '../../errors.js';
import type { FileChange } from '../../ports.js';
import { PLACE } from '../../verify/artifact.js';
import { runComment, shownOf } from '../../view/run/index.js';
import type { HubOptions } from '../wire.js';
import { afterDiff } from './after-diff.js';
import { documentIn } from './document-in.js';
import { expecting } from './expecting.js';
import { hubIn } from './hub.js';
import { langOf } from './lang-of.js';
import { needsOf } from './needs.js';
import { leftJournal } from './relay.js';
import { checksAfter } from './see-checks.js';
import { leaveOutputs, leaveSummary, type StepProcess, triggerOf } from './step.js';

/** What became of the jobs before. */
export interface Before {
  readonly run: string;
  readonly work: { readonly result: string; readonly digest: string | undefined };
  readonly verify: { readonly result: string; readonly digest: string | undefined };
  readonly details: string;
  /** Which attempt at that run of Actions it was. */
  readonly attempt: string;
  /** Put down for that job, which never came. */
  readonly insteadOf?: NextJob | undefined;
}

/** Where it runs, where that is not this very process: by whose clock it waits, and as whom it holds things. */
export type Machine = Pick<Desk, 'clock' | 'holder'>;

/** Publishes the run that the gate of this very run of Actions began. */
export function beforeOf(env: StepProcess['env']): Before | null {
  const needs = needsOf(env);
  const run = needs('gate').outputs['run-id'];
  const [work, verify] = [needs('work'), needs('verify')];
  if (!run || needs('gate').outputs.proceed !== 'true') return null;
  const {
    details,
    run: { attempt },
  } = triggerOf(env);
  return {
    run,
    work: { result: work.result, digest: work.outputs.digest },
    verify: { result: verify.result, digest: verify.outputs.digest },
    details,
    attempt,
  };
}

/** The crew of a job that publishes. */
export function publishHub(
  env: StepProcess['env'],
  { machine, ...of }: Pick<HubOptions, 'repo' | 'expecting'> & { machine?: Machine | undefined },
): ReturnType<typeof hubIn> {
  const hub = hubIn(env, { door: 'publish', ...of, ...(machine && { clock: machine.clock }) });
  return machine ? { ...hub, desk: { ...hub.desk, holder: machine.holder } } : hub;
}

/** Runs the phase; gives its exit code. */
export async function publishRun({ env, out }: StepProcess, before: Before, machine?: Machine): Promise<number> {
  const { repo } = triggerOf(env);
  const brought = await leftJournal(env, { folder: PLACE.folder, run: before.run, digest: before.work.digest });
  const wanted = expecting(before.run, brought);
  const { hub, pieces } = inPieces(publishHub(env, { repo, machine, expecting: wanted }), before.run);
  const flaw = brought && (await graft(hub, before.run, brought));
  if (flaw) out(`::warning::What the work left is not believed (${flaw}).\n`);
  const aftermath: Aftermath = {
    work: before.work.result,
    isBrought: brought !== null,
    verify: { ...before.verify, bytes: await documentIn(env) },
  };
  const files = (diff: string) => filesOf(hub, before.run, diff);
  const hands = hub.hands && { ...hub.hands, files };
  const { details, attempt, insteadOf } = before;
  const crew: Crew = { ...hub, ...(hands ? { hands } : {}), job: 'publish', aftermath, details, attempt, insteadOf };
  const told = await goOn(before.run, { ...crew, desk: { ...crew.desk, pieces } });
  const outcome = settledBy(told);
  await report(env, crew, before.run);
  out(`${before.run}: ${outcome ? outcomes[outcome.name].status : 'not settled here'}\n`);
  // Whatever becomes of the waiting, the run is settled.
  if (outcome?.name === 'done')
    await checksAfter(crew, before.run).catch((error: unknown) =>
      out(`::warning::The checks of the repository were not seen to their end (${oneLine(error)}).\n`),
    );
  // How it came out stands in the thread. A run that is still open makes this job red, so that it is looked after.
  return outcome === undefined || outcome.name === 'error' ? outcomes.error.exit : outcomes.done.exit;
}

/** All that is done here with the run is done with one copy of its journal, which is written in pieces. */
function inPieces(hub: ReturnType<typeof hubIn>, run: string) {
  const pieces = gathering(hub.desk.store, logOf(run), hub.desk);
  return { hub: { ...hub, desk: { ...hub.desk, store: pieces.store } }, pieces };
}

/** How it ended, where it is this one that knows. */
function settledBy(told: WentOn): Outcome | undefined {
  if (told === null || told === 'handover' || isNext(told.outcome)) return undefined;
  return elsewhereOf(told.outcome) === undefined ? told.outcome : undefined;
}

const oneLine = (error: unknown): string => String(error).replaceAll('%', '%25').replace(/\s+/g, ' ');

/** Brings back what another job went on with; gives why it is not believed, where it is not. */
async function graft({ desk }: Crew, run: string, brought: Journal): Promise<string | null> {
  const { store, redact } = desk;
  for (;;) {
    const kept = await loadJournal(store, run);
    if (!kept) return 'another run';
    const grafted = graftOf(kept.journal, brought);
    // A publish that is told again finds it there.
    if ('flaw' in grafted) return grafted.flaw === 'another past' ? null : grafted.flaw;
    if (grafted.entries.length === 0) return null;
    const news = putDown(grafted.entries, desk.clock.now()).map((each) => redactLeaves(each, redact));
    try {
      await store.append(logOf(run), linesOn(kept.journal, news), kept.at);
      return null;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** Whoever worked is gone, also where they were not done: nobody has to wait for them. */
function putDown(entries: readonly Sealed[], at: number): readonly Sealed[] {
  const last = entries.at(-1);
  return last === undefined || last.kind === 'rest'
    ? entries
    : [...entries, { kind: 'rest', for: 'publish', at, by: last.by }];
}

/** The files of the run's change as they are after it: the base's own, with its diff laid over them. */
async function filesOf(hub: ReturnType<typeof hubIn>, run: string, digest: string): Promise<readonly FileChange[]> {
  const found = await loadJournal(hub.desk.store, run);
  const diff = found && lastOf(found.journal, 'diff');
  if (diff?.sha256 !== digest) throw new Error(`the run ${run} holds no diff ${digest}`);
  return afterDiff(diff, await hub.github.branches.files(diff.base, diff.files));
}

const numbered = (what: unknown): string => (typeof what === 'number' ? String(what) : '');

async function report(env: StepProcess['env'], { desk }: Crew, run: string): Promise<void> {
  const found = await loadJournal(desk.store, run);
  if (!found) return;
  const end = found.journal.entries.findLast(({ kind }) => kind === 'end');
  const { usd, tokens } = spentOf(found.journal);
  const { pull, check } = ((end?.kind === 'end' && end.result) || {}) as { pull?: unknown; check?: unknown };
  leaveOutputs(env, {
    'run-id': run,
    status: end?.kind === 'end' ? outcomes[end.outcome].status : '',
    'pr-number': numbered(pull),
    'check-run-id': numbered(check),
    'cost-usd': usd.toFixed(4),
    'tokens-in': String(tokens.in + tokens.cacheRead + tokens.cacheWrite),
    'tokens-out': String(tokens.out),
  });
  const shown = shownOf(found.journal, { now: desk.clock.now(), lang: langOf(found.journal) });
  const says = (end?.kind === 'end' && end.says) || '';
  if (shown) leaveSummary(env, desk.redact(`${says}\n\n${runComment(shown, { isSaid: says !== '' })}`.trimStart()));
}
