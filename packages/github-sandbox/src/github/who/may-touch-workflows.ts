import { covers } from '../permissions.js';
import type { Credential } from './credential.js';

/** Workflow files are guarded apart from other contents: only people, and Apps with a permission of its own, change them. */
export function mayTouchWorkflows(who: Credential): boolean {
  switch (who.kind) {
    case 'user':
      return who.permissions === null || covers(who.permissions.workflows, 'write');
    case 'installation':
      return covers(who.permissions.workflows, 'write');
    default:
      return false;
  }
}
