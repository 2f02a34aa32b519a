// Handles the signals to a run: `answer`, `select`, `approve`, `reject`, `continue`, `cancel`. A signal becomes an entry of the run's record. A
// run that awaits an answer, or that `continue` resumes, is launched again. Used by gate.ts and the command line.

import { addedUsd } from '../agent/signals.js';
import type { Command } from '../commands/index.js';
import type { Outcome, RunRecord, SignalInput, Update } from '../ports/run.js';
import { fieldsOf } from '../text/json.js';
import { runMessages } from '../text/lang/thread/index.js';
import { concludeRun } from './conclude.js';
import { decideSignal, type SignalDecision, type StartedJob } from './decide.js';
import { tidy } from './housekeeping.js';
import { type CommandRequest, claimFor, endOf, type Handled, launchRun, reserve, spentUsd } from './launch.js';
import { iso, runIn, stateOf, withRun } from './record.js';
import { changeRun, post, type Services, startedJobOf, subjectAt } from './services.js';
import { answeredNotice } from './thread.js';

/** The command as a signal; null if it is another command. */
export function signalInputOf({ name, args }: Command): SignalInput | null {
  switch (name) {
    case 'answer':
      return { is: 'answer', id: args.id, text: args.text };
    case 'select':
      return { is: 'select', choice: args.path, remark: args.remark };
    case 'approve':
      return { is: 'approve', ids: args.ids, how: args.how };
    case 'reject':
      return { is: 'reject', ids: args.ids, category: args.category, why: args.why };
    case 'continue':
      return { is: 'continue', addUsd: args.budgetUsd };
    case 'cancel':
      return { is: 'cancel' };
    default:
      return null;
  }
}

/** Records a signal to a run of the event's subject and returns the answer. Cancels or launches the run if the signal asks for it. */
export async function signal(
  { event, n, areJobsTaken }: CommandRequest,
  command: Command,
  services: Services,
): Promise<Handled> {
  const input = signalInputOf(command);
  if (!input) throw new Error(`${command.name} is no signal`);
  const { store, clock, github } = services;
  const subject = await subjectAt(event, services);
  const runArgument = 'run' in command.args ? (command.args.run as string | undefined) : undefined;
  const requestedRun = event.kind === 'typed' ? event.run : runArgument;
  await tidy(subject, services);
  // GitHub is asked once which jobs have started; the decision itself is pure and may be repeated.
  const jobs = new Map<string, StartedJob>();
  if (input.is === 'cancel')
    for (const each of (await store.read(subject)).runs.filter(({ end }) => !end))
      jobs.set(each.run, services.process ? 'work' : await startedJobOf(each, github?.actions));
  const { isAlive } = services;
  const isInterrupted = ({ process }: RunRecord) => process !== undefined && isAlive !== undefined && !isAlive(process);
  const by = { login: 'actor' in event ? event.actor.login : 'you' };
  const request = { input, key: `${event.key}/${n}`, by, at: iso(clock.now()), requestedRun, now: clock.now() };
  const lang = (await services.settings()).lang;
  const result = await store.update(
    subject,
    (current): Update<Omit<DecidedSignal, 'subject' | 'areJobsTaken' | 'input'>> => {
      const decision = decideSignal(current, {
        ...request,
        isInterrupted,
        startedJob: (each) => (isInterrupted(each) ? 'none' : (jobs.get(each.run) ?? 'none')),
      });
      const found = 'run' in decision && decision.run ? runIn(current, decision.run) : undefined;
      const changed = found && recordAfter(decision, found, services, lang, areJobsTaken);
      return {
        record: changed ? withRun(current, changed) : 'unchanged',
        value: { decision, record: changed ?? found, before: found },
      };
    },
  );
  return answerFor({ ...result, subject, areJobsTaken, input }, services);
}

/** The record after the signal; undefined if it does not change. */
function recordAfter(
  decision: SignalDecision,
  record: RunRecord,
  services: Services,
  lang: 'en' | 'ja',
  areJobsTaken: boolean,
): RunRecord | undefined {
  const text = runMessages(lang);
  switch (decision.is) {
    case 'signal': {
      const signals = [...record.signals, decision.signal];
      if (!decision.resumes) return { ...record, signals };
      // A resumed run loses its ending and its claims. Its Actions run so far is the one that may still have the journal.
      const { end: _, publishing: __, actions: earlier, process: ___, dispatchedAgain: ____, ...open } = record;
      return { ...open, ...claimFor(services, areJobsTaken), ...(earlier && { earlier }), signals };
    }
    case 'end': {
      const says = { awaiting: text.cancelledAwaiting, unstarted: text.cancelledUnstarted, ended: text.cancelled };
      const end = endOf({ name: 'cancelled', says: says[decision.was](record.run) }, services.clock.now());
      return { ...record, signals: [...record.signals, decision.signal], end };
    }
    case 'stop-follow-ups':
      return record.stopFollowUps ? undefined : { ...record, stopFollowUps: true };
    default:
      return undefined;
  }
}

/** A signal after the store was updated. */
interface DecidedSignal {
  readonly decision: SignalDecision;
  /** The record after the signal; undefined if no run accepts it. */
  readonly record: RunRecord | undefined;
  /** The record before the signal. */
  readonly before: RunRecord | undefined;
  readonly subject: string;
  readonly areJobsTaken: boolean;
  readonly input: SignalInput;
}

/** Does what follows the write of a signal, and returns the answer to the command. */
async function answerFor(
  { decision, record, before, subject, areJobsTaken, input }: DecidedSignal,
  services: Services,
): Promise<Handled> {
  const { lang } = await services.settings();
  const text = runMessages(lang);
  const handled = (outcome: Outcome): Handled => ({ workflow: 'signal', run: undefined, outcome });
  const done = (says: string): Handled => handled({ name: 'done', says });
  if (decision.is === 'refuse' || !record) {
    const reason = decision.is === 'refuse' ? decision : { why: 'no-run' as const };
    const state = record && stateOf(record, services.clock.now());
    return handled({ name: 'refused', says: refusal(reason, input, { state, text }), result: { why: reason.why } });
  }
  switch (decision.is) {
    case 'known':
      return done('');
    case 'stop-follow-ups':
      return done(text.stopFollowUps({ run: record.run, pull: pullOfRun(record) }));
    case 'end': {
      const says = record.end?.says ?? '';
      await concludeRun(record, { name: 'cancelled', says }, services, { wasAwaiting: decision.was === 'awaiting' });
      return done(says);
    }
    case 'signal': {
      if (!decision.resumes) {
        if (input.is === 'cancel') await stop(record, services);
        const usd = input.is === 'continue' ? input.addUsd : undefined;
        return done(
          usd === undefined ? text.signal[input.is](record.run) : text.budgetRaised({ run: record.run, usd }),
        );
      }
      const { login } = decision.signal.by;
      if (before) await post(answeredNotice(before, { lang, login }), services);
      return launchRun({ subject, record: await raiseBudget(subject, record, services), areJobsTaken }, services);
    }
  }
}

/** Stops the Actions run of a run, or on the command line its process. */
async function stop({ actions, process }: RunRecord, { github, kill }: Services): Promise<void> {
  if (actions) await github?.actions.cancel(actions.id);
  if (process) kill?.(process);
}

/** Raises the budget of a resumed run by the amounts of its signals, within the limits of the day. */
async function raiseBudget(subject: string, record: RunRecord, services: Services): Promise<RunRecord> {
  const { run, workflow, issue, budget, request } = record;
  if (!budget) return record;
  const usd = budget.askedUsd + addedUsd(record.signals);
  const wanted = { run, workflow, issue, user: request.by?.login, usd, spentUsd: spentUsd(record) };
  // A person may exceed `budget.run-usd` for one run, but not the limits of the day.
  const allowed = await reserve(wanted, services);
  const raised = { ...budget, ...allowed, usd: Math.max(allowed.usd, allowed.by ? 0 : usd) };
  if (raised.usd === budget.usd && raised.by === budget.by) return record;
  return changeRun(services.store, { subject, run }, (current) => ({ ...current, budget: raised }));
}

function refusal(
  { why, run, status, unknownId }: Omit<Extract<SignalDecision, { is: 'refuse' }>, 'is'>,
  { is }: SignalInput,
  { state = '', text: { refuse } }: { state: string | undefined; text: ReturnType<typeof runMessages> },
): string {
  if (why === 'no-run' && run === undefined && (is === 'continue' || is === 'cancel')) return refuse.nothingTo[is];
  if (why === 'no-run') return refuse['no-run'](run);
  if (unknownId !== undefined) return refuse['unknown-id'](unknownId);
  if (is === 'continue' && status === 'stuck') return refuse.stuck(run ?? '');
  if (why === 'does-not-fit') return refuse[is === 'cancel' ? 'ended' : 'does-not-fit']({ run: run ?? '', state });
  return refuse[why](run ?? '');
}

const pullOfRun = ({ end }: RunRecord): number | undefined => {
  const { pull } = fieldsOf(end?.result);
  return typeof pull === 'number' ? pull : undefined;
};
