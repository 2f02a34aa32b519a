// What a look leaves in the field for the next one, so that only what changed is read again: the ids of everything, each
// with what would be different had it changed.
import type { Field, Ref } from '../../../field.js';
import type { Abilities } from './fragments.js';
import type { RawItem, RawNow, RawPullPulse, RawPulse } from './raw.js';

export interface Step {
  readonly id: string;
  /** The card, on a board. */
  readonly item?: string | undefined;
  readonly pulse: string;
}

export interface Trail {
  readonly scope: string;
  /** When everything was read the last time: what changes nothing that is looked at here is found by the next such look. */
  readonly wholeAt: string;
  readonly abilities: Abilities;
  readonly viewer: string;
  readonly board: string | null;
  /** Cards of the board, those that are no issues too. */
  readonly cards: number;
  /** How far back the history was read. */
  readonly since: string;
  readonly total: number;
  readonly issues: Readonly<Record<Ref, Step>>;
  readonly outside: Readonly<Record<Ref, Step>>;
  readonly pulls: Readonly<Record<Ref, Step>>;
  /** The commits at which branches and crew's own refs were read. */
  readonly tips: Readonly<Record<string, string>>;
  /** Cards that are no issues. */
  readonly otherCards: readonly string[];
}

const DAY = 24 * 60 * 60 * 1000;

/** The trail of an earlier look at the same things, unless it is time to read everything again. */
export function trailOf(field: Field | undefined, of: { scope: string; now: string }): Trail | null {
  const trail = field?.trail as Trail | undefined;
  if (!trail || trail.scope !== of.scope) return null;
  return Date.parse(of.now) - Date.parse(trail.wholeAt) < DAY ? trail : null;
}

/** Everything of an issue that moves when something happened to it; dependencies and cards do not move its own date. */
export function pulseOfIssue(issue: RawPulse, item: RawItem | null): string {
  const { updatedAt, state, subIssuesSummary: parts, issueDependenciesSummary: waits } = issue;
  const card = item ? [item.updatedAt, item.isArchived, item.status?.name ?? ''] : [];
  return [
    updatedAt,
    state,
    parts.total,
    parts.completed,
    waits?.blockedBy ?? 0,
    waits?.totalBlockedBy ?? 0,
    ...card,
  ].join(' ');
}

/** A pull request's date moves with everything but its checks, its mergeability, and a merge it is based on. */
export const pulseOfPull = ({ updatedAt, pullState, headRefOid }: RawPullPulse | RawNow): string =>
  [updatedAt, pullState, headRefOid].join(' ');
