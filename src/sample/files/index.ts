// The files of the sample, read: whoever wants another issue, pull request or commit on it writes a file.
import { readdirSync, readFileSync } from 'node:fs';
import { checkConclusions } from 'github-sandbox';
import { parse } from 'yaml';
import * as z from 'zod';
import { ownFile } from '../../own-file.js';
import { age } from './age.js';
import { commit, pushed, type SamplePush } from './commit.js';
import { deed, thread } from './text.js';

/** Reads one file of the sample. What is wrong in it is said with its name, since the reader will want to open that. */
export function parseFile<Told>(schema: z.ZodType<Told>, file: string, text: string): Told {
  const read = schema.safeParse(parse(text));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}

/** Every file of a folder with the number that its name begins with, in the order of these. */
function readFolder<Told extends object>(
  name: string,
  schema: z.ZodType<Told>,
): (Told & { readonly number: number })[] {
  const folder = ownFile(`src/sample/${name}`);
  const read = readdirSync(folder).map((file) => ({
    ...parseFile(schema, `${name}/${file}`, readFileSync(`${folder}/${file}`, 'utf8')),
    number: Number.parseInt(file, 10),
  }));
  return read.sort((a, b) => a.number - b.number);
}

/** A pull request of the sample, as its file tells it. */
const pull = thread.extend({
  /** The fork that it comes from. */
  from: z.string().optional(),
  branch: z.string(),
  draft: z.boolean().default(false),
  commits: z.array(commit).min(1),
  /** Who was asked for a review. */
  asks: z.array(z.string()).default([]),
  reviews: z
    .array(deed.extend({ says: z.enum(['approved', 'changes requested', 'comment']), body: z.string().default('') }))
    .default([]),
  checks: z.record(z.string(), z.enum([...checkConclusions, 'pending'])).default({}),
  merged: deed.extend({ squashed: z.boolean().default(false) }).optional(),
});

type SamplePull = z.infer<typeof pull>;

/** An issue of the sample, as its file tells it. */
export const issue = thread.extend({
  closed: deed
    .extend({
      as: z.enum(['completed', 'not planned', 'duplicate']).default('completed'),
      /** What it is a duplicate of. */
      of: z.number().optional(),
      /** The pull request that closed it. */
      with: z.number().optional(),
    })
    .optional(),
  reopened: deed.optional(),
  blockedBy: z.array(z.union([z.number(), deed.extend({ issue: z.number() })])).default([]),
  parent: z.number().optional(),
  /** A branch that was made for it, with work that nobody has proposed yet. */
  branch: z.strictObject({ name: z.string(), commits: z.array(commit).min(1) }).optional(),
});

type SampleIssue = z.infer<typeof issue>;

/** The project board: its columns, and what stands on it beside issues and pull requests. */
const board = z.strictObject({
  title: z.string(),
  made: age,
  columns: z.array(z.string()).min(1),
  notes: z.array(deed.extend({ title: z.string(), body: z.string(), column: z.string() })).default([]),
  /** Cards that were put away, by number. */
  away: z.array(z.number()).default([]),
});

type SampleBoard = z.infer<typeof board>;

type Numbered = { readonly number: number };

export type SampleFiles = {
  readonly issues: readonly (SampleIssue & Numbered)[];
  readonly pulls: readonly (SamplePull & Numbered)[];
  /** What was put on the default branch beside pull requests. */
  readonly pushes: readonly SamplePush[];
  readonly board: SampleBoard;
};

/** Reads everything that is told of the sample project. */
export function readFiles(): SampleFiles {
  return {
    issues: readFolder('issues', issue),
    pulls: readFolder('pulls', pull),
    pushes: readFolder('commits', pushed),
    board: parseFile(board, 'board.yml', readFileSync(ownFile('src/sample/board.yml'), 'utf8')),
  };
}
