// From look to look: what the last one left, and what this one leaves.
import type { Field, Ref } from '../../../field.js';
import type { Look } from '../../../ports.js';
import { type RawIssue, refOf } from './raw.js';
import type { Survey } from './survey.js';
import { pulseOfIssue, type Step, type Trail, trailOf } from './trail.js';

export interface Before {
  readonly field: Field;
  readonly trail: Trail;
}

const scopeOf = ({ repo, project, projectOwner, label, doneBranches = [] }: Look): string =>
  JSON.stringify([repo, project ?? null, projectOwner ?? null, label ?? null, doneBranches]);

/** The last look, where this one can build on it. */
export function earlier(ask: Look): Before | null {
  const field = ask.previous?.field;
  const trail = trailOf(field, { scope: scopeOf(ask), now: ask.now });
  return field && trail ? { field, trail } : null;
}

/** What the next look needs of this one. */
export function trailFrom(of: {
  ask: Look;
  survey: Survey;
  field: Field;
  on: ReadonlySet<Ref>;
  since: string;
  outside: { raw: readonly RawIssue[]; steps: Trail['outside'] };
  /** Refs that were to be read and did not come. */
  lost: Survey['runs'];
}): Trail {
  const { ask, survey, field, on, since, outside, lost } = of;
  const read = [...survey.heads, ...survey.runs, ...survey.leases].filter((ref) => !lost.includes(ref));
  const tips = read.flatMap(({ name, target }) => (target ? [[name, target.oid] as const] : []));
  const unread = unreadIn(field);
  const isOpen = (ref: Ref, { pulse }: Step) => unread.has(ref) || isWithin(pulse, ask.now);
  return {
    scope: scopeOf(ask),
    wholeAt: survey.wholeAt,
    abilities: survey.abilities,
    viewer: survey.viewer,
    board: survey.board,
    cards: survey.cards,
    since,
    total: survey.total,
    issues: Object.fromEntries(
      Object.entries(survey.steps)
        .filter(([ref]) => on.has(ref))
        .map(([ref, step]) => [ref, isOpen(ref, step) ? { ...step, pulse: '' } : step]),
    ),
    outside: {
      ...outside.steps,
      ...Object.fromEntries(
        outside.raw.map((issue) => [refOf(issue), { id: issue.id, pulse: pulseOfIssue(issue, null) }]),
      ),
    },
    pulls: Object.fromEntries(
      Object.entries(survey.pullSteps).map(([ref, step]) => [ref, isOpen(ref, step) ? { ...step, pulse: '' } : step]),
    ),
    tips: Object.fromEntries(tips),
    otherCards: survey.otherCards,
  };
}

/** GitHub's dates are whole seconds: what moved in the second of the look may move again in it, and show the same pulse. */
function isWithin(pulse: string, now: string): boolean {
  return Date.parse(pulse.split(' ')[0] ?? '') >= Math.floor(Date.parse(now) / 1000) * 1000 - 1000;
}

/** What came in part is as good as changed: the next look reads it again. */
function unreadIn({ issues, pulls }: Field): ReadonlySet<Ref> {
  const half = issues.filter(
    ({ closed, unread, children, blockedBy, branches }) =>
      unread || (closed === undefined && [children, blockedBy, branches].includes('unread')),
  );
  const open = pulls.filter(
    ({ state, commits, reviews, checks }) => state === 'open' && [commits, reviews, checks].includes('unread'),
  );
  return new Set([...half, ...open].map(({ ref }) => ref));
}
