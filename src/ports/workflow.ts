// The interface of a workflow, and the context of each of its phases. src/runs builds the contexts and calls the phases; the workflows implement
// them. src/action, src/agent, src/memory and src/services/settings.ts use some of its types. Types only.
import type { Config } from '../config/index.js';
import type { BoardReader } from './board.js';
import type { Applied, Change } from './change.js';
import type { WorkEnvironment } from './environment.js';
import type { GitHub } from './github.js';
import type { Clock } from './index.js';
import type { Recall } from './memory.js';
import type { Progress } from './progress.js';
import type { ActionsRun, Outcome, Request, RunHistory, RunRecord, Signal, Spent, Step } from './run.js';

/** The part of GitHub that workflows may read. They write with `apply` only. */
export type GitHubReader = Pick<
  GitHub,
  'branches' | 'pulls' | 'reviews' | 'ci' | 'thread' | 'repository' | 'people' | 'checks'
>;

/** Configuration and language, as read at the start of a phase. */
export interface Settings {
  /** The language of messages. */
  readonly lang: 'en' | 'ja';
  readonly config: Config;
  /** The path of the configuration file. */
  readonly configFile: string;
  /** Identifies this version of the file; absent if there is no file. */
  readonly version?: string | undefined;
  /** Mistakes in the configuration, one line each. */
  readonly problems: readonly string[];
  /** The text of the owner's default configuration, if there is one. */
  readonly ownersText?: string | null | undefined;
}

/** Where a request came from and where its answer is read. */
export type Place = 'thread' | 'terminal';

/** The recorded runs of a repository, or of CREW_HOME at the terminal. */
export interface History {
  /** All runs, newest first. */
  list(issue?: number): Promise<readonly RunRecord[]>;
  load(run: string): Promise<RunHistory | null>;
  /** The runs of the subject of this run, oldest first. */
  ofSubject(): Promise<readonly RunRecord[]>;
}

/** What every phase gets. */
interface PhaseContext {
  /** The run id. */
  readonly run: string;
  readonly repo: string | undefined;
  readonly issue: number | undefined;
  readonly place: Place;
  readonly settings: Settings;
  readonly history: History;
  readonly clock: Clock;
  readonly signals: readonly Signal[];
}

/** The context of `gate`, which has no working tree and no model. */
export interface GateContext extends PhaseContext {
  /** Absent on the command line without a repository. */
  readonly github: GitHubReader | undefined;
  readonly dryRun: boolean;
  /** Page of the Actions run; empty in the App and at a terminal. */
  readonly url: string;
  /** Reads the board; absent without a repository. */
  readonly board: BoardReader | undefined;
  /** The dollars of each run of this workflow that succeeded, newest first, from the ledger. */
  readonly pastCosts?: () => Promise<readonly number[]>;
  /** The dollars that this run may spend within the daily limits. They are reserved until the run ends. */
  allowance(askedUsd: number): Promise<DailyAllowance>;
}

/** The dollars that a run may spend. `by` is the daily limit that reduced them, if one did. */
export interface DailyAllowance {
  readonly usd: number;
  readonly by?: 'user-day' | 'repository-day' | undefined;
}

/** The context of `work`, which cannot write to GitHub. */
export interface WorkContext extends PhaseContext {
  /** Read-only, with the work job's token; absent on the command line without a repository. */
  readonly github: GitHubReader | undefined;
  readonly allowed: DailyAllowance;
  /** Opens the tree, the sandbox and the model. On GitHub it first checks out `commit`, if given. */
  environment(commit?: string): Promise<WorkEnvironment>;
  /**
   * Returns the value of the step if it is in the journal. Otherwise does the work and records the value, which must be JSON. Names are
   * unique within a run.
   */
  step<T>(name: string, work: () => Promise<T>, cost?: (value: T) => Spent | undefined): Promise<T>;
  /** The journal so far. */
  steps(): readonly Step[];
  /** Searches the memory before an agent works, and records the result; absent if the memory is off. */
  readonly recall?: Recall | undefined;
  /** Folder for files that a continued run needs again. */
  readonly folder: string;
  /** Aborted when the run is cancelled or its process is asked to stop. */
  readonly stop: AbortSignal;
  readonly show: (progress: Progress) => void;
}

/** The result of a work job. It is untrusted: src/runs/work-result.ts checks only its format. */
export interface WorkResult {
  readonly outcome: Outcome;
  /** The change as a git diff. */
  readonly diff?: WorkDiff | undefined;
  /** The change as several commits. Each diff is the whole change up to that commit, so the last one equals `diff`. */
  readonly commits?: readonly WorkCommit[] | undefined;
  /** For a change of an existing pull request, its base branch. The verify job then also verifies the whole pull request. */
  readonly onto?: string | undefined;
  /** For a recorded run, `runWork` (src/runs/work.ts) replaces it by the sum of all recorded steps. */
  readonly spent: Spent;
}

/** A part of a change that becomes a commit of its own. */
export interface WorkCommit {
  readonly task: number;
  readonly title: string;
  readonly diff: WorkDiff;
}

/** A change as a diff, with its digest. */
export interface WorkDiff {
  readonly base: string;
  readonly sha256: string;
  readonly files: readonly string[];
  readonly text: string;
}

/** The results of the jobs before `publish`, as GitHub Actions reports them: success, failure, cancelled or skipped. */
export interface JobResults {
  readonly work: string;
  readonly verify: {
    readonly result: string;
    /** The unchecked document of the verify job; `digest` is the digest that the job reported. */
    readonly document: Uint8Array | null;
    readonly digest: string | undefined;
  };
  /** Page of the Actions run. */
  readonly url: string;
  readonly actions: ActionsRun;
}

/** The context of `publish`, which turns an untrusted result into changes on GitHub. */
export interface PublishContext extends PhaseContext {
  readonly github: GitHubReader;
  readonly record: RunRecord;
  readonly jobs: JobResults;
  apply(changes: readonly Change[]): Promise<readonly Applied[]>;
}

/** What `gate` returns if there is work to do: the order for `work`, and what happens before `work` starts. */
export interface GateOrder<Order> {
  readonly order: Order;
  /** The branch or commit to check out. A branch is resolved when the work begins. Ignored on the command line. */
  readonly ref?: string | undefined;
  /** If given, the verify job compares the checked-out commit with this one. */
  readonly against?: string | undefined;
  /** Changes that the gate applies at once, such as a check in progress. */
  readonly begins?: readonly Change[] | undefined;
  /** The estimated cost in dollars, lowest and highest, for the comment of the run. */
  readonly estimateUsd?: readonly [number, number] | undefined;
  /** A question that must be answered before the work begins. */
  readonly asks?: Outcome | undefined;
}

/** A workflow, with a function for each phase. */
export interface Workflow<Order = never> {
  readonly name: string;
  readonly version: number;
  /** Whether a run may change a branch. Such runs of the same subject wait for each other. */
  readonly exclusive: boolean;
  /** Returns an outcome, which ends the request, or an order for `work`. */
  gate(ctx: GateContext, request: Request): Promise<Outcome | GateOrder<Order>>;
  work(ctx: WorkContext, order: Order): Promise<WorkResult>;
  /** `result` is null if `work` left no usable result. Not called on the command line. */
  publish(ctx: PublishContext, order: Order, result: WorkResult | null): Promise<Outcome>;
  /** Called if a run ends without `publish`. Concludes the changes of `begins`, such as a check in progress. */
  concludes?(ctx: PublishContext, order: Order): Promise<void>;
}
