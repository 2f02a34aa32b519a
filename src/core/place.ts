// Where a workflow runs. Pure.
import { UserError } from '../errors.js';
import type { Need } from './workflow.js';

/** Where crew stands: a terminal, a step of the Action without a phase, a job of its four, or the App. */
export type Door = 'terminal' | 'step' | 'gate' | 'work' | 'publish' | 'app';

/** `here`; in a run of GitHub Actions that is started for it; or begun here, to be gone on with in the next job. */
export type Placed = 'here' | 'handover' | 'proceed';

interface Behind {
  readonly has: readonly Need[];
  readonly otherwise: Placed | 'refuse';
}

const doors: Readonly<Record<Door, Behind>> = {
  terminal: { has: ['github', 'model', 'workspace'], otherwise: 'refuse' },
  step: { has: ['github'], otherwise: 'refuse' },
  gate: { has: ['github'], otherwise: 'proceed' },
  work: { has: ['github', 'model', 'workspace'], otherwise: 'refuse' },
  publish: { has: ['github'], otherwise: 'proceed' },
  app: { has: ['github'], otherwise: 'handover' },
};

/** Where a workflow with these needs runs, when it is asked for at this door. */
export function place(needs: readonly Need[], door: Door): Placed {
  const { has, otherwise } = doors[door];
  const lacks = needs.filter((need) => !has.includes(need));
  if (lacks.length === 0) return 'here';
  if (otherwise !== 'refuse') return otherwise;
  throw new UserError({
    expected: `a ${lacks.join(' and a ')} at hand`,
    found: 'none in a single step',
    remedy: 'Use the reusable workflow crew.yml, whose jobs have both.',
    ends: 'refused',
  });
}
