// The contents of `state.json` and `progress.json` (specs folio-editor), field by field. Pure. Used by ../progress.ts, ../chapter.ts and
// ../messages.en.ts.
import type { Thresholds } from './gate.js';
import { inHundredths, roundedToTenth } from './reviewers.js';

/** The phases of the specification: intake, paths, selection, writing. It has no phase 3. */
export type Phase = 0 | 1 | 2 | 4;

export type Status =
  | 'intake'
  | 'writing_paths'
  | 'awaiting_selection'
  | 'path_selected'
  | 'drafting'
  | 'reviewing'
  | 'chapter_passed'
  | 'done';

/** The position of a run: chapter and round from 1, or 0 before the writing. */
export interface RunPosition {
  readonly phase: Phase;
  readonly chapter: number;
  readonly round: number;
  readonly pathId: string | null;
  readonly status: Status;
  /** Agents at work. */
  readonly active: readonly string[];
  /** Agents that finished in this round. */
  readonly completed: readonly string[];
  /** ISO 8601. */
  readonly time: string;
}

/** The content of `state.json`. */
export function stateOf(at: RunPosition, { min_overall, min_each, max_rounds }: Thresholds) {
  return {
    phase: at.phase,
    chapter: at.chapter,
    round: at.round,
    path_id: at.pathId,
    status: at.status,
    active_agents: at.active,
    completed_agents: at.completed,
    quality_gate: { min_overall, min_each, max_rounds },
    updated_at: at.time,
  };
}

export type AgentProgress =
  | { readonly status: 'done'; readonly score: number }
  | { readonly status: 'reviewing' | 'drafting'; readonly progress: number }
  | { readonly status: 'missing' };

/** The texts of `progress.json`, in the language of the run. */
export interface ProgressWords {
  readonly phase: Readonly<Record<Phase, string>>;
  readonly status: Readonly<Record<Status, string>>;
  readonly choosePath: string;
  readonly forced: string;
  readonly converged: string;
}

/** What the page of a run shows about its position. */
export interface ProgressInput {
  readonly at: RunPosition;
  readonly maxRounds: number;
  /** The average of this round; null if it is not known yet. */
  readonly average: number | null;
  /** The average of the previous round. */
  readonly previous: number | null;
  readonly agents: Readonly<Record<string, AgentProgress>>;
  readonly message?: string | null | undefined;
  /** Whether the run waits for a selection. */
  readonly awaiting?: boolean | undefined;
  readonly paths?: readonly { readonly id: string; readonly title: string; readonly summary: string }[] | undefined;
}

/** The content of `progress.json`. Averages have one decimal. */
export function progressOf(input: ProgressInput, words: ProgressWords) {
  const { at, average, previous } = input;
  return {
    phase: at.phase,
    phase_name: words.phase[at.phase],
    chapter: at.chapter,
    round: at.round,
    max_rounds: input.maxRounds,
    current_avg: average === null ? null : roundedToTenth(average),
    prev_avg: previous === null ? null : roundedToTenth(previous),
    delta: deltaOf(average, previous),
    agents: input.agents,
    status: words.status[at.status],
    message: input.message ?? null,
    awaiting_user: input.awaiting ?? false,
    ...(input.paths ? { paths: input.paths } : {}),
    updated_at: at.time,
  };
}

/** The difference of the displayed averages, such as `+1.1`; null in the first round. */
export function deltaOf(average: number | null, previous: number | null): string | null {
  if (average === null || previous === null) return null;
  const delta = (inHundredths(roundedToTenth(average)) - inHundredths(roundedToTenth(previous))) / 100;
  return `${delta < 0 ? '-' : '+'}${Math.abs(delta).toFixed(1)}`;
}
