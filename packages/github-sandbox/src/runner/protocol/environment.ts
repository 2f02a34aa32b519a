// The environment variables of a step. Used by run/open-frame and the files of run/ that perform steps.

import type { JsonObject } from '../json.js';
import { textAt } from '../json.js';

/** INPUT_ variables: upper case, spaces become underscores, hyphens stay. */
export function inputEnvironment(inputs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
  );
}

/** Adds defaults for missing inputs, ignoring case. */
export function withDefaults(given: Record<string, string>, defaults: Record<string, string>): Record<string, string> {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const absent = Object.entries(defaults).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(absent), ...given };
}

/** The fields of the `github` context that become GITHUB_ variables. */
const FROM_CONTEXT = [
  'action',
  'action_ref',
  'action_repository',
  'actor',
  'actor_id',
  'api_url',
  'base_ref',
  'event_name',
  'event_path',
  'graphql_url',
  'head_ref',
  'job',
  'ref',
  'ref_name',
  'ref_protected',
  'ref_type',
  'repository',
  'repository_id',
  'repository_owner',
  'repository_owner_id',
  'retention_days',
  'run_attempt',
  'run_id',
  'run_number',
  'server_url',
  'sha',
  'triggering_actor',
  'workflow',
  'workflow_ref',
  'workflow_sha',
  'workspace',
] as const;

/** The GITHUB_ variables. */
export function githubEnvironment(github: JsonObject): Record<string, string> {
  return Object.fromEntries(FROM_CONTEXT.map((field) => [`GITHUB_${field.toUpperCase()}`, textAt(github, field)]));
}

/** The RUNNER_ variables. */
export function runnerEnvironment(runner: JsonObject): Record<string, string> {
  const fields = Object.keys(runner).map((field) => [`RUNNER_${field.toUpperCase()}`, textAt(runner, field)]);
  return Object.fromEntries(fields);
}
