// The score of a suggestion: the sum of five weighted parts, which are printed with it. Used by options.ts. Also splits texts into words,
// for the digest's list of likely duplicates (digest.ts).
import type { Freshness, ScoreParts } from '../../../ports/report.js';
import type { AgentInfo } from './agents.js';
import type { State } from './table.js';

export type { ScoreParts } from '../../../ports/report.js';

/** What the score of a suggestion depends on, besides the agent. */
export interface ScoreInput {
  readonly state: State;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  /** The due date of the milestone; undefined if there is none. */
  readonly due: string | undefined;
  /** The time of the scan. */
  readonly now: string;
  readonly freshness: Freshness;
  /** Whether the evidence changed since the previous scan. */
  readonly changed: boolean;
  readonly freesOthers: boolean;
  /** Whether a close or a merge is due. */
  readonly isDue: boolean;
  /** The capability that the issue needs. */
  readonly needed: string;
}

const WEIGHTS = { urgency: 0.3, capability: 0.25, priority: 0.2, freshness: 0.15, change: 0.1 } as const;
const URGENCY: Partial<Record<State, number>> = { review_pending: 1, in_progress: 0.8, incomplete: 0.5, blocked: 0.2 };
const FRESHNESS = { active: 1, recent: 2 / 3, stale: 0 } as const;
const DAY = 24 * 60 * 60 * 1000;

/** The five parts of a score. `history` is the share of the agent's earlier runs that succeeded; undefined if there were none. */
export function addendsOf(input: ScoreInput, agent: AgentInfo, history: number | undefined): ScoreParts {
  return {
    urgency: weigh('urgency', urgencyOf(input)),
    capability: weigh('capability', capabilityOf(input, agent, history)),
    priority: weigh('priority', priorityOf(input)),
    freshness: weigh('freshness', FRESHNESS[input.freshness]),
    change: weigh('change', input.changed ? 1 : 0.5),
  };
}

const weigh = (part: keyof typeof WEIGHTS, value: number): number => round(WEIGHTS[part] * value);
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

export function scoreOf({ urgency, capability, priority, freshness, change }: ScoreParts): number {
  return round(urgency + capability + priority + freshness + change);
}

function urgencyOf({ isDue, state, freesOthers }: ScoreInput): number {
  const base = isDue ? 1 : (URGENCY[state] ?? 0);
  return Math.min(1, base + (freesOthers ? 0.2 : 0));
}

/** Weighted 70 : 15 : 15: the needed capability, the words shared with the issue, and the share of earlier runs that succeeded. */
function capabilityOf({ needed, title, body }: ScoreInput, agent: AgentInfo, history: number | undefined): number {
  // A capability inferred from the description counts half.
  const certainty = agent.inferred ? 0.5 : 1;
  const match = agent.capabilities.includes(needed) ? certainty : 0;
  return 0.7 * match + 0.15 * sharedShare(agent.description, `${title} ${body}`) + 0.15 * (history ?? 0.5);
}

/** Stop words in English and Japanese. */
const STOP_WORDS = new Set(
  (
    'the and for that this with from into its are was were will can has have not but all any you your who what which when ' +
    'against about their them they then than also how one two use uses used using works work issue issues agent ' +
    'こと もの ため これ それ ある いる する なる できる れる られる ます です から まで など として について による ' +
    'および または この その また ここ そこ よう'
  ).split(' '),
);

const segmenters = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a text, also in languages without spaces. */
export function wordsOf(text: string): Set<string> {
  const words = [...segmenters.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) =>
    isWordLike === true && isLong(segment) && !STOP_WORDS.has(segment) ? [segment] : [],
  );
  return new Set(words);
}

/** Whether a word is long enough to count: three letters, or two in Japanese. */
const isLong = (word: string): boolean =>
  [...word].length >= (/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(word) ? 2 : 3);

/** The share of the words of an agent's description that the issue uses. */
function sharedShare(description: string, issue: string): number {
  const words = wordsOf(description);
  if (words.size === 0) return 0;
  const issueWords = wordsOf(issue);
  return [...words].filter((word) => issueWords.has(word)).length / words.size;
}

/** The priorities that labels give. */
const LABEL_PRIORITIES: readonly (readonly [RegExp, number])[] = [
  [/^(?:priority[:/ -]*)?(?:p0|critical|urgent)$/i, 1],
  [/^(?:priority[:/ -]*)?(?:p1|high)$/i, 0.8],
  [/^(?:priority[:/ -]*)?(?:p3|low)$/i, 0.2],
];

function priorityOf({ labels, due, now }: ScoreInput): number {
  const named = LABEL_PRIORITIES.find(([shape]) => labels.some((label) => shape.test(label)))?.[1] ?? 0.5;
  return Math.min(1, named + (isDueSoon(due, now) ? 0.2 : 0));
}

const isDueSoon = (due: string | undefined, now: string): boolean =>
  due !== undefined && Date.parse(due) - Date.parse(now) <= 7 * DAY;

/** `high` if it frees other issues, is due within a week or is P0; otherwise by score. */
export function levelOf(input: ScoreInput, score: number): 'high' | 'medium' | 'low' {
  const isTop = input.labels.some((label) => LABEL_PRIORITIES[0]?.[0].test(label));
  if (input.freesOthers || isDueSoon(input.due, input.now) || isTop) return 'high';
  return score >= 0.45 ? 'medium' : 'low';
}

/** The band of specs facilitator that a score falls into. The specification leaves gaps between the bands; here each begins in the middle. */
export function bandOf(score: number): 'now' | 'recommended' | 'possible' | 'later' {
  if (score >= 0.75) return 'now';
  if (score >= 0.45) return 'recommended';
  return score >= 0.25 ? 'possible' : 'later';
}
