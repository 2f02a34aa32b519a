import type { Language } from '../../text/lang/index.js';
import { sayTamper } from '../../text/lang/tamper/index.js';
import type { TamperFinding } from '../records.js';

/** The sentence of a finding in a language. Old records contain only the English sentence. */
export function whyOf({ why, because }: Pick<TamperFinding, 'why' | 'because'>, lang: Language): string {
  return because === undefined ? why : sayTamper(because, lang);
}
