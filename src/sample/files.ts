// Reads the files of the sample. To add an issue, pull request or commit, add a file.
import { readdirSync, readFileSync } from 'node:fs';
import { checkConclusions } from 'github-sandbox';
import { parse } from 'yaml';
import * as z from 'zod';
import { ownFile } from '../files/own-file.js';

const hour = 3_600_000;

/** `3 days ago`, in milliseconds. */
export const age = z
  .string()
  .regex(/^\d+ (hours?|days?) ago$/)
  .transform((words) => {
    const [amount = '', unit = ''] = words.split(' ');
    return Number(amount) * (unit.startsWith('hour') ? hour : 24 * hour);
  });

/** The time of this age, in ISO format. */
export type At = (age: number) => string;

/** Converts ages to times, counted from now. */
export const countFrom =
  (now: number): At =>
  (ago) =>
    new Date(now - ago).toISOString().replace(/\.\d+Z$/, 'Z');

/** Reads one file of the sample. Errors name the file. */
export function parseFile<Content>(schema: z.ZodType<Content>, file: string, text: string): Content {
  const read = schema.safeParse(parse(text));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}

/** The files of a folder, sorted by the number that their names begin with. */
function readFolder<Content extends object>(
  name: string,
  schema: z.ZodType<Content>,
): (Content & { readonly number: number })[] {
  const folder = ownFile(`src/sample/${name}`);
  const read = readdirSync(folder).map((file) => ({
    ...parseFile(schema, `${name}/${file}`, readFileSync(`${folder}/${file}`, 'utf8')),
    number: Number.parseInt(file, 10),
  }));
  return read.sort((a, b) => a.number - b.number);
}

/** A commit with its change as a patch. */
const commit = z.strictObject({ written: age, message: z.string().trim().min(1), patch: z.string().min(1) });

/** A commit that was pushed to the default branch without a pull request. */
const pushed = commit.extend({ author: z.string() });

export type SampleCommit = z.infer<typeof commit>;
type SamplePush = z.infer<typeof pushed>;

const text = z.strictObject({ author: z.string(), written: age, body: z.string().trim().min(1) });

/** An event with its actor and time. */
const deed = z.strictObject({ by: z.string(), when: age });

/** What issues and pull requests have in common. */
export const thread = text.extend({
  title: z.string(),
  labels: z.array(z.string()).default([]),
  assignees: z.array(z.string()).default([]),
  comments: z.array(text).default([]),
  /** The column of its card. Without it, it is not on the board. */
  column: z.string().optional(),
});

/** The format of a pull request's file. */
const pull = thread.extend({
  /** The fork that it comes from. */
  from: z.string().optional(),
  branch: z.string(),
  draft: z.boolean().default(false),
  commits: z.array(commit).min(1),
  /** The requested reviewers. */
  asks: z.array(z.string()).default([]),
  reviews: z
    .array(deed.extend({ says: z.enum(['approved', 'changes requested', 'comment']), body: z.string().default('') }))
    .default([]),
  checks: z.record(z.string(), z.enum([...checkConclusions, 'pending'])).default({}),
  merged: deed.extend({ squashed: z.boolean().default(false) }).optional(),
});

type SamplePull = z.infer<typeof pull>;

/** The format of an issue's file. */
export const issue = thread.extend({
  closed: deed
    .extend({
      as: z.enum(['completed', 'not planned', 'duplicate']).default('completed'),
      /** The issue that it duplicates. */
      of: z.number().optional(),
      /** The pull request that closed it. */
      with: z.number().optional(),
    })
    .optional(),
  reopened: deed.optional(),
  blockedBy: z.array(z.union([z.number(), deed.extend({ issue: z.number() })])).default([]),
  parent: z.number().optional(),
  /** A branch that was created for it, with commits and without a pull request. */
  branch: z.strictObject({ name: z.string(), commits: z.array(commit).min(1) }).optional(),
});

type SampleIssue = z.infer<typeof issue>;

/** The format of the board's file: its columns, and cards that are no issues or pull requests. */
const board = z.strictObject({
  title: z.string(),
  made: age,
  columns: z.array(z.string()).min(1),
  notes: z.array(deed.extend({ title: z.string(), body: z.string(), column: z.string() })).default([]),
  /** Archived cards, by number. */
  away: z.array(z.number()).default([]),
});

type SampleBoard = z.infer<typeof board>;

type Numbered = { readonly number: number };

export type SampleFiles = {
  readonly issues: readonly (SampleIssue & Numbered)[];
  readonly pulls: readonly (SamplePull & Numbered)[];
  /** Commits to the default branch without a pull request. */
  readonly pushes: readonly SamplePush[];
  readonly board: SampleBoard;
};

/** Reads all files of the sample. */
export function readFiles(): SampleFiles {
  return {
    issues: readFolder('issues', issue),
    pulls: readFolder('pulls', pull),
    pushes: readFolder('commits', pushed),
    board: parseFile(board, 'board.yml', readFileSync(ownFile('src/sample/board.yml'), 'utf8')),
  };
}
