// The record of a run: its request, the signals to it, and its end. Also the types around it: outcomes, stores, steps of the journal. Used by
// src/runs, the workflows, src/agent, src/commands, src/text, src/view, src/verify, src/cli and src/action/work.ts, and by errors.ts and
// workflow.ts. Types only.

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
  /**
   * `pause`: a tool call that the guard did not allow, or a tree that a person changed meanwhile; an approval or `continue` goes on.
   * `storage`: only in records of earlier versions.
   */
  readonly kind: 'question' | 'selection' | 'approval' | 'budget' | 'pause' | 'storage';
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  /** False if an approval cannot allow the denied tool call. The run can then only continue without the call, or end. */
  readonly lifts?: boolean | undefined;
}

/** How a phase ended. `says` is Markdown for people; `result` is the JSON for programs. */
export interface Outcome {
  readonly name: OutcomeName;
  readonly says?: string | undefined;
  readonly result?: unknown;
  /** Only with the name `awaiting`. */
  readonly awaits?: Awaits | undefined;
  /** More data for the output of the entry point. It is never recorded. */
  readonly shows?: unknown;
  /**
   * Set if the result was published although `name` is no success, such as a review of a change whose check failed: a sentence for the run's
   * comment, or '' if a new comment says all.
   */
  readonly published?: string | undefined;
  /** The next round of the same request. It is recorded in the same write as this end, and started. */
  readonly followUp?: FollowUp | undefined;
}

/** The next round of a request, which is a run of its own: its reason and its order. */
export interface FollowUp {
  readonly why: 'verify' | 'ci';
  readonly order: unknown;
}

/** An answer or command of a person to a run. */
export type SignalInput =
  | { readonly is: 'answer'; readonly id?: string | undefined; readonly text: string }
  | { readonly is: 'select'; readonly choice: string; readonly remark?: string | undefined }
  /** `how` is for preferences: `as TEXT`, `replace`, `condition TEXT` or `retire`. */
  | { readonly is: 'approve'; readonly ids: readonly string[]; readonly how?: string | undefined }
  | {
      readonly is: 'reject';
      readonly ids?: readonly string[] | undefined;
      readonly category?: string | undefined;
      readonly why?: string | undefined;
    }
  | { readonly is: 'continue'; readonly addUsd?: number | undefined }
  | { readonly is: 'cancel' };

/** A recorded signal. `key` identifies the event and the command in it, so that a repeated delivery counts once. */
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

/** What a person asked for, as it was at that time. */
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

/** The recorded end of a run. */
export interface RunEnd {
  readonly outcome: OutcomeName;
  readonly at: string;
  readonly says?: string | undefined;
  readonly result?: unknown;
  readonly awaits?: Awaits | undefined;
  /** Like in the outcome. */
  readonly published?: string | undefined;
  /** The jobs in the checklist of the run's comment; absent if no publish job ended the run. */
  readonly jobs?: ChecklistJobs | undefined;
}

/** The result of each job of a run, for the checklist of its comment. */
export type ChecklistJobs = Readonly<Partial<Record<'work' | 'verify' | 'publish', 'done' | 'failed'>>>;

/** The record of a run. */
export interface RunRecord {
  /** The run id. */
  readonly run: string;
  readonly workflow: string;
  /** The version of the workflow. A run is continued only by the version that began it. */
  readonly version: number;
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  /** Whether it may change a branch. Of such runs, at most one works on a subject at a time. */
  readonly exclusive: boolean;
  readonly request: Request;
  readonly startedAt: string;
  /** The order from `gate`; absent if the gate ended the run. */
  readonly order?: unknown;
  /** Branch or commit that the work job checks out. */
  readonly ref?: string | undefined;
  /** The base commit with which the verify job compares `ref`. */
  readonly against?: string | undefined;
  /** The dollars that the run asked for, and the dollars that it got within the daily limits. */
  readonly budget?:
    | { readonly askedUsd: number; readonly usd: number; readonly by?: 'user-day' | 'repository-day' | undefined }
    | undefined;
  /** The estimated cost in dollars, lowest and highest, as the gate announced it. */
  readonly estimateUsd?: readonly [number, number] | undefined;
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
  /** Set when journal and patch were deleted, after 30 days. */
  readonly filesDropped?: true | undefined;
  /** Set when its comments were edited because its pull request was merged or closed. */
  readonly pullEnd?: 'closed' | 'merged' | undefined;
  /** Set by `/crew cancel` after the end: no further round starts by itself. */
  readonly stopFollowUps?: true | undefined;
  readonly spent?: Spent | undefined;
}

/** All runs of a subject: `issue-12` with crew's pull request for it, `pr-40`, or `tree` on the command line. */
export interface SubjectRecord {
  readonly subject: string;
  readonly runs: readonly RunRecord[];
}

/** Text files that are stored with a subject's record, by name (`<run>/journal.jsonl`). Null removes the file. */
export type RecordFiles = Readonly<Record<string, string | null>>;

/** What a change of a record returns: the new record, or `unchanged` to write none; files to write; and the value for the caller of `update`. */
export interface Update<T> {
  readonly record: SubjectRecord | 'unchanged';
  readonly files?: RecordFiles | undefined;
  readonly value: T;
}

/** Stores one JSON document for each subject. */
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

/** A step of a work journal. `began` and `at` are the times of its start and end, in milliseconds. */
export interface Step {
  readonly name: string;
  readonly began: number;
  readonly at: number;
  readonly value: unknown;
  readonly spent?: Spent | undefined;
}

/** The part of `WorkContext` that agents need: the journal and the signals of a run. */
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

/** What is wrong in a command that a person wrote. `of` names the argument or flag that is meant; `word` is the text that does not fit. */
export type Complaint =
  | { readonly is: 'missing'; readonly of: string }
  | { readonly is: 'shape'; readonly word: string; readonly of: string }
  | { readonly is: 'value'; readonly word: string; readonly of: string }
  /** `stray`: a flag after the text began. `extra`: a word more than the command takes. */
  | { readonly is: 'unknown-flag' | 'twice' | 'stray' | 'extra'; readonly word: string }
  /** Either `of` or `or` is needed, not both. */
  | { readonly is: 'one-of-two'; readonly of: string; readonly or: string }
  /** `word` also needs the flag `of`. */
  | { readonly is: 'needs'; readonly word: string; readonly of: string };
