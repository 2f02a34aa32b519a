/** The permissions of Apps and workflow tokens that this GitHub knows, by the names of its API. */
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

/** Whether a granted level covers a wanted one; writing includes reading. */
export function covers(granted: Level | undefined, wanted: Level): boolean {
  return granted !== undefined && levels.indexOf(granted) >= levels.indexOf(wanted);
}

/** The permissions asked for beyond those granted, by name: GitHub mints no token that can more than its installation. */
export function beyond(granted: Permissions, asked: Permissions): Permission[] {
  return permissionNames.filter((name) => {
    const level = asked[name];
    return level !== undefined && !covers(granted[name], level);
  });
}
