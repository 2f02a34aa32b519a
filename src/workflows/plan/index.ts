// Applies a plan file: each change under its precondition. A skipped change is reported with its reason.
import { keyOf, type Plan } from '../../changes/plan.js';
import type { BoardReader } from '../../ports/board.js';
import type { Applied, Change, CommentChange, LabelChange } from '../../ports/change.js';
import type { Outcome } from '../../ports/run.js';
import type { Settings } from '../../ports/workflow.js';
import { type Language, messages, translated } from '../../text/lang/index.js';
import { type Judged, judge, preconditionOf } from '../facilitate/rules/judge.js';
import { rulesOf } from '../facilitate/rules/rule-settings.js';

/** Why a change is skipped, judged on the current board; null if its precondition still holds. */
function whyNot(
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

export interface Applying {
  readonly reader: BoardReader | undefined;
  readonly settings: Settings;
  readonly apply: (changes: readonly Change[]) => Promise<readonly Applied[]>;
  readonly dryRun: boolean;
}

export async function applyPlan({ changes }: Plan, { reader, settings, apply, dryRun }: Applying): Promise<Outcome> {
  const { lang } = settings;
  if (dryRun)
    return { name: 'planned', says: planSays(changes, [], lang), result: { changes: changes.length, written: 0 } };
  const reasons = await reasonsNow(changes, { reader, settings });
  const applied: Applied[] = [];
  for (const [n, change] of changes.entries()) {
    const why = reasons[n] ?? null;
    applied.push(...(why === null ? await apply([change]) : [{ key: keyOf(change), did: 'skipped' as const, why }]));
  }
  const skipped = applied.filter(({ did }) => did === 'skipped');
  const written = applied.filter(({ did }) => did === 'written').length;
  const result = { changes: changes.length, written, skipped };
  return { name: skipped.length > 0 ? 'partial' : 'done', says: planSays(changes, applied, lang), result };
}

/** For each change the reason to skip it, or null. */
async function reasonsNow(
  changes: Plan['changes'],
  { reader, settings }: Pick<Applying, 'reader' | 'settings'>,
): Promise<readonly (string | null)[]> {
  if (!reader || changes.length === 0) return [];
  const { board, outside, previous } = await reader.scan();
  const judged = judge(board, rulesOf(settings.config, reader.host), previous, outside);
  return changes.map((change) => whyNot(change, { judged, repo: board.repo }));
}

const MARKS = { written: '✓', there: '·', skipped: '–' } as const;

/** One line for each change: written, already there, or skipped with its reason. */
function planSays(changes: readonly Change[], applied: readonly Applied[], lang: Language): string {
  const say = messages(lang);
  const lines = changes.map((change, n) => {
    const { did = 'skipped', why } = applied[n] ?? {};
    return `${MARKS[did]} ${say.change(change)}${why ? `: ${translated(lang, why)}` : ''}`;
  });
  return lines.length > 0 ? lines.join('\n') : say.nothingToDo;
}
