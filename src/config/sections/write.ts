// The section `write` of the configuration.

import * as z from 'zod';
import { whole } from '../kinds.js';

const score = z.number().min(0).max(10);
const role = z.string().regex(/^[a-z][a-z0-9-]*$/);

export const write = z
  .strictObject({
    profile: z
      .enum(['fiction', 'docs'])
      .exactOptional()
      .describe('The kind of text; without it the request decides. `docs` also checks facts against the repository.'),
    polish: z
      .boolean()
      .default(false)
      .describe('Whether a chapter that passes gets further rounds as long as it improves.'),
    reviewers: z
      .record(z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/), z.union([role, z.literal(false)]))
      .default({})
      .describe('Reviewers by name: a role of the repository as rubric, or `false` to leave the reviewer out.'),
    'min-overall': score.default(7).describe('The least average score of a round that passes.'),
    'min-each': score.default(6.5).describe('The least score of each reviewer in a round that passes.'),
    'max-rounds': whole({ min: 1, max: 20, expected: 'a number of rounds from 1 to 20' })
      .default(5)
      .describe('After this many rounds a chapter is published as it is, with its open issues marked.'),
    'min-improvement': score.default(0.3).describe('A round that passes and gained less than this ends the chapter.'),
    layout: z
      .string()
      .min(1)
      .max(300)
      .default('docs/{title}/{chapter}-{chapter-title}.md')
      .describe('The path of a chapter, with `{title}`, `{chapter}` (two digits) and `{chapter-title}`.'),
  })
  .prefault({})
  .describe('How `/crew write` writes and reviews texts.');
