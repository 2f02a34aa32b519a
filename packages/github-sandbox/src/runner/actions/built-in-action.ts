// The interface of built-in actions: actions that the runner implements itself, in TypeScript. Used by the actions of this folder and by the files of run/ that
// load and execute them.

import type { RunnerHost } from '../host.js';
import type { JsonObject } from '../json.js';
import type { Permissions } from '../model.js';

/** What a built-in action receives. */
export interface BuiltInStep {
  host: RunnerHost;
  github: JsonObject;
  runId: number;
  job: string;
  /** The job's token and its permissions. */
  token: string;
  permissions: Permissions;
  /** Folders used instead of `owner/repo`. */
  folders: Readonly<Record<string, string>>;
  workspace: string;
  temp: string;
  env: Record<string, string>;
  node: string;
  /** An input of the step, or the action's default. */
  input(name: string): string;
  log(text: string): void;
  warn(text: string): void;
  mask(secret: string): void;
  /** Aborted when the step is stopped. */
  signal: AbortSignal;
}

export interface BuiltInResult {
  outputs?: Record<string, string>;
  /** Work at the end of the job. */
  post?: () => Promise<void>;
}

export interface BuiltInAction {
  /** All inputs with their defaults, as in action.yml. */
  inputs: Readonly<Record<string, string>>;
  /** Inputs that are not implemented and must keep their default. */
  refused?: readonly string[];
  run(step: BuiltInStep): Promise<BuiltInResult>;
}

/** Parses a boolean input as GitHub does. */
export function isYes(value: string): boolean {
  return value.trim().toLowerCase() === 'true';
}
