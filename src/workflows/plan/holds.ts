// Whether a planned change still holds: what it rests on is judged again, from the board as it is now.
import type { CommentChange, LabelChange } from '../../changes/change.js';
import { preconditionOf } from '../facilitate/evidence.js';
import type { Judged } from '../facilitate/judge.js';

/** Why it holds no longer; null: it holds. */
export function whyNot(
  change: CommentChange | LabelChange,
  { judged, repo }: { judged: Judged; repo: string },
): string | null {
  const verdict = judged.verdicts.get(`${change.repo ?? repo}#${change.issue}`);
  if (!verdict) return 'the issue could not be read';
  const { issue, evidence } = change.while ?? {};
  const state = verdict.case.issue.closed === undefined ? 'open' : 'closed';
  if (issue !== undefined && issue !== state) return `the issue is ${state} now`;
  if (evidence !== undefined && evidence !== preconditionOf(verdict))
    return 'the evidence has changed since the plan was made';
  return null;
}
