// The order of a build, and the state that the phases of its work share. Types only. Used by the whole workflow.
import type { Role } from '../../agent/role.js';
import type { Config } from '../../config/index.js';
import type { RunRepository } from '../../ports/index.js';
import type { VerificationRecord } from '../../verify/records.js';
import type { Verifier } from '../../verify/verifier.js';
import type { AgentContext } from './agents/run-role.js';
import type { ExecutionLog, LogEvent } from './rules/execution-log.js';

export type BuildConfig = Config['build'];

/** The order of a build. The run record stores it; `work` reads it. */
export interface BuildOrder {
  /** The id of the build, such as `cmd_007`. */
  readonly cmd: string;
  /** The request as it is written to request.md: sanitised, with its sources. */
  readonly request: string;
  readonly issue?: { readonly number: number; readonly title: string } | undefined;
  /** Login of the requester. */
  readonly by?: string | undefined;
  readonly dryRun: boolean;
}

/** The state of a running build. */
export interface Build extends AgentContext {
  readonly order: BuildOrder;
  readonly config: BuildConfig;
  readonly repository: RunRepository;
  /** The commit of the clone that the run began from. */
  readonly base: string;
  readonly roles: (name: string) => Role;
  readonly verifier: Verifier;
  /** The verification of the unchanged tree. Only the first call runs it; later calls return the same record. */
  readonly baseline: () => Promise<VerificationRecord>;
  /** The number of verifications of merged changes so far, counted over the whole run. */
  readonly verifications: { count: number };
  /** Records events of the execution log in the step `log <name>` and writes execution_log.yaml. */
  log(name: string, ...events: readonly LogEvent[]): Promise<void>;
  /** Fields of the log besides its entries. */
  readonly logFields: {
    plan_validation?: ExecutionLog['plan_validation'];
    wave_plan_differences?: readonly string[];
    lp_flush?: ExecutionLog['lp_flush'];
  };
  /** Shows a progress line. A continued run does not show it again. */
  say(line: string): Promise<void>;
}
