import { type Permissions, permissionNames } from '../github/permissions.js';
import type { Permissions as WorkflowPermissions } from '../runner/index.js';

/** What a workflow file calls `pull-requests` the API calls `pull_requests`; what is `none` there is absent here. */
export function tokenPermissions(asked: WorkflowPermissions): Permissions {
  return Object.fromEntries(
    permissionNames.flatMap((name) => {
      const access = asked[name.replaceAll('_', '-')];
      return access === undefined || access === 'none' ? [] : [[name, access]];
    }),
  );
}
