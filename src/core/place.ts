// Where a workflow runs. Pure.
import { UserError } from '../errors.js';
import type { Need } from './workflow.js';

export type Door = 'terminal' | 'action' | 'app';

/** What is at hand behind each door. */
const has: Readonly<Record<Door, readonly Need[]>> = {
  terminal: ['github', 'model', 'workspace'],
  action: ['github', 'model', 'workspace'],
  app: ['github'],
};

/** `here`, or handed to GitHub Actions by the one door that has no workspace. */
export function place(needs: readonly Need[], door: Door): 'here' | 'handover' {
  const lacks = needs.filter((need) => !has[door].includes(need));
  if (lacks.length === 0) return 'here';
  if (door === 'app') return 'handover';
  throw new UserError({
    expected: lacks.join(' and '),
    found: 'none here',
    remedy: 'Run `crew doctor` to see what is missing.',
  });
}
