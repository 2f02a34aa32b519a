// What a workflow is, and what each of its phases can reach. Types only.
import type { Config } from '../config/index.js';
import type { BoardReader } from './board.js';
import type { Applied, Change } from './change.js';
import type { GitHub } from './github.js';
import type { Recall } from './memory.js';
import type { Progress } from './progress.js';
import type { ActionsRun, Outcome, Request, RunHistory, RunRecord, Signal, Spent, Step } from './run.js';
import type { Clock } from './store.js';
import type { WorkEnvironment } from './tree.js';

/** Reads of GitHub. Writes go through `apply`. */
export type GitHubReader = Pick<
  GitHub,
  'branches' | 'pulls' | 'reviews' | 'ci' | 'thread' | 'repository' | 'people' | 'checks'
>;

/** Configuration and language, as read at the start of a phase. */
export interface Settings {
  /** Of messages. */
  readonly lang: 'en' | 'ja';
  readonly config: Config;
  readonly configFile: string;
  /** Names this version of the file; absent where there is none. */
  readonly version?: string | undefined;
  /** What is wrong with the configuration, one line each. */
  readonly problems: readonly string[];
  /** The text of the owner's defaults, where there are any. */
  readonly ownersText?: string | null | undefined;
}

/** Where a request came from and where its answer is read. */
export type Place = 'thread' | 'terminal';

/** Runs that were recorded before, newest first. */
export interface History {
  list(issue?: number): Promise<readonly RunRecord[]>;
  load(run: string): Promise<RunHistory | null>;
}

interface PhaseContext {
  readonly run: string;
  readonly repo: string | undefined;
  readonly issue: number | undefined;
  readonly place: Place;
  readonly settings: Settings;
  readonly history: History;
  readonly clock: Clock;
  readonly signals: readonly Signal[];
}

/** Seconds, on GitHub's side: no workspace, no model. */
export interface GateContext extends PhaseContext {
  /** Absent on the command line without a repository. */
  readonly github: GitHubReader | undefined;
  readonly dryRun: boolean;
  /** Page of the Actions run; empty in the App and at a terminal. */
  readonly url: string;
  /** Reads the board; absent without a repository. */
  readonly board: BoardReader | undefined;
  /** Dollars this run may spend, after what the day's limits leave. Recorded as reserved until the run ends. */
  allowance(askedUsd: number): Promise<Allowed>;
}

/** What a run may spend. `by`: the limit of the day that left less than was asked for. */
export interface Allowed {
  readonly usd: number;
  readonly by?: 'user-day' | 'repository-day' | undefined;
}

/** The work itself. Cannot write to GitHub. */
export interface WorkContext extends PhaseContext {
  /** Read-only, with the work job's token; absent on the command line without a repository. */
  readonly github: GitHubReader | undefined;
  readonly allowed: Allowed;
  /** Opens the tree, the sandbox and the model. On GitHub the tree is at the commit `at`, where one is given. */
  environment(at?: string): Promise<WorkEnvironment>;
  /** A step that is in the journal is returned instead of being done again. Names are unique within a run; values survive JSON. */
  step<T>(name: string, work: () => Promise<T>, cost?: (value: T) => Spent | undefined): Promise<T>;
  /** The journal so far. */
  steps(): readonly Step[];
  /** Searches what crew has learned, before an agent works; absent where nothing is remembered. What is found is recorded on the run. */
  readonly recall?: Recall | undefined;
  /** Folder for files that a continued run needs again. */
  readonly folder: string;
  /** Aborted when the run is cancelled or its process is asked to stop. */
  readonly stop: AbortSignal;
  readonly show: (progress: Progress) => void;
}

/** What a work job hands over. The schema in runs/work-result makes it readable, not true. */
export interface WorkResult {
  readonly outcome: Outcome;
  /** The change, as git writes it. */
  readonly diff?: WorkDiff | undefined;
  /** The change in parts, in order: each diff is the whole change up to there, on the same base. The last one is `diff`. */
  readonly commits?: readonly WorkCommit[] | undefined;
  readonly spent: Spent;
}

/** A part of a change that becomes a commit of its own. */
export interface WorkCommit {
  readonly task: number;
  readonly title: string;
  readonly diff: WorkDiff;
}

export interface WorkDiff {
  readonly base: string;
  readonly sha256: string;
  readonly files: readonly string[];
  readonly text: string;
}

/** What became of the jobs before `publish`, as GitHub Actions says it. */
export interface Jobs {
  readonly work: string;
  readonly verify: {
    readonly result: string;
    /** The document of the verify job as it came, and the digest that the job named. */
    readonly document: Uint8Array | null;
    readonly digest: string | undefined;
  };
  /** Page of the Actions run. */
  readonly url: string;
  readonly actions: ActionsRun;
}

/** Turns an untrusted result into changes on GitHub. */
export interface PublishContext extends PhaseContext {
  readonly github: GitHubReader;
  readonly record: RunRecord;
  readonly jobs: Jobs;
  apply(changes: readonly Change[]): Promise<readonly Applied[]>;
}

/** Ordered by `gate`: done by `work`, on the commit that `ref` names when work begins. */
export interface Ordered<Order> {
  readonly order: Order;
  /** Branch or commit to check out; on the command line ignored. */
  readonly ref?: string | undefined;
  /** With it, the verify job compares the checked-out commit with this one. */
  readonly against?: string | undefined;
  /** Shown at once, such as a check in progress. */
  readonly begins?: readonly Change[] | undefined;
  /** Asks a person before the work begins: the run awaits the answer, and then the order is worked on. */
  readonly asks?: Outcome | undefined;
}

export interface Workflow<Order = never> {
  readonly name: string;
  readonly version: number;
  /** It may change a branch, so it waits in the queue of its subject. */
  readonly exclusive: boolean;
  /** Ends the request, or orders work. */
  gate(ctx: GateContext, request: Request): Promise<Outcome | Ordered<Order>>;
  work(ctx: WorkContext, order: Order): Promise<WorkResult>;
  /** `result` is null where nothing usable came from `work`. On the command line not called. */
  publish(ctx: PublishContext, order: Order, result: WorkResult | null): Promise<Outcome>;
  /** Where a run ends without `publish` (cancelled, no usable result): ends what `begins` showed, such as the check. */
  concludes?(ctx: PublishContext, order: Order): Promise<void>;
}
