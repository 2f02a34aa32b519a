import type { RunnerHost } from '../host.js';
import type { JsonObject } from '../json.js';
import type { Permissions } from '../model.js';

/** What a re-implemented action sees of its job. */
export interface NativeStep {
  host: RunnerHost;
  github: JsonObject;
  runId: number;
  job: string;
  /** The job's own token and what it may do. */
  token: string;
  permissions: Permissions;
  /** Folders that stand for `owner/repo`. */
  folders: Readonly<Record<string, string>>;
  workspace: string;
  temp: string;
  env: Record<string, string>;
  node: string;
  /** An input as the step gave it, else the action's default. */
  input(name: string): string;
  log(text: string): void;
  warn(text: string): void;
  mask(secret: string): void;
  /** Ends what the action started when the step is stopped. */
  signal: AbortSignal;
}

export interface NativeResult {
  outputs?: Record<string, string>;
  /** What is left to do when the job is over. */
  post?: () => Promise<void>;
}

export interface NativeAction {
  /** Every input with its default, as in the action's own action.yml. */
  inputs: Readonly<Record<string, string>>;
  /** Inputs that would change what happens in a way that is not built; they may only keep their default. */
  refused?: readonly string[];
  run(step: NativeStep): Promise<NativeResult>;
}

/** GitHub's own reading of a yes-or-no input. */
export function isYes(value: string): boolean {
  return value.trim().toLowerCase() === 'true';
}
