// Rewrites mentions, closing keywords, commands and addresses so that they have no effect on GitHub. For `redact`.

import type { Edit } from './edit.js';
import { isOnHost } from './hosts.js';
import type { MarkdownNode } from './markdown-tree.js';
import { nodesOf, spanOf } from './markdown-tree.js';
import { shownHost } from './neutralise-links.js';
import type { Prose } from './prose.js';

/** The only issue that a text may name after a closing keyword: its number, and its repository for `owner/name#12`. */
export type ClosableIssue = { readonly issue?: number; readonly repository?: string };

// As on GitHub, only an ASCII word character before the sign prevents a mention: 「日本@user」 mentions a user.
const MENTION = /(?<![A-Za-z0-9_])@[A-Za-z0-9][A-Za-z0-9_-]*(?:\/[A-Za-z0-9_.-]*[A-Za-z0-9_-])?/g;
// `fixes #12`, `closes: owner/name#12`, `resolves https://github.com/owner/name/issues/12`. The group `ref` is the reference.
const CLOSING_KEYWORD =
  /(?<![A-Za-z0-9_])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[\s:]+(?<ref>(?:[\w.-]+\/[\w.-]+)?#\d+|gh-\d+|(?:https?:\/\/)?(?:www\.)?github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+(?:#[\w-]*)?)/dgi;
// A slash command at the start of a line: `/crew`. The group is the slash.
const COMMAND = /(?:^|\n)[ \t]*(\/)[A-Za-z][\w-]*(?=\s|$)/dg;
// An address ends at the marker of a removed secret, so that the marker stays readable.
const ADDRESS = /(?:https?:\/{1,}|ftp:\/\/|(?<![A-Za-z])www\.)(?:(?!\[redacted:)[^\s<])*/gi;

/** The edits that make mentions, closing keywords, commands and bare addresses ineffective. A reader still reads the same words. */
export function neutralWordEdits(
  prose: Prose,
  { closableIssue, hosts }: { closableIssue: ClosableIssue; hosts: readonly string[] },
): Edit[] {
  return [
    ...addressEdits(prose, hosts),
    ...closingEdits(prose, closableIssue),
    ...findMatches(prose, MENTION).map(([match, range]) => ({ ...range, text: asCode(match[0]), kind: 'mention' })),
    ...commandEdits(prose),
  ];
}

/**
 * Escapes unpaired backticks. Otherwise such a backtick and one that an edit adds would enclose code. Paired backticks are code spans and
 * not part of the prose; a glyph longer than one character in the source is already escaped.
 */
export function unpairedBacktickEdits(prose: Prose): Edit[] {
  return prose.glyphs
    .filter(({ char, start, end }) => char === '`' && end - start === 1)
    .map(({ start, end }) => ({ start, end, text: '\\`', kind: '' })); // An edit with an empty kind is not counted.
}

/** Joins the lines of a code span if one begins with a command. They are displayed as one line anyway. */
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
  return findMatches(prose, ADDRESS).flatMap(([{ 0: address }, range]) => {
    const full = /^www\./i.test(address) ? `https://${address}` : address;
    if (!isOnHost(full, hosts)) return [{ ...range, text: shownHost(full) || asCode('link'), kind: 'link' }];
    // The mention inside the address has to become code, so the whole address does.
    return /@[A-Za-z0-9]/.test(address) ? [{ ...range, text: asCode(address), kind: 'mention' }] : [];
  });
}

/** Shows the reference as code, unless it is the closable issue. */
function closingEdits(prose: Prose, { issue, repository }: ClosableIssue): Edit[] {
  return findMatches(prose, CLOSING_KEYWORD, 'ref').flatMap(([match, range]) => {
    const ref = match.groups?.ref ?? '';
    const [, named = '', number = ''] =
      /^(?:.*?github\.com\/)?(.*?)(?:\/issues\/|\/pull\/|#|gh-)(\d+)/i.exec(ref) ?? [];
    const isHere = named === '' || named.toLowerCase() === repository?.toLowerCase();
    if (isHere && Number(number) === issue) return [];
    return [{ ...range, text: asCode(named === '' ? ref : `${named}#${number}`), kind: 'closing-word' }];
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

/** The matches of a pattern in the displayed text, each with its range in the source; with `group`, the range of this group. */
function findMatches(
  prose: Prose,
  pattern: RegExp,
  group?: string,
): [RegExpExecArray, { start: number; end: number }][] {
  return [...prose.text.matchAll(pattern)].map((match) => {
    const whole: [number, number] = [match.index, match.index + match[0].length];
    const [from, to] = (group === undefined ? undefined : match.indices?.groups?.[group]) ?? whole;
    return [match, { start: prose.glyphs[from]?.start ?? 0, end: prose.glyphs[to - 1]?.end ?? 0 }];
  });
}

function asCode(text: string): string {
  return `\`${text.replace(/[`\n]/g, ' ')}\``;
}
