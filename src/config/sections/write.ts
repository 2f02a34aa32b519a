import * as z from 'zod';
import { whole } from '../kinds.js';

const score = z.number().min(0).max(10);
const role = z.string().regex(/^[a-z][a-z0-9-]*$/);

export const write = z
  .strictObject({
    profile: z
      .enum(['fiction', 'docs'])
      .exactOptional()
      .describe(
        'How drafts are reviewed; without it, the request decides. `docs` checks facts against the repository.',
      ),
    polish: z.boolean().default(false).describe('Whether a chapter that passes goes on while it improves.'),
    reviewers: z
      .record(z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/), z.union([role, z.literal(false)]))
      .default({})
      .describe(
        'Reviewers by name: another role of the folder of agents, a further reviewer, or `false` to leave one out.',
      ),
    'min-overall': score.default(7).describe('The least average of a round that passes.'),
    'min-each': score.default(6.5).describe('The least score of each reviewer.'),
    'max-rounds': whole({ min: 1, max: 20, expected: 'a number of rounds from 1 to 20' })
      .default(5)
      .describe('After so many rounds a chapter is handed over as it is, with its open issues.'),
    'min-improvement': score.default(0.3).describe('A passing round that gained less than this ends the chapter.'),
    layout: z
      .string()
      .min(1)
      .max(300)
      .default('docs/{title}/{chapter}-{chapter-title}.md')
      .describe('Where chapters go: `{title}`, `{chapter}` (two digits), `{chapter-title}`.'),
  })
  .prefault({})
  .describe('How drafts are written and reviewed.');
