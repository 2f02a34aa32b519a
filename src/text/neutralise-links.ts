// Finds images, links to other hosts and raw HTML in Markdown. `redact` removes them; neutralise-words.ts uses `shownHost`.

import type { Edit } from './edit.js';
import { hostOf, isOnHost } from './hosts.js';
import { type MarkdownNode, nodesOf, type Span, spanOf, targetsOf } from './markdown-tree.js';

type Context = {
  /** The Markdown text. */
  readonly source: string;
  /** Links to these hosts stay. */
  readonly hosts: readonly string[];
  /** The address of each link reference. */
  readonly targets: ReadonlyMap<string, string>;
};

/**
 * The edits that remove images, links to other hosts and raw HTML. Displaying an image sends a request, and an address can carry data to the
 * server of its host.
 */
export function neutralLinkEdits(source: string, root: MarkdownNode, hosts: readonly string[]): Edit[] {
  const targets = targetsOf(root);
  return [...nodesOf(root)].flatMap((node) => neutraliseNode(node, { source, hosts, targets }));
}

/** The host of an address as inline code; '' if there is none. */
export function shownHost(address: string): string {
  const host = hostOf(address) ?? '';
  return /^[a-z0-9.-]+$/i.test(host) ? `\`${host}\`` : '';
}

function neutraliseNode(node: MarkdownNode, context: Context): Edit[] {
  const span = spanOf(node);
  switch (node.type) {
    case 'image':
    case 'imageReference':
      return [{ ...span, text: `[image removed]${gapAfter(span, context.source)}`, kind: 'image' }];
    case 'html':
      return escapeTags(span, context.source);
    case 'link':
      return linkEdits(node, node.url, context);
    case 'linkReference':
      return linkEdits(node, context.targets.get(node.identifier) ?? '', context);
    case 'definition':
      return definitionEdits(node, context);
    default:
      return [];
  }
}

// A space if text in brackets, placed here, would otherwise become a link together with the text after it.
function gapAfter({ end }: Span, source: string): string {
  return /[([:]/.test(source[end] ?? '') ? ' ' : '';
}

// Counted once for each block of HTML.
function escapeTags({ start, end }: Span, source: string): Edit[] {
  return [...source.slice(start, end).matchAll(/</g)].map(({ index }, nth) => {
    return { start: start + index, end: start + index + 1, text: '&lt;', kind: nth === 0 ? 'html' : '' };
  });
}

// A link that may stay has no edits. Otherwise `[text](address)` becomes `text` with the host behind it, and `<address>` becomes the host.
function linkEdits(node: Extract<MarkdownNode, { children: unknown }>, url: string, context: Context): Edit[] {
  const { start, end } = spanOf(node);
  const { source, hosts } = context;
  const tailFrom = node.children.length > 0 ? spanOf(node.children.at(-1) ?? node).end : start + 1;
  const isOnOneLine = !source.slice(tailFrom, end).includes('\n');
  if (isOnHost(url, hosts) && isOnOneLine && !isClosingLink(source.slice(0, start), url)) return [];
  if (source[start] !== '[') return [{ start, end, text: shownHost(url) || `\`${wordsOf(url)}\``, kind: 'link' }];
  const host = shownHost(url);
  const tail = host === '' ? gapAfter({ start, end }, source) : ` (${host})`;
  return [
    { start, end: start + 1, text: '', kind: 'link' },
    { start: tailFrom, end, text: tail, kind: '' },
  ];
}

// Whether a closing keyword stands before the link: "Fixes [this](https://github.com/o/r/issues/1)" would close the issue.
function isClosingLink(before: string, url: string): boolean {
  return (
    /\/(?:issues|pull)\/\d+/.test(url) &&
    /(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[\s:*_~]{1,20}$/i.test(before.slice(-40))
  );
}

/** The address without the characters that could make it a link; 'link' if nothing is left. */
function wordsOf(address: string): string {
  return address.replace(/[^\w.@:-]+/g, ' ').trim() || 'link';
}

// GitHub displays the text of `[^1]: text` as a footnote, so it is escaped instead of removed.
function definitionEdits(node: Extract<MarkdownNode, { type: 'definition' }>, { source, hosts }: Context): Edit[] {
  const span = spanOf(node);
  if (node.label?.startsWith('^') === true) {
    const bracket = source.indexOf('[', span.start);
    return [{ start: bracket, end: bracket + 1, text: '\\[', kind: '' }];
  }
  const isHarmless = isOnHost(node.url, hosts) && !source.slice(span.start, span.end).includes('\n');
  return isHarmless ? [] : [{ ...span, text: '', kind: 'link' }];
}
