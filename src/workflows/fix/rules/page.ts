// The parts that every text of a fix is put together from: headings, lines that state something, quotations. There is no other way to
// get a word onto the page, so that whoever checks it knows all there can be (claims.ts).

import type { Claim, FixMessages, Heading, Quoted } from '../../../text/lang/fix/messages.js';
import { inFence, inQuote } from '../../../text/quote.js';

export type Part =
  | { readonly lead: string }
  | { readonly heading: Heading }
  | { readonly claims: readonly Claim[]; readonly as: 'lines' | 'items' }
  | { readonly quoted: Quoted; readonly words: string }
  | { readonly items: readonly string[] }
  | { readonly fenced: string; readonly language: string };

/** A page of Markdown. Parts that hold nothing leave no trace, and neither does a heading with nothing below it. */
export function page(parts: readonly Part[], say: FixMessages): string {
  const blocks = parts.map((part) => ({ part, text: textOf(part, say) })).filter(({ text }) => text !== '');
  return blocks
    .filter(({ part }, n) => !('heading' in part) || (blocks[n + 1] && !('heading' in (blocks[n + 1]?.part ?? {}))))
    .map(({ text }) => text)
    .join('\n\n');
}

function textOf(part: Part, say: FixMessages): string {
  if ('lead' in part) return part.lead;
  if ('heading' in part) return `### ${say.heading[part.heading]}`;
  if ('claims' in part) {
    const lines = part.claims.map(say.claim);
    return part.as === 'items' ? lines.map(item).join('\n') : lines.join('\n\n');
  }
  if ('quoted' in part) return part.words === '' ? '' : `${say.quoted[part.quoted]}\n\n${inQuote(part.words)}`;
  if ('items' in part) return part.items.map(item).join('\n');
  return inFence(part.fenced, part.language);
}

const item = (line: string): string => `- ${line}`;
