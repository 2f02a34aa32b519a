// The schemas of proposals, their scores, and the selection of those that a person decides about (specs parent-session). Pure. Used by all
// parts of `retrospect`.
import * as z from 'zod';

const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\r\n]*$/, 'must be one line');
const text = (most: number) => z.string().min(1).max(most);
const score = z.int().min(1).max(5);

/** The categories of the specification that proposals belong to. After a category was rejected, it is not proposed again. */
export const CATEGORIES = ['template_modification', 'improvement', 'skill'] as const;
export type Category = (typeof CATEGORIES)[number];

export const CHANGELOG_SECTIONS = ['Added', 'Changed', 'Fixed', 'Deprecated', 'Removed'] as const;

/** An edit of one file: `find` occurs exactly once and is replaced; without it the file is new. */
export const edit = z.strictObject({
  path: line(300).describe('Below .agent/, AGENTS.md, or the configuration file.'),
  find: text(20_000).optional().describe('Text that occurs exactly once in the file. Leave it out for a new file.'),
  replace: z.string().max(60_000),
});
export type Edit = z.output<typeof edit>;

/** A change of crew's own instructions. Each score is from 1 to 5. */
export const improvement = z.strictObject({
  title: line(100).describe('Imperative, without a full stop.'),
  target: line(100).describe('What is improved, such as worker-coder.'),
  kind: z.enum(['feature', 'enhancement', 'fix', 'refactor', 'docs']),
  changelog: z.enum(CHANGELOG_SECTIONS),
  description: text(2000),
  evidence: text(4000).describe('What happened in this run, with the file and line of the result that shows it.'),
  scores: z.strictObject({ recurrence: score, impact: score, generality: score, feasibility: score }),
  edits: z.array(edit).min(1).max(10),
});
export type Improvement = z.output<typeof improvement>;

/** A new skill, for a task that recurs. */
export const skill = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+){0,6}$/, 'must be like release-notes'),
  description: text(1000),
  usage: line(200).describe('`/skill-name [args]`'),
  steps: z.array(text(1000)).max(30),
  evidence: text(4000),
  criteria: z.strictObject({
    self_contained: z.boolean().describe('A user starts it with /skill-name [args], and it needs nothing else.'),
    three_projects: z.boolean().describe('Three other projects or more could use it.'),
    three_a_month: z.boolean().describe('It would be called three times a month or more.'),
    external_value: z.boolean().describe('It is of use outside of crew.'),
  }),
  scores: z.strictObject({ reuse: score, frequency: score, value: score }),
});
export type Skill = z.output<typeof skill>;

export const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A lesson for the memory. */
export const knowledge = z.strictObject({
  name: line(200).describe('{domain}:{category}:{identifier}'),
  entityType: line(60),
  observations: z.array(text(1000)).min(1).max(10),
  priority: z.enum(PRIORITIES),
});
export type Knowledge = z.output<typeof knowledge>;

/** Limits for proposals: `build.retrospect` of the configuration. */
export interface Filter {
  /** The lowest score of an adopted improvement. */
  readonly filter_threshold: number;
  /** At most this many improvements and, in full and light mode, this many skills are proposed. */
  readonly improvements: number;
  readonly skills_full: number;
  readonly skills_light: number;
  readonly memory: { readonly max_candidates_per_cmd: number; readonly skill_min_score: number };
}

/** An improvement below the threshold with at least this score is held: retrospective.md lists it, but it is not proposed. */
export const HOLD_FROM = 2.5;

/** The weighted mean of the four scores, rounded to two decimals. */
export function scoreOf({
  scores: { recurrence, impact, generality, feasibility },
}: Pick<Improvement, 'scores'>): number {
  return Math.round((0.3 * recurrence + 0.3 * impact + 0.2 * generality + 0.2 * feasibility) * 100) / 100;
}

/** The sum of the three scores, at most 15. */
export const skillScore = ({ scores: { reuse, frequency, value } }: Pick<Skill, 'scores'>): number =>
  reuse + frequency + value;

/** The first of the specification's five conditions that a skill does not meet; null if it meets all. */
export function unmetCriterion({ criteria, steps }: Pick<Skill, 'criteria' | 'steps'>): string | null {
  if (steps.length < 3) return 'three_steps';
  const [unmet] = Object.entries(criteria).find(([, isMet]) => !isMet) ?? [];
  return unmet ?? null;
}

/** A proposal that the filter left out. `held`: good, but a little below the threshold or beyond the limit of a run. `rejected`: for any other reason. */
export interface Dropped {
  readonly title: string;
  readonly verdict: 'held' | 'rejected';
  readonly why: string;
}

/** `template_modification` if files of a role change, else `improvement`. */
export const categoryOf = ({ edits }: Pick<Improvement, 'edits'>): Category =>
  edits.some(({ path }) => path.startsWith('.agent/')) ? 'template_modification' : 'improvement';

/** The proposals for approval, and those that are left out. */
export interface AdoptedProposals {
  readonly improvements: readonly Improvement[];
  readonly skills: readonly Skill[];
  readonly dropped: readonly Dropped[];
}

/** The proposals of the retrospector. */
interface ProposedItems {
  readonly improvements: readonly Improvement[];
  readonly skills: readonly Skill[];
}

/** What decides which proposals are adopted. */
export interface AdoptOptions {
  readonly filter: Filter;
  readonly mode: 'full' | 'light';
  /** Categories that a person rejected before. */
  readonly rejected: readonly string[];
}

/** The proposals for approval: the best ones, up to the configured number. Light mode proposes no improvements. */
export function adopt(
  { improvements, skills }: ProposedItems,
  { filter, mode, rejected }: AdoptOptions,
): AdoptedProposals {
  const dropped: Dropped[] = [];
  const adopted = [...improvements]
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .filter((each) => {
      const why = improvementRejection(each, { filter, mode, rejected });
      if (why) dropped.push({ title: each.title, ...why });
      return why === null;
    });
  const adoptedSkills = [...skills]
    .sort((a, b) => skillScore(b) - skillScore(a))
    .filter((each) => {
      const why = skillRejection(each, { filter, rejected });
      if (why !== null) dropped.push({ title: each.name, verdict: 'rejected', why });
      return why === null;
    });
  const mostSkills = mode === 'full' ? filter.skills_full : filter.skills_light;
  const beyondLimit = [
    ...adopted.slice(filter.improvements).map(({ title }) => title),
    ...adoptedSkills.slice(mostSkills).map(({ name }) => name),
  ];
  return {
    improvements: adopted.slice(0, filter.improvements),
    skills: adoptedSkills.slice(0, mostSkills),
    dropped: [
      ...dropped,
      ...beyondLimit.map((title): Dropped => ({ title, verdict: 'held', why: 'beyond the limit of a run' })),
    ],
  };
}

/** Why an improvement is not adopted; null if it is. */
function improvementRejection(
  each: Improvement,
  { filter, mode, rejected }: AdoptOptions,
): Omit<Dropped, 'title'> | null {
  const score = scoreOf(each);
  if (mode === 'light') return { verdict: 'rejected', why: 'light mode proposes no improvements' };
  if (rejected.includes(categoryOf(each)))
    return { verdict: 'rejected', why: `category ${categoryOf(each)} was rejected` };
  if (score >= filter.filter_threshold) return null;
  return { verdict: score >= HOLD_FROM ? 'held' : 'rejected', why: `score ${score.toFixed(2)}` };
}

/** Why a skill is not adopted; null if it is. */
function skillRejection(each: Skill, { filter, rejected }: Pick<AdoptOptions, 'filter' | 'rejected'>): string | null {
  const unmet = unmetCriterion(each);
  if (rejected.includes('skill')) return 'category skill was rejected';
  if (unmet !== null) return `does not meet ${unmet}`;
  const score = skillScore(each);
  return score >= filter.memory.skill_min_score ? null : `score ${score} of 15`;
}
