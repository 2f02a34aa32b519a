// What a workflow is: a plain async function on Ctx. No engine, no base class.

import type { BoardSnapshot, Ref } from '../board.js';
import type { Own } from '../commands/implied.js';
import type { Kind } from '../commands/index.js';
import type { Asked } from '../commands/parse.js';
import type { Config } from '../config/index.js';
import type { Event } from '../event.js';
import type { Clock, GitHub, LabelWritten, Store, Workshop } from '../ports.js';
import type { Show } from '../progress.js';
import type { ScanRecord } from '../scan-record.js';
import type { Language } from '../text/lang/index.js';
import type { Messages } from '../text/lang/messages.js';
import type { Applied } from './apply.js';
import type { Change, LabelChange } from './change.js';
import type { Hearing } from './hear.js';
import type { Journal, NextJob } from './journal.js';
import type { Outcome } from './outcome.js';
import type { Run } from './run.js';
import type { RunSummary } from './summary.js';
import type { Word } from './word.js';

export type { RunSummary } from './summary.js';

/** What must be at hand where it runs. */
export type Need = 'github' | 'model' | 'workspace';

export interface Input {
  readonly event: Event;
  readonly asked: readonly Asked[];
  /** What was asked, as it was written. */
  readonly text: string;
  /** Of one more round: which run it follows. */
  readonly follows?: Follows | undefined;
}

/** One more round of a run that came to its end without coming through. */
export interface Follows {
  readonly run: string;
  /** Which round it is; the first has no number. */
  readonly n: number;
  /** Red in the job that verified once more, or in the repository's own checks. */
  readonly why: 'verify' | 'ci';
}

/** What an input is written down as, so that the run can be told again from its journal alone. */
export interface WrittenInput {
  readonly event: Event;
  readonly own: Own;
  /** Which of all that the event asks for is this run's. */
  readonly asked: readonly number[];
  readonly follows?: Follows | undefined;
}

/** A command, as far as it is talked about. */
export type CommandInfo = Pick<Kind, 'name' | 'usage' | 'summary' | 'access'>;

/** What crew knows of itself where it runs. */
export interface Known {
  readonly lang: Language;
  readonly config: Config;
  /** The commands whose workflow is in this version. */
  readonly built: readonly CommandInfo[];
  readonly configFile: string;
  /** What is wrong with the configuration, a line each. */
  readonly problems: readonly string[];
}

/** What a story may use. */
export interface Ctx {
  readonly run: Run;
  readonly repo: string | undefined;
  readonly issue: number | undefined;
  readonly known: Known;
  /** The runs on an issue, or all, newest first. */
  readonly runs: (issue: number | undefined) => Promise<readonly RunSummary[]>;
  /** What another run has written down; null where there is none. */
  readonly recall: (run: string) => Promise<Journal | null>;
  /** Begins one more round of this run, and gives its name; it is started when this one has ended with its name in `goesOn`. */
  readonly follow: (why: Follows['why']) => Promise<string>;
  /** Says something to another run. */
  readonly hear: (run: string, word: Word) => Promise<Hearing>;
  /** Aborted when the run is cancelled, here or by a word. */
  readonly signal: AbortSignal;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
  /** Every sentence, in the language of the run. */
  readonly say: Messages;
  /** Nothing is to be written: say what would be. */
  readonly dryRun: boolean;
  /** The tree to work on, where there is one; opened when it is needed first. */
  readonly workshop?: (() => Promise<Workshop>) | undefined;
  readonly clock: Clock;
  /** What all runs of the repository share: who spent how much on a day. */
  readonly shared: Store;
  /** What can be watched while it happens. */
  readonly show: Show;
  /** GitHub, to look at; writing is what `apply` is for. None at a terminal, and none where a tree is worked in. */
  readonly hub?: Hub | undefined;
  /** How the work came out that another job has done for this run. */
  readonly left?: Outcome | undefined;
  /** What else came of the jobs before, where this one is to publish it. */
  readonly aftermath?: Aftermath | undefined;
  /** The page of the run of Actions that this is. */
  readonly details: string;
  /** Scans the board, where there is a repository on GitHub. */
  readonly board?: BoardReader | undefined;
}

/** What of GitHub a story may look at. */
export type Hub = Pick<GitHub, 'branches' | 'pulls' | 'reviews' | 'ci' | 'thread' | 'repository' | 'people'>;

/** What whoever publishes finds: what became of the job that worked, and what the job that verified has seen. */
export interface Aftermath {
  /** As GitHub Actions says it: success, failure, cancelled, skipped. */
  readonly work: string;
  /** Whether the job that worked left anything, where that is known. */
  readonly isBrought?: boolean | undefined;
  readonly verify: {
    readonly result: string;
    /** The document that it left, as it came, and what the job said that its digest is. */
    readonly bytes: Uint8Array | null;
    readonly digest: string | undefined;
  };
}

/** Scans a board, writes its labels, and keeps what the next scan needs. */
export interface BoardReader {
  /** GitHub's host, whose addresses are references. */
  readonly host: string;
  /** `whole`: the repository itself, whatever board or label bounds a scan. */
  scan(of?: { readonly whole: boolean }): Promise<Scan>;
  /** Labels, in batches. */
  label(changes: readonly LabelChange[], board: BoardSnapshot): Promise<readonly LabelWritten[]>;
  /** Replaces the record of the last scan. */
  remember(record: ScanRecord, board: BoardSnapshot): Promise<void>;
  /** Whether a text carries crew's signature for the issue it stands on. */
  readonly isSigned: (body: string, issue: Ref) => boolean;
  /** Redacts what leaves crew: a text as it would be posted. */
  readonly outgoing: (text: string) => string;
}

/** What a scan has read. */
export interface Scan {
  readonly board: BoardSnapshot;
  /** How many issues there are, as GitHub counts them. */
  readonly total: number;
  /** Issues that others wait for or name, and that are not on the board: they are not assessed. */
  readonly outside: readonly Ref[];
  /** What the last scan left. */
  readonly previous: ScanRecord | undefined;
  readonly agents: readonly { readonly path: string; readonly text: string; readonly own?: true | undefined }[];
  /** The repository's agents could not be read; `board.missing` says why. */
  readonly agentsUnread: boolean;
  /** The login that crew writes as. */
  readonly me: string;
  /** What the scan has cost so far. */
  readonly cost: () => { readonly requests: number; readonly graphqlPoints: number; readonly ms: number };
}

/** The story goes on in another job: it lacks here what that one has. */
export interface Next {
  readonly next: NextJob;
}

export const isNext = (told: Outcome | Next): told is Next => 'next' in told;

/** How it came out, where there is no other job: at a terminal everything is at hand. */
export function outcomeOf(told: Outcome | Next): Outcome {
  if (isNext(told)) throw new Error(`a story wanted to go on in the job ${told.next}, and there is none`);
  return told;
}

export interface Workflow {
  readonly name: string;
  /** Grows when the steps change their meaning: a journal of another version is refused. */
  readonly story: number;
  readonly needs: readonly Need[];
  /** Takes the issue's lease while it runs: two at once would undo each other. */
  readonly claims: boolean;
  readonly tell: (ctx: Ctx, input: Input) => Promise<Outcome | Next>;
}
