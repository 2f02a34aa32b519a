// A run, as it is recorded: who asked for what, what people said to it since, and how it ended. Types only.

import type { Event } from './event.js';
import type { Identity } from './github.js';

/** The outcomes of contract.md. */
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

/** What a run waits for. */
export interface Awaits {
  readonly id: string;
  readonly kind: 'question' | 'selection' | 'approval' | 'budget' | 'pause' | 'storage';
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
  /** False where approval would not help: the run can only continue without what was refused, or end. */
  readonly lifts?: boolean | undefined;
}

/** How a phase ended. `says` is Markdown for people. */
export interface Outcome {
  readonly name: OutcomeName;
  readonly says?: string | undefined;
  readonly result?: unknown;
  /** With `awaiting`: for what. */
  readonly awaits?: Awaits | undefined;
  /** Shown by the entry point only; never recorded. */
  readonly shows?: unknown;
  /** The next run of the same request, which `runs` records together with this end and starts. */
  readonly followUp?: FollowUp | undefined;
}

/** Why a further round follows a run, and its order. */
export interface FollowUp {
  readonly why: 'verify' | 'ci';
  readonly order: unknown;
}

/** What people say to a run. */
export type Saying =
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

/** A saying as it is recorded. `key` names the event and command it came by: delivered twice, it counts once. */
export type Signal = Saying & {
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

/** Who asked for what. The text and the event are stored as they were at that moment. */
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

export interface RunEnd {
  readonly outcome: OutcomeName;
  readonly at: string;
  readonly says?: string | undefined;
  readonly result?: unknown;
  readonly awaits?: Awaits | undefined;
}

export interface RunRecord {
  readonly run: string;
  readonly workflow: string;
  /** Of the workflow. A run is continued only by the version that began it. */
  readonly version: number;
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  /** It may change a branch: at most one such run of a subject works at a time. */
  readonly exclusive: boolean;
  readonly request: Request;
  readonly startedAt: string;
  /** What `gate` ordered; absent where the gate ended the run. */
  readonly order?: unknown;
  /** Branch or commit that the work job checks out; with `against`, the verify job compares the two commits. */
  readonly ref?: string | undefined;
  readonly against?: string | undefined;
  /** Dollars that the run asked for, and what the limits of the day left of them. */
  readonly budget?:
    | { readonly askedUsd: number; readonly usd: number; readonly by?: 'user-day' | 'repository-day' | undefined }
    | undefined;
  /** Of a further round: the run before, and why. */
  readonly follows?: { readonly run: string; readonly round: number; readonly why: FollowUp['why'] } | undefined;
  /** The Actions run that claimed it; on the command line absent. */
  readonly actions?: ActionsRun | undefined;
  /** The Actions run whose `publish` or `settle` writes the ending. */
  readonly publishing?: ActionsRun | undefined;
  /** Command line only: the process that works on it. */
  readonly process?: string | undefined;
  readonly signals: readonly Signal[];
  readonly end?: RunEnd | undefined;
  /** When its Actions run was dispatched a second time, because none had claimed it. */
  readonly dispatchedAgain?: string | undefined;
  /** Journal and patch are gone: they were older than 30 days. */
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
export type Files = Readonly<Record<string, string | null>>;

/** What a change of a record comes to. `unchanged` writes nothing. */
export interface Update<T> {
  readonly record: SubjectRecord | 'unchanged';
  readonly files?: Files | undefined;
  readonly value: T;
}

/** One JSON document for each subject. */
export interface RunStore {
  subjects(): Promise<readonly string[]>;
  /** The record; without runs where there is none. */
  read(subject: string): Promise<SubjectRecord>;
  /**
   * Reads the record, applies `change`, and writes the result with its files in one step. Somebody else wrote in between:
   * reads again and applies `change` again, so `change` must be pure.
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

/** What the parts of a work phase need of the run: its journal and what people said to it. */
export interface WorkRun {
  readonly id: string;
  /** A step that is in the journal is returned instead of being done again. */
  step<T>(name: string, work: () => Promise<T>, cost?: (value: T) => Spent | undefined): Promise<T>;
  readonly signals: readonly Signal[];
}

/** A run as others read it: its record and the steps of its work. */
export interface RunHistory {
  readonly record: RunRecord;
  readonly steps: readonly Step[];
}

/** What is wrong with the words, as data: text/lang says it. */
export type Complaint =
  | { readonly is: 'missing'; readonly of: string }
  | { readonly is: 'shape'; readonly word: string; readonly of: string }
  | { readonly is: 'value'; readonly word: string; readonly of: string }
  | { readonly is: 'unknown-flag' | 'twice' | 'stray' | 'extra'; readonly word: string }
  | { readonly is: 'one-of-two'; readonly of: string; readonly or: string }
  | { readonly is: 'beside'; readonly word: string; readonly of: string };
