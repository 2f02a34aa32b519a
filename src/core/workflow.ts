// What a workflow is: a plain async function on Ctx. No engine, no base class.
import type { Asked } from '../commands/parse.js';
import type { Actor, Event } from '../event.js';
import type { Clock, GitHub } from '../ports.js';
import type { Language } from '../text/lang/index.js';
import type { Change } from './change.js';
import type { Applied } from './apply.js';
import type { Outcome } from './outcome.js';
import type { Run } from './run.js';

/** What must be at hand where it runs. */
export type Need = 'github' | 'model' | 'workspace';

export interface Input {
  readonly event: Event;
  readonly asked: readonly Asked[];
}

/** What a story may use. */
export interface Ctx {
  readonly run: Run;
  readonly repo?: string;
  readonly issue?: number;
  readonly actor?: Actor;
  readonly lang: Language;
  readonly github?: GitHub;
  readonly clock: Clock;
  /** The runs that this crew knows of an issue, newest first. */
  readonly runs: (issue?: number) => Promise<readonly RunSummary[]>;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
}

export interface RunSummary {
  readonly run: string;
  readonly workflow: string;
  readonly status: string;
  readonly startedAt: string;
}

export interface Workflow {
  readonly name: string;
  /** Grows when the steps change their meaning: a journal of another version is refused. */
  readonly story: number;
  readonly needs: readonly Need[];
  /** Takes the issue's lease while it runs: two at once would undo each other. */
  readonly claims: boolean;
  readonly tell: (ctx: Ctx, input: Input) => Promise<Outcome>;
}
