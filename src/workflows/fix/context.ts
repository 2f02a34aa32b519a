// What the functions of the work phase of `fix` share: FixContext (run, settings, GitHub) and FixWork (tree, state, budget, roles, tools).
// Used by the other files of the work phase and by rules/outcome.ts.
import type { Approvals } from '../../agent/approvals.js';
import type { Allowance } from '../../agent/budget.js';
import type { Models } from '../../agent/cost.js';
import type { Role } from '../../agent/role.js';
import type { ToolContext, ToolResult } from '../../agent/tool.js';
import type { RemoteTool, WorkEnvironment } from '../../ports/environment.js';
import type { Model } from '../../ports/model.js';
import type { WorkRun } from '../../ports/run.js';
import type { TreeCopy } from '../../ports/tree.js';
import type { WorkContext } from '../../ports/workflow.js';
import type { Messages } from '../../text/lang/en.js';
import type { Prover } from '../../verify/prove/index.js';
import type { RunTree } from '../../verify/run-tree.js';
import type { Messages as FixMessages } from './messages.en.js';
import type { FixState } from './rules/fix-state.js';
import type { Job } from './rules/job.js';
import type { RepositoryNotes } from './rules/repository-notes.js';

/** The work context of a fix: the run, and the messages in the repository's language. */
export interface FixContext
  extends Pick<
    WorkContext,
    'repo' | 'github' | 'issue' | 'place' | 'settings' | 'history' | 'clock' | 'allowed' | 'show' | 'steps' | 'recall'
  > {
  readonly run: WorkRun;
  /** Messages of every workflow, and those of `fix`. */
  readonly messages: Messages;
  readonly fixMessages: FixMessages;
  readonly signal: AbortSignal;
}

/** What the parts of the work phase share: context, job, tree, state, budget, roles and tools. */
export interface FixWork {
  readonly ctx: FixContext;
  readonly job: Job;
  readonly environment: WorkEnvironment;
  /** The copy of the tree that a dry run writes to; undefined in every other run. */
  readonly copy: TreeCopy | undefined;
  readonly tree: RunTree;
  readonly prover: Prover;
  readonly state: FixState;
  readonly allowance: Allowance;
  readonly roles: { readonly editor: Role; readonly scoutA: Role; readonly scoutB: Role };
  readonly models: Models;
  /** The model of the Editor and the Scouts. Each call first waits until the tree is ready. */
  readonly model: Model;
  readonly approvals: Approvals;
  /** What the Editor is told about the repository and the machine. */
  readonly repositoryNotes: RepositoryNotes;
  /** The repository map, made once in a run. */
  readonly map: string;
  readonly estimateUsd: { readonly low: number; readonly high: number };
  /** Tools of the configured MCP servers, for the Editor. */
  readonly remoteTools: readonly RemoteTool[];
  /** Answers of Scouts, finished or pending. The key is the Scout's name in the journal, such as `scout-a.1f2e3d`. */
  readonly scoutAnswers: Map<string, Promise<ToolResult>>;
}

/** Returns what an agent's tools act on: the tree (in a dry run, its copy), the guard and the sandbox. */
export function toolContextOf({
  ctx,
  environment,
  copy,
  approvals,
}: Pick<FixWork, 'ctx' | 'environment' | 'copy' | 'approvals'>): ToolContext {
  const { clock, signal } = ctx;
  return {
    workspace: copy ?? environment.workspace,
    guard: environment.guard,
    sandbox: environment.sandbox,
    clock,
    signal,
    approvals,
  };
}
