// Removes what Markdown does not display, such as link titles and unused definitions, for `sanitize`.

import type { Edit } from './edit.js';
import { imageMarker } from './hosts.js';
import { hasInvisible } from './invisible.js';
import { type MarkdownNode, nodesOf, type Span, spanOf, targetsOf } from './markdown-tree.js';
import { glyphsOf } from './prose.js';

type LinkNode = Extract<MarkdownNode, { type: 'link' | 'linkReference' }>;

/** Removes what Markdown does not display: alternative texts, titles, reference labels and definitions, words after a code fence. */
export function hiddenMarkdownEdits(source: string, root: MarkdownNode): Edit[] {
  const targets = targetsOf(root);
  const guardsTags = [...nodesOf(root)].some((node) => node.type === 'html');
  return [...nodesOf(root)].flatMap((node) => hide(node, { source, targets, guardsTags }));
}

function hide(
  node: MarkdownNode,
  { source, targets, guardsTags }: { source: string; targets: ReadonlyMap<string, string>; guardsTags: boolean },
): Edit[] {
  const span = spanOf(node);
  switch (node.type) {
    case 'image':
      return [replaceBy(imageMarker(node.url), span, source)];
    case 'imageReference':
      return [replaceBy(imageMarker(targets.get(node.identifier) ?? ''), span, source)];
    case 'definition':
      return isFootnote(node.label) ? [] : [{ ...span, text: '', kind: 'definition' }];
    case 'link':
      return linkEdits(node, source, node.url);
    case 'linkReference':
      return isFootnote(node.label) ? [] : linkEdits(node, source, targets.get(node.identifier) ?? '');
    case 'paragraph':
      return commentIdiomEdits(source, span);
    case 'code':
      return infoEdits(node.lang ?? '', span, source);
    case 'text':
      return textEdits(source, span, guardsTags);
    default:
      return [];
  }
}

// Keeps the marker in brackets from becoming a link or definition together with the text after it.
function replaceBy(text: string, span: Span, source: string): Edit {
  const gap = /[([:]/.test(source[span.end] ?? '') ? ' ' : '';
  return { ...span, text: `${text}${gap}`, kind: 'image' };
}

// A link keeps its text and address; its title is removed, and a reference is replaced by the address.
function linkEdits(node: LinkNode, source: string, url: string): Edit[] {
  const { start, end } = spanOf(node);
  if (source[start] !== '[') return [];
  const last = node.children.at(-1);
  if (last === undefined) return [{ start, end, text: '', kind: 'link' }];
  const from = spanOf(last).end;
  const tail = source.slice(from, end);
  const shown = `](${url})`;
  const isPlain =
    /^[^\s<>()\\&]{1,2000}$/.test(url) && /^(?:https?:|mailto:|[^:]*$|[/#.?])/i.test(url) && !hasInvisible(url);
  if (isPlain) return tail === shown ? [] : [{ start: from, end, text: shown, kind: 'title' }];
  const gap = /[([:]/.test(source[end] ?? '') ? ' ' : '';
  return [
    { start, end: start + 1, text: '', kind: '' },
    { start: from, end, text: gap, kind: 'destination' },
  ];
}

// `[//]: # (text)` is used as a comment. Inside a paragraph GitHub would display it.
function commentIdiomEdits(source: string, { start, end }: Span): Edit[] {
  const idioms = source
    .slice(start, end)
    .matchAll(/\[(?:\/\/|comment)\]:[ \t]*(?:#|<>)[ \t]*(?:\([^)\n]*\)|"[^"\n]*"|'[^'\n]*')/g);
  return [...idioms].map((idiom) => {
    const from = start + idiom.index;
    return { start: from, end: from + idiom[0].length, text: '', kind: 'definition' };
  });
}

// CommonMark parses footnotes as link definitions; GitHub displays them.
function isFootnote(label: string | null | undefined): boolean {
  return label?.startsWith('^') === true;
}

// GitHub does not display the words after a code fence. The language is kept.
function infoEdits(lang: string, span: Span, source: string): Edit[] {
  const line = source.slice(span.start, span.end).split('\n', 1)[0] ?? '';
  const [, fence = '', info = ''] = /^(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  const language = /^[A-Za-z0-9+#_.-]{1,20}$/.test(lang) ? lang : '';
  if (fence === '' || info.trim() === language) return [];
  return [{ start: span.start + fence.length, end: span.start + line.length, text: language, kind: 'info' }];
}

// Removes references to invisible characters, and escapes a `<` that could start a tag.
function textEdits(source: string, span: Span, guardsTags: boolean): Edit[] {
  const edits: Edit[] = [];
  const glyphs = glyphsOf(source, span);
  for (const [index, { char, start, end }] of glyphs.entries()) {
    const written = end - start;
    const previous = glyphs[index - 1];
    if (written > 2 && previous?.start !== start) {
      const seen = glyphs.slice(index, index + 2).filter((glyph) => glyph.start === start);
      if (hasInvisible(seen.map((glyph) => glyph.char).join('')))
        edits.push({ start, end, text: '', kind: 'invisible' });
    }
    if (char !== '<' || written > 2) continue;
    const next = source[end] ?? '';
    if (source.startsWith('!--', end) || (guardsTags && (end === span.end || /[a-z/!?]/i.test(next)))) {
      edits.push({ start, end, text: '&lt;', kind: '' });
    }
  }
  return edits;
}
