// Reads the files of the sample and checks their format. To add an issue, pull request or commit, add a file. Used by the other files of this
// folder.
import { readdirSync, readFileSync } from 'node:fs';
import { checkConclusions } from 'github-sandbox';
import { parse } from 'yaml';
import * as z from 'zod';
import { ownFile } from '../files/own-file.js';

const hour = 3_600_000;

/** An age such as `3 days ago`. It is read as milliseconds. */
export const ageSchema = z
  .string()
  .regex(/^\d+ (hours?|days?) ago$/)
  .transform((words) => {
    const [amount = '', unit = ''] = words.split(' ');
    return Number(amount) * (unit.startsWith('hour') ? hour : 24 * hour);
  });

/** The time that lies this many milliseconds back, in ISO format. */
export type AgeToTime = (age: number) => string;

/** Converts ages to times before `now`. */
export const timesBefore =
  (now: number): AgeToTime =>
  (ago) =>
    new Date(now - ago).toISOString().replace(/\.\d+Z$/, 'Z');

/** Parses the text of a file. An error names the file. */
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
const commitSchema = z.strictObject({
  written: ageSchema,
  message: z.string().trim().min(1),
  patch: z.string().min(1),
});

/** A commit that was pushed to the default branch without a pull request. */
const pushSchema = commitSchema.extend({ author: z.string() });

export type SampleCommit = z.infer<typeof commitSchema>;
type SamplePush = z.infer<typeof pushSchema>;

const textSchema = z.strictObject({ author: z.string(), written: ageSchema, body: z.string().trim().min(1) });

/** Something that a person did, and when. */
const actSchema = z.strictObject({ by: z.string(), when: ageSchema });

/** The fields that issues and pull requests have in common. */
export const threadSchema = textSchema.extend({
  title: z.string(),
  labels: z.array(z.string()).default([]),
  assignees: z.array(z.string()).default([]),
  comments: z.array(textSchema).default([]),
  /** The column of its card. Without a column, it has no card on the board. */
  column: z.string().optional(),
});

/** The format of a pull request's file. */
const pullSchema = threadSchema.extend({
  /** The fork that it comes from. */
  from: z.string().optional(),
  branch: z.string(),
  draft: z.boolean().default(false),
  commits: z.array(commitSchema).min(1),
  /** The requested reviewers. */
  asks: z.array(z.string()).default([]),
  reviews: z
    .array(
      actSchema.extend({ says: z.enum(['approved', 'changes requested', 'comment']), body: z.string().default('') }),
    )
    .default([]),
  checks: z.record(z.string(), z.enum([...checkConclusions, 'pending'])).default({}),
  merged: actSchema.extend({ squashed: z.boolean().default(false) }).optional(),
});

type SamplePull = z.infer<typeof pullSchema>;

/** The format of an issue's file. */
export const issueSchema = threadSchema.extend({
  closed: actSchema
    .extend({
      as: z.enum(['completed', 'not planned', 'duplicate']).default('completed'),
      /** The issue that it duplicates. */
      of: z.number().optional(),
      /** The pull request that closed it. */
      with: z.number().optional(),
    })
    .optional(),
  reopened: actSchema.optional(),
  blockedBy: z.array(z.union([z.number(), actSchema.extend({ issue: z.number() })])).default([]),
  parent: z.number().optional(),
  /** A branch that was created for it, with commits and without a pull request. */
  branch: z.strictObject({ name: z.string(), commits: z.array(commitSchema).min(1) }).optional(),
});

type SampleIssue = z.infer<typeof issueSchema>;

/** The format of the board's file: its columns, and its draft cards (`notes`). */
const boardSchema = z.strictObject({
  title: z.string(),
  made: ageSchema,
  columns: z.array(z.string()).min(1),
  notes: z.array(actSchema.extend({ title: z.string(), body: z.string(), column: z.string() })).default([]),
  /** The numbers of issues and pull requests whose cards are archived. */
  away: z.array(z.number()).default([]),
});

type SampleBoard = z.infer<typeof boardSchema>;

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
    issues: readFolder('issues', issueSchema),
    pulls: readFolder('pulls', pullSchema),
    pushes: readFolder('commits', pushSchema),
    board: parseFile(boardSchema, 'board.yml', readFileSync(ownFile('src/sample/board.yml'), 'utf8')),
  };
}
