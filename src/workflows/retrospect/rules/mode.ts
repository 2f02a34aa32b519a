// Whether phase 4 runs, and how: a table over the front matter of report_summary.md and the configuration. Pure.

export interface Ended {
  readonly status?: string | undefined;
  readonly quality?: string | undefined;
  readonly completeness?: number | undefined;
  readonly failedTasks: number;
}

export interface Switches {
  readonly retrospect: boolean;
  /** `lp_system.enabled` and `lp_system.collect_signals`. */
  readonly collects: boolean;
  /** `/crew retrospect`. */
  readonly forced?: boolean | undefined;
}

export type Mode =
  /** Failures and successes. */
  | 'full'
  /** Successes only. */
  | 'light'
  /** Phase 4 is skipped: only signals about preferences are collected. */
  | 'flush'
  | 'none';

/** The mode of phase 4. A front matter without a status counts as a failure: nothing says that the build succeeded. */
export function modeOf(ended: Ended, { retrospect, collects, forced = false }: Switches): Mode {
  if (forced) return 'full';
  if (!retrospect) return collects ? 'flush' : 'none';
  return isTroubled(ended) ? 'full' : 'light';
}

function isTroubled({ status = 'failure', quality, completeness = 0, failedTasks }: Ended): boolean {
  if (status === 'failure' || status === 'partial') return true;
  if (quality === 'RED') return true;
  if (quality === 'YELLOW' && completeness < 80) return true;
  return failedTasks >= 1;
}

/** The front matter of report_summary.md, as far as it decides the mode. */
export function endedIn(front: Readonly<Record<string, unknown>> | null): Ended {
  const { status, quality, completeness, failed_tasks: failed } = front ?? {};
  return {
    ...(typeof status === 'string' ? { status } : {}),
    ...(typeof quality === 'string' ? { quality: quality.toUpperCase() } : {}),
    ...(typeof completeness === 'number' ? { completeness } : {}),
    failedTasks: Array.isArray(failed) ? failed.length : 0,
  };
}
