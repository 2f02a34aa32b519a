// The section `fix` of the configuration.

import * as z from 'zod';
import { branch, label, reviewer, whole } from '../kinds.js';

export const fix = z
  .strictObject({
    draft: z.boolean().default(false).describe('Whether crew opens all pull requests as drafts.'),
    base: branch
      .exactOptional()
      .describe('The branch that changes are based on and merged into. Default: the default branch.'),
    'max-lines': whole({ min: 1, max: 1_000_000, expected: 'a number of changed lines, 1 or more' })
      .exactOptional()
      .describe('The most changed lines. A longer change is rejected.'),
    'max-open': whole({ min: 1, max: 1000, expected: 'a number of pull requests, 1 or more' })
      .default(10)
      .describe('The most open pull requests of crew. A fix that would open another one is refused.'),
    'ci-rounds': whole({ min: 0, max: 3, expected: 'a whole number from 0 to 3' })
      .default(3)
      .describe('The most further rounds after failed checks of the repository (0 to 3).'),
    reviewers: z.array(reviewer).default([]).describe('Requested reviewers: logins, or teams as `org/team`.'),
    labels: z.array(label).default([]).describe("Labels of crew's pull requests."),
    'sign-off': z.boolean().default(false).describe('Whether commits have a `Signed-off-by` line.'),
    'writers-branches': z
      .enum(['suggest', 'commit'])
      .default('suggest')
      .describe("On another person's pull request: suggest changes in a review, or commit to its branch."),
    'workflow-files': z
      .boolean()
      .default(false)
      .describe('Whether crew may change `.github/workflows/`, the folder of agents and `CODEOWNERS`.'),
  })
  .prefault({})
  .describe('How `/crew fix` changes code and opens pull requests.');
