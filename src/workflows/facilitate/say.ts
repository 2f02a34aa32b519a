import type { Report } from '../../report.js';
import type { Language } from '../../text/lang/index.js';
import { fieldSummary } from '../../view/field/index.js';

/** The report as a person reads it. */
export function facilitationSays(report: Report, lang: Language): string {
  return fieldSummary(report, { lang });
}
