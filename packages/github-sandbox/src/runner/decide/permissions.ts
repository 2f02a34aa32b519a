import type { Access, Permissions } from '../model.js';
import { entriesOf, type Template, textOf } from '../parse/template.js';

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

/** What a token may do where no file says anything: read the code. */
export const DEFAULT_PERMISSIONS: Permissions = only({ contents: 'read', packages: 'read' });

/** Reads `permissions:`; one that names any scope takes away all it does not name. */
export function readPermissions(template: Template): Permissions {
  const word = textOf(template);
  if (word === 'write-all') return all('write');
  if (word === 'read-all') return all('read');
  return only(Object.fromEntries(entriesOf(template).map(([scope, level]) => [scope, accessOf(level)])));
}

interface PermissionLayers {
  workflow: Template | undefined;
  job: Template | undefined;
  /** What the caller of a reusable workflow has; undefined for a workflow that an event started. */
  ceiling: Permissions | undefined;
}

/** What a job asks for: its own block, else its workflow's, else its caller's, else the default. */
export function askedPermissions({ workflow, job, ceiling }: PermissionLayers): Permissions {
  const block = job ?? workflow;
  return block === undefined ? (ceiling ?? DEFAULT_PERMISSIONS) : readPermissions(block);
}

/** The scopes a called workflow asks for beyond its caller's: GitHub does not start such a run. */
export function raisedScopes(
  asked: Permissions,
  ceiling: Permissions,
): { scope: string; asked: Access; allowed: Access }[] {
  return Object.entries(asked)
    .map(([scope, access]) => ({ scope, asked: access, allowed: ceiling[scope] ?? 'none' }))
    .filter((pair) => RANK[pair.asked] > RANK[pair.allowed]);
}

/** For pull requests of strangers: every `write` becomes `read`, and no identity is vouched for. */
export function readingOnly(permissions: Permissions): Permissions {
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
  // An identity token is either asked for or not; GitHub lets models only be called, which is `read`.
  return { ...every, 'id-token': access === 'write' ? 'write' : 'none', models: 'read', metadata: 'read' };
}

function only(named: Record<string, Access>): Permissions {
  const none = Object.fromEntries(SCOPES.map((scope): [string, Access] => [scope, 'none']));
  return { ...none, ...named, metadata: 'read' };
}
