// Signals: `answer`, `select`, `approve`, `reject`, `continue`, `cancel`. Each becomes an entry of the run's record; a run that awaits an answer, or that
// `continue` resumes, starts again.

import { addedUsd } from '../agent/signals.js';
import type { Command } from '../commands/index.js';
import type { Outcome, RunRecord, SignalInput, Update } from '../ports/run.js';
import { fieldsOf } from '../text/json.js';
import { runMessages } from '../text/lang/thread/index.js';
import { decideSignal, type SignalDecision, type StartedJob } from './decide.js';
import { tidy } from './housekeeping.js';
import { type CommandRequest, claimFor, endOf, type Handled, launchRun, reserve, spentUsd } from './proceed.js';
import { concludeRun } from './publish.js';
import { iso, runIn, withRun } from './record.js';
import { changeRun, jobsOf, post, type Services, subjectAt } from './services.js';
import { answeredNotice } from './thread.js';

/** A command as a signal; null if it is none. */
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

export async function signal(
  { event, n, isTaken }: CommandRequest,
  command: Command,
  services: Services,
): Promise<Handled> {
  const input = signalInputOf(command);
  if (!input) throw new Error(`${command.name} is no signal`);
  const { store, clock, github } = services;
  const subject = await subjectAt(event, services);
  const named =
    event.kind === 'typed' ? event.run : 'run' in command.args ? (command.args.run as string | undefined) : undefined;
  await tidy(subject, services);
  // GitHub is asked once which jobs have started; the decision itself is pure and may be repeated.
  const jobs = new Map<string, StartedJob>();
  if (input.is === 'cancel')
    for (const each of (await store.read(subject)).runs.filter(({ end }) => !end))
      jobs.set(each.run, services.process ? 'work' : await jobsOf(each, github?.actions));
  const { isAlive } = services;
  const isInterrupted = ({ process }: RunRecord) => process !== undefined && isAlive !== undefined && !isAlive(process);
  const by = { login: 'actor' in event ? event.actor.login : 'you' };
  const say = { input, key: `${event.key}/${n}`, by, at: iso(clock.now()), named, now: clock.now() };
  const lang = (await services.settings()).lang;
  const decided = await store.update(subject, (now): Update<Omit<Reply, 'subject' | 'isTaken' | 'input'>> => {
    const decided = decideSignal(now, {
      ...say,
      isInterrupted,
      started: (each) => (isInterrupted(each) ? 'none' : (jobs.get(each.run) ?? 'none')),
    });
    const found = 'run' in decided && decided.run ? runIn(now, decided.run) : undefined;
    const changed = found && changedBy(decided, found, services, lang, isTaken);
    return {
      record: changed ? withRun(now, changed) : 'unchanged',
      value: { decided, record: changed ?? found, before: found },
    };
  });
  return reply({ ...decided, subject, isTaken, input }, services);
}

/** The record after the signal; undefined if it does not change. */
function changedBy(
  decided: SignalDecision,
  record: RunRecord,
  services: Services,
  lang: 'en' | 'ja',
  isTaken: boolean,
): RunRecord | undefined {
  const text = runMessages(lang);
  switch (decided.is) {
    case 'signal': {
      const signals = [...record.signals, decided.signal];
      if (!decided.resumes) return { ...record, signals };
      const { end: _, publishing: __, actions: earlier, process: ___, dispatchedAgain: ____, ...open } = record;
      return { ...open, ...claimFor(services, isTaken), ...(earlier && { earlier }), signals };
    }
    case 'end': {
      const says = { awaiting: text.cancelledAwaiting, unstarted: text.cancelledUnstarted, ended: text.cancelled };
      const end = endOf({ name: 'cancelled', says: says[decided.was](record.run) }, services.clock.now());
      return { ...record, signals: [...record.signals, decided.signal], end };
    }
    case 'stop-follow-ups':
      return record.stopFollowUps ? undefined : { ...record, stopFollowUps: true };
    default:
      return undefined;
  }
}

interface Reply {
  readonly decided: SignalDecision;
  readonly record: RunRecord | undefined;
  /** The record before the signal. */
  readonly before: RunRecord | undefined;
  readonly subject: string;
  readonly isTaken: boolean;
  readonly input: SignalInput;
}

async function reply(
  { decided, record, before, subject, isTaken, input }: Reply,
  services: Services,
): Promise<Handled> {
  const { lang } = await services.settings();
  const text = runMessages(lang);
  const at = { workflow: 'signal', run: undefined } as const;
  const done = (says: string): Handled => ({ ...at, outcome: { name: 'done', says } });
  if (decided.is === 'refuse' || !record) {
    const why = decided.is === 'refuse' ? decided : { why: 'no-run' as const };
    const outcome: Outcome = { name: 'refused', says: refusal(why, input, text), result: { why: why.why } };
    return { ...at, outcome };
  }
  switch (decided.is) {
    case 'known':
      return done('');
    case 'stop-follow-ups':
      return done(text.stopFollowUps({ run: record.run, pull: pullIn(record) }));
    case 'end': {
      const says = record.end?.says ?? '';
      await concludeRun(record, { name: 'cancelled', says }, services, { wasAwaiting: decided.was === 'awaiting' });
      return done(says);
    }
    case 'signal': {
      if (!decided.resumes) {
        if (input.is === 'cancel') await stop(record, services);
        const usd = input.is === 'continue' ? input.addUsd : undefined;
        return done(
          usd === undefined ? text.signal[input.is](record.run) : text.budgetRaised({ run: record.run, usd }),
        );
      }
      const { login } = decided.signal.by;
      if (before) await post(answeredNotice(before, { lang, login }), services);
      return launchRun({ subject, record: await raiseBudget(subject, record, services), isTaken }, services);
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
  const asked = { run, workflow, issue, user: request.by?.login, usd, spentUsd: spentUsd(record) };
  // A person may exceed `budget.run-usd` for one run, but not the limits of the day.
  const allowed = await reserve(asked, services);
  const raised = { ...budget, ...allowed, usd: Math.max(allowed.usd, allowed.by ? 0 : usd) };
  if (raised.usd === budget.usd && raised.by === budget.by) return record;
  return changeRun(services.store, { subject, run }, (now) => ({ ...now, budget: raised }));
}

function refusal(
  { why, run, status, unknownId }: Omit<Extract<SignalDecision, { is: 'refuse' }>, 'is'>,
  { is }: SignalInput,
  { refuse }: ReturnType<typeof runMessages>,
): string {
  if (why === 'no-run') return refuse['no-run'](run);
  if (unknownId !== undefined) return refuse['unknown-id'](unknownId);
  if (is === 'continue' && status === 'stuck') return refuse.stuck(run ?? '');
  if (why === 'does-not-fit') return refuse['does-not-fit']({ run: run ?? '', status: status ?? '' });
  return refuse[why](run ?? '');
}

const pullIn = ({ end }: RunRecord): number | undefined => {
  const { pull } = fieldsOf(end?.result);
  return typeof pull === 'number' ? pull : undefined;
};
