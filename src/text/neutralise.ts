import { applyEdits, type Edit } from './edit.js';
import { notCodeEdits } from './flavour.js';
import { proseOf } from './prose.js';
import { quietLinkEdits } from './quiet-links.js';
import { commandInSpanEdits, looseBacktickEdits, quietWordEdits, type Subject } from './quiet-words.js';
import { readMarkdown } from './tree.js';

/** Which links may stay, and which issue may be closed. */
export type Leave = { readonly hosts: readonly string[]; readonly subject: Subject };

/**
 * Takes from a text what would act on GitHub by being posted: it notifies, closes, starts and fetches nothing more.
 * Undefined for a text that was built to be slow to read.
 */
export function neutralise(source: string, { hosts, subject }: Leave): ReturnType<typeof applyEdits> | undefined {
  const root = readMarkdown(source);
  if (root === undefined) return undefined;
  const prose = proseOf(source, root);
  const edits = [
    ...notCodeEdits(source, root),
    ...quietLinkEdits(source, root, hosts),
    ...prose.flatMap((text) => quietWordEdits(text, { subject, hosts })),
    ...commandInSpanEdits(source, root),
  ];
  return applyEdits(source, edits.length === 0 ? [] : [...edits, ...guardEdits(source, prose)]);
}

// An edit beside a loose backtick or `<` could complete what was incomplete.
function guardEdits(source: string, prose: ReturnType<typeof proseOf>): Edit[] {
  const tags = prose.flatMap(({ glyphs }) =>
    glyphs.filter(({ char, start, end }) => char === '<' && end - start < 3 && /[a-z/!?]/i.test(source[end] ?? ' ')),
  );
  return [
    ...prose.flatMap(looseBacktickEdits),
    ...tags.map(({ start, end }) => ({ start, end, text: '&lt;', kind: '' })),
  ];
}
