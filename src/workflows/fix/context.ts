import type { Approvals } from '../../agent/approvals.js';
import type { Allowance } from '../../agent/budget.js';
import type { Models } from '../../agent/cost.js';
import type { Role } from '../../agent/role.js';
import type { Acted, Surroundings } from '../../agent/tool.js';
import type { Model } from '../../ports/model.js';
import type { WorkRun } from '../../ports/run.js';
import type { Copy, RemoteTool, WorkEnvironment } from '../../ports/tree.js';
import type { WorkContext } from '../../ports/workflow.js';
import type { Place } from '../../text/lang/agent/messages.js';
import type { Messages } from '../../text/lang/messages.js';
import type { Prover } from '../../verify/prove/index.js';
import type { RunsTree } from '../../verify/run-tree.js';
import type { Messages as FixMessages } from './messages.en.js';
import type { FixState } from './rules/fix-state.js';
import type { Job } from './rules/job.js';
import type { Conditions } from './rules/repository-notes.js';

/** The work context with the run and the messages at hand. */
export interface FixContext
  extends Pick<
    WorkContext,
    'repo' | 'github' | 'issue' | 'place' | 'settings' | 'history' | 'clock' | 'allowed' | 'show' | 'steps' | 'recall'
  > {
  readonly run: WorkRun;
  /** What every workflow says, and what only `fix` says. */
  readonly messages: Messages;
  readonly fixMessages: FixMessages;
  readonly signal: AbortSignal;
}

/** Everything that the parts of a fix need of each other. */
export interface Site {
  readonly ctx: FixContext;
  readonly job: Job;
  readonly environment: WorkEnvironment;
  /** What a dry run writes to. */
  readonly copy: Copy | undefined;
  readonly tree: RunsTree;
  readonly prover: Prover;
  readonly course: FixState;
  readonly allowance: Allowance;
  readonly roles: { readonly editor: Role; readonly scoutA: Role; readonly scoutB: Role };
  readonly models: Models;
  /** Makes sure of the tree before it is asked anything: what it says may be done at once. */
  readonly model: Model;
  readonly patience: Approvals;
  /** What the Editor is told of the place it works in. */
  readonly conditions: Conditions;
  /** A page of the repository, made once. */
  readonly map: string;
  readonly estimateUsd: { readonly low: number; readonly high: number };
  /** Where the person reads, and replies. */
  readonly place: Place;
  /** Tools of the servers of the configuration, for the Editor. */
  readonly remote: readonly RemoteTool[];
  /** What Scouts have answered, or are about to, by the name of their steps. */
  readonly scouted: Map<string, Promise<Acted>>;
}

/** Where agents of a fix act: in the tree, behind the guard. */
export function surroundingsOf({
  ctx,
  environment,
  copy,
  patience,
}: Pick<Site, 'ctx' | 'environment' | 'copy' | 'patience'>): Surroundings {
  const { clock, signal } = ctx;
  return {
    workspace: copy ?? environment.workspace,
    gate: environment.gate,
    cell: environment.cell,
    clock,
    signal,
    approvals: patience,
  };
}
