import type { Applied } from '../../core/apply.js';
import type { Change } from '../../core/change.js';
import { type Language, messages } from '../../text/lang/index.js';

const SIGNS = { written: '✓', there: '·', skipped: '–' } as const;

/** A line for each change: done, there already, or skipped and why. */
export function planSays(changes: readonly Change[], applied: readonly Applied[], lang: Language): string {
  const say = messages(lang);
  const lines = changes.map((change, n) => {
    const { did = 'skipped', why } = applied[n] ?? {};
    return `${SIGNS[did]} ${say.change(change)}${why ? `: ${why}` : ''}`;
  });
  return lines.length > 0 ? lines.join('\n') : say.nothingToDo;
}
