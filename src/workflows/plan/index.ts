// Applies a plan file: each change under its precondition; a change that is skipped is named with its reason.
import type { Applied, Change } from '../../changes/change.js';
import type { Plan } from '../../changes/plan.js';
import type { Outcome } from '../../ports/run.js';
import { type Language, messages } from '../../text/lang/index.js';

export async function applyPlan(
  { changes }: Plan,
  {
    apply,
    dryRun,
    lang,
  }: { apply: (changes: readonly Change[]) => Promise<readonly Applied[]>; dryRun: boolean; lang: Language },
): Promise<Outcome> {
  if (dryRun)
    return { name: 'planned', says: planSays(changes, [], lang), result: { changes: changes.length, written: 0 } };
  const applied = await apply(changes);
  const skipped = applied.filter(({ did }) => did === 'skipped');
  const written = applied.filter(({ did }) => did === 'written').length;
  const result = { changes: changes.length, written, skipped };
  return { name: skipped.length > 0 ? 'partial' : 'done', says: planSays(changes, applied, lang), result };
}

const SIGNS = { written: '✓', there: '·', skipped: '–' } as const;

/** A line for each change: done, there already, or skipped and why. */
function planSays(changes: readonly Change[], applied: readonly Applied[], lang: Language): string {
  const say = messages(lang);
  const lines = changes.map((change, n) => {
    const { did = 'skipped', why } = applied[n] ?? {};
    return `${SIGNS[did]} ${say.change(change)}${why ? `: ${why}` : ''}`;
  });
  return lines.length > 0 ? lines.join('\n') : say.nothingToDo;
}
