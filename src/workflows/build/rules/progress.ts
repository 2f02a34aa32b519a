// Progress lines of a build, in the words of the Parent Session specification, and the estimated time of a wave. Pure. Used by
// ../execute.ts and ../work.ts.

/** Seconds of a task by persona, used until enough earlier builds are known. */
const DEFAULT_SECONDS: Readonly<Record<string, number>> = { researcher: 60, writer: 90, coder: 120, reviewer: 45 };
/** From this many earlier builds on, their averages are used. */
export const ENOUGH_LOGS = 10;

/** Durations of tasks in earlier builds. */
export interface Stats {
  /** Number of earlier builds. */
  readonly logs: number;
  /** Average seconds of a task, by persona. */
  readonly averages: Readonly<Partial<Record<string, number>>>;
}

/** Average durations of tasks by persona, over the logs of earlier builds. */
export function statsOf(logs: readonly (readonly { readonly persona: string; readonly seconds: number }[])[]): Stats {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { persona, seconds } of logs.flat()) {
    const { sum, count } = sums.get(persona) ?? { sum: 0, count: 0 };
    sums.set(persona, { sum: sum + seconds, count: count + 1 });
  }
  return {
    logs: logs.length,
    averages: Object.fromEntries([...sums].map(([persona, { sum, count }]) => [persona, sum / count])),
  };
}

/** Estimated seconds of a wave: the sum of its tasks' averages divided by `max_parallel`. Null if one is not known. */
export function etaOf(
  personas: readonly string[],
  { stats, maxParallel }: { readonly stats: Stats; readonly maxParallel: number },
): number | null {
  const averages = stats.logs >= ENOUGH_LOGS ? stats.averages : DEFAULT_SECONDS;
  let sum = 0;
  for (const persona of personas) {
    const seconds = averages[persona] ?? DEFAULT_SECONDS[persona];
    if (seconds === undefined) return null;
    sum += seconds;
  }
  return sum / maxParallel;
}

/** A duration in minutes: `~1 min` below 90 s, `~2 min` up to 150 s, then rounded to the nearest minute. */
export function roundEta(seconds: number): string {
  if (seconds < 90) return '~1 min';
  return seconds <= 150 ? '~2 min' : `~${Math.round(seconds / 60)} min`;
}

/** The numbers in the progress lines of a wave. */
export interface WaveLine {
  readonly wave: number;
  /** Number of waves. */
  readonly of: number;
  /** Number of tasks in this wave. */
  readonly tasks: number;
}

/** The progress line at the start of a wave. */
export function waveStartLine({ wave, of, tasks }: WaveLine, eta: number | null): string {
  return `Wave ${wave}/${of}: ${tasks} tasks running${eta === null ? '' : ` (${roundEta(eta)} est.)`}`;
}

/** The progress line at the end of a wave. */
export const waveEndLine = ({ wave, of, tasks }: WaveLine, success: number): string =>
  `Wave ${wave}/${of} 完了 (${success}/${tasks} success)`;

/** The progress line at the end of phase 2. */
export const phaseEndLine = (success: number, tasks: number): string =>
  `Phase 2 完了: ${success}/${tasks} タスク success`;

/** A warning for a build that takes longer than `max_cmd_duration_sec`; it is not stopped. Null within the limit or without a limit. */
export function durationWarning(cmd: string, elapsedSec: number, maxSec: number | undefined): string | null {
  return maxSec === undefined || elapsedSec <= maxSec
    ? null
    : `⚠️ ${cmd} has exceeded max duration (${Math.floor(elapsedSec)}s > ${maxSec}s)`;
}
