import { fromMarkdown } from 'mdast-util-from-markdown';

type Tree = ReturnType<typeof fromMarkdown>;
type Node = Tree | Tree['children'][number];

/** Everything in a text that would act once it is posted, found by reading it again as Markdown. */
export function liveIn(text: string, hosts: readonly string[]): string[] {
  const found: string[] = [];
  visit(fromMarkdown(text), found, hosts);
  return [...found, ...liveCommands(text)];
}

function visit(node: Node, found: string[], hosts: readonly string[]): void {
  if (node.type === 'image' || node.type === 'imageReference' || node.type === 'html') found.push(node.type);
  if ((node.type === 'link' || node.type === 'definition') && isForeign(node.url, hosts))
    found.push(`link ${node.url}`);
  if (node.type === 'paragraph' || node.type === 'heading') found.push(...liveWords(shown(node), hosts));
  if ('children' in node) for (const child of node.children) visit(child, found, hosts);
}

function shown(node: Node): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'break') return '\n';
  if ('children' in node) return node.children.map(shown).join('');
  return '\uFFFC';
}

function liveWords(text: string, hosts: readonly string[]): string[] {
  const mentions = text.match(/(?:^|[^A-Za-z0-9_])@[A-Za-z0-9][\w-]*/g) ?? [];
  const closings = text.match(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:[\w./-]*#|GH-)\d+/gi) ?? [];
  const addresses = (text.match(/(?:https?:\/\/|(?<![^\s*_~(])www\.)[^\s<]+/gi) ?? []).filter((address) =>
    isForeign(address, hosts),
  );
  return [...mentions, ...closings, ...addresses];
}

function isForeign(address: string, hosts: readonly string[]): boolean {
  const host = /^(?:https?:)?[/\\]{2}([^/?#\\]*)|^(www\.[^/?#]*)/i.exec(address);
  if (host === null) return /^[a-z][a-z0-9+.-]*:/i.test(address) && !/^https?:(?![/\\]{2})/i.test(address);
  return !hosts.includes((host[1] ?? host[2] ?? '').toLowerCase());
}

function liveCommands(text: string): string[] {
  const lines: string[] = [];
  for (const node of fromMarkdown(text).children) {
    if (node.type === 'code') continue;
    const { start, end } = node.position ?? {};
    if (node.type !== 'paragraph') continue;
    lines.push(...text.slice(start?.offset, end?.offset).split('\n'));
  }
  return lines.filter((line) => /^\s*\/[A-Za-z][\w-]*(?:\s|$)/.test(line));
}
