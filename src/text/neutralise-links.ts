// Removes images, links to other hosts and raw HTML from Markdown, for `redact`.

import type { Edit } from './edit.js';
import { hostOf, staysOn } from './hosts.js';
import { type MarkdownNode, nodesOf, type Span, spanOf, targetsOf } from './markdown-tree.js';

type Place = {
  readonly source: string;
  readonly hosts: readonly string[];
  readonly targets: ReadonlyMap<string, string>;
};

/** Removes images, links to other hosts and raw HTML. Displaying an image sends a request, and an address can carry data. */
export function neutralLinkEdits(source: string, root: MarkdownNode, hosts: readonly string[]): Edit[] {
  const targets = targetsOf(root);
  return [...nodesOf(root)].flatMap((node) => neutraliseNode(node, { source, hosts, targets }));
}

/** The host of an address as inline code; '' if there is none. */
export function shownHost(address: string): string {
  const host = hostOf(address) ?? '';
  return /^[a-z0-9.-]+$/i.test(host) ? `\`${host}\`` : '';
}

function neutraliseNode(node: MarkdownNode, place: Place): Edit[] {
  const span = spanOf(node);
  switch (node.type) {
    case 'image':
    case 'imageReference':
      return [{ ...span, text: `[image removed]${gapAfter(span, place.source)}`, kind: 'image' }];
    case 'html':
      return htmlEdits(span, place.source);
    case 'link':
      return linkEdits(node, node.url, place);
    case 'linkReference':
      return linkEdits(node, place.targets.get(node.identifier) ?? '', place);
    case 'definition':
      return definitionEdits(node, place);
    default:
      return [];
  }
}

// Keeps text in brackets from becoming a link together with the text after it.
function gapAfter({ end }: Span, source: string): string {
  return /[([:]/.test(source[end] ?? '') ? ' ' : '';
}

function htmlEdits({ start, end }: Span, source: string): Edit[] {
  return [...source.slice(start, end).matchAll(/</g)].map(({ index }, nth) => {
    return { start: start + index, end: start + index + 1, text: '&lt;', kind: nth === 0 ? 'html' : '' };
  });
}

function linkEdits(node: Extract<MarkdownNode, { children: unknown }>, url: string, place: Place): Edit[] {
  const { start, end } = spanOf(node);
  const { source, hosts } = place;
  const tailFrom = node.children.length > 0 ? spanOf(node.children.at(-1) ?? node).end : start + 1;
  if (
    staysOn(url, hosts) &&
    !source.slice(tailFrom, end).includes('\n') &&
    !closesByLink(source.slice(0, start), url)
  ) {
    return [];
  }
  if (source[start] !== '[') return [{ start, end, text: shownHost(url) || `\`${bare(url)}\``, kind: 'link' }];
  const host = shownHost(url);
  const tail = host === '' ? gapAfter({ start, end }, source) : ` (${host})`;
  return [
    { start, end: start + 1, text: '', kind: 'link' },
    { start: tailFrom, end, text: tail, kind: '' },
  ];
}

// "Fixes [this](https://github.com/o/r/issues/1)" would close the issue.
function closesByLink(before: string, url: string): boolean {
  return (
    /\/(?:issues|pull)\/\d+/.test(url) &&
    /(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[\s:*_~]{1,20}$/i.test(before.slice(-40))
  );
}

function bare(address: string): string {
  return address.replace(/[^\w.@:-]+/g, ' ').trim() || 'link';
}

// GitHub displays the text of `[^1]: text` as a footnote, so it is escaped instead of removed.
function definitionEdits(node: Extract<MarkdownNode, { type: 'definition' }>, { source, hosts }: Place): Edit[] {
  const span = spanOf(node);
  if (node.label?.startsWith('^') === true) {
    const bracket = source.indexOf('[', span.start);
    return [{ start: bracket, end: bracket + 1, text: '\\[', kind: '' }];
  }
  const isHarmless = staysOn(node.url, hosts) && !source.slice(span.start, span.end).includes('\n');
  return isHarmless ? [] : [{ ...span, text: '', kind: 'link' }];
}
