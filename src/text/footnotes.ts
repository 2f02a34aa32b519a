import type { Edit } from './edit.js';
import { type MarkdownNode, nodesOf, spanOf } from './tree.js';

const NOTE = /(^|\n)([ \t>]*)\[\^([^\]\s]+)\]:/g;

/** GitHub shows a footnote only where a text points to it: one that nothing points to is hidden, to the paragraph's end. */
export function unusedFootnoteEdits(source: string, root: MarkdownNode): Edit[] {
  if (!source.includes('[^')) return [];
  const used = usedLabels(source, root);
  const edits: Edit[] = [];
  for (const node of nodesOf(root)) {
    if (node.type !== 'paragraph' && node.type !== 'definition') continue;
    const { start, end } = spanOf(node);
    for (const note of source.slice(start, end).matchAll(NOTE)) {
      const from = start + note.index + (note[1] ?? '').length;
      if (!used.has((note[3] ?? '').toLowerCase())) edits.push({ start: from, end, text: '', kind: 'footnote' });
    }
  }
  return edits;
}

function usedLabels(source: string, root: MarkdownNode): ReadonlySet<string> {
  const used = new Set<string>();
  for (const node of nodesOf(root)) {
    if (node.type !== 'paragraph' && node.type !== 'heading') continue;
    const { start, end } = spanOf(node);
    for (const [, label = ''] of source.slice(start, end).matchAll(/\[\^([^\]\s]+)\](?!:)/g))
      used.add(label.toLowerCase());
  }
  return used;
}
