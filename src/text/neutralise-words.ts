import type { Edit } from './edit.js';
import { staysOn } from './hosts.js';
import type { MarkdownNode } from './markdown-tree.js';
import { nodesOf, spanOf } from './markdown-tree.js';
import { shownHost } from './neutralise-links.js';
import type { Prose } from './prose.js';

/** Whose words may close what: the issue at hand is the one that crew may name with a closing word. */
export type Subject = { readonly issue?: number; readonly repository?: string };

// GitHub's own pattern asks only that no ASCII word character stands before the sign: 「日本@user」 mentions.
const MENTION = /(?<![A-Za-z0-9_])@[A-Za-z0-9][A-Za-z0-9_-]*(?:\/[A-Za-z0-9_.-]*[A-Za-z0-9_-])?/g;
const CLOSING =
  /(?<![A-Za-z0-9_])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[\s:]+(?<ref>(?:[\w.-]+\/[\w.-]+)?#\d+|gh-\d+|(?:https?:\/\/)?(?:www\.)?github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+(?:#[\w-]*)?)/dgi;
const COMMAND = /(?:^|\n)[ \t]*(\/)[A-Za-z][\w-]*(?=\s|$)/dg;
// An address ends where a secret was taken out, so that the mark of it stays readable.
const ADDRESS = /(?:https?:\/{1,}|ftp:\/\/|(?<![A-Za-z])www\.)(?:(?!\[redacted:)[^\s<])*/gi;

/** Mentions, closing words, commands and bare addresses, written so that they read the same and start nothing. */
export function neutralWordEdits(
  prose: Prose,
  { subject, hosts }: { subject: Subject; hosts: readonly string[] },
): Edit[] {
  return [
    ...addressEdits(prose, hosts),
    ...closingEdits(prose, subject),
    ...each(prose, MENTION).map(([match, range]) => ({ ...range, text: code(match[0]), kind: 'mention' })),
    ...commandEdits(prose),
  ];
}

/** Backticks that are shown as themselves would pair with the ones that an edit brings in. */
export function looseBacktickEdits(prose: Prose): Edit[] {
  return prose.glyphs
    .filter(({ char, start, end }) => char === '`' && end - start === 1)
    .map(({ start, end }) => ({ start, end, text: '\\`', kind: '' }));
}

/** A code span over two lines could hold a line that begins with a command; on the page it is one line anyway. */
export function commandInSpanEdits(source: string, root: MarkdownNode): Edit[] {
  return [...nodesOf(root)].flatMap((node) => {
    if (node.type !== 'inlineCode') return [];
    const { start, end } = spanOf(node);
    return [...source.slice(start, end).matchAll(/\n[ \t>]*(?=\/)/g)].map(({ index, 0: gap }) => {
      return { start: start + index, end: start + index + gap.length, text: ' ', kind: 'command' };
    });
  });
}

function addressEdits(prose: Prose, hosts: readonly string[]): Edit[] {
  return each(prose, ADDRESS).flatMap(([{ 0: address }, range]) => {
    const full = /^www\./i.test(address) ? `https://${address}` : address;
    if (!staysOn(full, hosts)) return [{ ...range, text: shownHost(full) || code('link'), kind: 'link' }];
    // A mention inside an address cannot be quoted alone.
    return /@[A-Za-z0-9]/.test(address) ? [{ ...range, text: code(address), kind: 'mention' }] : [];
  });
}

function closingEdits(prose: Prose, { issue, repository }: Subject): Edit[] {
  return each(prose, CLOSING, 'ref').flatMap(([match, range]) => {
    const ref = match.groups?.ref ?? '';
    const [, named = '', number = ''] =
      /^(?:.*?github\.com\/)?(.*?)(?:\/issues\/|\/pull\/|#|gh-)(\d+)/i.exec(ref) ?? [];
    const isHere = named === '' || named.toLowerCase() === repository?.toLowerCase();
    if (isHere && Number(number) === issue) return [];
    return [{ ...range, text: code(named === '' ? ref : `${named}#${number}`), kind: 'closing-word' }];
  });
}

function commandEdits(prose: Prose): Edit[] {
  return [...prose.text.matchAll(COMMAND)].flatMap((match) => {
    const at = match.indices?.[1]?.[0] ?? 0;
    const slash = prose.glyphs[at];
    if (slash === undefined || slash.end - slash.start > 1) return [];
    return [{ start: slash.start, end: slash.end, text: '\\/', kind: 'command' }];
  });
}

function each(prose: Prose, pattern: RegExp, group?: string): [RegExpExecArray, { start: number; end: number }][] {
  return [...prose.text.matchAll(pattern)].map((match) => {
    const whole: [number, number] = [match.index, match.index + match[0].length];
    const [from, to] = (group === undefined ? undefined : match.indices?.groups?.[group]) ?? whole;
    return [match, { start: prose.glyphs[from]?.start ?? 0, end: prose.glyphs[to - 1]?.end ?? 0 }];
  });
}

function code(text: string): string {
  return `\`${text.replace(/[`\n]/g, ' ')}\``;
}
