// The record of a run: its request, the signals to it, and its end. Types only.

import type { Event } from './event.js';
import type { Identity } from './threads.js';
/** How a run can end. */
export type OutcomeName =
  | 'done'
  | 'planned'
  | 'awaiting'
  | 'partial'
  | 'stuck'
  | 'failed'
  | 'escalated'
  | 'refused'
  | 'cancelled'
  | 'infra_error'
  | 'error';

/** The question that a run waits for. */
export interface Awaits {
  readonly id: string;
  readonly kind: 'question' | 'selection' | 'approval' | 'budget' | 'pause' | 'storage';
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  /** False if approval does not help: the run can continue without the refused call, or end. */
  readonly lifts?: boolean | undefined;
}

/** How a phase ended. `says` is Markdown for people. */
export interface Outcome {
  readonly name: OutcomeName;
  readonly says?: string | undefined;
  readonly result?: unknown;
  /** Only with `awaiting`: what the run waits for. */
  readonly awaits?: Awaits | undefined;
  /** Shown by the entry point only; never recorded. */
  readonly shows?: unknown;
  /** Only if the run did not succeed: what it published nevertheless, as a sentence for its comment. */
  readonly published?: string | undefined;
  /** The next run of the same request, which `runs` records together with this end and starts. */
  readonly followUp?: FollowUp | undefined;
}

/** The next round of a run: its reason and its order. */
export interface FollowUp {
  readonly why: 'verify' | 'ci';
  readonly order: unknown;
}

/** An answer or command of a person to a run. */
export type SignalInput =
  | { readonly is: 'answer'; readonly id?: string | undefined; readonly text: string }
  | { readonly is: 'select'; readonly choice: string; readonly remark?: string | undefined }
  | { readonly is: 'approve'; readonly ids: readonly string[]; readonly how?: string | undefined }
  | {
      readonly is: 'reject';
      readonly ids?: readonly string[] | undefined;
      readonly category?: string | undefined;
      readonly why?: string | undefined;
    }
  | { readonly is: 'continue'; readonly addUsd?: number | undefined }
  | { readonly is: 'cancel' };

/** A recorded answer or command. `key` identifies its event and command, so that a repeated delivery counts once. */
export type Signal = SignalInput & {
  readonly key: string;
  readonly by: Pick<Identity, 'login'>;
  readonly at: string;
};

/** Model usage of a step or a run. */
export interface Spent {
  readonly usd: number;
  readonly tokens: {
    readonly in: number;
    readonly out: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
}

/** A request, with its text and event as they were when it was made. */
export interface Request {
  readonly event: Event;
  readonly text: string;
  /** The command with its arguments, as the command list parsed it. */
  readonly command: { readonly name: string; readonly args: unknown };
  readonly by?: Identity | undefined;
  readonly at: string;
}

/** An Actions run that works on a run of crew. */
export interface ActionsRun {
  readonly id: number;
  readonly attempt: number;
}

/** How a run ended. */
export interface RunEnd {
  readonly outcome: OutcomeName;
  readonly at: string;
  readonly says?: string | undefined;
  readonly result?: unknown;
  readonly awaits?: Awaits | undefined;
}

/** The record of a run. */
export interface RunRecord {
  readonly run: string;
  readonly workflow: string;
  /** The version of the workflow. A run is continued only by the version that began it. */
  readonly version: number;
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  /** It may change a branch: at most one such run of a subject works at a time. */
  readonly exclusive: boolean;
  readonly request: Request;
  readonly startedAt: string;
  /** The order from `gate`; absent if the gate ended the run. */
  readonly order?: unknown;
  /** Branch or commit that the work job checks out; with `against`, the verify job compares the two commits. */
  readonly ref?: string | undefined;
  readonly against?: string | undefined;
  /** The dollars that the run asked for, and the dollars that it got within the daily limits. */
  readonly budget?:
    | { readonly askedUsd: number; readonly usd: number; readonly by?: 'user-day' | 'repository-day' | undefined }
    | undefined;
  /** For a further round: the previous run and the reason. */
  readonly follows?: { readonly run: string; readonly round: number; readonly why: FollowUp['why'] } | undefined;
  /** The Actions run whose job recorded it; absent for the App and the command line. */
  readonly recordedBy?: ActionsRun | undefined;
  /** The Actions run that claimed it; absent on the command line. */
  readonly actions?: ActionsRun | undefined;
  /** The Actions run that worked on it before it was continued. */
  readonly earlier?: ActionsRun | undefined;
  /** The Actions run whose `publish` or `settle` job records the end. */
  readonly publishing?: ActionsRun | undefined;
  /** Command line only: the process that works on it. */
  readonly process?: string | undefined;
  readonly signals: readonly Signal[];
  readonly end?: RunEnd | undefined;
  /** When its Actions run was dispatched again because none had claimed the run. */
  readonly dispatchedAgain?: string | undefined;
  /** Journal and patch were deleted after 30 days. */
  readonly filesDropped?: true | undefined;
  /** `/crew cancel` after the end: no further round starts by itself. */
  readonly stopFollowUps?: true | undefined;
  readonly spent?: Spent | undefined;
}

/** All runs of a subject: `issue-12` with crew's pull request for it, `pr-40`, or `tree` on the command line. */
export interface SubjectRecord {
  readonly subject: string;
  readonly runs: readonly RunRecord[];
}

/** Text files that are stored with a subject's record, by name (`<run>/journal.jsonl`); null removes one. */
export type RecordFiles = Readonly<Record<string, string | null>>;

/** The result of a change to a record. `unchanged` writes nothing. */
export interface Update<T> {
  readonly record: SubjectRecord | 'unchanged';
  readonly files?: RecordFiles | undefined;
  readonly value: T;
}

/** One JSON document for each subject. */
export interface RunStore {
  subjects(): Promise<readonly string[]>;
  /** The record; without runs if there is none. */
  read(subject: string): Promise<SubjectRecord>;
  /**
   * Reads the record, applies `change`, and writes the result with its files in one step. If another writer was faster, it
   * reads and applies `change` again, so `change` must be pure.
   */
  update<T>(subject: string, change: (now: SubjectRecord) => Update<T>): Promise<T>;
  file(subject: string, name: string): Promise<string | null>;
  remove(subject: string): Promise<void>;
}

/** A step of a work journal. */
export interface Step {
  readonly name: string;
  readonly began: number;
  readonly at: number;
  readonly value: unknown;
  readonly spent?: Spent | undefined;
}

/** A run as parts of a work phase see it: its journal and its signals. */
export interface WorkRun {
  readonly id: string;
  /** Returns the value of the step if it is in the journal. Otherwise does the work and records the value. */
  step<T>(name: string, work: () => Promise<T>, cost?: (value: T) => Spent | undefined): Promise<T>;
  readonly signals: readonly Signal[];
}

/** A recorded run: its record and its journal. */
export interface RunHistory {
  readonly record: RunRecord;
  readonly steps: readonly Step[];
}

export type Complaint =
  | { readonly is: 'missing'; readonly of: string }
  | { readonly is: 'shape'; readonly word: string; readonly of: string }
  | { readonly is: 'value'; readonly word: string; readonly of: string }
  | { readonly is: 'unknown-flag' | 'twice' | 'stray' | 'extra'; readonly word: string }
  | { readonly is: 'one-of-two'; readonly of: string; readonly or: string }
  | { readonly is: 'beside'; readonly word: string; readonly of: string };
