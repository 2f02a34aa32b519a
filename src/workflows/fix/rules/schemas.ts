// Schemas of the answers of Editor and Scouts and of the stuck report, and the check of citations. The roles' agent.json files contain the
// same schemas; a test compares them. Pure. Used throughout `fix`, and by src/workflows/task/work.ts.

import * as z from 'zod';
import type { AgentEnd } from '../../../agent/agent-end.js';

const text = (max: number, description: string) => z.string().max(max).describe(description);
const requiredText = (max: number, description: string) => z.string().min(1).max(max).describe(description);
const path = z.string().min(1).max(1000).describe('Path from the root of the repository.');
const line = z.int().min(1);

const fileCitation = z.strictObject({ file: path, line, to: line.optional().describe('The last line of a span.') });
const logCitation = z.strictObject({
  run_id: z.string().min(1).max(100).describe('The verification.'),
  log: z.string().min(1).max(200).describe('The name of its log.'),
  from: line,
  to: line,
});
const cites = z
  .array(z.union([fileCitation, logCitation]))
  .min(1)
  .max(20)
  .describe('Where it can be seen: lines of files, or of the log of a verification.');

const openQuestions = z.array(z.string().min(1).max(500)).max(20).default([]).describe('What could not be found out.');

/** The findings of a Scout, each with citations. */
const findings = <const K extends readonly [string, ...string[]]>(about: K, description: string) =>
  z
    .array(z.strictObject({ about: z.enum(about), says: requiredText(1000, 'One sentence or two.'), cites }))
    .max(60)
    .describe(description);

/** The Editor's answer. crew never takes it as evidence; evidence comes from the records. */
export const editorAnswer = z.strictObject({
  result: z
    .enum(['changed', 'already-so', 'no-change', 'cannot'])
    .describe(
      '`changed`: the change is in the tree. `already-so`: a new test for the request passes without any change. `no-change`: nothing is changed, and `requests` answers each numbered request. `cannot`: the task cannot be done honestly, and `why` says why.',
    ),
  kind: z
    .enum(['bug', 'feature', 'other'])
    .describe(
      '`bug`: the code did something wrong. `feature`: the code does something new. `other`: the behaviour stays the same.',
    ),
  approach: requiredText(600, 'The cause, and how you solve it, in one or two sentences.'),
  title: text(
    100,
    'The change as a commit subject, written as in the history of this repository. On a pull request, only what you changed in this round.',
  ).default(''),
  what: requiredText(3000, 'What you changed, for a reviewer. Nothing about tests, checks or results.'),
  why: requiredText(3000, 'Why this change is needed. Nothing about tests, checks or results.'),
  requests: z
    .array(
      z.strictObject({
        number: z.int().min(1).max(1000).describe('The number of the request in the list.'),
        result: z
          .enum(['done', 'no-change', 'not-done'])
          .describe(
            '`done`: the change carries it out. `no-change`: it asks for no change, such as a question or thanks. `not-done`: it is not carried out.',
          ),
        text: text(
          600,
          'For `done`, what you changed for it. For the others, the answer or the reason. Nothing about tests, checks or results.',
        ).default(''),
      }),
    )
    .max(100)
    .default([])
    .describe('One answer for each numbered request of the review. Left out if there is no list.'),
  pullTitle: text(
    100,
    'On a pull request: the title of the whole pull request after your change, in the form of `title`. Left out if the present title fits.',
  ).default(''),
  pullWhat: text(
    3000,
    'On a pull request: what the whole pull request changes, including earlier commits, for a reviewer who reads it for the first time.',
  ).default(''),
  shownBy: z
    .array(z.strictObject({ file: path, test: requiredText(500, 'The name of the test, as its runner prints it.') }))
    .max(10)
    .default([])
    .describe(
      'Tests that prove the change. For a bug at least one that fails without your change, by its assertion, and passes with it.',
    ),
  notTargets: z
    .array(
      z.strictObject({
        test: requiredText(500, 'The name of the test, as its runner prints it.'),
        why: requiredText(600, 'Why the task does not cover it.'),
      }),
    )
    .max(20)
    .default([])
    .describe('Tests that failed before your change, still fail, and are not part of the task, each with the reason.'),
  notShown: text(600, 'Why no test can prove the change. Left out if one does.').default(''),
  hypotheses: z
    .array(requiredText(600, 'One possible cause, with what would prove or disprove it.'))
    .max(8)
    .default([])
    .describe('If you are stuck: possible causes.'),
});
export type EditorAnswer = z.output<typeof editorAnswer>;

const slice = z.strictObject({
  paths: z.array(z.string().min(1).max(500)).min(1).max(20).describe('Paths or globs that may be changed.'),
  lines: z.int().min(1).max(100_000).optional().describe('How many changed lines should be enough.'),
  why: requiredText(600, 'Why this is enough, and why it is safe.'),
  cites,
});

const scoutASections = {
  answer: requiredText(4000, 'The answer to the question, as short as it can be.'),
  findings: findings(
    ['map', 'high-risk', 'risk', 'invariant', 'convention', 'prior-art', 'verification', 'hypothesis'],
    'What the answer is based on: what does what (map), where a change is risky (high-risk, risk), what must stay true (invariant), how code is written here (convention), where it was done before (prior-art), how it is tested (verification), what may be the cause (hypothesis).',
  ),
  slices: z
    .array(slice)
    .max(5)
    .default([])
    .describe('The smallest safe slice of the tree for the task. The Editor may change only these paths.'),
  open: openQuestions,
} as const;

/** Scout A: the code. */
export const scoutAAnswer = z.strictObject(scoutASections);
export type ScoutAAnswer = z.output<typeof scoutAAnswer>;

/** Scout A's answer to the request for a plan. */
export const planAnswer = z.strictObject({
  ...scoutASections,
  approach: requiredText(1000, 'The approach, in one or two sentences.'),
  steps: z.array(requiredText(400, 'One step.')).max(12).default([]).describe('What to do, in order.'),
  cannot: requiredText(1000, 'Only if there is no plan that a person could approve: why.').optional(),
});
export type PlanAnswer = z.output<typeof planAnswer>;

/** Scout B: what happens when the code runs. */
export const scoutBAnswer = z.strictObject({
  answer: requiredText(4000, 'The answer to the question, as short as it can be.'),
  findings: findings(
    ['build', 'test', 'failure', 'environment', 'hypothesis'],
    'What the answer is based on: how it is built (build), how its tests run (test), what failed and what its output says (failure), what the environment has or lacks (environment), what may be the cause (hypothesis).',
  ),
  open: openQuestions,
});
type ScoutBAnswer = z.output<typeof scoutBAnswer>;

export const scoutQuestion = z.strictObject({
  who: z.enum(['A', 'B']).describe('A knows the code; B knows what happens when it runs'),
  question: z
    .string()
    .min(1)
    .max(4000)
    .describe('one precise question, with everything that the Scout needs to answer it'),
});

export type Question = z.output<typeof scoutQuestion>;

export type ScoutAnswer = ScoutAAnswer | ScoutBAnswer;

/** A Scout's answer as the journal records it. */
export interface RecordedScoutAnswer extends Question {
  /** The name of the Scout's steps in the journal. */
  readonly by: string;
  readonly answer?: ScoutAnswer | undefined;
  /** The files that its slices named at that time. */
  readonly sliceFiles?: readonly string[] | undefined;
  readonly spent: AgentEnd['spent'];
}

/** The failed step that is quickest to examine. */
const smallest = z.object({
  command: z.string(),
  cwd: z.string(),
  exit: z.number().nullable(),
  run_id: z.string(),
  log: z.string(),
  /** Failed tests, by the names of their runner. */
  tests: z.array(z.string()),
});

/** The stuck report as data. `retry` starts from it. */
export const stuckReport = z.object({
  version: z.literal(1),
  run: z.string(),
  asked: z.string(),
  hypotheses: z.array(z.string()),
  failed: z.array(z.object({ run_id: z.string(), ref: z.string(), artifacts: z.string() })),
  smallest: smallest.nullable(),
  counters: z
    .object({ consecutive_failures: z.number(), total_verify_loops: z.number(), replans: z.number() })
    .nullable(),
  /** The last change: its files and the digest of its diff. */
  tried: z.object({ files: z.array(z.string()), sha256: z.string() }).nullable(),
});
export type StuckReport = z.output<typeof stuckReport>;

/** Lines of a file, or of a log of a verification. Lines count from 1. */
export type Citation =
  | { readonly file: string; readonly line: number; readonly to?: number | undefined }
  | { readonly run_id: string; readonly log: string; readonly from: number; readonly to: number };

/** The number of lines of a file or log; null if it does not exist. */
type LineCounter = (file: string, run_id?: string) => number | null;

/** The maximum number of lines in a citation. */
const MAX_SPAN = 200;

/**
 * Returns one sentence for each citation that names no existing lines. Empty if all are correct. An answer without citations is a problem
 * too.
 */
export function unresolvedCitations(citations: readonly Citation[], lineCount: LineCounter): readonly string[] {
  if (citations.length === 0)
    return ['Nothing is cited. Name a file and a line, or a span of a log, for what you say.'];
  return citations.flatMap((citation) => {
    const why = problemOf(citation, lineCount);
    return why === null ? [] : [`${citationText(citation)}: ${why}`];
  });
}

const spanOf = (citation: Citation): { readonly from: number; readonly to: number } =>
  'file' in citation
    ? { from: citation.line, to: citation.to ?? citation.line }
    : { from: citation.from, to: citation.to };

function problemOf(citation: Citation, lineCount: LineCounter): string | null {
  const { from, to } = spanOf(citation);
  const place = 'file' in citation ? citation.file : citation.log;
  if (!isNormalPath(place)) return 'that is no path below the root.';
  if (![from, to].every((line) => Number.isSafeInteger(line) && line >= 1)) return 'lines are whole numbers from 1.';
  if (to < from) return 'it ends before it begins.';
  const lines = 'file' in citation ? lineCount(place) : lineCount(place, citation.run_id);
  if (lines === null) return 'file' in citation ? 'there is no such file.' : 'that run has no such log.';
  if (to > lines) return `it has ${lines} ${lines === 1 ? 'line' : 'lines'} only.`;
  return to - from >= MAX_SPAN ? `that is more than ${MAX_SPAN} lines; cite the ones that show it.` : null;
}

/** A relative path in its normal form, so that each file has one name. */
const isNormalPath = (path: string): boolean =>
  path !== '' && !/[\\\0\n\r]/.test(path) && path.split('/').every((step) => !['', '.', '..'].includes(step));

function citationText(citation: Citation): string {
  const { from, to } = spanOf(citation);
  const place = 'file' in citation ? citation.file : `${citation.run_id}/${citation.log}`;
  return `${JSON.stringify(place).slice(1, -1)}:${from === to ? from : `${from}-${to}`}`;
}
