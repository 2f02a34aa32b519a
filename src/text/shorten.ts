import { fenced, missingFence } from './fence.js';
import { readMarkdown } from './tree.js';

/** GitHub takes 65,536 characters; the rest is for what crew adds. */
export const LONGEST = 60_000;

const NOTICE = '\n\n_The rest was left out: the text was longer than 60,000 characters._';

// Room for the fences that a cut may need.
const MARGIN = 100;

/** Cuts a text that is too long where a paragraph ends, else a line, and says so. */
export function shorten(text: string, room: number): string {
  const start = text.slice(0, room - NOTICE.length - MARGIN);
  const paragraph = start.lastIndexOf('\n\n');
  const line = start.lastIndexOf('\n');
  const boundary = [paragraph, line].find((at) => at > start.length / 2) ?? start.length;
  const beginning = start.slice(0, boundary).trimEnd();
  const root = readMarkdown(beginning);
  const fence = root === undefined ? '' : missingFence(beginning, root);
  return `${fence.length > MARGIN ? fenced(beginning) : beginning + fence}${NOTICE}`;
}
