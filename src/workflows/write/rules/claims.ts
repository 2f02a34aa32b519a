// Finds the claims of a Markdown text that a program can check: links, anchors, paths, commands, options, examples, headings. Pure. Used by
// ../facts.ts and the rules that check them.
import { type MarkdownNode, nodesOf, readMarkdown } from '../../../text/markdown-tree.js';

/** A statement of a text that a program can check. Lines count from 1. */
export type Claim = { readonly line: number } & (
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'url'; readonly target: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly from: 'block' | 'inline' }
  /** `isListed`: the option begins a list item or table row, or is in a block that lists at least three options. */
  | { readonly kind: 'option'; readonly option: string; readonly isListed: boolean }
  | { readonly kind: 'example'; readonly lang: string; readonly code: string }
  | { readonly kind: 'heading'; readonly problem: string }
);

/** Languages of code blocks with commands; also a block without a language. */
const SHELL = /^(?:sh|bash|zsh|shell|console|shell-session|shellsession|terminal|cmd|bat|powershell)?$/i;
/** A shell prompt at the start of a line. `#` only before a known tool, because it also begins comments. */
const PROMPT = /^\s*(?:\$|>|%|❯|#(?= (?:npm|yarn|cargo|make|apt|sudo)))\s+/;

/** Every claim, in text order. A text that cannot be parsed has none. */
export function claimsIn(markdown: string): readonly Claim[] {
  const text = markdown.replaceAll('\r\n', '\n');
  const root = readMarkdown(text);
  if (!root) return [];
  const nodes = [...nodesOf(root)];
  return [
    ...nodes.flatMap((node) => claimsOf(node, text)),
    ...headingClaims(nodes),
    ...undefinedReferences(text, nodes),
  ].sort((a, b) => a.line - b.line);
}

const lineOf = (node: MarkdownNode): number => node.position?.start.line ?? 1;

/** The claims of one node of the Markdown tree. */
function claimsOf(node: MarkdownNode, text: string): readonly Claim[] {
  const line = lineOf(node);
  switch (node.type) {
    case 'link':
    case 'image':
    case 'definition':
      return [linkClaim(node.url, line)];
    case 'html':
      return [...node.value.matchAll(/<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)\s*=\s*["']([^"']+)["']/gi)].map(
        ([, url]) => linkClaim(url ?? '', line),
      );
    case 'inlineCode':
      return inlineClaims(node.value.trim(), line, isSubject(node, text));
    case 'code':
      return blockClaims(node.value, node.lang ?? '', line + 1);
    default:
      return [];
  }
}

function linkClaim(url: string, line: number): Claim {
  const isUrl = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
  return isUrl ? { kind: 'url', target: url, line } : { kind: 'link', target: url, line };
}

/** Tools whose commands crew can check. Inline code that begins with one counts as a command. */
const TOOLS = /^(?:npm|pnpm|yarn|bun|npx|node|make|cargo|go|python3?|pip3?|pipx|uv|ruby|gem|bundle|deno|sh|bash|\.\/)/;

/** Whether code begins a list item or a table row, and so is the subject of that line. */
function isSubject(node: MarkdownNode, text: string): boolean {
  const start = node.position?.start.offset ?? 0;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^\s*(?:\||[-*+]|\d+\.)\s*(?:`[^`]*`\s*(?:,|or|\/)?\s*)*\**$/.test(before);
}

/** The claim of inline code: an option, a command or a path. */
function inlineClaims(code: string, line: number, isListed: boolean): readonly Claim[] {
  if (/^--[a-z][\w-]*(?:[= ].*)?$/i.test(code)) return [optionClaim(code, line, isListed)];
  const short = /^-\w(?:,\s*|\s*\/\s*|\s+)(--[a-z][\w-]*)/i.exec(code)?.[1];
  if (short) return [optionClaim(short, line, isListed)];
  if (/\s/.test(code)) {
    const words = shellWords(code);
    return TOOLS.test(code) || words.some((word) => word.startsWith('--'))
      ? [{ kind: 'command', words, from: 'inline', line }]
      : [];
  }
  return isPath(code) ? [{ kind: 'path', path: code, line }] : [];
}

const optionClaim = (text: string, line: number, isListed: boolean): Claim => ({
  kind: 'option',
  option: /^--[a-z][\w-]*/i.exec(text)?.[0] ?? text,
  isListed,
  line,
});

/** Extensions of files that projects have. */
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|py|rs|go|rb|sh|txt|html?|css|lock|cfg|ini|rst|svg|png|gif|d\.ts)$/i;

/**
 * Whether a word is a relative path: it has a folder, or an extension of files that projects have. Not `@scope/package`, `..`, and words that
 * begin with a digit, such as versions.
 */
export function isPath(word: string): boolean {
  if (!/^(?:\.{0,2}\/)?[\w.@-]+(?:\/[\w.@-]+)*\/?$/.test(word) || /^[@/~]/.test(word)) return false;
  if (/^\.{1,2}\/?$/.test(word) || /^\d/.test(word)) return false;
  return EXTENSION.test(word) || word.includes('/');
}

/** The claims of a code block whose first line has the number `first`. */
function blockClaims(code: string, lang: string, first: number): readonly Claim[] {
  const lines = code.split('\n');
  const listed = lines.flatMap((text, n): readonly Claim[] => {
    const option = /^\s{0,12}(?:-\w,?\s*(?:\/\s*)?)?(--[a-z][\w-]*)(?=[\s=<[,]|$)/i.exec(text)?.[1];
    return option && /^\s*-/.test(text) ? [optionClaim(option, first + n, true)] : [];
  });
  if (listed.length >= 3) return listed;
  if (SHELL.test(lang)) return shellClaims(lines, lang, first);
  if (/^(?:js|javascript|mjs|cjs|node)$/i.test(lang) && statesItsOutput(code))
    return [{ kind: 'example', lang: 'js', code, line: first }];
  if (/^(?:py|python|python3|pycon)$/i.test(lang) && /^>>> /m.test(code))
    return [{ kind: 'example', lang: 'python', code, line: first }];
  return [];
}

/** A comment that states the value of a line: after an arrow, or as a literal of the language. */
export const STATED_VALUE =
  /\/\/\s*(?:(?:=>|→|->|⇒|prints:?|outputs?:?)\s*(?<stated>\S.*?)|(?<value>-?\d[\d.]*|true|false|null|undefined|'[^']*'|"[^"]*"|\[[^\]]*\]))\s*$/i;

const statesItsOutput = (code: string): boolean => code.split('\n').some((line) => STATED_VALUE.test(line));

/** The commands of a code block. */
function shellClaims(lines: readonly string[], lang: string, first: number): readonly Claim[] {
  const hasPrompts = lines.some((line) => PROMPT.test(line));
  // A block without a language and without prompts may be output instead of commands.
  const mayBeOutput =
    !hasPrompts && lang === '' && !lines.every((line) => line.trim() === '' || TOOLS.test(line.trim()));
  if (mayBeOutput) return [];
  const claims: Claim[] = [];
  for (let n = 0; n < lines.length; n += 1) {
    const start = n;
    let text = lines[n] ?? '';
    // A backslash continues the command on the next line.
    while (text.endsWith('\\') && n + 1 < lines.length) {
      n += 1;
      text = `${text.slice(0, -1)} ${lines[n] ?? ''}`;
    }
    if (hasPrompts && !PROMPT.test(text)) continue;
    const command = text.replace(PROMPT, '').trim();
    if (command === '' || command.startsWith('#')) continue;
    for (const words of commandsIn(command))
      claims.push({ kind: 'command', words, from: 'block', line: first + start });
  }
  return claims;
}

/** The commands of a line, split where a shell splits them; quotes keep words together. */
function commandsIn(line: string): readonly (readonly string[])[] {
  const all: string[][] = [[]];
  for (const word of shellWords(line)) {
    if (/^(?:&&|\|\||\||;|&)$/.test(word)) all.push([]);
    else if (word.startsWith('#')) break;
    else all.at(-1)?.push(word);
  }
  return all.map(withoutPrefix).filter((words) => words.length > 0);
}

/** The command without variable assignments and `sudo` before it. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !/^(?:[A-Za-z_]\w*=\S*|sudo|env|time|command)$/.test(word));
  return start === -1 ? [] : words.slice(start);
}

/** The words and operators of a shell line. Quotes keep words together and are removed. */
function shellWords(line: string): readonly string[] {
  return [
    ...line.matchAll(/"(?:\\.|[^"\\])*"|'[^']*'|&&|\|\||[|;&]|(?:\\.|[^\s|;&"'])+(?:"[^"]*"|'[^']*'|[^\s|;&])*/g),
  ].map(([word]) => word.replace(/^(['"])(.*)\1$/s, '$2'));
}

/** Empty headings, and headings that skip a level. */
function headingClaims(nodes: readonly MarkdownNode[]): readonly Claim[] {
  const claims: Claim[] = [];
  let previous = 0;
  for (const node of nodes) {
    if (node.type !== 'heading') continue;
    const line = lineOf(node);
    if (headingText(node) === '' && !hasImage(node)) claims.push({ kind: 'heading', problem: 'empty heading', line });
    else if (previous > 0 && node.depth > previous + 1)
      claims.push({ kind: 'heading', problem: `level ${node.depth} follows level ${previous}`, line });
    previous = node.depth;
  }
  return claims;
}

const hasImage = (node: MarkdownNode): boolean =>
  [...nodesOf(node)].some(({ type }) => type === 'image' || type === 'html');

/** Links of the form `[text][name]` without a definition, which the parser leaves as text. */
function undefinedReferences(text: string, nodes: readonly MarkdownNode[]): readonly Claim[] {
  return nodes.flatMap((node): readonly Claim[] => {
    if (node.type !== 'text') return [];
    const source = text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
    return [...source.matchAll(/(?<![\]\\])\[[^[\]\n]+\]\[([^[\]\n]+)\]/g)].map(([, name]) => ({
      kind: 'link',
      target: `[${name}]`,
      line: lineOf(node),
    }));
  });
}

/** The text of a heading, as GitHub uses it for the anchor. */
function headingText(node: MarkdownNode): string {
  return [...nodesOf(node)]
    .map((each) => (each.type === 'text' || each.type === 'inlineCode' ? each.value : ''))
    .join('')
    .trim();
}

/** The anchors of a page: GitHub's anchors of headings, and names and ids in HTML. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const text = markdown.replaceAll('\r\n', '\n');
  const root = readMarkdown(text);
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  const addHeading = (heading: string) => {
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  };
  for (const node of root ? nodesOf(root) : []) {
    if (node.type === 'heading') addHeading(headingText(node));
    if (node.type !== 'html') continue;
    for (const [, words] of node.value.matchAll(/<h[1-6]\b[^>]*>([\s\S]*?)<\/h[1-6]>/gi))
      addHeading((words ?? '').replace(/<[^>]*>/g, '').trim());
    for (const [, name] of node.value.matchAll(/\b(?:id|name)\s*=\s*["']([^"']+)["']/gi))
      anchors.add((name ?? '').toLowerCase());
  }
  return anchors;
}

/** GitHub's anchor of a heading. */
export const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
