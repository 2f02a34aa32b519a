// The zod schema of the configuration file, put together from its sections. Used in this folder only; `Config` is exported by index.ts.

import * as z from 'zod';
import { author, whole } from './kinds.js';
import { budget } from './sections/budget.js';
import { build } from './sections/build.js';
import { facilitate } from './sections/facilitate.js';
import { fix } from './sections/fix.js';
import { guard } from './sections/guard.js';
import { labels } from './sections/labels.js';
import { mcp } from './sections/mcp.js';
import { memory } from './sections/memory.js';
import { models } from './sections/models.js';
import { review } from './sections/review.js';
import { sandbox } from './sections/sandbox.js';
import { task } from './sections/task.js';
import { verify } from './sections/verify.js';
import { write } from './sections/write.js';

const accountId = whole({ min: 1, max: Number.MAX_SAFE_INTEGER, expected: 'the numeric id of an account' }).meta({
  title: 'account id',
});

/** The default of `ignore-authors`: bots that open issues or pull requests about dependencies and releases. */
const routineAuthors = [
  'dependabot[bot]',
  'renovate[bot]',
  'renovate-bot',
  'mend-bolt-for-github[bot]',
  'depfu[bot]',
  'snyk-bot',
  'pyup-bot',
  'pre-commit-ci[bot]',
  'release-please[bot]',
  'changeset-bot[bot]',
  'semantic-release-bot',
];

/** The sections, each named after its workflow or part of crew. */
const sections = {
  labels,
  facilitate,
  fix,
  build,
  review,
  write,
  verify,
  guard,
  sandbox,
  models,
  budget,
  mcp,
  memory,
  task,
};

/** The names of the sections. An empty section (null) counts as absent. */
export const sectionNames: readonly string[] = Object.keys(sections);

export const schema = z.strictObject({
  lang: z.enum(['en', 'ja']).default('en').describe("The language of crew's texts."),
  bots: z
    .array(accountId)
    .default([])
    .describe('Bots that may give commands, by account id. A login can be taken over, an id cannot.'),
  'ignore-authors': z
    .array(author)
    .default(routineAuthors)
    .describe(
      'Authors whose issues and pull requests crew ignores: it does not link them to other issues and suggests nothing for them.',
    ),
  ...sections,
});

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The configuration with all defaults. Its keys are those of the file. */
export type Config = DeepReadonly<z.output<typeof schema>>;
