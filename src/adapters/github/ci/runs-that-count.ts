// Selects the Actions runs that count for a commit. Pure.

/** The fields of an Actions run that are used here. */
export interface Run {
  readonly id: number;
  readonly name?: string | null | undefined;
  readonly path: string;
  readonly event: string;
  readonly workflow_id: number;
  readonly check_suite_id?: number | undefined;
  readonly status: string | null;
  readonly conclusion: string | null;
  readonly html_url: string;
}

/** The newest run of each workflow and event. A run that skipped all its jobs does not replace an earlier one. */
export function runsThatCount<One extends Run>(runs: readonly One[]): readonly One[] {
  const newest = new Map<string, One>();
  for (const run of [...runs].sort((a, b) => a.id - b.id)) {
    const key = `${run.workflow_id} ${run.event}`;
    if (run.conclusion === 'skipped' && newest.has(key)) continue;
    newest.set(key, run);
  }
  return [...newest.values()];
}
