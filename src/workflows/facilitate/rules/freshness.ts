// Freshness and confidence (decisions A2).
import type { PullFacts } from '../../../ports/board-snapshot.js';
import type { Freshness } from '../../../ports/report.js';
import type { Verdict } from './judge.js';
import { type Identity, isOwnAct, isOwnComment } from './people.js';

export type { Freshness } from '../../../ports/report.js';

const HOUR = 60 * 60 * 1000;

/** Freshness by the last activity of people and agents other than crew. */
export function freshnessOf(activity: string, { now, recentDays }: { now: string; recentDays: number }): Freshness {
  const age = Date.parse(now) - Date.parse(activity);
  if (age <= 24 * HOUR) return 'active';
  return age <= recentDays * 24 * HOUR ? 'recent' : 'stale';
}

/** The last activity of people and agents other than crew. GitHub's `updated_at` is not used: crew's own writes change it. */
export function activityOf(verdict: Verdict, identity: Identity): string {
  const { issue, work, links, pulls } = verdict.case;
  const times = [
    issue.createdAt,
    issue.closed?.at ?? '',
    work.last ?? '',
    ...issue.comments.filter((each) => !isOwnComment(each, identity)).map(({ at }) => at),
    ...issue.acts.filter((each) => !isOwnAct(each, identity)).map(({ at }) => at),
    ...issue.reopenings,
    ...links.flatMap(({ kind, ref }) => (kind === 'pull' ? reviewsOf(pulls.get(ref)) : [])),
  ];
  return times.sort().at(-1) ?? issue.createdAt;
}

function reviewsOf(pull: PullFacts | undefined): readonly string[] {
  return !pull || pull.reviews === 'unread' ? [] : pull.reviews.map(({ at }) => at);
}

const FINAL = ['closed', 'merged', 'landed', 'approved', 'children-done'];
const BY_FRESHNESS = { active: 0.9, recent: 0.75, stale: 0.6 } as const;

/** 1 for final states with a closing link; else by freshness, lower for a naming link and lower when something was not known. */
export function confidenceOf({ rule, doubtful, missing, case: { links } }: Verdict, freshness: Freshness): number {
  const hasClosing = links.some(({ strength }) => strength === 'closing');
  const base = FINAL.includes(rule) && hasClosing ? 1 : BY_FRESHNESS[freshness];
  const weak = links.length > 0 && !hasClosing ? 0.8 : 1;
  return round(base * weak * (doubtful || missing.length > 0 ? 0.7 : 1));
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
