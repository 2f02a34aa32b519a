// Finds characters in a call that a person and a shell would read differently (permission phases S0 and 1, specs/parent-session.md).

import { hasInvisible } from '../../text/invisible.js';
import { ask, deny, type Finding, show } from '../finding.js';
/** Longer lines are denied. */
export const MAX_LINE_LENGTH = 100_000;

/** Characters that look like a blank but are none to the shell, and characters without a standard glyph. */
const FALSE_BLANK = /[^\P{Z} ]|[\u2800\p{Co}\p{Cn}\p{Cf}]/u;

/** Permission phases S0 and 1: finds characters that a person and a shell would read differently. */
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
