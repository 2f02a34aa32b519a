// The permissions of Apps and of workflow tokens. Used by auth/, REST, GraphQL, seeds, state.ts and state/, token-for.ts, and the runner
// host in src/actions; exported by src/github/index.ts and src/index.ts.

/** The permissions of Apps and workflow tokens, by their API names. */
export const permissionNames = [
  'metadata',
  'contents',
  'issues',
  'pull_requests',
  'actions',
  'checks',
  'statuses',
  'workflows',
  'administration',
  'members',
  'organization_projects',
] as const;

export type Permission = (typeof permissionNames)[number];
type Level = 'read' | 'write' | 'admin';
export type Permissions = { readonly [name in Permission]?: Level };

const levels: readonly Level[] = ['read', 'write', 'admin'];

/** Whether a granted level includes the wanted one. */
export function covers(granted: Level | undefined, wanted: Level): boolean {
  return granted !== undefined && levels.indexOf(granted) >= levels.indexOf(wanted);
}

/** The requested permissions that are not granted. */
export function notGranted(granted: Permissions, permissions: Permissions): Permission[] {
  return permissionNames.filter((name) => {
    const level = permissions[name];
    return level !== undefined && !covers(granted[name], level);
  });
}
