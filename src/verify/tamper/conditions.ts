import type { Source } from './source.js';

export interface Condition {
  readonly line: number;
  readonly text: string;
}

/** The conditions around an offset, the innermost first: of brackets, or of indentation. */
export function conditionsAround(source: Source, offset: number): readonly Condition[] {
  return source.language.name === 'python' ? byIndentation(source, offset) : byBrackets(source, offset);
}

function byBrackets(source: Source, offset: number): readonly Condition[] {
  return source.around(offset).flatMap((open): readonly Condition[] => {
    if (source.code[open] !== '{') return [];
    const head = source.code.slice(Math.max(0, open - 300), open);
    const found = /\bif\s*(\([^{};]*\)|[^{};()]*)\s*$/.exec(head);
    if (!found) return [];
    const at = open - head.length + found.index;
    return [
      {
        line: source.lineAt(at),
        text: source.text
          .slice(at + 2, open)
          .replace(/\s+/g, ' ')
          .trim(),
      },
    ];
  });
}

function byIndentation(source: Source, offset: number): readonly Condition[] {
  const found: Condition[] = [];
  let line = source.lineAt(offset);
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

/** A condition that is decided as it is written. */
export function isSettled(text: string): boolean {
  return /^\(?\s*(?:true|false|True|False|0|1|!0|!1|!true|!false|not True|not False)\s*\)?$/.test(text);
}
