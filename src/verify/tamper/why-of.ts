import type { Language } from '../../text/lang/index.js';
import { sayTamper } from '../../text/lang/tamper/index.js';
import type { TamperFinding } from '../records.js';

/** Why a line was found, in a language; findings that an older crew wrote down know it in English alone. */
export function whyOf({ why, because }: Pick<TamperFinding, 'why' | 'because'>, lang: Language): string {
  return because === undefined ? why : sayTamper(because, lang);
}
