import type { Journal } from '../../core/journal.js';
import type { Known } from '../../core/workflow.js';
import { type Language, languages } from '../../text/lang/index.js';

/** The language that the run speaks everywhere else: known when it began, whatever the configuration says by now. */
export function langOf(journal: Journal): Language {
  const known = journal.entries.find((entry) => entry.kind === 'step' && entry.name === 'known');
  const lang = known?.kind === 'step' ? (known.value as Partial<Known> | null)?.lang : undefined;
  return languages.find((each) => each === lang) ?? 'en';
}
