// Finds what Markdown does not display, such as link titles and unused definitions. `sanitize` removes it.

import type { Edit } from './edit.js';
import { imageMarker } from './hosts.js';
import { hasInvisible } from './invisible.js';
import { type MarkdownNode, nodesOf, type Span, spanOf, targetsOf } from './markdown-tree.js';
import { glyphsOf } from './prose.js';

type LinkNode = Extract<MarkdownNode, { type: 'link' | 'linkReference' }>;

/** The edits that remove alternative texts, titles, reference labels and definitions, and words after a code fence. */
export function hiddenMarkdownEdits(source: string, root: MarkdownNode): Edit[] {
  const targets = targetsOf(root);
  const hasHtml = [...nodesOf(root)].some((node) => node.type === 'html');
  return [...nodesOf(root)].flatMap((node) => hide(node, { source, targets, hasHtml }));
}

/** `targets`: the address of each link reference. */
function hide(
  node: MarkdownNode,
  { source, targets, hasHtml }: { source: string; targets: ReadonlyMap<string, string>; hasHtml: boolean },
): Edit[] {
  const span = spanOf(node);
  switch (node.type) {
    case 'image':
      return [replaceImage(imageMarker(node.url), span, source)];
    case 'imageReference':
      return [replaceImage(imageMarker(targets.get(node.identifier) ?? ''), span, source)];
    case 'definition':
      return isFootnote(node.label) ? [] : [{ ...span, text: '', kind: 'definition' }];
    case 'link':
      return linkEdits(node, source, node.url);
    case 'linkReference':
      return isFootnote(node.label) ? [] : linkEdits(node, source, targets.get(node.identifier) ?? '');
    case 'paragraph':
      return commentIdiomEdits(source, span);
    case 'code':
      return infoStringEdits(node.lang ?? '', span, source);
    case 'text':
      return textEdits(source, span, hasHtml);
    default:
      return [];
  }
}

// The marker is in brackets. Directly before `(`, `[` or `:` it would become a link or a definition, so a space is added there.
function replaceImage(text: string, span: Span, source: string): Edit {
  const gap = /[([:]/.test(source[span.end] ?? '') ? ' ' : '';
  return { ...span, text: `${text}${gap}`, kind: 'image' };
}

// A link keeps its text and, if the address is harmless, its address. Its title is removed, and a reference is replaced by the address.
function linkEdits(node: LinkNode, source: string, url: string): Edit[] {
  const { start, end } = spanOf(node);
  if (source[start] !== '[') return [];
  const last = node.children.at(-1);
  if (last === undefined) return [{ start, end, text: '', kind: 'link' }];
  const from = spanOf(last).end;
  const tail = source.slice(from, end);
  const tailWithAddress = `](${url})`;
  const isHarmless =
    /^[^\s<>()\\&]{1,2000}$/.test(url) && /^(?:https?:|mailto:|[^:]*$|[/#.?])/i.test(url) && !hasInvisible(url);
  if (isHarmless) return tail === tailWithAddress ? [] : [{ start: from, end, text: tailWithAddress, kind: 'title' }];
  const gap = /[([:]/.test(source[end] ?? '') ? ' ' : '';
  return [
    { start, end: start + 1, text: '', kind: '' },
    { start: from, end, text: gap, kind: 'destination' },
  ];
}

// People write `[//]: # (text)` as a comment. Directly below other text it is not a definition but part of the paragraph, so it is removed here.
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
function infoStringEdits(lang: string, span: Span, source: string): Edit[] {
  const line = source.slice(span.start, span.end).split('\n', 1)[0] ?? '';
  const [, fence = '', info = ''] = /^(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  const language = /^[A-Za-z0-9+#_.-]{1,20}$/.test(lang) ? lang : '';
  if (fence === '' || info.trim() === language) return [];
  return [{ start: span.start + fence.length, end: span.start + line.length, text: language, kind: 'info' }];
}

// Removes references to invisible characters, and escapes a `<` that could start a comment or, in a text with HTML, a tag.
function textEdits(source: string, span: Span, hasHtml: boolean): Edit[] {
  const edits: Edit[] = [];
  const glyphs = glyphsOf(source, span);
  for (const [index, { char, start, end }] of glyphs.entries()) {
    // `\<` has two characters in the source, and a character reference such as `&lt;` more.
    const isReference = end - start > 2;
    if (isReference && glyphs[index - 1]?.start !== start) {
      // One reference may stand for a surrogate pair, which is two glyphs.
      const units = glyphs.slice(index, index + 2).filter((glyph) => glyph.start === start);
      if (hasInvisible(units.map((glyph) => glyph.char).join('')))
        edits.push({ start, end, text: '', kind: 'invisible' });
    }
    if (char !== '<' || isReference) continue;
    const startsComment = source.startsWith('!--', end);
    const mayStartTag = end === span.end || /[a-z/!?]/i.test(source[end] ?? '');
    if (startsComment || (hasHtml && mayStartTag)) {
      edits.push({ start, end, text: '&lt;', kind: '' });
    }
  }
  return edits;
}
