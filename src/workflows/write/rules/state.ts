// `state.json` and `progress.json`, field by field. Pure.
import type { Thresholds } from './gate.js';
import { hundredths, tenths } from './reviewers.js';

/** There is no phase 3 (specification). */
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

/** The position of a run. */
export interface RunPosition {
  readonly phase: Phase;
  readonly chapter: number;
  readonly round: number;
  readonly path: string | null;
  readonly status: Status;
  readonly active: readonly string[];
  readonly completed: readonly string[];
  readonly time: string;
}

/** The editor's own state. */
export function stateOf(at: RunPosition, { min_overall, min_each, max_rounds }: Thresholds) {
  return {
    phase: at.phase,
    chapter: at.chapter,
    round: at.round,
    path_id: at.path,
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

export interface ProgressInput {
  readonly at: RunPosition;
  readonly maxRounds: number;
  readonly average: number | null;
  readonly previous: number | null;
  readonly agents: Readonly<Record<string, AgentProgress>>;
  readonly message?: string | null | undefined;
  readonly awaiting?: boolean | undefined;
  readonly paths?: readonly { readonly id: string; readonly title: string; readonly summary: string }[] | undefined;
}

/** The progress for the gate, the run's page and the terminal (the specification's Desk). Averages have one decimal. */
export function progressOf(shown: ProgressInput, words: ProgressWords) {
  const { at, average, previous } = shown;
  return {
    phase: at.phase,
    phase_name: words.phase[at.phase],
    chapter: at.chapter,
    round: at.round,
    max_rounds: shown.maxRounds,
    current_avg: average === null ? null : tenths(average),
    prev_avg: previous === null ? null : tenths(previous),
    delta: deltaOf(average, previous),
    agents: shown.agents,
    status: words.status[at.status],
    message: shown.message ?? null,
    awaiting_user: shown.awaiting ?? false,
    ...(shown.paths ? { paths: shown.paths } : {}),
    updated_at: at.time,
  };
}

/** The difference of the displayed averages, such as `+1.1`; null in the first round. */
export function deltaOf(average: number | null, previous: number | null): string | null {
  if (average === null || previous === null) return null;
  const delta = (hundredths(tenths(average)) - hundredths(tenths(previous))) / 100;
  return `${delta < 0 ? '-' : '+'}${Math.abs(delta).toFixed(1)}`;
}
