// Computes the token permissions of a job. Used by run/plan-workflow.

import { entriesOf, type Template, textOf } from '../expressions/template.js';
import type { Access, Permissions } from '../model.js';

const SCOPES = [
  'actions',
  'artifact-metadata',
  'attestations',
  'checks',
  'contents',
  'deployments',
  'discussions',
  'id-token',
  'issues',
  'models',
  'packages',
  'pages',
  'pull-requests',
  'repository-projects',
  'security-events',
  'statuses',
] as const;

const RANK: Record<Access, number> = { none: 0, read: 1, write: 2 };

/** The permissions without any `permissions:`: read contents and packages. */
export const DEFAULT_PERMISSIONS: Permissions = only({ contents: 'read', packages: 'read' });

/** Parses `permissions:`; scopes that are not named become `none`. */
export function readPermissions(template: Template): Permissions {
  const word = textOf(template);
  if (word === 'write-all') return all('write');
  if (word === 'read-all') return all('read');
  return only(Object.fromEntries(entriesOf(template).map(([scope, level]) => [scope, accessOf(level)])));
}

interface PermissionLayers {
  workflow: Template | undefined;
  job: Template | undefined;
  /** In a reusable workflow, the permissions of the job that calls it; undefined in the workflow that an event starts. */
  callerPermissions: Permissions | undefined;
}

/** The permissions of a job: its own, else its workflow's, else its caller's, else the default. */
export function requestedPermissions({ workflow, job, callerPermissions }: PermissionLayers): Permissions {
  const block = job ?? workflow;
  return block === undefined ? (callerPermissions ?? DEFAULT_PERMISSIONS) : readPermissions(block);
}

/** Scopes that a called workflow requests beyond its caller's; GitHub refuses such a run. */
export function scopesBeyondCaller(
  permissions: Permissions,
  callerPermissions: Permissions,
): { scope: string; requested: Access; allowed: Access }[] {
  return Object.entries(permissions)
    .map(([scope, access]) => ({ scope, requested: access, allowed: callerPermissions[scope] ?? 'none' }))
    .filter((pair) => RANK[pair.requested] > RANK[pair.allowed]);
}

/** The permissions for pull requests of forks: `write` becomes `read`, and there is no id-token. */
export function readOnlyPermissions(permissions: Permissions): Permissions {
  const capped = Object.entries(permissions).map(([scope, access]): [string, Access] => [
    scope,
    access === 'none' ? 'none' : 'read',
  ]);
  return { ...Object.fromEntries(capped), 'id-token': 'none' };
}

function accessOf(level: Template): Access {
  const word = textOf(level);
  return word === 'read' || word === 'write' ? word : 'none';
}

function all(access: Access): Permissions {
  const every = Object.fromEntries(SCOPES.map((scope) => [scope, access]));
  // id-token is either write or none; models is read-only.
  return { ...every, 'id-token': access === 'write' ? 'write' : 'none', models: 'read', metadata: 'read' };
}

function only(named: Record<string, Access>): Permissions {
  const none = Object.fromEntries(SCOPES.map((scope): [string, Access] => [scope, 'none']));
  return { ...none, ...named, metadata: 'read' };
}
