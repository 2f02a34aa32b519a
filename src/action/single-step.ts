// A step without a phase: it has no jobs after it, so a workflow that needs them is refused by name.
import { UserError } from '../ports/errors.js';
import type { Workflow } from '../ports/workflow.js';

export const needsJobs = (workflow: Workflow<unknown>): Workflow<unknown> => ({
  ...workflow,
  gate: () => {
    throw new UserError({
      expected: 'the reusable workflow crew.yml',
      found: `a single step that asks for ${workflow.name}`,
      remedy: 'Call crew.yml: its jobs have a workspace and a model.',
      ends: 'refused',
    });
  },
});
