import * as z from 'zod';
import { branch, label, reviewer, whole } from '../kinds.js';

export const fix = z
  .strictObject({
    draft: z.boolean().default(false).describe('Whether pull requests are opened as drafts.'),
    base: branch.exactOptional().describe('The branch that changes are made against; without it, the default branch.'),
    'max-lines': whole({ min: 1, max: 1_000_000, expected: 'a number of changed lines, 1 or more' })
      .exactOptional()
      .describe('The most changed lines; a change that needs more is stopped instead of warned about.'),
    'max-open': whole({ min: 1, max: 1000, expected: 'a number of pull requests, 1 or more' })
      .default(10)
      .describe('The most open pull requests of crew at a time; a fix that would open a further one is refused.'),
    'ci-rounds': whole({ min: 0, max: 3, expected: 'a whole number from 0 to 3' })
      .default(3)
      .describe("How often red checks of the repository's own CI are answered (0 to 3)."),
    reviewers: z.array(reviewer).default([]).describe('Who is asked to review: logins, or teams as `org/team`.'),
    labels: z.array(label).default([]).describe('Labels that pull requests get.'),
    'sign-off': z.boolean().default(false).describe('Whether commits carry a `Signed-off-by` line.'),
    'writers-branches': z
      .enum(['suggest', 'commit'])
      .default('suggest')
      .describe("On somebody else's pull request: suggest changes in a review, or commit to its branch."),
    'workflow-files': z
      .boolean()
      .default(false)
      .describe('Whether `.github/workflows/`, the folder of agents and `CODEOWNERS` may be changed.'),
  })
  .prefault({})
  .describe('How a change is handed in.');
