// The parts that every text of a fix is put together from: headings, lines that state something, quotations. There is no other way to
// get a word onto the page, so that whoever checks it knows all there can be (claims.ts).
import type { Claim, FixMessages, Heading, Quoted } from '../../text/lang/fix/messages.js';

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

/** Every line of it begins with the sign of a quotation, so nothing in it can leave. */
export function inQuote(words: string): string {
  return words
    .split('\n')
    .flatMap((line, n, all) =>
      n > 0 && !(isItem(line) && isItem(all[n - 1] ?? '')) ? ['>', `> ${line}`] : [`> ${line}`],
    )
    .join('\n');
}

const isItem = (line: string): boolean => line.startsWith('- ');

/** A fence longer than any run of its own sign in the text. */
export function inFence(text: string, language: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
