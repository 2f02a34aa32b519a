// The records of workflows, jobs and steps. Used by repository.ts; other folders import them from state.ts. Types only.

export type RunConclusion =
  | 'success'
  | 'failure'
  | 'cancelled'
  | 'skipped'
  | 'timed_out'
  | 'action_required'
  | 'neutral'
  | 'startup_failure';

export type RunStatus = 'queued' | 'in_progress' | 'completed';

export type WorkflowJob = {
  readonly id: number;
  readonly name: string;
  readonly status: RunStatus;
  readonly conclusion: RunConclusion | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly steps: readonly WorkflowStep[];
};

type WorkflowStep = {
  readonly number: number;
  readonly name: string;
  readonly status: RunStatus;
  readonly conclusion: RunConclusion | null;
};

export type Workflow = {
  readonly id: number;
  readonly path: string;
  readonly name: string;
};
