// Everything a road needs, put together by main/wire.
import type { Own } from '../commands/implied.js';
import type { Standing } from '../commands/permit.js';
import type { Event } from '../event.js';
import type { Log, Once, Workshop } from '../ports.js';
import type { Show } from '../progress.js';
import type { Desk } from './desk.js';
import type { Hands } from './effect.js';
import type { NextJob } from './journal.js';
import type { Door } from './place.js';
import type { Aftermath, BoardReader, Known, RunSummary, Workflow } from './workflow.js';

export interface Crew {
  readonly door: Door;
  /** Which job of a run this is, in GitHub Actions: runs that were put down for it are its to take up. */
  readonly job?: NextJob | undefined;
  /** For which job the run was put down that is gone on with, where nobody of that one is left: it is taken up by this one. */
  readonly insteadOf?: NextJob | undefined;
  readonly workflows: readonly Workflow[];
  readonly desk: Desk;
  readonly log: Log;
  /** Where changes go; none for a crew that only answers at a terminal. */
  readonly hands?: Hands;
  readonly own: () => Promise<Own>;
  /** Who asks, with the permission read by API; `local` is the person at the terminal. */
  readonly standing: (event: Event) => Promise<Standing | 'local'>;
  readonly known: () => Promise<Known>;
  readonly dryRun?: boolean | undefined;
  /** Aborted when this process is told to stop. */
  readonly stop?: AbortSignal | undefined;
  /** Another run of this event goes on in the next job already: what else needs one gets one of its own. */
  readonly isNextTaken?: boolean | undefined;
  /** Starts a job of its own for a run whose turn it is. */
  readonly start?: ((run: string) => Promise<void>) | undefined;
  readonly aftermath?: Aftermath | undefined;
  /** The page of the run of Actions that this is part of, and which attempt at it. */
  readonly details?: string | undefined;
  readonly attempt?: string | undefined;
  readonly board?: BoardReader | undefined;
  readonly workshop?: ((once?: Once) => Promise<Workshop>) | undefined;
  readonly show?: Show | undefined;
  /** The runs on an issue, or all, newest first. */
  readonly runs: (issue: number | undefined) => Promise<readonly RunSummary[]>;
}
