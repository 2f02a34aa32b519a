// Permission phases S0 and 1 (specs parent-session): finds characters in a call that a person and a shell would read differently. Used by
// ../bash.ts, ../files.ts and ../index.ts.

import { hasInvisible } from '../../text/invisible.js';
import { ask, deny, type Finding, show } from '../finding.js';

/** Longer lines are denied. */
export const MAX_LINE_LENGTH = 100_000;

/** Characters that look like a blank but that the shell treats as a letter, and characters without a standard glyph. */
const FALSE_BLANK = /[^\P{Z} ]|[\u2800\p{Co}\p{Cn}\p{Cf}]/u;

/** The objection to such characters; undefined if there are none. */
export function suspiciousCharacters(text: string): Finding | undefined {
  if (text.includes('\0')) return deny('S0', 'NUL', 'it holds a NUL byte, which ends a word for the kernel only');
  if (text.length > MAX_LINE_LENGTH)
    return deny('1', 'length', `it has ${text.length} characters; at most ${MAX_LINE_LENGTH} are read`);
  if (text.trim() === '') return ask('1', '', 'it holds no command');
  const blank = FALSE_BLANK.exec(text)?.[0];
  if (blank)
    return ask('1', blank, `${show(blank)} looks like a blank or is invisible, but the shell treats it as a letter`);
  if (hasInvisible(text)) return ask('1', 'control', 'it holds an invisible control character');
  return undefined;
}
