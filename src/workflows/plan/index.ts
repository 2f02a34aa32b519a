// Applies a plan file of `crew facilitate --plan-out`: each change if its precondition still holds. A skipped change is reported with its
// reason. Used by the terminal command `crew apply FILE`. (`/crew plan` belongs to `fix`.)

import { keyOf, type Plan } from '../../changes/plan.js';
import type { BoardReader } from '../../ports/board.js';
import type { Applied, Change, CommentChange, LabelChange } from '../../ports/change.js';
import type { Outcome } from '../../ports/run.js';
import type { Settings } from '../../ports/workflow.js';
import { type Language, messages, translated } from '../../text/lang/index.js';
import { type Judged, judge, preconditionOf } from '../facilitate/rules/judge.js';
import { rulesOf } from '../facilitate/rules/rule-settings.js';

/** Why a change is skipped, judged on the current board; null if its precondition still holds. */
function skipReason(
  change: CommentChange | LabelChange,
  { judged, repo }: { judged: Judged; repo: string },
): string | null {
  const verdict = judged.verdicts.get(`${change.repo ?? repo}#${change.issue}`);
  if (!verdict) return 'the issue could not be read';
  const { issue, evidence } = change.while ?? {};
  const state = verdict.case.issue.closed === undefined ? 'open' : 'closed';
  if (issue !== undefined && issue !== state)
    return state === 'open' ? 'the issue is open again' : 'the issue is closed now';
  if (evidence !== undefined && evidence !== preconditionOf(verdict))
    return 'the evidence has changed since the plan was made';
  return null;
}

/** What applying a plan needs. */
export interface PlanContext {
  readonly reader: BoardReader | undefined;
  readonly settings: Settings;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
  readonly dryRun: boolean;
}

/** Applies the changes of a plan. Returns `partial` if a change was skipped. A dry run only lists the changes. */
export async function applyPlan({ changes }: Plan, { reader, settings, apply, dryRun }: PlanContext): Promise<Outcome> {
  const { lang } = settings;
  if (dryRun)
    return { name: 'planned', says: reportText(changes, [], lang), result: { changes: changes.length, written: 0 } };
  const reasons = await skipReasons(changes, { reader, settings });
  const applied: Applied[] = [];
  for (const [n, change] of changes.entries()) {
    const why = reasons[n] ?? null;
    applied.push(...(why === null ? await apply([change]) : [{ key: keyOf(change), did: 'skipped' as const, why }]));
  }
  const skipped = applied.filter(({ did }) => did === 'skipped');
  const written = applied.filter(({ did }) => did === 'written').length;
  const result = { changes: changes.length, written, skipped };
  return { name: skipped.length > 0 ? 'partial' : 'done', says: reportText(changes, applied, lang), result };
}

/** For each change the reason to skip it, or null. */
async function skipReasons(
  changes: Plan['changes'],
  { reader, settings }: Pick<PlanContext, 'reader' | 'settings'>,
): Promise<readonly (string | null)[]> {
  if (!reader || changes.length === 0) return [];
  const { board, outsideRefs: outside, previous } = await reader.scan();
  const judged = judge(board, rulesOf(settings.config, reader.host), previous, outside);
  return changes.map((change) => skipReason(change, { judged, repo: board.repo }));
}

const MARKS = { written: '✓', there: '·', skipped: '–' } as const;

/** One line for each change: written, already there, or skipped with its reason. */
function reportText(changes: readonly Change[], applied: readonly Applied[], lang: Language): string {
  const { change: changeText, nothingToDo } = messages(lang);
  const lines = changes.map((change, n) => {
    const { did = 'skipped', why } = applied[n] ?? {};
    return `${MARKS[did]} ${changeText(change)}${why ? `: ${translated(lang, why)}` : ''}`;
  });
  return lines.length > 0 ? lines.join('\n') : nothingToDo;
}
