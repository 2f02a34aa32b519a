// Launches a recorded run: posts its comment, and dispatches an Actions run unless this Actions run or process works on it. Also what
// the files of this folder share about claims, budgets and endings. Used by them, by the entry points (src/action/gate.ts, src/app,
// src/cli/run.ts) and by workflows/fix/follow-checks.ts.

import { randomUUID } from 'node:crypto';
import type { ParsedCommand } from '../commands/parse.js';
import type { Config } from '../config/index.js';
import { type DayLimits, leftToday } from '../memory/spending.js';
import { UserError } from '../ports/errors.js';
import type { Event } from '../ports/event.js';
import type { ActionsRun, Outcome, RunRecord, SubjectRecord } from '../ports/run.js';
import type { DailyAllowance } from '../ports/workflow.js';
import { messages } from '../text/lang/index.js';
import { runMessages } from '../text/lang/thread/index.js';
import { stepValue } from './journal-steps.js';
import { iso, issueInRunId, statusOf, sumOf } from './record.js';
import { CREW_FILE, post, type Services, stepsOf } from './services.js';
import { reaction, startComment } from './thread.js';

/** A run whose jobs `work`, `verify` and `publish` follow in this Actions run, or whose work follows in this process. */
export interface Proceed {
  readonly run: string;
  readonly subject: string;
  /** The concurrency group of the jobs. */
  readonly group: string;
  /** What the jobs check out, and in a review the commit that it is compared with; '' if there is none. */
  readonly ref: string;
  readonly against: string;
  /** The Actions run whose artifacts hold the journal, if none is stored. */
  readonly earlier?: ActionsRun | undefined;
}

/** What became of a command. */
export interface Handled {
  readonly workflow: string;
  readonly run?: string | undefined;
  /** Null while the run is open. */
  readonly outcome: Outcome | null;
  readonly proceed?: Proceed | undefined;
}

/** One command of an event. */
export interface CommandRequest {
  readonly event: Event;
  readonly asked: ParsedCommand;
  /** The number of the command in the event, from 0. */
  readonly n: number;
  /** An earlier command of the event uses the jobs of this Actions run, so a run of this command is dispatched. */
  readonly areJobsTaken: boolean;
}

/** An error as an outcome: a user's error with its remedy, an internal error with the id under which the log has it. */
export async function outcomeOfError(
  error: unknown,
  { settings, log }: Pick<Services, 'settings' | 'log'>,
): Promise<Outcome> {
  if (error instanceof UserError) {
    const { expected, found, remedy, ends } = error;
    const { lang } = await settings().catch(() => ({ lang: 'en' as const }));
    const says = messages(lang).userError({ expected, found, remedy });
    return { name: ends === 'usage' ? 'refused' : ends, says, result: { error: { expected, found, remedy } } };
  }
  const id = randomUUID().slice(0, 8);
  log('fault', { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const { lang } = await settings().catch(() => ({ lang: 'en' as const }));
  return { name: 'error', says: runMessages(lang).fault(id), result: { id } };
}

/** The claim of a new run: by this Actions run or this process; empty if it is to be dispatched. */
export function claimFor({ here, process }: Services, areJobsTaken: boolean): Pick<RunRecord, 'actions' | 'process'> {
  if (here && !areJobsTaken) return { actions: { id: here.id, attempt: here.attempt } };
  return process === undefined ? {} : { process };
}

/** The field of a record that names this Actions run. If this Actions run dies, crew-settle.yml finds the run by the field. */
export const recordedBy = ({ here }: Pick<Services, 'here'>): Pick<RunRecord, 'recordedBy'> =>
  here ? { recordedBy: { id: here.id, attempt: here.attempt } } : {};

/** An outcome as the ending of a record. */
export function endOf({ name, says, result, awaits, published }: Outcome, now: number): NonNullable<RunRecord['end']> {
  return {
    outcome: name,
    at: iso(now),
    ...(says === undefined ? {} : { says }),
    ...(result === undefined ? {} : { result }),
    ...(awaits === undefined ? {} : { awaits }),
    ...(published === undefined ? {} : { published }),
  };
}

/** Returns what a run may spend, including what it has spent already. If the day has a limit, reserves the rest in the ledger. */
export async function reserve(
  request: {
    run: string;
    workflow: string;
    user: string | undefined;
    issue: number | undefined;
    usd: number;
    spentUsd: number;
  },
  { spending, settings, clock, target }: Services,
): Promise<DailyAllowance> {
  const { budget } = (await settings()).config;
  const usd = Math.min(request.usd, budget['run-usd'] ?? request.usd);
  const limits = dayLimits(budget);
  if (limits === undefined) return { usd };
  const { run, workflow, issue, user = 'you' } = request;
  const who = { run, user, repo: target?.repo ?? 'here' };
  const at = new Date(clock.now()).toISOString();
  const wanted = { ...who, day: at.slice(0, 10), usd: Math.max(0, usd - request.spentUsd) };
  let allowed: DailyAllowance = { usd: 0 };
  await spending.append((present) => {
    allowed = leftToday(present, wanted, limits);
    return { kind: 'reserved', ...who, at, workflow, issue, usd: allowed.usd };
  });
  return { ...allowed, usd: request.spentUsd + allowed.usd };
}

/** The limits of a day; undefined if there are none. */
function dayLimits(budget: Config['budget']): DayLimits | undefined {
  const limits = { userUsd: budget['user-usd-per-day'], repositoryUsd: budget['repository-usd-per-day'] };
  return limits.userUsd === undefined && limits.repositoryUsd === undefined ? undefined : limits;
}

/** Releases what `reserve` took for a run that was not recorded after all, because another event was faster. */
export async function releaseBudget(
  { run, workflow, user = 'you' }: { run: string; workflow: string; user: string | undefined },
  { spending, settings, clock, target }: Services,
): Promise<void> {
  if (dayLimits((await settings()).config.budget) === undefined) return;
  const at = new Date(clock.now()).toISOString();
  await spending.append({ kind: 'reserved', run, at, workflow, user, repo: target?.repo ?? 'here', usd: 0 });
}

/** The page of the Actions run that claimed a run; undefined if none has. */
export const actionsUrlOf = (record: RunRecord, { here, target }: Services): string | undefined =>
  record.actions && here && target ? here.url.replace(/\/runs\/\d+.*$/, `/runs/${record.actions.id}`) : undefined;

interface Launch {
  readonly subject: string;
  readonly record: RunRecord;
  readonly waitsFor?: string | undefined;
  readonly areJobsTaken: boolean;
}

/** Shows the run in its thread. It continues in this Actions run or process; otherwise an Actions run is dispatched for it. */
export async function launchRun(
  { subject, record, waitsFor, areJobsTaken }: Launch,
  services: Services,
): Promise<Handled> {
  const { lang } = await services.settings();
  const { event } = record.request;
  const facts = {
    lang,
    url: services.here && !areJobsTaken ? services.here.url : undefined,
    limitUsd: record.budget?.usd,
    waitsFor,
  };
  await post([...reaction(event, 'eyes'), ...startComment(record, facts)], services);
  const { run, workflow } = record;
  const isHere = (services.here && !areJobsTaken) || services.process !== undefined;
  if (!isHere) await startActionsRun({ subject, run }, services);
  return { workflow, run, outcome: null, ...(isHere ? { proceed: await proceedOf(subject, record, services) } : {}) };
}

/** Dispatches the repository's crew.yml for a recorded run. Of two dispatches, the second one stops at the claim. */
export async function startActionsRun(
  { subject, run }: { subject: string; run: string },
  { github }: Pick<Services, 'github'>,
): Promise<void> {
  // The number is shown in the title of the Actions run. It is that of the thread, which may be crew's pull request for the subject's issue.
  const issue = issueInRunId(run) ?? subject.replace(/^\D+/, '');
  await github?.actions.dispatch(CREW_FILE, { command: '', issue: String(issue), run });
}

/** The data for the jobs that follow. A run whose journal has the step `base` keeps that commit. */
async function proceedOf(subject: string, record: RunRecord, { store }: Services): Promise<Proceed> {
  const { run, ref = '', against = '', exclusive } = record;
  const steps = await stepsOf(store, subject, run);
  const base = stepValue<{ base?: string }>(steps, 'base')?.base ?? ref;
  const group = exclusive ? `crew-${subject}` : `crew-read-${run}`;
  return { run, subject, group, ref: base, against, ...(steps.length === 0 && { earlier: record.earlier }) };
}

/** Other runs of the subject that may change its branch and have not ended. */
export const otherOpenRuns = ({ runs }: SubjectRecord, run: string, now: number): readonly RunRecord[] =>
  runs.filter((each) => each.run !== run && each.exclusive && ['running', 'awaiting'].includes(statusOf(each, now)));

/** What a run has spent, by its record. */
export const spentUsd = ({ spent }: RunRecord): number => sumOf([spent]).usd;
