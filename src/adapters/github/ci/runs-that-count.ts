// Which runs of workflows speak for a commit. Pure.

/** As much of a run of a workflow as is looked at here. */
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

/** Of each workflow and event the newest that did something: started again, it is the last run that counts, and one that skipped all says nothing about those before. */
export function runsThatCount<One extends Run>(runs: readonly One[]): readonly One[] {
  const newest = new Map<string, One>();
  for (const run of [...runs].sort((a, b) => a.id - b.id)) {
    const key = `${run.workflow_id} ${run.event}`;
    if (run.conclusion === 'skipped' && newest.has(key)) continue;
    newest.set(key, run);
  }
  return [...newest.values()];
}
