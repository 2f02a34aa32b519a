// The eight reviewers of the specification (specs folio-editor), their batches, and the form of a scorecard. Pure. Used by the whole
// workflow.
import * as z from 'zod';

/** Names as the specification writes them, in the order of its batches. */
export const REVIEWERS = ['Plotter', 'Persona', 'Stylist', 'Pacer', 'Lens', 'Anchor', 'Voice', 'Atlas'] as const;

/** The number of reviewers that run at once. */
export const AT_ONCE = 5;

export type Profile = 'fiction' | 'docs';

/** A reviewer of this run: the name in files and scores, and the role whose prompt is its rubric. */
export interface Reviewer {
  readonly name: string;
  readonly role: string;
}

/** Setting `write.reviewers`: a role of `.agent/` instead of crew's own, a further reviewer, or `false` to leave one out. */
export type ReviewerSetting = Readonly<Record<string, string | false>>;

/** A reviewer's name as file name and as key in `crew_scores`: lower case. */
export const keyOf = (name: string): string => name.toLowerCase();

/** The reviewers of a run, in batch order. Further ones come after the eight. */
export function reviewersOf(setting: ReviewerSetting): readonly Reviewer[] {
  const roles = new Map(Object.entries(setting).map(([name, role]) => [keyOf(name), role]));
  const own = REVIEWERS.flatMap((name): Reviewer[] => {
    const role = roles.get(keyOf(name)) ?? `folio-${keyOf(name)}`;
    return role === false ? [] : [{ name, role }];
  });
  const known = new Set(REVIEWERS.map(keyOf));
  const further = [...roles].flatMap(([key, role]): Reviewer[] =>
    known.has(key) || role === false ? [] : [{ name: capitalized(key), role }],
  );
  return [...own, ...further];
}

const capitalized = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** Groups of at most five, in order: five and three for the eight of the specification. */
export function batchesOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, n) => all.slice(n * AT_ONCE, (n + 1) * AT_ONCE));
}

export const severities = ['critical', 'major', 'minor'] as const;

const issue = z.strictObject({
  location: z.string().min(1).max(200).describe('Where in the draft: ¶ and the number of the paragraph, or a heading.'),
  severity: z.enum(severities),
  issue: z.string().min(1).max(1000).describe('What is wrong.'),
  suggestion: z.string().max(1000).describe('What to do about it.'),
});

/** The answer of a reviewer. The program adds the reviewer, the draft and the time. */
export const reviewAnswer = z.strictObject({
  score: z
    .number()
    .min(0)
    .max(10)
    .refine((score) => Math.abs(score * 10 - Math.round(score * 10)) < 1e-9, 'one decimal at most, such as 7.2')
    .describe('0 to 10, one decimal.'),
  issues: z.array(issue).max(20),
  strengths: z.array(z.string().min(1).max(500)).max(10),
  still_noticed: z
    .array(z.strictObject({ issue: z.string().min(1).max(1000), noticed: z.boolean() }))
    .max(60)
    .optional()
    .describe('Cross-review only: for each open issue of the previous round, whether readers would still notice it.'),
});

export type ReviewAnswer = z.output<typeof reviewAnswer>;
export type Finding = ReviewAnswer['issues'][number];

/** A review as the file `reviews/round-{R}/{reviewer}.json` stores it. */
export interface Scorecard {
  readonly agent: string;
  readonly chapter: number;
  readonly round: number;
  readonly score: number;
  readonly issues: readonly Finding[];
  readonly strengths: readonly string[];
  /** From the cross-review. */
  readonly still_noticed?: ReviewAnswer['still_noticed'];
  readonly assessed_at: string;
}

/** The average, rounded half up to two decimals; null without scores. */
export function averageOf(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  const sum = scores.reduce((total, score) => total + inHundredths(score), 0);
  return Math.floor((2 * sum + scores.length) / (2 * scores.length)) / 100;
}

/** A score as a whole number of hundredths: comparisons of these are exact. */
export const inHundredths = (score: number): number => Math.round(score * 100);

/** A score rounded half up to one decimal. */
export const roundedToTenth = (score: number): number => Math.floor((inHundredths(score) + 5) / 10) / 10;
