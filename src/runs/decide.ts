// Decides what a command does, from the record of its subject and the jobs that have started. Pure; a table of tests has a row for each case.
// Used by start.ts and signal.ts, which carry the decision out, by gate.ts, and by services.ts for a type.

import { answerTo } from '../agent/signals.js';
import type { Awaits, RunRecord, Signal, SignalInput, SubjectRecord } from '../ports/run.js';
import { isRefusedByGate, publishedCommit, statusOf } from './record.js';

/** Statuses of ended runs that `/crew continue` resumes. */
const CONTINUABLE_STATUSES: readonly string[] = ['partial', 'failed', 'cancelled', 'infra_error', 'error'];

/** Whether a run accepts a signal in its present state. */
function accepts(record: RunRecord, input: SignalInput, now: number): boolean {
  const status = statusOf(record, now);
  const awaits = status === 'awaiting' ? record.end?.awaits : undefined;
  const waitsFor = (kinds: readonly Awaits['kind'][]) => awaits !== undefined && kinds.includes(awaits.kind);
  switch (input.is) {
    case 'cancel':
      return status === 'running' || status === 'awaiting';
    case 'answer':
      return waitsFor(['question']) && (input.id === undefined || input.id === awaits?.id);
    case 'select':
      return waitsFor(['selection']);
    case 'approve':
      return waitsFor(['approval', 'pause']) && input.ids.includes(awaits?.id ?? '');
    case 'reject':
      return waitsFor(['approval', 'pause']) && (input.ids?.includes(awaits?.id ?? '') ?? true);
    case 'continue':
      return waitsFor(['budget', 'pause', 'storage']) || status === 'running' || CONTINUABLE_STATUSES.includes(status);
  }
}

/** A signal bound to the open question, so that it cannot answer a later one. */
export function bindToQuestion(input: SignalInput, awaits: Awaits | undefined): SignalInput {
  if (awaits === undefined) return input;
  if (input.is === 'answer') return { ...input, id: awaits.id };
  return input.is === 'reject' && input.ids === undefined ? { ...input, ids: [awaits.id] } : input;
}

/** Whether a question has an answer. */
const isAnswered = ({ signals }: RunRecord, id: string): boolean => answerTo(signals, id) !== undefined;

/** The most runs that may wait for one subject, besides the running one. */
export const MAX_WAITING = 3;

/** What becomes of a command that asks for a run. */
export type StartDecision =
  | { readonly is: 'start' }
  /** GitHub queues the new run until this one has ended. */
  | { readonly is: 'wait'; readonly waitsFor: string }
  /** A run with the same text is running. */
  | { readonly is: 'join'; readonly run: string }
  /** The event was delivered before, and its run is recorded. */
  | { readonly is: 'known' }
  /** Another run awaits a person's answer, or the queue of the subject is full. */
  | { readonly is: 'refuse'; readonly why: 'awaiting' | 'queue-full'; readonly run: string };

const isOpen = (record: RunRecord, now: number): boolean => ['running', 'awaiting'].includes(statusOf(record, now));

/** A run that is to start. */
export interface StartRequest extends Pick<RunRecord, 'run' | 'exclusive'> {
  /** The command as it was written. */
  readonly text: string;
  readonly now: number;
  /** From the command line: a lock file protects the tree, and there is no queue. */
  readonly isTyped: boolean;
}

/** Whether a new run starts. */
export function decideStart({ runs }: SubjectRecord, request: StartRequest): StartDecision {
  const { now } = request;
  if (runs.some(({ run }) => run === request.run)) return { is: 'known' };
  if (request.isTyped) return { is: 'start' };
  const open = runs.filter((each) => isOpen(each, now));
  const same = open.find((each) => each.request.text === request.text && statusOf(each, now) === 'running');
  if (same) return { is: 'join', run: same.run };
  if (!request.exclusive) return { is: 'start' };
  const others = open.filter(({ exclusive }) => exclusive);
  const awaiting = others.find((each) => statusOf(each, now) === 'awaiting');
  if (awaiting) return { is: 'refuse', why: 'awaiting', run: awaiting.run };
  const [first] = others;
  if (!first) return { is: 'start' };
  if (others.length > MAX_WAITING) return { is: 'refuse', why: 'queue-full', run: first.run };
  return { is: 'wait', waitsFor: first.run };
}

/** Outcomes of runs that changed nothing. */
const OUTCOMES_WITHOUT_CHANGE: readonly string[] = ['refused', 'cancelled', 'infra_error', 'error'];

/** Whether an answer continues an escalated task: no run of the subject is open, and the last run that changed something is that task. */
export function followsEscalation({ runs }: SubjectRecord, now: number): boolean {
  if (runs.some((each) => isOpen(each, now))) return false;
  const last = runs.findLast(({ end }) => end && !OUTCOMES_WITHOUT_CHANGE.includes(end.outcome));
  return last?.workflow === 'task' && last.end?.outcome === 'escalated';
}

/** The last job that has started in the Actions run of a run; `work` stands for `verify` too. `ended`: the Actions run has ended. */
export type StartedJob = 'none' | 'work' | 'publish' | 'ended';

/** What becomes of a signal. */
export type SignalDecision =
  /** The signal is recorded. `resumes`: the run continues now, in a new job. */
  | { readonly is: 'signal'; readonly run: string; readonly signal: Signal; readonly resumes: boolean }
  /** Cancelled while no job of the run is active: the ending is written at once. `was`: the run's state before. */
  | {
      readonly is: 'end';
      readonly run: string;
      readonly signal: Signal;
      readonly was: 'unstarted' | 'awaiting' | 'ended';
    }
  /** Cancelled after it succeeded or published a part: no further round starts. */
  | { readonly is: 'stop-follow-ups'; readonly run: string }
  /** The signal was delivered before, and is recorded. */
  | { readonly is: 'known'; readonly run: string }
  | {
      readonly is: 'refuse';
      readonly why: 'no-run' | 'does-not-fit' | 'already-answered' | 'too-late';
      readonly run?: string | undefined;
      readonly status?: string | undefined;
      /** With `does-not-fit`: the command names an id that no run here has asked for. */
      readonly unknownId?: string | undefined;
    };

/** A signal, with what is known about the runs of its subject. */
export interface SignalRequest {
  readonly input: SignalInput;
  /** Identifies event and command, so that a repeated delivery counts once. */
  readonly key: string;
  readonly by: Signal['by'];
  readonly at: string;
  /** The run that the command names. */
  readonly requestedRun?: string | undefined;
  /** The last job that has started in the Actions run of a run. Called for running runs only. */
  readonly startedJob: (run: RunRecord) => StartedJob;
  /** Command line: its process is gone and wrote no ending. */
  readonly isInterrupted: (run: RunRecord) => boolean;
  readonly now: number;
}

/** What a signal does. Without a named run it goes to the newest run that accepts it, open runs first. */
export function decideSignal({ runs }: SubjectRecord, request: SignalRequest): SignalDecision {
  const { input, key, requestedRun: named, now } = request;
  const known = runs.find(({ signals }) => signals.some((each) => each.key === key));
  if (known) return { is: 'known', run: known.run };
  const candidates = runs
    .toReversed()
    .filter((each) => (named === undefined ? !isRefusedByGate(each) : each.run === named));
  // Among the runs that may change a branch, `continue` is for the newest one only.
  const newest = candidates.find(({ exclusive }) => exclusive);
  const isMeant = (each: RunRecord): boolean => input.is !== 'continue' || !each.exclusive || each === newest;
  const accepting = candidates.filter((each) => accepts(each, input, now) && isMeant(each));
  const run = accepting.find((each) => isOpen(each, now)) ?? accepting[0];
  if (run) return decideForRun(run, request);
  const [last] = candidates;
  if (!last) return { is: 'refuse', why: 'no-run', run: named };
  if (input.is === 'cancel') {
    const changing = candidates.filter(({ exclusive }) => exclusive);
    const finished =
      changing.find((each) => publishedCommit(each) !== undefined) ??
      changing.find((each) => statusOf(each, now) === 'succeeded');
    if (finished) return { is: 'stop-follow-ups', run: finished.run };
  }
  const ids = idsIn(input);
  const answered = candidates.find((each) => ids.some((id) => isAnswered(each, id)));
  if (answered) return { is: 'refuse', why: 'already-answered', run: answered.run };
  const isUnknown = (id: string): boolean => !candidates.some(({ end }) => end?.awaits?.id === id);
  const [unknownId] = ids.every(isUnknown) ? ids : [];
  return { is: 'refuse', why: 'does-not-fit', run: last.run, status: statusOf(last, now), unknownId };
}

/** The ids of questions that a signal names. */
function idsIn(input: SignalInput): readonly string[] {
  if (input.is === 'answer') return input.id === undefined ? [] : [input.id];
  return input.is === 'approve' || input.is === 'reject' ? (input.ids ?? []) : [];
}

function decideForRun(
  run: RunRecord,
  { input, key, by, at, startedJob: started, isInterrupted, now }: SignalRequest,
): SignalDecision {
  const status = statusOf(run, now);
  const bound = bindToQuestion(input, status === 'awaiting' ? run.end?.awaits : undefined);
  const signal: Signal = { ...bound, key, by, at };
  if (input.is !== 'cancel')
    return { is: 'signal', run: run.run, signal, resumes: status !== 'running' || isInterrupted(run) };
  if (status === 'awaiting') return { is: 'end', run: run.run, signal, was: 'awaiting' };
  // The record knows the claim of `publish` also if it was made after GitHub was asked for the started jobs.
  const job = run.publishing ? 'publish' : started(run);
  if (job === 'publish') return { is: 'refuse', why: 'too-late', run: run.run, status };
  if (job === 'work') return { is: 'signal', run: run.run, signal, resumes: false };
  return { is: 'end', run: run.run, signal, was: job === 'ended' ? 'ended' : 'unstarted' };
}
