import { addCounts, applyEdits, type Counts } from './edit.js';
import { notCodeEdits } from './flavour.js';
import { unusedFootnoteEdits } from './footnotes.js';
import { hiddenHtmlEdits } from './hidden-html.js';
import { hiddenMarkdownEdits } from './hidden-markdown.js';
import { stripInvisible } from './invisible.js';
import { plainText } from './plain.js';
import { readMarkdown } from './tree.js';

/** What may reach a prompt, and how many things of which kind were left out. */
export type Sanitized = { readonly text: string; readonly removed: Counts };

// Taking something out can bring the next thing to light. Real texts settle at the first or second look.
const MOST_LOOKS = 6;

/**
 * Keeps of a text what GitHub would show a person, and drops what it hides. Sanitising twice changes nothing;
 * code is kept to the letter, except for characters that nobody could see there either.
 */
export function sanitize(text: string): Sanitized {
  const visible = stripInvisible(text);
  let current: Sanitized = visible;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const next = dropHidden(current);
    if (next === undefined) break;
    if (next.text === current.text) return current;
    current = next;
  }
  return sanitizeAsPlain(current);
}

// Only these can begin anything that is hidden; a text without them needs no parser.
const MARKUP = /[<&[`~]/;

function dropHidden({ text, removed }: Sanitized): Sanitized | undefined {
  if (!MARKUP.test(text)) return { text, removed };
  const root = readMarkdown(text);
  if (root === undefined) return undefined;
  const edits = [
    ...notCodeEdits(text, root),
    ...unusedFootnoteEdits(text, root),
    ...hiddenHtmlEdits(text, root),
    ...hiddenMarkdownEdits(text, root),
  ];
  const next = applyEdits(text, edits);
  return { text: next.text, removed: addCounts(removed, next.counts) };
}

function sanitizeAsPlain({ text, removed }: Sanitized): Sanitized {
  return { text: plainText(text), removed: addCounts(removed, { markup: 1 }) };
}
