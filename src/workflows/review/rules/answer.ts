// What the reviewer hands in. Its own agent.json says the same (a test holds them together). What comes from the job that worked is
// read through this once more by the job that publishes: that one believes nothing else. Pure.
import * as z from 'zod';

/** More than these nobody reads. */
export const MOST_FINDINGS = 7;

const path = z.string().min(1).max(1000).describe('Path from the root of the repository.');
const line = z.int().min(1).max(10_000_000);
const said = (most: number, description: string) => z.string().min(1).max(most).describe(description);

const cite = z.strictObject({
  file: path,
  line,
  shows: said(300, 'What stands in that line, word for word; a part of it is enough.'),
});

const finding = z.strictObject({
  path: path.describe('The file that it is about, as it is called in the head.'),
  line: line.describe('The line of the head that it is about; one that the change adds, wherever there is one.'),
  severity: z
    .enum(['bug', 'risk', 'question'])
    .describe(
      '`bug`: you can name an input or a state, and what then comes out wrong. `risk`: it will not hold under something that will happen. `question`: the answer decides whether it is wrong.',
    ),
  claim: said(300, 'What is wrong, in one sentence.'),
  because: said(1500, 'How it comes about, and what would show it.'),
  cites: z.array(cite).min(1).max(5).describe('The lines that it stands on.'),
});

export const reviewerAnswer = z.strictObject({
  findings: z
    .array(finding)
    .max(MOST_FINDINGS)
    .describe('What is wrong with the change, the gravest first; none is a good answer.'),
});

/** What the line of a finding holds, where no other line of its file holds the same: by that it is known again wherever it moves. */
const placed = finding.extend({ holds: z.string().max(300).optional() });

/** As another job left it, beside what it cost. */
export const handedIn = z.object({ findings: z.array(placed).max(MOST_FINDINGS) });

export type ReviewerAnswer = z.output<typeof reviewerAnswer>;
export type Finding = z.output<typeof finding>;
export type PlacedFinding = z.output<typeof placed>;
