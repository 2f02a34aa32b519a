// Finds the conditions under which code at an offset runs: `if`, `&&`, `||`. Used by rules in kinds/ and by the parser of JavaScript.
import type { Source } from './source.js';

export interface Condition {
  readonly line: number;
  readonly text: string;
}

/** The conditions around an offset, innermost first: by brackets, or in Python by indentation. */
export function conditionsAround(source: Source, offset: number): readonly Condition[] {
  return source.language.name === 'python' ? byIndentation(source, offset) : byBrackets(source, offset);
}

function byBrackets(source: Source, offset: number): readonly Condition[] {
  return [...bare(source, offset), ...bracketed(source, offset)];
}

/** How far before a statement its condition may begin. */
const FAR = 300;

/** `if (x) expect(y)`, `x && expect(y)`: conditions without braces. */
function bare(source: Source, offset: number): readonly Condition[] {
  const from = Math.max(0, offset - FAR);
  const head = source.code
    .slice(from, offset)
    .replace(/(?:\b(?:await|return|void)\s+)*$/, '')
    .trimEnd();
  const end = from + head.length;
  if (head.endsWith(')')) {
    const open = source.around(end - 1)[0] ?? -1;
    const is = source.closeOf(open) === end - 1 && /\bif\s*$/.test(source.code.slice(Math.max(0, open - 10), open));
    return is ? [conditionIn(source, open, end)] : [];
  }
  const shortcut = /(?:[;{}\n]|=>)\s*((?:await\s+)?[^;{}\n=]{1,200}?)\s*(?:&&|\|\|)$/.exec(head);
  const at = shortcut && end - shortcut[0].length + shortcut[0].indexOf(shortcut[1] ?? '');
  const isInSameBrackets = at !== null && source.around(at)[0] === source.around(offset)[0];
  return isInSameBrackets ? [conditionIn(source, at, end - 2)] : [];
}

function conditionIn(source: Source, from: number, to: number): Condition {
  return { line: source.lineAt(from), text: source.text.slice(from, to).replace(/\s+/g, ' ').trim() };
}

function bracketed(source: Source, offset: number): readonly Condition[] {
  return source.around(offset).flatMap((open): readonly Condition[] => {
    if (source.code[open] !== '{') return [];
    const head = source.code.slice(Math.max(0, open - 300), open);
    const found = /\bif\s*(\([^{};]*\)|[^{};()]*)\s*$/.exec(head);
    if (!found) return [];
    const at = open - head.length + found.index;
    return [conditionIn(source, at + 2, open)];
  });
}

function byIndentation(source: Source, offset: number): readonly Condition[] {
  let line = source.lineAt(offset);
  const own = /^\s*(?:el)?if\s+(.*?):\s*$/.exec(source.text.slice(source.startOf(line), offset))?.[1];
  const found: Condition[] = own ? [{ line, text: own }] : [];
  let indent = source.code.slice(source.startOf(line), source.startOf(line + 1)).search(/\S/);
  for (line -= 1; line > 0 && indent > 0; line -= 1) {
    const code = source.code.slice(source.startOf(line), source.startOf(line + 1));
    const depth = code.search(/\S/);
    if (depth < 0 || depth >= indent) continue;
    indent = depth;
    const text = /^\s*(?:el)?if\s+(.*?):\s*$/.exec(
      source.text.slice(source.startOf(line), source.startOf(line + 1)),
    )?.[1];
    if (text) found.push({ line, text });
  }
  return found;
}

/** Whether a condition is constant. */
export function isSettled(text: string): boolean {
  return /^\(?\s*(?:true|false|True|False|0|1|!0|!1|!true|!false|not True|not False)\s*\)?$/.test(text);
}
