import { hasInvisible } from '../../text/invisible.js';
import { ask, deny, type Finding } from '../finding.js';
import { show } from '../show.js';

/** A longer line is read by nobody. */
export const LONGEST_LINE = 100_000;

/** What looks like a space and is none to the shell, and what has no look that two machines agree on. */
const FALSE_BLANK = /[^\P{Z} ]|[\u2800\p{Co}\p{Cn}\p{Cf}]/u;

/** Phases S0 and 1: whether the line is made of characters that a person and a shell read alike. */
export function strangeCharacters(text: string): Finding | undefined {
  if (text.includes('\0')) return deny('S0', 'NUL', 'a NUL byte ends a word for the kernel, but not for who checks it');
  if (text.length > LONGEST_LINE)
    return deny('1', 'length', `a line of ${text.length} characters is longer than the ${LONGEST_LINE} that are read`);
  if (text.trim() === '') return ask('1', '', 'there is no command in it');
  const blank = FALSE_BLANK.exec(text)?.[0];
  if (blank) return ask('1', blank, `${show(blank)} looks like a blank or like nothing, and is neither to the shell`);
  if (hasInvisible(text)) return ask('1', 'control', 'it holds a control character that no eye sees');
  return undefined;
}
